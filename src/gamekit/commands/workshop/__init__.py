"""Players and games of one's own: begun by `new` and `gamekit new-game`, found, tested, and run by every command."""
