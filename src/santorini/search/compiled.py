"""The compiled core, found or built: `core.c` as a library for ctypes."""

import ctypes
import hashlib
import os
import shutil
import subprocess
import tempfile
from pathlib import Path

SOURCE = Path(__file__).with_name("core.c")
SHIPPED = Path(__file__).with_name("core.so")
"""What the build puts beside the source; there need be none."""

FLAGS = ("-O3", "-std=gnu11", "-shared", "-fPIC")


def load() -> ctypes.CDLL | None:
    """Return the core: the shipped one, or one compiled from the source and kept in the user's cache.

    None if there is neither it nor a C compiler, or if SANTORINI_CORE=none asks for plain Python.
    """
    if os.environ.get("SANTORINI_CORE") == "none":
        return None
    for path in (SHIPPED, _built()):
        if path and path.exists():
            try:
                return ctypes.CDLL(str(path))
            except OSError:
                continue
    return None


def _built() -> Path | None:
    compiler = os.environ.get("CC") or shutil.which("cc") or shutil.which("gcc")
    if SHIPPED.exists() or not compiler or not SOURCE.exists():
        return None
    key = hashlib.sha256(SOURCE.read_bytes() + repr(FLAGS).encode()).hexdigest()[:16]
    cache = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "santorini"
    path = cache / f"core-{key}.so"
    if path.exists():
        return path
    try:
        cache.mkdir(parents=True, exist_ok=True)
        return _compile(compiler, path)
    except (OSError, subprocess.CalledProcessError):
        return None


def _compile(compiler: str, path: Path) -> Path:
    """Compile beside the target and move it there, so that nobody loads half a file."""
    with tempfile.TemporaryDirectory(dir=path.parent) as folder:
        made = Path(folder) / path.name
        subprocess.run([compiler, *FLAGS, "-o", made, SOURCE], check=True, capture_output=True)
        made.replace(path)
    return path
