"""The command `gamekit`: games of one's own, found, begun, tested, and run by the commands of every game."""
