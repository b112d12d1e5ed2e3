"""The environment .venv: what commands, builds and tests need, made again when pyproject.toml or the Python changes."""

import hashlib
import platform
import shutil
import subprocess
import sys
import time
import tomllib
from pathlib import Path

from building.common import BUILD, ROOT, BuildError, run, say

VENV = ROOT / ".venv"
PYTHON = VENV / "bin" / "python"
PIP = (PYTHON, "-m", "pip", "install", "--quiet", "--disable-pip-version-check")
PROJECT = ROOT / "pyproject.toml"


def make(extra: str) -> None:
    """Make .venv with this Python, or the one of .venv, if it is not there or older than what it is made from; with an
    extra of pyproject.toml, `build` or `test`. Raises BuildError.
    """
    stamp = VENV / "stamp"
    if not (VENV / "bin" / "economancy").exists() or not stamp.exists() or stamp.read_text() != made_from():
        if subprocess.run(
            [sys.executable, "-c", "import ensurepip, venv"], capture_output=True, check=False
        ).returncode:
            raise BuildError(
                f"expected the modules venv and ensurepip of {sys.executable} "
                "(Debian and Ubuntu: apt install python3-venv)"
            )
        run([sys.executable, "-m", "venv", "--clear", VENV])
        shutil.rmtree(BUILD / "site", ignore_errors=True)
        _install("build")
        stamp.write_text(made_from())
    tests = VENV / "stamp-test"
    if extra == "test" and not tests.exists():
        _install("test")
        tests.touch()


def made_from() -> str:
    """Return a mark of what .venv is made from: the project's file, its place and the Python."""
    text = PROJECT.read_bytes() + f"{ROOT}\nPython {platform.python_version()}\n".encode()
    return f"{hashlib.sha256(text).hexdigest()}  -\n"


def requirements(extra: str) -> list[str]:
    """Return what an extra of pyproject.toml names; `build`: and what packed players carry."""
    project = tomllib.loads(PROJECT.read_text(encoding="utf-8"))["project"]
    carried = [line for line in project["dependencies"] if line.startswith(("numpy==", "orjson=="))]
    return [*(carried if extra == "build" else []), *project["optional-dependencies"][extra]]


def install_into(python: Path, names: list[str]) -> None:
    """Put packages into an environment that may have no pip of its own. Raises BuildError."""
    run([PYTHON, "-m", "pip", "--python", python, *PIP[3:], *names])


def _install(extra: str) -> None:
    say(f"installing {extra} into .venv")
    begun = time.monotonic()
    run([*PIP, "--editable", f"{ROOT}[{extra}]"])
    size = sum(file.lstat().st_size for file in VENV.rglob("*") if file.is_file()) >> 20
    say(f".venv takes {size} MB now; this took {time.monotonic() - begun:.0f} s")
