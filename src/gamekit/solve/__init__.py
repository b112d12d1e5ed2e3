"""Regret matching and bandits."""
