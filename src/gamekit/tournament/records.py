"""The record of a run: a file of JSON lines, settings first, then a line for each job done, appended as it is done.

It survives being killed at any moment: a last line cut off is dropped, and its job done again.
"""

import contextlib
import fcntl
import os
from codecs import BOM_UTF8
from collections.abc import Mapping
from pathlib import Path

from gamekit.output import writing
from gamekit.wire.json_stream import dumps, loads


class RecordError(ValueError):
    """Why a record cannot be continued, in words for a person."""


class Record:
    """An open record; `rows` are the jobs that it held when it was opened, by their key, each once."""

    def __init__(self, path: Path, settings: Mapping[str, object], *, key: str, resume: bool = False) -> None:
        """Create a record, or with `resume` continue the one there, if any; one without a whole first line is none.

        `key` names the item of a row that tells jobs apart; of rows with the same the first counts. Raises
        RecordError if there is one and `resume` is false, if the settings differ (it says which), if it is
        damaged or if another process has it open; and OSError.
        """
        if not _begun(path):
            replace_file(path, dumps({"settings": settings}) + b"\n")
        elif not resume:
            raise RecordError(f"{path} holds a record already: continue it with --resume, or choose another folder")
        self._path = path
        self._file = open(path, "r+b", buffering=0)  # noqa: SIM115 - open as long as the record
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            self.rows = self._read(settings, key)
        except BaseException as error:
            self._file.close()
            if isinstance(error, BlockingIOError):
                raise RecordError(f"{path} is being written by another process") from None
            raise

    def append(self, row: Mapping[str, object]) -> None:
        """Add a job's row, at once. Raises Unwritten."""
        line = dumps(row) + b"\n"
        with writing(self._path):
            if (written := self._file.write(line)) != len(line):
                raise OSError(f"only {written} of {len(line)} bytes could be written")

    def close(self) -> None:
        self._file.close()

    def _read(self, settings: Mapping[str, object], key: str) -> dict[object, dict[str, object]]:
        whole = self._file.read()
        lines = whole.splitlines(keepends=True)
        if lines and not lines[-1].endswith(b"\n"):
            os.ftruncate(self._file.fileno(), len(whole) - len(lines.pop()))
        self._file.seek(0, os.SEEK_END)
        lines[:1] = [line.removeprefix(BOM_UTF8) for line in lines[:1]]  # who edits the file may leave a mark
        values = [self._decode(number, line) for number, line in enumerate(lines, 1)]
        found = values[0].get("settings") if values else None
        if not isinstance(found, dict):
            raise RecordError(f"{self._path}: expected settings on the first line")
        self._compare(found, settings)
        rows: dict[object, dict[str, object]] = {}
        for number, value in enumerate(values[1:], 2):
            if key not in value:
                raise RecordError(f"{self._path}: expected {key!r} on line {number}")
            rows.setdefault(value[key], value)
        return rows

    def _decode(self, number: int, line: bytes) -> dict[str, object]:
        with contextlib.suppress(ValueError):
            value = loads(line)
            if isinstance(value, dict):
                return value
        raise RecordError(f"{self._path}: line {number} is no JSON object")

    def _compare(self, found: Mapping[str, object], settings: Mapping[str, object]) -> None:
        wanted = loads(dumps(settings))
        assert isinstance(wanted, dict)
        different = [
            f"{name} was {dumps(found.get(name)).decode()} and is {dumps(wanted.get(name)).decode()}"
            for name in sorted(found.keys() | wanted.keys())
            if found.get(name) != wanted.get(name)
        ]
        if different:
            raise RecordError(f"{self._path} was begun with other settings: {'; '.join(different)}")


def _begun(path: Path) -> bool:
    """Tell whether there is a record with a whole first line: without it no job was written down. Raises OSError."""
    if not path.exists():
        return False
    with open(path, "rb") as file:
        return file.readline().endswith(b"\n")


def read_settings(path: Path) -> dict[str, object]:
    """Return the settings of a record, {} if there is none or its first line is damaged. Raises OSError."""
    if not path.exists():
        return {}
    with open(path, "rb") as file, contextlib.suppress(ValueError):
        value = loads(file.readline().removeprefix(BOM_UTF8))
        if isinstance(value, dict) and isinstance(value.get("settings"), dict):
            return dict(value["settings"])
    return {}


def replace_file(path: Path, content: bytes) -> None:
    """Write a file so that it is there whole or not at all. Raises Unwritten."""
    part = path.with_name(path.name + ".part")
    with writing(path):
        try:
            part.write_bytes(content)
            part.replace(path)
        except BaseException:
            part.unlink(missing_ok=True)
            raise
