"""Players that are sent text and answer in text: lines over pipes or a connection, or all that a process writes."""

from collections.abc import Iterator, Mapping, Sequence
from functools import partial

from gamekit.game import OURS, Surroundings
from gamekit.wire.child import MAX_OUTPUT, ChildPlayer
from gamekit.wire.json_stream import MalformedInput, Value
from gamekit.wire.pipes import Pipes, SocketPipes
from gamekit.wire.tcp import HOST, PORT, Tcp


class LineSplitter:
    """Splits a stream into lines, without their ends; a last line may lack its newline.

    A byte order mark is skipped at the very start. A line that is too long is an error as soon as this is known, and
    costs no more memory.
    """

    noun = "line"
    reading = "read a line at a time"
    ending = "a line's end"

    def __init__(self, max_bytes: int = MAX_OUTPUT) -> None:
        self._rest = bytearray()
        self._line = 1
        self._max_bytes = max_bytes
        self._skipping = False  # until the end of a line that was too long

    def feed(self, chunk: bytes) -> Iterator[Value | MalformedInput]:
        """Yield the lines that the chunk completes, as text."""
        self._rest += chunk
        while (end := self._rest.find(b"\n")) >= 0:
            yield from self._take(end)
        if len(self._rest) > self._max_bytes:
            yield from self._give_up()

    def close(self) -> Iterator[Value | MalformedInput]:
        """Yield what follows the last newline, if anything."""
        if self._rest:
            yield from self._take(len(self._rest))

    def _take(self, end: int) -> Iterator[Value | MalformedInput]:
        if end > self._max_bytes:
            yield from self._give_up(end)
        if not self._skipping:
            text = self._rest[:end].decode(errors="replace").rstrip("\r")
            yield Value(text.removeprefix("\ufeff") if self._line == 1 else text, self._line)
        self._skipping = False
        del self._rest[: end + 1]
        self._line += 1

    def _give_up(self, end: int | None = None) -> Iterator[MalformedInput]:
        """Forget the bytes of a line that is too long, and report it the first time."""
        if not self._skipping:
            yield MalformedInput(f"expected at most {self._max_bytes} bytes, got more", self._line)
        self._skipping = True
        if end is None:
            self._rest.clear()


class WholeSplitter:
    """Takes all that is written for one value, as bytes; who reads bounds it."""

    noun = "text"
    reading = "read all of the input"
    ending = "the program's exit"

    def __init__(self) -> None:
        self._chunks: list[bytes] = []

    def feed(self, chunk: bytes) -> Iterator[Value]:
        """Keep the chunk."""
        self._chunks.append(chunk)
        yield from ()

    def close(self) -> Iterator[Value]:
        """Yield all that came."""
        yield Value(b"".join(self._chunks), 1)


def open_line_child(command: Sequence[str], env: Mapping[str, str], surroundings: Surroundings = OURS) -> ChildPlayer:
    """Start a player that speaks lines; a path alone is given the address to connect to as two arguments.

    A command with the words HOST and PORT connects, too; any other speaks over its pipes. Raises OSError.
    """
    words = with_address(command)
    connects = HOST in words or PORT in words
    within = connects and surroundings.sandbox is not None
    start = partial(SocketPipes if within else Pipes, env=env, surroundings=surroundings)
    return ChildPlayer(Tcp(words, start, within=within) if connects else start(words), LineSplitter())


def with_address(command: Sequence[str]) -> list[str]:
    """Return a command with the words HOST and PORT where it is a path alone."""
    return [*command, HOST, PORT] if len(command) == 1 else [*command]
