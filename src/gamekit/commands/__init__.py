"""The commands that every game has, each written once and given the game's `Game`."""
