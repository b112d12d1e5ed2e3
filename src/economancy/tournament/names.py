"""Names that fit: of players in tables and in the names of files."""

import re
from collections import Counter
from collections.abc import Iterable
from pathlib import PurePath


def short_name(name: str) -> str:
    """Return a player's name without the folders in it, and without the interpreter that runs it."""
    words = [PurePath(word).name or word for word in name.split()]
    if len(words) > 1 and re.fullmatch(r"python[\d.]*", words[0]):
        del words[0]
    return " ".join(words)


def short_names(names: Iterable[str]) -> dict[str, str]:
    """Return for each name the short one if no other has the same, else the name."""
    short = {name: short_name(name) for name in names}
    times = Counter(short.values())
    return {name: text if times[text] == 1 else name for name, text in short.items()}


def file_part(name: str) -> str:
    """Return a part of a file's name for a player: short, and without blanks and slashes."""
    return re.sub(r"[^\w.#]+", "_", short_name(name))[-32:].strip("_")
