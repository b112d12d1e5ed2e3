"""What a position or a trace says: chances, candidates, and what moves cost."""
