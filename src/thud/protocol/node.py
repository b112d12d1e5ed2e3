"""Games between clients, played by a node process of ours (matches.js)."""

import json
import shutil
from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from queue import SimpleQueue
from typing import Any

from gamekit.answer import Failure
from gamekit.files import read_whole
from gamekit.wire.child import ChildPlayer
from gamekit.wire.json_stream import JsonSplitter
from gamekit.wire.pipes import Pipes

HERE = Path(__file__).parent
SOURCES = str(HERE.parent)
"""Where all that these programs load lies."""

ANSWER_SECONDS = 600.0
"""For one answer (guessed: no position takes a minute)."""

GAME_SECONDS = 6 * 3600.0
"""For one answer that is a whole game, or a league of them (guessed: an evening)."""

MOST_SOURCE = 1 << 20
"""Bytes of a class's file that are read (guessed: the environment takes 60 KiB)."""

MOST_BYTES = 1 << 24
"""Of one answer (guessed: a league's is a tenth of it)."""

Job = Mapping[str, Any]
"""A game to play: see matches.js."""
Result = dict[str, Any]


class NodeError(OSError):
    """Node is missing, or one of its programs failed; the message is what it said."""


def node_command(script: str, *arguments: str) -> list[str]:
    """Return the command that runs a script of this folder. Raises NodeError without node."""
    node = shutil.which("node") or shutil.which("nodejs")
    if node is None:
        raise NodeError("expected node (version 18 or newer) in PATH: Debian's package nodejs has it")
    return [node, str(HERE / script), *arguments]


def seat_command(clients: Mapping[str, object]) -> tuple[str, str]:
    """Return script and argument for a seat of a game played elsewhere: by seat what clients.js makes of it."""
    return "seat.js", json.dumps(clients)


def class_files(command: Sequence[str]) -> list[str] | None:
    """Return the files of the classes that a command names, one that plays both sides, or the dwarfs' and the trolls'.

    They are named *.js, or stand beside the file `run` of a player's folder as dwarf.js and troll.js. None: it names no
    classes.
    """
    if len(command) == 1 and Path(command[0]).name == "run":
        beside = [Path(command[0]).with_name(f"{side}.js") for side in ("dwarf", "troll")]
        return [*map(str, beside)] if all(path.is_file() for path in beside) else None
    return [*command] if 1 <= len(command) <= 2 and all(word.endswith(".js") for word in command) else None


def class_source(path: Path) -> str:
    """Return the text of a class's file. Raises OSError, also for what is no file or has more than `MOST_SOURCE` bytes,
    and ValueError for what is no UTF-8.
    """
    return read_whole(path, MOST_SOURCE).decode("utf-8-sig")


def class_command(command: Sequence[str]) -> list[str] | None:
    """Return the command that plays with classes, if a command names some; else None. Raises NodeError without node."""
    files = class_files(command)
    if files is None:
        return None
    clients = {str(seat): {"kind": "file", "path": files[seat % len(files)]} for seat in range(2)}
    return node_command(*seat_command(clients))


class Asker:
    """A node process that answers each line of JSON with another in time; it does not outlive this process."""

    def __init__(self, script: str, *arguments: str, timeout: float = ANSWER_SECONDS) -> None:
        """Raises NodeError if it cannot be started."""
        self._name, self._timeout = script, timeout
        try:
            pipes = Pipes(node_command(script, *arguments))
        except OSError as error:
            raise NodeError(f"expected node to start {script}: {error}") from None
        self._child = ChildPlayer(pipes, JsonSplitter(MOST_BYTES), max_output=MOST_BYTES)

    def ask(self, value: object) -> Any:
        """Return the answer to a value. Raises NodeError, with the end of its standard error, when there is none."""
        came = self._child.ask(json.dumps(value).encode() + b"\n", self._timeout)
        if isinstance(came, Failure):
            message = f"expected an answer of {self._name}: {came.reason}"
            raise NodeError("\n".join([message, *self._child.stderr_tail.splitlines()]))
        return came.value

    def close(self) -> None:
        """End the process."""
        self._child.close(grace=0)


@contextmanager
def match_players(count: int) -> Iterator["MatchPlayers"]:
    """Start so many processes that play games, and end them on leaving."""
    players = MatchPlayers(count)
    try:
        yield players
    finally:
        players.close()


class MatchPlayers:
    """Several processes that play games side by side."""

    def __init__(self, count: int) -> None:
        self._all = [Asker("matches.js", timeout=GAME_SECONDS) for _ in range(count)]
        self._free: SimpleQueue[Asker] = SimpleQueue()
        for asker in self._all:
            self._free.put(asker)

    def play(self, jobs: Iterable[Job]) -> Iterator[Result]:
        """Yield the results in the order of the jobs, whatever the number of processes."""
        with ThreadPoolExecutor(len(self._all)) as pool:
            yield from pool.map(self._one, jobs)

    def _one(self, job: Job) -> Result:
        asker = self._free.get()
        try:
            result: Result = asker.ask(job)
            return result
        finally:
            self._free.put(asker)

    def close(self) -> None:
        """End all processes."""
        for asker in self._all:
            asker.close()
