"""Santorini for two, with and without cards: its rules, a player of it, and how it is trained and measured."""
