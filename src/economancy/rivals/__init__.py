"""Opponent modelling: player types, how each type chooses, and the belief over the types of the other seats."""
