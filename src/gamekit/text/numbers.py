"""Numbers that a person types: counts, seconds, sizes of memory. What is none raises ArgumentTypeError."""

import argparse
import contextlib
import re

_MOST_DIGITS = 640  # int() may refuse more


def positive(text: str) -> int:
    """Return a whole number of at least 1. Raises ArgumentTypeError."""
    if not _is_whole(text) or int(text) < 1:
        raise argparse.ArgumentTypeError(f"expected a whole number >= 1, got {text!r}")
    return int(text)


def natural(text: str) -> int:
    """Return a whole number of at least 0. Raises ArgumentTypeError."""
    if not _is_whole(text):
        raise argparse.ArgumentTypeError(f"expected a whole number >= 0, got {text!r}")
    return int(text)


def seconds(text: str) -> float:
    """Return a number of seconds above 0. Raises ArgumentTypeError."""
    with contextlib.suppress(ValueError):
        if 0 < (number := float(text)) < float("inf"):
            return number
    raise argparse.ArgumentTypeError(f"expected a number of seconds > 0, got {text!r}")


def seconds_from_zero(text: str) -> float:
    """Return a number of seconds, which may be 0. Raises ArgumentTypeError."""
    with contextlib.suppress(ValueError):
        if 0 <= (number := float(text)) < float("inf"):
            return number
    raise argparse.ArgumentTypeError(f"expected a number of seconds from 0, got {text!r}")


def size(text: str) -> int:
    """Return the bytes of a text like 512M or 2G. Raises ArgumentTypeError."""
    match = re.fullmatch(r"([1-9][0-9]*)([MG])", text)
    if not match:
        raise argparse.ArgumentTypeError(f"expected a size like 512M or 2G, got {text!r}")
    return int(match[1]) << {"M": 20, "G": 30}[match[2]]


def _is_whole(text: str) -> bool:
    return text.isascii() and text.isdecimal() and len(text) <= _MOST_DIGITS
