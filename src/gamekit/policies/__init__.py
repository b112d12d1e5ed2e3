"""What every game gets for nothing: the built-ins `random` and `uct:N`, and appraisals by games played on."""
