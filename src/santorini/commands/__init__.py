"""The commands of `santorini` beside those of every game."""
