"""Coin Fight: a player of one turn a process, and the tools to watch and measure it."""
