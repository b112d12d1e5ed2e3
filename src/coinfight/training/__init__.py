"""Solving tables ahead of play: what tables/ holds is made here."""
