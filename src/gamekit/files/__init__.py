"""Files that are written whole, under names and in folders that nobody else can lead elsewhere."""

import contextlib
import errno
import os
import stat
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO

from gamekit.output import writing
from gamekit.whole import FOLDER, whole_file, write_whole


def open_file(path: Path) -> BinaryIO:
    """Return a file, open to be read. Raises OSError, also for what is no file, such as a pipe."""
    file = open(path, "rb", opener=_at_once)  # noqa: SIM115 - the caller closes it
    if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
        file.close()
        raise OSError(errno.EINVAL, "expected a file", str(path))
    return file


def _at_once(path: str, flags: int) -> int:
    """Open a file without waiting for who writes to a pipe."""
    return os.open(path, flags | os.O_NONBLOCK)


def read_whole(path: Path, most: int) -> bytes:
    """Return what a file has, at most so many bytes. Raises OSError, also for more, and for what is no file."""
    with open_file(path) as file:
        size = os.fstat(file.fileno()).st_size
        content = file.read(most + 1) if size <= most else b""
    if max(size, len(content)) > most:  # it may grow meanwhile
        raise OSError(errno.EFBIG, f"expected at most {most >> 20} MiB, got more", str(path))
    return content


def read_lines(path: Path, most: int) -> Iterator[bytes]:
    """Yield the lines of a file one by one; a longer line than so many bytes comes in parts. Raises OSError."""
    with open_file(path) as file:
        while line := file.readline(most):
            yield line


def replace_file(path: Path, content: bytes) -> None:
    """Write a file so that it is there whole or not at all. Raises Unwritten.

    A link of this name is replaced, not followed. What is no file, such as a terminal or a pipe, is written to.
    """
    with writing(path):
        if _takes_a_stream(path):
            path.write_bytes(content)
            return
    with growing_file(path) as file:
        file.write(content)


@contextlib.contextmanager
def growing_file(path: Path) -> Iterator[BinaryIO]:
    """Yield a file to write little by little, that is there once it is whole or not at all; see `replace_file`.

    Raises Unwritten.
    """
    with writing(path):
        folder = os.open(path.parent, FOLDER)
        try:
            with whole_file(folder, path.name) as file:
                yield file
        finally:
            os.close(folder)


def new_file(path: Path) -> BinaryIO:
    """Return a new file, to be written little by little; see `replace_file`. Raises Unwritten."""
    with writing(path):
        if _takes_a_stream(path):
            return path.open("wb")
        replace_file(path, b"")
        return open(path, "ab", opener=lambda name, flags: os.open(name, flags | os.O_NOFOLLOW))


def _takes_a_stream(path: Path) -> bool:
    """Tell whether a path leads to no file but to something that takes bytes, and nobody else led it there."""
    try:
        kind, owner = path.stat().st_mode, path.lstat().st_uid
    except OSError:
        return False
    ours = owner in (0, os.geteuid())
    return ours and (stat.S_ISCHR(kind) or stat.S_ISFIFO(kind))


class OwnFolder:
    """A folder of this user's, held open: it stays the same one, wherever its path may lead later."""

    def __init__(self, path: Path, parent: "OwnFolder | None" = None, *, shared: bool = False) -> None:
        """Open a folder, made if there is none; one that lies in `parent` is looked for nowhere else.

        Raises Unwritten if it is a link, or belongs to somebody else, unless it may be `shared`: such as /tmp.
        """
        self.path = path
        self._number = -1
        name, place = (path, None) if parent is None else (Path(path.name), parent._number)
        with writing(path):
            if parent is None:
                path.parent.mkdir(parents=True, exist_ok=True)
            with contextlib.suppress(FileExistsError):
                os.mkdir(name, dir_fd=place)
            if not shared and stat.S_ISLNK(os.lstat(name, dir_fd=place).st_mode):
                raise OSError(f"it is a link to {path.resolve()}: name a folder itself")
            self._number = os.open(name, FOLDER | (0 if shared else os.O_NOFOLLOW), dir_fd=place)
            if not shared and os.fstat(self._number).st_uid != os.geteuid():
                self.close()
                raise OSError("it belongs to somebody else: choose another folder")

    def names(self) -> set[str]:
        """Return the names of what lies in this folder."""
        return set(os.listdir(self._number))

    def replace(self, name: str, content: bytes, mode: int = 0o666) -> None:
        """Write a file in this folder, as `replace_file` does; `umask` takes from the mode. Raises Unwritten."""
        with writing(self.path / name):
            write_whole(self._number, name, content, mode)

    def open(self, name: str) -> int:
        """Return the descriptor of a file in this folder to read and to append to, made for this user alone if there
        is none.

        Raises Unwritten if it is a link or no file, or belongs to somebody else.
        """
        with writing(self.path / name):
            flags = os.O_RDWR | os.O_APPEND | os.O_CREAT | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC
            number = os.open(name, flags, 0o600, dir_fd=self._number)
            known = os.fstat(number)
            if not stat.S_ISREG(known.st_mode) or known.st_uid != os.geteuid():
                os.close(number)
                raise OSError("expected a file of your own")
        return number

    def close(self) -> None:
        """Let it go; a second call does nothing."""
        if self._number >= 0:
            os.close(self._number)
            self._number = -1
