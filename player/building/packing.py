"""A packed player: a Python program with its interpreter, weights and compiled core, behind a script to unpack it."""

import os
import shutil
import subprocess
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

from building import old_glibc
from building.common import BUILD, EPOCH, PLAYER, ROOT, BuildError, Kind, run
from building.environment import PYTHON
from gamekit.compiled import compile_library

LAUNCHER_BYTES = 4096
"""What launcher.sh is filled up to, so that `dd` finds the archive."""
BINUTILS = {
    "objcopy": """\
#!/bin/sh
# add the section pydata to a bootloader, which finds it at its end as well
cat "${2#pydata=}" >>"$3"
""",
    "objdump": """\
#!/bin/sh
# confirm that a file that begins like ELF is ELF
""",
}
"""All that PyInstaller needs of binutils, for machines without; they come last in PATH."""


@dataclass(frozen=True)
class Packer:
    """What packs players for a kind of machines: a Python with its settings, and a C compiler."""

    python: Path
    settings: Mapping[str, str]
    compiler: Sequence[str]
    sources: Sequence[str] = ()
    """Which sources the Python was made from, a line each."""

    def run(self, *words: str | Path, **settings: str) -> None:
        """Run the Python. Raises BuildError if it fails."""
        run([self.python, *words], **self.settings, **settings)


def host_compiler() -> Sequence[str]:
    """Return the C compiler of this machine: CC, cc or gcc, else one that is installed for it. Raises BuildError."""
    found = os.environ.get("CC") or shutil.which("cc") or shutil.which("gcc")
    return found.split() if found else old_glibc.zig()


def packer(kind: Kind) -> Packer:
    """Return what packs players for a kind of machines. Raises BuildError."""
    if kind == Kind.PORTABLE:
        folder = old_glibc.interpreter()
        settings = {"LD_LIBRARY_PATH": str(folder / "lib"), "PYTHONPATH": str(old_glibc.site())}
        compiler = old_glibc.zig(f"x86_64-linux-gnu.{old_glibc.GLIBC}")
        sources = (folder / "sources").read_text().splitlines()
        return Packer(folder / "bin" / "python3", settings, compiler, sources)
    look = "from PyInstaller.depend import bindepend; bindepend.get_python_library_path()"
    if subprocess.run([PYTHON, "-c", look], capture_output=True, check=False).returncode:
        raise BuildError(
            "expected a Python with a shared library, libpython3.X.so (Debian and Ubuntu: apt install libpython3-dev)"
        )
    return Packer(PYTHON, {}, host_compiler())


def pack(players: Mapping[str, Path], kind: Kind) -> None:
    """Make packed players, by game, and build/versions.txt, which says from what. Raises BuildError."""
    by = packer(kind)
    _stand_in_for_binutils()
    shutil.rmtree(BUILD / "blas", ignore_errors=True)
    by.run(PLAYER / "blas.py", " ".join(by.compiler), BUILD / "blas")
    by.run(PLAYER / "building" / "versions.py", BUILD / "versions.txt", *by.sources)
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        for done in [pool.submit(_pack, game, by, player) for game, player in players.items()]:
            done.result()


def _pack(game: str, by: Packer, player: Path) -> None:
    core, work = _core(game, by.compiler), BUILD / f"work-{game}"
    by.run(
        "-m", "PyInstaller", "--noconfirm", "--distpath", BUILD / "packed", "--workpath", work,
        PLAYER / "packed.spec",
        PATH=f"{os.environ['PATH']}:{BUILD / 'binutils'}", PYINSTALLER_CONFIG_DIR=str(work), PYI_LOG_LEVEL="ERROR",
        PYINSTALLER_ZLIB_COMPRESSION_LEVEL="0",  # unpacking modules takes longer than copying them (measured)
        PYTHONHASHSEED="0", SOURCE_DATE_EPOCH=str(EPOCH), GAME=game, CORE=str(core or ""),
    )  # fmt: skip
    player.parent.mkdir(parents=True, exist_ok=True)
    with player.open("wb") as out:
        out.write(launcher(game))
        out.flush()
        subprocess.run([*bare_tar(), "--directory", BUILD / "packed" / game, "."], stdout=out, check=True)
    player.chmod(0o755)


def launcher(game: str) -> bytes:
    """Return the script that a packed player of a game begins with, filled up with empty lines."""
    script = (PLAYER / "launcher.sh").read_bytes().replace(b"@GAME@", game.encode())
    if len(script) > LAUNCHER_BYTES:
        raise BuildError(f"expected at most {LAUNCHER_BYTES} bytes in player/launcher.sh, got {len(script)}")
    return script.ljust(LAUNCHER_BYTES, b"\n")


def bare_tar() -> list[str]:
    """Return the command that archives files, with nothing in it of who made them, and when."""
    return [
        "tar", "--create", "--sort=name", f"--mtime=@{EPOCH}", "--owner=0", "--group=0", "--numeric-owner",
        "--mode=u+rwX,go+rX-w",
    ]  # fmt: skip


def _core(game: str, compiler: Sequence[str]) -> Path | None:
    """Compile a game's core, if it has one. Raises BuildError."""
    source = ROOT / "src" / game.replace("-", "_") / "search" / "core.c"
    out = BUILD / "cores" / game / "core.so"
    out.unlink(missing_ok=True)
    if not source.exists():
        return None
    try:
        compile_library(" ".join(compiler), source, out)
    except subprocess.CalledProcessError as error:
        raise BuildError(f"{source} does not compile: {error.stderr.decode(errors='replace')}") from error
    return out


def _stand_in_for_binutils() -> None:
    folder = BUILD / "binutils"
    folder.mkdir(parents=True, exist_ok=True)
    for name, script in BINUTILS.items():
        (folder / name).write_text(script)
        (folder / name).chmod(0o755)
