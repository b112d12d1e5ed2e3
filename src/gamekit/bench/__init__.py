"""The measuring room: figures of a game, of its built-ins and of players outside, and whether they still hold."""
