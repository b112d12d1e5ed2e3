"""The compliance check of anybody's player: what is sent, what is expected, and what to do about a failure."""
