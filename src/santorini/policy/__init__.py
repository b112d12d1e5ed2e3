"""Who decides: ours and the reference opponents, all by name."""
