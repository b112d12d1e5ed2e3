"""Matrix games, regret matching and bandits."""
