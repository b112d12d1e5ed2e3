"""The measuring room: figures, and whether they still hold."""
