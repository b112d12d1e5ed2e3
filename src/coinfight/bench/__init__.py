"""Commands that print figures: strength against tables of opponents, and what a turn costs."""
