"""What is written, and what could not be: standard output and standard error that any text fits in, files by name."""

import contextlib
import errno
import io
import os
import select
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, TextIO

from gamekit.text import escaped
from gamekit.wire.json_stream import dumps

_LONG_LINE = 4096  # bytes of a line that are kept while its end has not come (guessed)


class Unwritten(Exception):  # noqa: N818 - said in one line, like a finding
    """Something could not be written; the message names it and says why. It is no OSError: those are about what is
    read or started, and who handles them must not take this for one.
    """

    def __init__(self, name: str | Path, error: OSError) -> None:
        super().__init__(f"cannot write {name}: {error.strerror or error}")
        self.nobody_reads = error.errno == errno.EPIPE


@contextlib.contextmanager
def writing(path: str | Path) -> Iterator[None]:
    """Name the file that is written meanwhile, where that fails. Raises Unwritten instead of OSError."""
    try:
        yield
    except OSError as error:
        raise Unwritten(path, error) from error


VERSION = 2
"""Of the form of the documents that --json prints; 1 had none."""


def print_json(document: Mapping[str, object]) -> None:
    """Print a document as a line of JSON, in UTF-8 whatever the encoding of standard output is. Raises Unwritten."""
    sys.stdout.flush()
    sys.stdout.buffer.write(dumps({"version": VERSION, **document}) + b"\n")
    sys.stdout.buffer.flush()


class ErrorLines:
    """Prints what a player writes to its standard error on ours, as it comes: each line with the player's name."""

    def __init__(self, name: str) -> None:
        self._name = name
        self._rest = b""

    def __call__(self, chunk: bytes) -> None:
        """Take a part, and print the lines that it completes; a long line in pieces."""
        *lines, self._rest = (self._rest + chunk).split(b"\n")
        if len(self._rest) > _LONG_LINE:
            lines, self._rest = [*lines, self._rest], b""
        self._print(lines)

    def close(self) -> None:
        """Print a last line that lacks its end."""
        if self._rest:
            self._print([self._rest])
        self._rest = b""

    def _print(self, lines: Iterable[bytes]) -> None:
        for line in lines:
            text = escaped(line.decode(errors="replace").rstrip("\r").expandtabs())
            print(f"{self._name}: {text}", file=sys.stderr, flush=True)


class _Descriptor(io.RawIOBase):
    """A descriptor to write to. The first failure is kept, and raised if it may be; what comes later is dropped."""

    def __init__(self, number: int, name: str, *, raising: bool) -> None:
        self._number, self._called, self._raising = number, name, raising
        self.error: OSError | None = None

    def writable(self) -> bool:
        return True

    def fileno(self) -> int:
        return self._number

    def isatty(self) -> bool:
        return os.isatty(self._number)

    def write(self, data) -> int:  # type: ignore[no-untyped-def]  # the type of buffers differs by version
        """Write all of it."""
        rest = memoryview(data)
        while rest and self.error is None:
            try:
                rest = rest[os.write(self._number, rest) :]
            except BlockingIOError:  # another program made the terminal so, which we share with it
                select.select([], [self._number], [])
            except OSError as error:
                self.error = error
                if self._raising:
                    raise Unwritten(self._called, error) from error
        return len(data)


@contextlib.contextmanager
def safe_streams() -> Iterator[Callable[[], bool]]:
    """Replace standard output and standard error meanwhile by streams that any text fits in.

    What the encoding lacks is replaced. A failure of standard output raises Unwritten, one of standard error costs no
    result: the function that this yields tells whether there was one. Streams that are no descriptors, such as a
    test's, stay.
    """
    before = sys.stdout, sys.stderr
    for stream in before:
        if stream is not None:
            stream.flush()
    _occupy()
    out, _ = _safe(sys.stdout, 1, "standard output", errors="replace", raising=True)
    err, errors = _safe(sys.stderr, 2, "standard error", errors="backslashreplace", raising=False)
    sys.stdout, sys.stderr = out, err
    try:
        yield lambda: errors is not None and errors.error is not None
    finally:
        sys.stdout, sys.stderr = before


def _occupy() -> None:
    """Open closed standard descriptors for the other direction, so that no file gets their numbers."""
    for number in range(3):
        try:
            os.fstat(number)
        except OSError:
            opened = os.open(os.devnull, os.O_RDONLY if number else os.O_WRONLY)
            if opened != number:
                os.dup2(opened, number, inheritable=False)
                os.close(opened)


def _safe(
    stream: TextIO | None, number: int, name: str, *, errors: str, raising: bool
) -> tuple[TextIO, _Descriptor | None]:
    """Return a stream that writes to the descriptor of this one (None: it was closed), and that descriptor."""
    inner = getattr(stream, "buffer", None)
    if stream is not None and not isinstance(getattr(inner, "raw", inner), io.FileIO):
        return stream, None
    descriptor = _Descriptor(number if stream is None else stream.fileno(), name, raising=raising)
    unbuffered = getattr(stream, "write_through", False)  # as `python -u` wants it
    buffer: Any = descriptor if unbuffered else io.BufferedWriter(descriptor)
    wrapped = io.TextIOWrapper(
        buffer,
        encoding="utf-8" if stream is None else stream.encoding,
        errors=errors,
        line_buffering=number == 2 or getattr(stream, "line_buffering", False),
        write_through=unbuffered,
    )
    return wrapped, descriptor
