"""The server of the play page: its requests, their limits, its addresses."""
