"""What the answers of a game were worth."""
