"""How a state is drawn, for the page and for the terminal."""
