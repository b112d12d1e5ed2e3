"""The hand-in archive dist/economancy.tar.gz, with its manifest; and whether all has the same bytes when made again."""

import filecmp
import hashlib
import shutil
import subprocess
from pathlib import Path

import portability
from building import executables
from building.common import BUILD, DIST, PLAYER, ROOT, BuildError, say
from building.executables import PACKED, files_in
from building.packing import bare_tar, pack

CONTENTS = ("README.txt", "build.sh", "player", "pyproject.toml", "setup.py", "src", "tests", "traces")
ARCHIVE, MANIFEST = DIST / "economancy.tar.gz", DIST / "MANIFEST.txt"


def make() -> None:
    """Make the archive from the players that are there."""
    DIST.mkdir(exist_ok=True)
    MANIFEST.write_text("\n".join([*_heading(), *hashes(), ""]))
    options = ["--exclude=__pycache__", "--exclude=*.egg-info", "--transform=s,^dist/,,;s,^,economancy/,"]
    words = [*bare_tar(), *options, str(MANIFEST.relative_to(ROOT)), *CONTENTS]
    with ARCHIVE.open("wb") as out, subprocess.Popen(words, cwd=ROOT, stdout=subprocess.PIPE) as tar:
        subprocess.run(["gzip", "--no-name"], stdin=tar.stdout, stdout=out, check=True)
    if tar.returncode:
        raise BuildError(f"tar failed: {' '.join(words)}")
    say(f"made {ARCHIVE.relative_to(ROOT)}")


def again() -> None:
    """Make the packed players and the archive once more. Raises BuildError unless the bytes are the same."""
    kind = executables.last_kind()
    if kind is None:
        raise BuildError("expected the players: ./build.sh makes them")
    make()
    first = ARCHIVE.replace(DIST / "first.tar.gz")
    for game in PACKED:
        shutil.rmtree(BUILD / f"work-{game}")
    pack({game: BUILD / "again" / game for game in PACKED}, kind)
    for game in PACKED:
        same(BUILD / "again" / game, PLAYER / game)
    make()
    same(first, ARCHIVE)
    shutil.rmtree(BUILD / "again")
    first.unlink()
    for made in (*(PLAYER / game for game in PACKED), ARCHIVE):
        print(f"{_hash(made)}  {made.relative_to(ROOT)}")
    say("made again, the same bytes")


def same(one: Path, other: Path) -> None:
    """Raise BuildError unless two files are the same."""
    if not filecmp.cmp(one, other, shallow=False):
        raise BuildError(f"{one.relative_to(ROOT)} and {other.relative_to(ROOT)} differ")


def _heading() -> list[str]:
    """Return the manifest's comments: what is in the archive, from which commit, and what it needs of its host."""
    lines = ["# The hand-in archive of the Economancy player; sha256sum --check MANIFEST.txt compares its files."]
    words = ["git", "describe", "--always", "--dirty", "--abbrev=40"]
    commit = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, check=False)
    lines += [f"# commit: {commit.stdout.strip()}"] if commit.returncode == 0 else []
    lines += (BUILD / "versions.txt").read_text().splitlines()
    for player in (Path("player", game) for game in PACKED):
        needs = portability.needs(portability.binaries_of(player))
        lines += [f"# {line}" for line in portability.described(player, needs)]
    return lines


def hashes() -> list[str]:
    """Return a line for each file of the archive, as sha256sum writes it, in order."""
    paths = (ROOT / name for name in CONTENTS)
    files = [file for path in paths for file in (files_in(path) if path.is_dir() else [path])]
    return [f"{_hash(file)}  {file.relative_to(ROOT)}" for file in sorted(files)]


def _hash(file: Path) -> str:
    return hashlib.sha256(file.read_bytes()).hexdigest()
