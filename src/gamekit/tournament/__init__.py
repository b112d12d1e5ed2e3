"""Many games: who meets whom, on which workers, what is kept, and what it adds up to."""
