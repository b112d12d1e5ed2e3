"""The command `thud` and what only this game has."""
