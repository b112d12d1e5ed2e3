"""Another user who may rename what lies in a folder around ours, for tests of what is written into ours."""

import contextlib
from pathlib import Path


def swap(folder: Path, moved: Path, elsewhere: Path) -> None:
    """Wait until a folder is there, move it away and put a link in its place."""
    while True:
        with contextlib.suppress(FileNotFoundError):
            folder.rename(moved)
            folder.symlink_to(elsewhere)
            return
