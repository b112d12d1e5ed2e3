"""Search: features and learned values of positions, the look-ahead through the day, and the decision."""
