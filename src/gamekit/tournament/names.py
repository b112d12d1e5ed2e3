"""Names that fit: of players in tables and in the names of files."""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from functools import cache
from pathlib import PurePath

from rich.cells import cell_len

WIDTH = 24
"""Columns of a short name at most: what the tables leave for it on a terminal of 80 columns (guessed)."""

RUN = "run"
"""The file of a player's folder that is started."""

_INTERPRETER = re.compile(r"(python|pypy|node|ruby|perl|racket|runghc|runhaskell|java|bash|sh|env)[\d.]*")
_PATH = re.compile(r"(?!-)[^<>=|;&$*?(){}]*/[^<>=|;&$*?(){}]*")  # an option's value or a piece of code is none
_CODE = {"-c", "-e"}  # after these comes no program's path, but code


def short_name(name: str) -> str:
    """Return a player's name without the folders in it, and without the interpreter that runs it."""
    return _with_folders(name, 0)


def short_names(names: Iterable[str], width: int = WIDTH) -> dict[str, str]:
    """Return a short form of each different name, of at most `width` columns (at least 4), no two the same.

    Interpreters go first, then folders, as far as the names still differ; then what is too long is cut in the middle.
    Where all of that leaves two names the same they are numbered.
    """
    whole = list(dict.fromkeys(names))
    texts = _apart(whole)
    return dict(zip(whole, _numbered(_cut(texts, width), width), strict=True))


@cache  # of the players that there are
def file_part(name: str) -> str:
    """Return a part of a file's name for a player: at most 32 bytes, and without blanks and slashes."""
    return re.sub(r"[^\w.#]+", "_", short_name(name)).encode()[-32:].decode(errors="ignore").strip("_")


def is_interpreter(word: str) -> bool:
    """Tell whether a command's first word is a program that runs others."""
    return _INTERPRETER.fullmatch(PurePath(word).name) is not None


def _with_folders(name: str, folders: int) -> str:
    """Return a name without its interpreter and that one's options, and with so many folders of each path in it."""
    words = name.split()
    if len(words) > 1 and is_interpreter(words[0]) and not _CODE & set(words):
        program = next((number for number, word in enumerate(words) if number and not word.startswith("-")), 0)
        words = words[program:]
    return " ".join(_path_end(word, folders) if _PATH.fullmatch(word) else word for word in words)


def _path_end(path: str, folders: int) -> str:
    """Return the end of a path, with so many folders; what starts a player's folder stands for that folder."""
    parts = PurePath(path).parts
    if parts[1:] and parts[-1] == RUN:
        parts = parts[:-1]
    return "/".join(parts[-1 - folders :]) or path


def _apart(names: Sequence[str]) -> list[str]:
    """Return each name with as few folders as tell it apart, whole if none do."""
    deepest = max((name.count("/") for name in names), default=0)
    forms = [lambda name, folders=folders: _with_folders(name, folders) for folders in range(deepest + 1)]
    return _first_apart(names, forms, list(names))


def _cut(texts: Sequence[str], width: int) -> list[str]:
    """Return the texts, those that are too long without some of their middle, or of what leaves them different."""
    places = sorted(range(width), key=lambda place: abs(place - width // 2))
    forms = [lambda text, place=place: _without_middle(text, width, place) for place in places]
    return _first_apart(texts, forms, [_without_middle(text, width, width // 2) for text in texts])


def _first_apart(names: Sequence[str], forms: Sequence[Callable[[str], str]], otherwise: Sequence[str]) -> list[str]:
    """Return of each name the first form that no other name has in that form, else what stands in `otherwise`."""
    found: dict[int, str] = {}
    for form in forms:
        texts = [form(name) for name in names]
        times = Counter(texts)
        for number, text in enumerate(texts):
            if times[text] == 1 and number not in found and text not in found.values():
                found[number] = text
    return [found.get(number, text) for number, text in enumerate(otherwise)]


def _without_middle(text: str, width: int, place: int) -> str:
    """Return a text of at most so many columns: an ellipsis in this place stands for what is left out."""
    if cell_len(text) <= width:
        return text
    return f"{_beginning(text, place)}…{_beginning(text[::-1], width - 1 - place)[::-1]}"


def _beginning(text: str, width: int) -> str:
    """Return as much of the beginning of a text as so many columns hold; a Chinese character takes two."""
    end = next((end for end in range(min(len(text), width), 0, -1) if cell_len(text[:end]) <= width), 0)
    return text[:end]


def _numbered(texts: Sequence[str], width: int) -> list[str]:
    """Return the texts; of those that stand there twice the later ones end in a number."""
    found: list[str] = []
    for text in texts:
        number, numbered = 1, text
        while numbered in found:
            number += 1
            numbered = f"{_beginning(text, width - 1 - len(str(number)))}#{number}"
        found.append(numbered)
    return found
