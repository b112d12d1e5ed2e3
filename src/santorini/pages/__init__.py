"""How a board is drawn, for the terminal and for the page."""
