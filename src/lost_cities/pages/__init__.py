"""How a game is drawn, for the terminal and for the page."""
