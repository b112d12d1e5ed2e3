"""The record of a run: a file of JSON lines, settings first, then a line for each job done, appended as it is done.

It survives being killed at any moment, and a power cut: a damaged end is dropped, and the jobs done again.
"""

import contextlib
import fcntl
import os
import struct
import time
from codecs import BOM_UTF8
from collections.abc import Mapping
from pathlib import Path

from gamekit.files import OwnFolder
from gamekit.output import writing
from gamekit.traces import MOST_LINE
from gamekit.wire.json_stream import dumps, loads

_FIRST = b'{"settings":'
_FLOCK = "hhqqi0q"  # the kernel's `struct flock`: type, whence, start, length (0: all), process
_SYNC = 1.0  # seconds between two waits for the disk (guessed: what a power cut may cost)

MOST_BYTES = 1 << 30
"""Of a record that is continued (guessed: some millions of games)."""


class RecordError(ValueError):
    """Why a record cannot be continued, in words for a person."""


class Record:
    """An open record; `rows` are the jobs that it held when it was opened, by their key, each once.

    `lines` says on which line each stood, `damage` what was dropped, in words for a person, None if nothing was.
    """

    def __init__(
        self, folder: OwnFolder, name: str, settings: Mapping[str, object], *, key: str, resume: bool = False
    ) -> None:
        """Create a record, or with `resume` continue the one there, if any; one without a whole first line is none.

        `key` names the item of a row that tells jobs apart, a number or a text; of rows with the same the first counts.
        Raises RecordError if there is one and `resume` is false, if the settings differ (it says which), if it is
        damaged or if another process has it open; OSError, and Unwritten.
        """
        self.path = folder.path / name
        self._file = open(folder.open(name), "r+b", buffering=0)  # noqa: SIM115 - open as long as the record
        self.rows: dict[object, dict[str, object]] = {}
        self.lines: dict[object, int] = {}
        self.damage: str | None = None
        self._synced = time.monotonic()
        try:
            self._lock()  # before it is looked at: nobody else changes it
            if os.fstat(self._file.fileno()).st_size > MOST_BYTES:
                raise RecordError(f"{self.path}: expected at most {MOST_BYTES >> 20} MiB, got more")
            whole = self._file.read()
            if b"\n" not in whole:
                self._begin(whole, settings)
            elif not resume:
                raise RecordError(
                    f"{self.path} holds a record already: continue it with --resume, or choose another folder"
                )
            else:
                self._read(whole, settings, key)
        except BaseException:
            self._file.close()
            raise

    def append(self, row: Mapping[str, object]) -> None:
        """Add a job's row, at once; the disk has it some seconds later at most. Raises Unwritten."""
        self._write(dumps(row) + b"\n")
        if time.monotonic() - self._synced >= _SYNC:
            self._sync()

    def close(self) -> None:
        """Wait until the disk has it, and close it. Raises Unwritten."""
        try:
            self._sync()
        finally:
            self._file.close()

    def _lock(self) -> None:
        """Keep other processes from writing. Raises RecordError, and OSError.

        The lock is of the kind that takes a descriptor for writing, unlike that of `flock`, and it lasts as long as the
        descriptor. Whoever reads the file can still keep this lock from us by one of the same kind for reading, which
        we never take: therefore nobody else may read a new record.
        """
        whole = struct.pack(_FLOCK, fcntl.F_WRLCK, os.SEEK_SET, 0, 0, 0)
        try:
            fcntl.fcntl(self._file, fcntl.F_OFD_SETLK, whole)
        except BlockingIOError:
            (kind, *_) = struct.unpack(_FLOCK, fcntl.fcntl(self._file, fcntl.F_OFD_GETLK, whole))
            if kind != fcntl.F_RDLCK:
                raise RecordError(f"{self.path} is being written by another process") from None
            raise RecordError(
                f"{self.path} is locked by a program that only reads it: put a copy of mode 600 in its place"
            ) from None

    def _write(self, line: bytes) -> None:
        with writing(self.path):
            if (written := self._file.write(line)) != len(line):
                raise OSError(f"only {written} of {len(line)} bytes could be written")

    def _sync(self) -> None:
        with writing(self.path):
            os.fsync(self._file)
        self._synced = time.monotonic()

    def _begin(self, whole: bytes, settings: Mapping[str, object]) -> None:
        """Write the settings over a first line that was cut off."""
        if whole.strip(b"\0") and not whole.startswith(_FIRST[: len(whole)]):
            raise RecordError(f"{self.path} is no record: choose another folder")
        os.ftruncate(self._file.fileno(), 0)
        self._write(dumps({"settings": settings}) + b"\n")
        self._sync()

    def _read(self, whole: bytes, settings: Mapping[str, object], key: str) -> None:
        lines = whole.splitlines(keepends=True)
        lines[0] = lines[0].removeprefix(BOM_UTF8)  # who edits the file may leave a mark
        found = self._decode(1, lines[0]).get("settings")
        if not isinstance(found, dict):
            raise RecordError(f"{self.path}: expected settings on the first line")
        self._compare(found, settings)
        end = lines[-1]
        if len(lines) > 1 and not (end.endswith(b"\n") and _object(end)):
            lines.pop()
            os.ftruncate(self._file.fileno(), len(whole) - len(end))
            self.damage = f"{self.path}: the last line was damaged, and is gone: {len(end)} bytes"
        for number, line in enumerate(lines[1:], 2):
            row = self._decode(number, line)
            name = row.get(key)
            if not isinstance(name, int | str) or isinstance(name, bool):
                raise RecordError(f"{self.path}: expected a number or a text as {key!r} on line {number}")
            if self.rows.setdefault(name, row) is row:
                self.lines[name] = number

    def _decode(self, number: int, line: bytes) -> dict[str, object]:
        if found := _object(line):
            return found
        raise RecordError(f"{self.path}: line {number} is no JSON object")

    def _compare(self, found: Mapping[str, object], settings: Mapping[str, object]) -> None:
        wanted = loads(dumps(settings))
        assert isinstance(wanted, dict)
        different = [
            f"{name} was {dumps(found.get(name)).decode()} and is {dumps(wanted.get(name)).decode()}"
            for name in sorted(found.keys() | wanted.keys())
            if found.get(name) != wanted.get(name)
        ]
        if different:
            raise RecordError(f"{self.path} was begun with other settings: {'; '.join(different)}")


def read_settings(path: Path) -> dict[str, object]:
    """Return the settings of a record, {} if there is none or its first line is damaged. Raises OSError."""
    if not path.is_file():
        return {}
    with open(path, "rb") as file:
        settings = _object(file.readline(MOST_LINE).removeprefix(BOM_UTF8)).get("settings")
    return settings if isinstance(settings, dict) else {}


def _object(line: bytes) -> dict[str, object]:
    """Return the JSON object on a line, {} if it is none, or empty."""
    with contextlib.suppress(ValueError):
        value = loads(line)
        if isinstance(value, dict):
            return value
    return {}
