"""Who plays, as a command line names them: SEATs with and without a name, files of SEATs, a folder of players."""

import os
import re
import shlex
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from gamekit.commands.common.arguments import program_of
from gamekit.game import AnyGame
from gamekit.seats import Program
from gamekit.text import escaped
from gamekit.tournament.names import RUN

_NAMED = re.compile(r"([^\s=/'\"@-][^\s=/'\"]*)=(.+)", re.DOTALL)

_MOST_BYTES = 1 << 20  # of SEATs in a file (guessed)


@dataclass(frozen=True, slots=True)
class Entry:
    """A player: what it is called, how it was typed, and what plays, started in a folder (None: in ours)."""

    name: str
    text: str
    program: Program
    folder: str | None = None


def entries_of(game: AnyGame, seats: Sequence[str], players: Path | None = None) -> list[Entry]:
    """Return who plays: SEATs, NAME=SEAT, @FILE of such, a line each, and the folders in `players`.

    Raises OSError, and ValueError that says what is wrong.
    """
    texts = [text for seat in seats for text in (_lines(seat[1:]) if seat.startswith("@") else [seat])]
    found = [_entry(game, text) for text in texts]
    if players is not None:
        found += _folders(players)
    return found


def require_different(entries: Sequence[Entry], *, copies: bool = False) -> None:
    """Raise ValueError if two are called the same, with `copies` only if they are not the same player."""
    different = {(entry.name, entry.program) for entry in entries} if copies else entries
    names = [each[0] if isinstance(each, tuple) else each.name for each in different]
    for name, times in Counter(names).items():
        if times > 1:
            raise ValueError(f"{name!r} is given twice: give it once, name one NAME=SEAT, or use --copies or --table")


def _entry(game: AnyGame, text: str) -> Entry:
    match = None if os.path.isfile(text) else _NAMED.fullmatch(text)
    name, command = match.groups() if match else (text, text)
    return Entry(escaped(name), escaped(text), program_of(game, command))


def _lines(file: str) -> list[str]:
    """Return the SEATs in a file: its lines that are not empty and do not begin with #."""
    with open(file, "rb") as opened:
        data = opened.read(_MOST_BYTES + 1)
    if len(data) > _MOST_BYTES:
        raise ValueError(f"{file}: expected at most {_MOST_BYTES >> 20} MiB of SEATs, got more")
    try:
        lines = [line.strip() for line in data.decode().splitlines()]
    except UnicodeDecodeError:
        raise ValueError(f"{file}: expected UTF-8, a SEAT on each line") from None
    found = [line for line in lines if line and not line.startswith("#")]
    if nested := next((line for line in found if line.startswith("@")), None):
        raise ValueError(f"{file}: expected a SEAT on each line, got {nested!r}")
    return found


def _folders(players: Path) -> list[Entry]:
    """Return the players in a folder: each folder in it, started in itself by its file `run`."""
    folders = sorted(each for each in players.iterdir() if each.is_dir() and not each.name.startswith((".", "__")))
    if not folders:
        raise ValueError(f"{players}: expected a folder for each player, found none")
    if link := next(filter(Path.is_symlink, folders), None):
        raise ValueError(f"{link}: expected a folder, got a link to {link.resolve()}: put the player itself there")
    return [_in_folder(folder.absolute()) for folder in folders]


def _in_folder(folder: Path) -> Entry:
    name = escaped(folder.name)
    return Entry(name, f"{name}={shlex.quote(str(folder / RUN))}", (str(folder / RUN),), str(folder))
