"""The contract test: what `gamekit.game.Game` promises, tried on a game."""
