"""Who a player is: the files that its command names and what they hold, however their paths are written."""

import hashlib
import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from gamekit.game import Sandbox, Surroundings
from gamekit.processes.sandbox import beside, named_files, of_system
from gamekit.seats import Program
from gamekit.text import escaped
from gamekit.tournament.names import is_interpreter

_BLOCK = 1 << 20  # bytes, guessed
_HASHED = 1 << 28  # bytes of a file (guessed: a player with its network is smaller)


def identity(program: str | Sequence[str]) -> dict[str, object]:
    """Return a player as a JSON object: a built-in's name or the words of a command, each file by its real path.

    `sha256` is of the contents of these files, null if there are none.
    """
    words = [program] if isinstance(program, str) else [*program]
    files = [] if isinstance(program, str) else [word for word in words if Path(word).is_file()]
    return {
        "words": [escaped(os.path.realpath(word) if word in files else word) for word in words],
        "sha256": hashlib.sha256(b"".join(map(_digest, files))).hexdigest() if files else None,
    }


def surroundings_of(
    programs: Sequence[tuple[Program, str | None]], base: Surroundings, hidden: Sequence[str] = ()
) -> list[Surroundings]:
    """Return where each of some programs runs that are started in folders (None: ours).

    In a sandbox each sees its own files, and neither those that the others name nor what is hidden, nor the files that
    our standard output and standard error go to: a trace has the whole deck.
    """
    if base.sandbox is None:
        return [replace(base, folder=folder) for _, folder in programs]
    own = [[] if isinstance(program, str) else _files(program, folder) for program, folder in programs]
    others = [*hidden, *_outputs(), *(path for paths in own for path in paths)]
    return [
        replace(base, folder=folder, sandbox=Sandbox(tuple(beside(paths)), tuple(set(others) - set(paths))))
        for (_, folder), paths in zip(programs, own, strict=True)
    ]


def _outputs() -> list[str]:
    """Return the files that our standard output and standard error go to, as far as these are files."""
    paths = [os.path.realpath(f"/proc/self/fd/{number}") for number in (1, 2)]
    return [path for path in paths if os.path.isfile(path)]


def _files(words: Sequence[str], folder: str | None) -> list[str]:
    """Return what is a player's own: the folder that it is started in, else the files that its command names.

    An interpreter is everybody's.
    """
    named = named_files(words, folder or os.getcwd())
    if folder is not None:
        named.append(os.path.abspath(folder))
    tool = os.path.abspath(os.path.join(folder or "", words[0])) if is_interpreter(words[0]) else None
    return [path for path in named if path != tool and not of_system(path)]


def _digest(file: str) -> bytes:
    """Return a hash of what a file holds, of nothing where it may be executed only.

    Of a file that is larger than any player it is of its beginning and its size: nobody waits for a terabyte.
    """
    digest = hashlib.sha256()
    try:
        with open(file, "rb") as opened:
            while opened.tell() < _HASHED and (block := opened.read(_BLOCK)):
                digest.update(block)
            if opened.read(1):
                digest.update(b"%d" % os.fstat(opened.fileno()).st_size)
    except PermissionError:
        return b""
    return digest.digest()


@dataclass(frozen=True, slots=True)
class KnownPlayers:
    """Players whose games are on record: what they were called there, who they were, and who of them has changed."""

    texts: list[str]
    programs: list[dict[str, object]]
    changed: list[str]


def on_record(settings: Mapping[str, object], programs: Sequence[Mapping[str, object]]) -> KnownPlayers | None:
    """Return the players that the settings of a record name, if they are these, however they were typed; else None."""
    texts, before = settings.get("players"), settings.get("programs")
    if not isinstance(texts, list) or not isinstance(before, list) or not all(isinstance(text, str) for text in texts):
        return None
    words = [each.get("words") if isinstance(each, dict) else None for each in before]
    if len(texts) != len(words) or words != [each["words"] for each in programs]:
        return None
    changed = [text for text, old, new in zip(texts, before, programs, strict=True) if old != new]
    return KnownPlayers(texts, before, changed)
