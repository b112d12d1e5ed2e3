"""What every step of a game was worth, and what each decision cost, from the values that the game gives."""
