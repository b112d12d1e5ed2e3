"""Thud: 32 dwarfs against 8 trolls; the players are JavaScript classes inside the page of the public environment."""
