"""Which games a tournament plays, where, how they are recorded, and what their results say."""
