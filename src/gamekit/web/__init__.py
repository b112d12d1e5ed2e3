"""A table to play any game at, in a browser or in the terminal: the game as its seats see it, the server, the page."""
