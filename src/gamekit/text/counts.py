"""Counts in sentences."""


def counted(number: int, things: str) -> str:
    """Return a number of things in words: 1 day, 2 days."""
    return f"{number} {things.removesuffix('s') if number == 1 else things}"
