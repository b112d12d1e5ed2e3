"""Writing a file whole into an open folder, so that nobody can lead it elsewhere or see a part of it."""

import contextlib
import os
from collections.abc import Iterator
from typing import BinaryIO

FOLDER = os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC
"""How a folder is opened."""


def write_whole(folder: int, name: str, content: bytes, mode: int = 0o666) -> None:
    """Write a file into a folder; see `whole_file`. Raises OSError."""
    with whole_file(folder, name, mode) as file:
        file.write(content)


@contextlib.contextmanager
def whole_file(folder: int, name: str, mode: int = 0o666) -> Iterator[BinaryIO]:
    """Yield a file to write, in a folder under a name that nobody can guess until it is whole. Raises OSError.

    What has the name, such as a link, is replaced; `umask` takes from the mode.
    """
    part = f".{os.urandom(8).hex()}.part"
    number = os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC, mode, dir_fd=folder)
    try:
        with open(number, "wb") as file:
            yield file
        os.replace(part, name, src_dir_fd=folder, dst_dir_fd=folder)
    except BaseException:
        with contextlib.suppress(OSError):
            os.unlink(part, dir_fd=folder)
        raise
