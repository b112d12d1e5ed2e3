"""Pages to watch games on: the board that every page draws, card faces, and a trace as one self-contained page."""
