"""A stream of JSON values: they may come glued together, spread over lines, split at any byte.

The end of a value is found here, by its brackets and quotes; what lies between is orjson's to judge. A text
that is no JSON costs its line, not the stream: reading goes on at the next one. A byte order mark is skipped at the
very start of a stream (RFC 8259 allows it) and is no JSON anywhere else.
"""

import json
import re
from codecs import BOM_UTF8
from collections.abc import Callable, Iterator
from dataclasses import dataclass

import orjson

MAX_BYTES = 1 << 20
"""A longer value is refused instead of kept in memory (guessed: a hundred times the longest real state).

As Python objects it may take forty times as much (measured: an array of objects)."""

MAX_DEPTH = 200
"""A value nested deeper is refused (derived: what is below can be written by orjson and json alike)."""

_CHUNK = 1 << 16
_BLANK = re.compile(rb"[ \t\r\n]*")
_STRUCTURE = re.compile(rb'["{}\[\]]')
_STRING_END = re.compile(rb'["\\\x00-\x1f]')
_SCALAR = re.compile(rb"[^ \t\r\n\"{}\[\],:]*")
_LONG_DIGITS = re.compile(rb"\d{20}|-\d{19}")  # up to 64 bits have fewer
_CLOSERS = {ord("{"): ord("}"), ord("["): ord("]")}
_MAY_OPEN_AFTER = {ord("}"): b":", ord("]"): b"[,"}


@dataclass(frozen=True, slots=True)
class Value:
    """A decoded JSON value and the line it began on, from 1; integers past 64 bits are exact as well."""

    data: object
    line: int


@dataclass(frozen=True, slots=True)
class MalformedInput:
    """Input that is no JSON: what was expected, what came, on which line, and whether the input ended inside it."""

    message: str
    line: int
    cut_off: bool = False


def loads(text: bytes) -> object:
    """Return the JSON value of a text, integers exact up to 308 digits. Raises ValueError with a one-line reason."""
    data: object = orjson.loads(text)
    if _LONG_DIGITS.search(text):  # orjson turns integers past 64 bits into floats
        return json.loads(text)
    return data


def dumps(data: object) -> bytes:
    """Return a value as JSON with sorted keys and no spaces, integers exact."""
    try:
        return orjson.dumps(data, option=orjson.OPT_SORT_KEYS)
    except TypeError:  # an integer past 64 bits
        return json.dumps(data, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()


def preview(text: bytes, length: int = 40) -> str:
    """Return the beginning of a text, on one line and printable, for an error message."""
    start = text[: length + 1].decode(errors="replace")
    return ascii(start) if len(start) <= length else ascii(start[:length]) + "..."


class JsonSplitter:
    """Splits a stream that is fed to it chunk by chunk into values and errors."""

    noun = "JSON"
    reading = "read JSON values as they come"
    ending = "the end of its JSON value"

    def __init__(self, max_bytes: int = MAX_BYTES) -> None:
        self._buffer = bytearray()
        self._line = 1
        self._at_start = True  # of the stream: a byte order mark may come
        self._max_bytes = max_bytes
        self._skipping = False  # until the end of a bad line
        self._at = 0  # everything before it has been looked at
        self._in_string = False
        self._closers = bytearray()  # the brackets that have to come, innermost last
        self._depth = 0  # how deep the value was nested so far
        self._too_long = False  # the value was refused: its bytes are dropped, its end still looked for

    def feed(self, chunk: bytes) -> Iterator[Value | MalformedInput]:
        """Yield what the chunk completes, each as soon as its last byte is known."""
        self._buffer += chunk
        if self._at_start and not self._skip_mark():
            return
        while (item := self._next(at_end=False)) is not None:
            yield item

    def _skip_mark(self) -> bool:
        """Drop a byte order mark at the start of the stream; return False if more input is needed to know it."""
        if len(self._buffer) < len(BOM_UTF8) and BOM_UTF8.startswith(self._buffer):
            return False
        self._at_start = False
        self._drop(len(BOM_UTF8) if self._buffer.startswith(BOM_UTF8) else 0)
        return True

    def close(self) -> Iterator[Value | MalformedInput]:
        """Yield what the end of the input completes or cuts off."""
        while (item := self._next(at_end=True)) is not None:
            yield item

    def _next(self, at_end: bool) -> Value | MalformedInput | None:
        buffer = self._buffer
        if self._skipping:
            newline = buffer.find(b"\n")
            self._skipping = newline < 0
            self._drop(len(buffer) if newline < 0 else newline + 1)
        if not self._at and not self._too_long:
            blank = _BLANK.match(buffer)
            self._drop(blank.end() if blank else 0)
        if not buffer:
            return self._cut_off() if at_end and self._too_long else None
        end = self._find_end(at_end)
        if isinstance(end, MalformedInput):
            return end
        if end is None:
            if at_end:
                return self._cut_off()
            return self._give_up() if len(buffer) > self._max_bytes else None
        if self._too_long:
            self._drop(end)
            return self._next(at_end)
        return self._take(end)

    def _cut_off(self) -> MalformedInput:
        text = "" if self._too_long else ": " + preview(bytes(self._buffer[:80]))
        error = MalformedInput(f"value cut off by the end of input{text}", self._line, cut_off=True)
        self._drop(len(self._buffer))
        return error

    def _give_up(self) -> MalformedInput | None:
        """Forget the bytes of a value that is too long, and report it the first time."""
        message = f"expected a JSON value of at most {self._max_bytes} bytes, got a longer one"
        error = MalformedInput(message, self._line)
        reported, self._too_long = self._too_long, True
        self._line += self._buffer.count(b"\n")
        self._at -= len(self._buffer)
        self._buffer.clear()
        return None if reported else error

    def _find_end(self, at_end: bool) -> int | MalformedInput | None:
        """Return the index after the value at the start of the buffer, or None if more input is needed."""
        buffer = self._buffer
        if self._closers or self._in_string or buffer[0] in b'"{[':
            return self._find_closer()
        scalar = _SCALAR.match(buffer, self._at)
        self._at = scalar.end() if scalar else 0
        if self._at == 0:
            return self._refuse(0, "a JSON value")
        return self._at if at_end or self._at < len(buffer) else None

    def _find_closer(self) -> int | MalformedInput | None:
        buffer, closers = self._buffer, self._closers
        while match := (_STRING_END if self._in_string else _STRUCTURE).search(buffer, self._at):
            at, byte = match.start(), buffer[match.start()]
            self._at = at + 1
            if byte == ord('"'):
                self._in_string = not self._in_string
            elif byte == ord("\\"):
                self._at += 1
            elif self._in_string:
                return self._refuse(at, "no control character in a string")
            elif byte in _CLOSERS:
                if closers and not self._too_long and self._byte_before(at) not in _MAY_OPEN_AFTER[closers[-1]]:
                    return self._refuse(at, f"',' or '{chr(closers[-1])}'")
                closers.append(_CLOSERS[byte])
                self._depth = max(self._depth, len(closers))
            elif not closers or byte != closers.pop():
                return self._refuse(at, "matching brackets")
            if not closers and not self._in_string:
                return self._at
        self._at = max(self._at, len(buffer))
        return None

    def _byte_before(self, at: int) -> int:
        at -= 1
        while self._buffer[at] in b" \t\r\n":
            at -= 1
        return self._buffer[at]

    def _take(self, end: int) -> Value | MalformedInput:
        text, line, depth = bytes(self._buffer[:end]), self._line, self._depth
        self._drop(end)
        if depth > MAX_DEPTH:
            self._skipping = True
            return MalformedInput(f"expected JSON nested at most {MAX_DEPTH} deep, got {preview(text)}", line)
        try:
            return Value(loads(text), line)
        except ValueError as error:
            self._skipping = True
            reason = str(error).split(": line")[0]
            return MalformedInput(f"expected JSON, got {preview(text)} ({reason})", line)

    def _refuse(self, at: int, expected: str) -> MalformedInput:
        """Drop the rest of the line; or if the value began on an earlier line, up to the line of the fault.

        A good value may stand there: what came before may be a value that was cut off.
        """
        before, got = (preview(bytes(self._buffer[i:j])) for i, j in ((max(0, at - 40), at), (at, at + 1)))
        error = MalformedInput(f"expected {expected}, got {got}" + (f" after {before}" if at else ""), self._line)
        line = self._buffer.rfind(b"\n", 0, at) + 1
        self._skipping = line == 0
        self._drop(line)
        return error

    def _drop(self, end: int) -> None:
        self._line += self._buffer.count(b"\n", 0, end)
        del self._buffer[:end]
        self._at = 0
        self._in_string = False
        self._closers.clear()
        self._depth = 0
        self._too_long = False


def values_of(text: bytes) -> list[Value | MalformedInput]:
    """Return the values of a whole text."""
    splitter = JsonSplitter()
    return [*splitter.feed(text), *splitter.close()]


def read_values(read: Callable[[int], bytes]) -> Iterator[Value | MalformedInput]:
    """Yield the values that `read(at most so many bytes)` brings, until it returns nothing at the end of input."""
    splitter = JsonSplitter()
    while chunk := read(_CHUNK):
        yield from splitter.feed(chunk)
    yield from splitter.close()
