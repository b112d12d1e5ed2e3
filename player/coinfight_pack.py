"""coinfight_pack.py OUT: the Python program of a turn as one file, where there is no C compiler for player/coinfight.c.

OUT is an archive that a python3 of the machine executes (3.11 or newer); it has no compiled core, so at three seats
and more it searches in plain Python.
"""

import py_compile
import sys
import tempfile
import zipfile
from pathlib import Path

SOURCES = Path(__file__).parents[1] / "src"
MODULES = (
    "coinfight/__init__.py", "coinfight/player.py", "coinfight/protocol.py", "coinfight/rules/*.py",
    "coinfight/search/*.py", "coinfight/policy/*.py", "coinfight/tables/two_seats.bin",
    "gamekit/__init__.py", "gamekit/compiled.py", "gamekit/deadline.py", "gamekit/game.py",
    "gamekit/player/__init__.py", "gamekit/settings.py",
)  # fmt: skip
MAIN = "import sys\nfrom coinfight.player import main\nsys.exit(main())\n"


def pack(out: Path) -> None:
    """Write the archive; the same sources make the same bytes."""
    with out.open("wb") as file:
        file.write(b"#!/usr/bin/env -S python3 -I -S\n")
        with zipfile.ZipFile(file, "w", zipfile.ZIP_STORED) as archive:  # to unpack would cost more than to read
            for path in sorted(path for pattern in MODULES for path in SOURCES.glob(pattern)):
                name = path.relative_to(SOURCES).as_posix()
                archive.writestr(zipfile.ZipInfo(name), path.read_bytes())
                if path.suffix == ".py":
                    archive.writestr(zipfile.ZipInfo(name + "c"), compiled(path, name))
            archive.writestr(zipfile.ZipInfo("__main__.py"), MAIN)
    out.chmod(0o755)


def compiled(path: Path, name: str) -> bytes:
    """Return a module's bytecode, which a Python of this version takes instead of the source."""
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder, "module.pyc")
        py_compile.compile(
            str(path), str(out), name, True, invalidation_mode=py_compile.PycInvalidationMode.UNCHECKED_HASH
        )
        return out.read_bytes()


if __name__ == "__main__":
    pack(Path(sys.argv[1]))
