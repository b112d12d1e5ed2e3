"""Arrays in a file of numpy's. It may be a stranger's: what each is expected to be is checked before it is read."""

import contextlib
import io
import os
import struct
from collections.abc import Iterator, Mapping
from pathlib import Path
from types import TracebackType
from typing import Any, BinaryIO, NamedTuple, Self
from zipfile import ZIP_DEFLATED, ZIP_STORED, ZipFile

import numpy as np
from numpy.lib import format as npy
from numpy.typing import NDArray

from gamekit.files import open_file
from gamekit.wire.json_stream import loads

ROWS = range((1 << 24) + 1)
"""As many rows as are read of an array that may have any number (guessed)."""

_LARGEST = 1e300  # neither infinity nor nan is within
_LONGEST_TEXT = 1 << 20
_LARGEST_LIST = 1 << 20  # bytes of a zip archive's list of members: thousands
_LONGEST_HEADER = 1000  # bytes
_CHUNK = 1 << 20
_END = struct.Struct("<4s8xI4xH")  # of a zip archive without a comment: signature, the list's bytes, the comment's
_END_OF_LARGE = b"PK\6\7"  # begins 20 bytes before that, in an archive of more than 2 GiB


def packed(arrays: Mapping[str, Any], *, compressed: bool = False) -> bytes:
    """Return arrays as the bytes of a file, which `ArrayFile` reads."""
    content = io.BytesIO()
    (np.savez_compressed if compressed else np.savez)(content, **arrays)
    return content.getvalue()


class Form(NamedTuple):
    """What an array is expected to be: its type, its size along each axis, and what its numbers lie within."""

    dtype: Any
    shape: tuple[int | range, ...] = ()
    least: float = -_LARGEST
    most: float = _LARGEST

    def __str__(self) -> str:
        sizes = [f"{size[0]} to {size[-1]}" if isinstance(size, range) else str(size) for size in self.shape]
        return f"{np.dtype(self.dtype)} [{', '.join(sizes)}]"

    def fits(self, dtype: np.dtype[Any], shape: tuple[int, ...]) -> bool:
        """Tell whether an array of this type and shape is of this form."""
        if dtype != np.dtype(self.dtype) or len(shape) != len(self.shape):
            return False
        pairs = zip(shape, self.shape, strict=True)
        return all(size in wanted if isinstance(wanted, range) else size == wanted for size, wanted in pairs)


class ArrayFile:
    """An open file of arrays by name. What is not asked for is not read.

    All that is wrong with the file raises ValueError, one line that names its path.
    """

    def __init__(self, path: Path, what: str) -> None:
        """Open a file; `what` it is expected to be is said where it is not. Raises OSError, ValueError."""
        self._path, self._what = path, what
        self._file = open_file(path)
        try:
            with self.saying():
                _check_list(self._file)
                self._zip = ZipFile(self._file)
        except BaseException:
            self._file.close()
            raise

    def __contains__(self, name: str) -> bool:
        return f"{name}.npy" in self._zip.NameToInfo

    def array(self, name: str, form: Form) -> NDArray[Any]:
        """Return an array, in rows, that is of a form."""
        with self.saying(name):
            array = self._read(name, form)
            if array.size:
                low, high = float(array.min()), float(array.max())  # nan where there is one
                if not (form.least <= low and high <= form.most):
                    raise ValueError(f"expected numbers from {form.least:g} to {form.most:g}, got {low:g} to {high:g}")
            return array

    def count(self, name: str, most: int = 1 << 53) -> int:
        """Return a whole number from 0 to `most`."""
        return int(self.array(name, Form(np.int64, (), 0, most)))

    def text(self, name: str) -> str:
        """Return a text."""
        with self.saying(name):
            return str(self._read(name, None)[()])

    def value(self, name: str) -> Any:
        """Return the JSON value that is written as a text."""
        text = self.text(name)
        with self.saying(name):
            return loads(text.encode())

    @contextlib.contextmanager
    def saying(self, name: str = "") -> Iterator[None]:
        """Raise whatever fails meanwhile as a ValueError that says so of this file, and of what in it."""
        try:
            yield
        except Exception as error:  # zip, zlib, numpy and Python have many for bytes that anybody may have written
            reason = " ".join(f"{error}".split()) or type(error).__name__
            where = f"{name}: " if name else ""
            raise ValueError(f"expected {self._what} in {self._path}: {where}{reason:.300}") from None

    def _read(self, name: str, form: Form | None) -> NDArray[Any]:
        """Return an array of a form, or a text. Nothing is taken of memory for another."""
        if name not in self:
            raise ValueError("expected it, got none")
        member = self._zip.getinfo(f"{name}.npy")
        if member.compress_type not in (ZIP_STORED, ZIP_DEFLATED):
            raise ValueError("expected it as numpy writes it, got another compression")
        with self._zip.open(member) as file:
            shape, dtype = _header(file)
            if form is None:
                fits = dtype.kind == "U" and dtype.isnative and dtype.itemsize <= 4 * _LONGEST_TEXT and shape == ()
            else:
                fits = form.fits(dtype, shape)
            if not fits:
                raise ValueError(f"expected {form or 'a text'}, got {Form(dtype, shape)}")
            array: NDArray[Any] = np.empty(shape, dtype)
            whole = array.reshape(-1).view(np.uint8)
            place = 0
            while place < len(whole) and (part := file.read(min(_CHUNK, len(whole) - place))):
                whole[place : place + len(part)] = np.frombuffer(part, np.uint8)
                place += len(part)
            if place < len(whole):
                raise ValueError(f"expected {len(whole)} bytes, got {place}")
            return array

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._file.close()


def _check_list(file: BinaryIO) -> None:
    """Raise ValueError unless a file ends as a zip archive whose list of members is of a usual size."""
    size = file.seek(0, os.SEEK_END)
    file.seek(max(0, size - _END.size - 20))
    end = file.read()
    if len(end) >= _END.size:
        signature, size, comment = _END.unpack(end[-_END.size :])
        if signature == b"PK\5\6" and size <= _LARGEST_LIST and not comment and not end.startswith(_END_OF_LARGE):
            return
    raise ValueError("expected arrays as numpy.savez writes them")


def _header(file: Any) -> tuple[tuple[int, ...], np.dtype[Any]]:
    """Return an array's shape and type. Raises ValueError for one in columns."""
    readers: dict[Any, Any] = {(1, 0): npy.read_array_header_1_0, (2, 0): npy.read_array_header_2_0}
    version = npy.read_magic(file)  # type: ignore[no-untyped-call]
    if version not in readers:
        raise ValueError(f"expected version 1 or 2 of an array, got {version[0]}")
    shape, columns, dtype = readers[version](file, max_header_size=_LONGEST_HEADER)
    if columns and len(shape) > 1:
        raise ValueError("expected an array in rows, got one in columns")
    return shape, dtype
