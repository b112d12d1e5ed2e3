"""The players of all games in player/, made anew when their sources have changed."""

import hashlib
from pathlib import Path

import portability
from building import old_glibc
from building.common import BUILD, PLAYER, ROOT, BuildError, Kind, run, say
from building.environment import PYTHON, VENV
from building.packing import host_compiler, pack

PACKED = ("economancy", "santorini", "lost-cities")
"""Players that PyInstaller packs: Python programs with their interpreter."""


def last_kind() -> Kind | None:
    """Return which machines the players that are there were made for, None before the first build."""
    file = BUILD / "kind"
    return Kind(file.read_text().split()[0]) if file.exists() else None


def make(kind: Kind) -> None:
    """Make the players of all games for a kind of machines, and say which glibc they need. Raises BuildError."""
    BUILD.mkdir(exist_ok=True)
    wanted = {game: made_from(game, kind) for game in PACKED}
    stamps = {game: BUILD / f"stamp-{game}" for game in PACKED}
    missing = [game for game in PACKED if not (PLAYER / game).exists() or not _says(stamps[game], wanted[game])]
    if missing:
        say(f"making {', '.join(f'player/{game}' for game in missing)}")
        pack({game: BUILD / game for game in missing}, kind)
    for game in missing:
        stamps[game].unlink(missing_ok=True)
        (BUILD / game).replace(PLAYER / game)
        stamps[game].write_text(wanted[game])
    for game in PACKED:
        most = [old_glibc.GLIBC] if kind == Kind.PORTABLE else []
        if portability.main([f"player/{game}", *most]):
            raise BuildError(f"player/{game} is not portable")
    _one_file_players(kind)
    (BUILD / "kind").write_text(f"{kind}\n")


def made_from(game: str, kind: Kind) -> str:
    """Return a mark of what a packed player is made from."""
    mark = hashlib.sha256((VENV / "stamp").read_bytes())
    for file in sources(game):
        mark.update(f"{file.relative_to(ROOT)} {hashlib.sha256(file.read_bytes()).hexdigest()}\n".encode())
    return f"{kind} {mark.hexdigest()}\n"


def sources(game: str) -> list[Path]:
    """Return the files that a packed player is made from: no executables, which stand in the same folder."""
    folders = (ROOT / "src" / "gamekit", ROOT / "src" / game.replace("-", "_"), PLAYER)
    files = (file for folder in folders for file in files_in(folder))
    return sorted(file for file in files if not file.stat().st_mode & 0o100)


def files_in(folder: Path) -> list[Path]:
    """Return the files in a folder, at any depth, without what Python and pip leave there."""
    return [
        file
        for file in folder.rglob("*")
        if file.is_file() and not any(part == "__pycache__" or part.endswith(".egg-info") for part in file.parts)
    ]


def _says(file: Path, text: str) -> bool:
    return file.exists() and file.read_text() == text


def _one_file_players(kind: Kind) -> None:
    """Make the players that PyInstaller does not pack: a compiled program, and JavaScript. Raises BuildError."""
    compiler = old_glibc.zig("x86_64-linux-musl") if kind == Kind.PORTABLE else host_compiler()  # static: no glibc
    run([PLAYER / "coinfight-build.sh", PLAYER / "coinfight"], CC=" ".join(compiler), PYTHON=str(PYTHON))
    run([VENV / "bin" / "thud", "bundle", PLAYER])
