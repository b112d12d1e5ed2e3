"""The rules on batches of games, as arrays, and rollouts on them."""
