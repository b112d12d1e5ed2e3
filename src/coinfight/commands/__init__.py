"""What only Coin Fight's command has."""
