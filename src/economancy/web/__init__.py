"""A table to play at, in a browser or in the terminal: the game as its seats see it, the server, and the page."""
