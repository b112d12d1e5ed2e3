"""Looking ahead: the compiled core, its plain Python model, and the decision."""
