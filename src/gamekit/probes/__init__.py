"""The check of anybody's player: what it is sent, what is expected, and what to do about a failure."""
