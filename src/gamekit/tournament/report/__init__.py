"""A tournament as one self-contained page."""
