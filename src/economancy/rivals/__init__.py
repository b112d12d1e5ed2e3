"""The other seats of a table: the types of players, what each type chooses, and what a seat has shown of its type."""
