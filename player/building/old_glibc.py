"""What makes players for old machines, kept in the user's cache: a C compiler for any glibc, and an interpreter."""

import hashlib
import os
import subprocess
import sys
from pathlib import Path

from building.common import BUILD, PLAYER, BuildError, run, say
from building.environment import PIP, install_into, requirements

GLIBC = "2.17"
"""What the portable build may need: the oldest that the wheels of numpy and orjson ask for."""
NO_SOURCES = 3
"""The exit status when an interpreter for old machines cannot be had here."""
RECIPE = PLAYER / "old-glibc"


def cache() -> Path:
    """Return the folder of what is kept between builds."""
    home = os.environ.get("HOME")
    return Path(os.environ.get("XDG_CACHE_HOME") or (Path(home, ".cache") if home else BUILD / ".cache")) / "economancy"


def compiler() -> Path:
    """Return the Python of an environment that has a C compiler for any glibc, and uv. Raises BuildError."""
    names = requirements("portable")
    folder = cache() / f"compiler-{_key(*map(str.encode, names))}"
    python = folder / "bin" / "python"
    if not (folder / "complete").exists():
        say(f"installing a C compiler into {folder}")
        run([sys.executable, "-m", "venv", "--clear", "--without-pip", folder])
        install_into(python, names)
        (folder / "complete").touch()
    return python


def zig(*target: str) -> tuple[str, ...]:
    """Return the command of the C compiler for any glibc, for a target: none for this machine. Raises BuildError."""
    return (str(compiler()), "-m", "ziglang", "cc", *(("-target", *target) if target else ()))


def interpreter() -> Path:
    """Return the folder of an interpreter for old machines. Raises BuildError, with NO_SOURCES if none can be had."""
    made_by = [line.encode() for line in requirements("portable") if "ziglang" in line]
    recipe = [file.read_bytes() for file in sorted(RECIPE.iterdir())]
    folder = cache() / f"python-{_key(*recipe, *made_by)}"
    if not (folder / "sources").exists():
        say(f"making an interpreter for glibc {GLIBC} in {folder}, which takes some minutes")
        folder.parent.mkdir(parents=True, exist_ok=True)
        words = [RECIPE / "interpreter.sh", folder, compiler()]
        with (BUILD / "interpreter.log").open("wb") as log:
            status = subprocess.run(words, stdout=log, stderr=log, check=False).returncode
        if status == NO_SOURCES:
            raise BuildError("expected a network or apt to get the source of Python from", NO_SOURCES)
        if status:
            raise BuildError("could not make it: build/interpreter.log says why")
    return folder


def site() -> Path:
    """Return the folder of the packages that the interpreter for old machines packs with. Raises BuildError."""
    folder, new = BUILD / "site", BUILD / "site.new"
    if not folder.exists():
        wheels = ("--platform", "manylinux2014_x86_64", "--implementation", "cp", "--only-binary", ":all:")
        run([*PIP, "--target", new, *wheels, *requirements("build")])
        new.rename(folder)
    return folder


def _key(*parts: bytes) -> str:
    """Return a name for what is made from these parts by this version of Python."""
    return hashlib.sha256(b"\n".join([*parts, sys.version.split()[0].encode()])).hexdigest()[:16]
