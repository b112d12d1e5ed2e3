"""Many games: one as a job for a worker, how they are played and watched, and what they add up to."""
