"""A compiled core: a C file of a game, with its parts, as a library: shipped, or compiled when first asked for."""

import contextlib
import ctypes
import hashlib
import os
import stat
from collections.abc import Sequence
from pathlib import Path

FLAGS = ("-O3", "-std=gnu11", "-shared", "-fPIC")
"""How a core is compiled; no machine's own instructions, for the library may be taken to another one."""


class NoCoreError(OSError):
    """There is no library of a C file, and why: one line."""


def shipped(source: Path) -> Path:
    """Return where the build puts the library of a source: beside it."""
    return source.with_suffix(".so")


def load(source: Path, setting: str = "", functions: Sequence[str] = ()) -> ctypes.CDLL:
    """Return the library of a C file: the shipped one, or one compiled from the source and kept in the user's cache.

    `setting` names an environment variable, such as SANTORINI_CORE, with another library to take; one that can't be
    loaded, or lacks one of the functions, costs a line. Raises NoCoreError if there is neither a library nor a C
    compiler (CC, cc or gcc).
    """
    wanted = os.environ.get(setting)
    if wanted:
        try:
            library = ctypes.CDLL(wanted)
            for name in functions:
                getattr(library, name)
            return library
        except (OSError, ValueError, AttributeError) as error:
            game = setting.removesuffix("_CORE").lower().replace("_", "-")
            _complain(f"{game}: expected a library in {setting}, got {wanted!r}; going on without it: {error}")
    if path := _shipped(source):
        with contextlib.suppress(OSError):  # of another machine
            return ctypes.CDLL(str(path))
    try:
        return _cached(source)
    except OSError as error:
        raise NoCoreError(f"{'/'.join(source.parts[-3:])} is not compiled: {error}") from error


def _complain(line: str) -> None:
    from gamekit.settings import complain  # noqa: PLC0415 - rarely needed

    complain(line)


def compile_library(compiler: str, source: Path, path: Path) -> None:
    """Compile a source to a library, moved into place whole. Raises OSError and CalledProcessError."""
    import subprocess  # noqa: PLC0415 - players that have their library need neither of them
    import tempfile  # noqa: PLC0415

    path.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=path.parent) as folder:
        made = Path(folder, path.name)
        subprocess.run([*compiler.split(), *FLAGS, "-o", made, source, "-lm"], check=True, capture_output=True)
        made.replace(path)


def _shipped(source: Path) -> Path | None:
    """Return the library beside a source, None if there is none, or an older one than the source or a part of it."""
    path = shipped(source)
    if not path.exists():
        return None
    made = path.stat().st_mtime
    if source.exists() and any(part.stat().st_mtime > made for part in _parts(source)):
        return None
    return path


def _parts(source: Path) -> list[Path]:
    """Return a source and the files beside it that it includes, each after the one that names it."""
    lines = source.read_bytes().splitlines()
    names = [line.split(b'"')[1].decode() for line in lines if line.startswith(b'#include "')]
    return [source, *(part for name in names for part in _parts(source.parent / name))]


def _cached(source: Path) -> ctypes.CDLL:
    """Return a library kept by the source's content, compiled if there is none yet. Raises OSError.

    It is code that runs as this user: where others may write it is compiled for this process alone.
    """
    import tempfile  # noqa: PLC0415 - not for players that have their library
    from shutil import which  # noqa: PLC0415

    texts = b"".join(part.read_bytes() for part in _parts(source))
    key = hashlib.sha256(texts + repr(FLAGS).encode()).hexdigest()[:16]
    cache = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "gamekit"
    name = f"{source.stem}-{key}.so"
    with contextlib.ExitStack() as stack:
        try:
            place = _own_folder(cache)
            stack.callback(os.close, place)
            if library := _load(place, name):
                return library
        except OSError as error:
            _complain(f"{source.name} is compiled each time: {error.strerror or error} ({cache})")
            place = None
        compiler = os.environ.get("CC") or which("cc") or which("gcc")
        if not compiler:
            raise OSError("no C compiler here (cc, gcc, or what CC names)")
        folder = stack.enter_context(tempfile.TemporaryDirectory())
        made = Path(folder, name)
        _compile(compiler, source, made)
        if place is not None:
            from gamekit.whole import write_whole  # noqa: PLC0415 - rarely needed

            write_whole(place, name, made.read_bytes(), 0o644)
        return (None if place is None else _load(place, name)) or ctypes.CDLL(str(made))


def _compile(compiler: str, source: Path, path: Path) -> None:
    """Compile a source to a library. Raises OSError."""
    from subprocess import CalledProcessError  # noqa: PLC0415

    try:
        compile_library(compiler, source, path)
    except CalledProcessError as error:
        said = error.stderr.decode(errors="replace").splitlines() or ["it says nothing"]
        raise OSError(f"{compiler} failed: {said[0]}") from error


def _own_folder(path: Path) -> int:
    """Return the descriptor of a folder, made if there is none. Raises OSError if others may write there."""
    path.mkdir(mode=0o700, parents=True, exist_ok=True)
    place = os.open(path, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC)
    if not _is_ours(place):
        os.close(place)
        raise PermissionError("others may write to the folder that keeps it: remove it, or `chmod 700` it")
    return place


def _is_ours(opened: int) -> bool:
    """Tell whether an open file or folder belongs to this user and nobody else may write to it."""
    known = os.fstat(opened)
    return known.st_uid == os.geteuid() and not known.st_mode & (stat.S_IWGRP | stat.S_IWOTH)


def _load(place: int, name: str) -> ctypes.CDLL | None:
    """Return a library in a folder, None unless it is ours; it is the very file that was looked at. Raises OSError."""
    try:
        file = os.open(name, os.O_RDONLY | os.O_NOFOLLOW | os.O_CLOEXEC, dir_fd=place)
    except OSError:
        return None
    if not _is_ours(file):
        os.close(file)
        return None
    # It stays open, or the next library would have the same name here, and the linker take it for this one.
    return ctypes.CDLL(f"/proc/self/fd/{file}")
