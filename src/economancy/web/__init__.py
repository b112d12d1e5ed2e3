"""A table to play at in a browser: the game as its seats see it, the server, and the page."""
