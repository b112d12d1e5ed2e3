"""How players of a game speak: chapters made of the game's own code, shown in a terminal or as a page."""
