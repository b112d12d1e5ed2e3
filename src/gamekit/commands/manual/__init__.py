"""Commands that print what a person wants to read about a game: its rules, and how its players speak."""
