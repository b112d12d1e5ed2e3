"""What the executable's libraries lose before they are packed: nothing that is loaded."""

import ctypes
import runpy
import shutil
import subprocess
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

from tests.economancy.processes import ROOT

TRIM = runpy.run_path(str(ROOT / "player" / "trim.py"))
SOURCE = "int number = 40; int plus(int more) { return number + more; }"


def trimmed(content: bytes) -> bytes:
    found: bytes = TRIM["trimmed"](content)
    return found


def described(content: bytes) -> Any:
    """Return the libraries and the symbols that a library names, as the check of portability reads them."""
    return runpy.run_path(str(ROOT / "player" / "portability.py"))["read_binary"]("", content)


def test_a_library_loses_what_is_for_debuggers_and_works_as_before(tmp_path: Path) -> None:
    if not shutil.which("cc"):
        pytest.skip("no C compiler")
    library = tmp_path / "library.so"
    command = ["cc", "-g", "-fPIC", "-shared", "-x", "c", "-", "-o", str(library)]
    subprocess.run(command, input=SOURCE.encode(), check=True)
    content = library.read_bytes()
    library.write_bytes(trimmed(content))
    assert library.stat().st_size < len(content)
    assert b"GNU C" in content
    assert b"GNU C" not in library.read_bytes()
    assert ctypes.CDLL(str(library)).plus(2) == 42
    assert vars(described(library.read_bytes())) == vars(described(content))


def test_what_a_library_names_stays() -> None:
    spec = find_spec("orjson.orjson")
    assert spec is not None
    assert spec.origin is not None
    content = Path(spec.origin).read_bytes()
    assert vars(described(trimmed(content))) == vars(described(content))
    assert len(trimmed(content)) <= len(content)
    assert trimmed(trimmed(content)) == trimmed(content)


@pytest.mark.parametrize("content", [b"", b"\x7fELF", b"#!/bin/sh\nexit\n", b"\x7fELF\x01\x01" + bytes(60)])
def test_other_files_stay_as_they_are(content: bytes) -> None:
    assert trimmed(content) == content
