"""What the outside world starts: our clients, each made into one class."""
