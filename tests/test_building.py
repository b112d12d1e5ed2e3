"""./build.sh: its command line, and what it takes for the same."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

import build
from building import archive, checks, environment, executables, packing
from building.common import BuildError, Kind, run

ROOT = Path(__file__).parents[1]


@pytest.mark.parametrize("words", [["tests"], ["test", "slow"], ["quick"], ["portability"], ["again", "again"]])
def test_a_wrong_command_is_told_what_there_is(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert build.main(words) == 2
    assert capsys.readouterr().err.startswith("usage: ./build.sh ")


def test_the_usage_names_every_command() -> None:
    assert all(f"./build.sh {' '.join(words)}".rstrip() in build.USAGE for words in build.EXTRAS)


def test_a_python_that_is_too_old_is_told_so(tmp_path: Path) -> None:
    old = tmp_path / "python"
    old.write_text('#!/bin/sh\n[ "$1" = --version ] && echo Python 3.8.1 || exit 1\n')
    old.chmod(0o755)
    done = subprocess.run([ROOT / "build.sh"], env={**os.environ, "PYTHON": str(old)}, capture_output=True, check=False)
    assert done.returncode == 1
    assert done.stderr == b"build.sh: expected Python 3.11 or newer, got Python 3.8.1: set PYTHON to another one\n"


# Failures


def test_a_command_that_fails_is_named() -> None:
    with pytest.raises(BuildError, match=r"^python\S* failed$") as caught:
        run([sys.executable, "-c", "import os, sys; sys.exit(os.environ['LEFT'] != 'right')"], LEFT="wrong")
    assert caught.value.status == 1
    run([sys.executable, "-c", "import os, sys; sys.exit(os.environ['LEFT'] != 'right')"], LEFT="right")


# What things are made from


def test_the_packed_players_carry_pinned_packages_and_their_packer() -> None:
    names = {line.partition("==")[0] for line in environment.requirements("build")}
    assert names == {"numpy", "orjson", "pyinstaller", "pyelftools"}
    assert "economancy" not in "".join(environment.requirements("portable"))


def test_a_player_is_made_from_its_game_gamekit_and_player_but_not_from_executables() -> None:
    files = {str(file.relative_to(ROOT)) for file in executables.sources("lost-cities")}
    assert {"src/lost_cities/search/core.c", "src/gamekit/table.py", "player/launcher.sh"} <= files
    assert not {file for file in files if file.startswith(("src/thud", "player/lost-cities")) or "__pycache__" in file}


@pytest.mark.skipif(not (environment.VENV / "stamp").exists(), reason="./build.sh makes .venv")
def test_what_a_player_is_made_from_changes_with_the_machines_and_the_game() -> None:
    made = {executables.made_from(game, kind) for game in executables.PACKED for kind in Kind}
    assert len(made) == 6


# What is made


@pytest.mark.parametrize("game", executables.PACKED)
def test_a_launcher_is_a_script_for_its_game_of_the_length_that_it_skips_itself(game: str) -> None:
    script = packing.launcher(game)
    assert script.startswith(b"#!/bin/sh\n")
    assert len(script) == packing.LAUNCHER_BYTES
    assert f"{game}-unpacked".encode() in script
    assert b"@GAME@" not in script
    assert f"bs={packing.LAUNCHER_BYTES} count=1".encode() in script


def archived(folder: Path, name: str, mode: int, seconds: int) -> bytes:
    file = folder / name
    file.write_text("text")
    file.chmod(mode)
    os.utime(file, (seconds, seconds))
    return subprocess.run(
        [*packing.bare_tar(), "--directory", str(folder), name], capture_output=True, check=True
    ).stdout


def test_an_archive_does_not_tell_who_made_it_and_when(tmp_path: Path) -> None:
    first = archived(tmp_path, "file", 0o600, 1_000_000_000)
    assert first == archived(tmp_path, "file", 0o666, 1_700_000_000)
    assert first != archived(tmp_path, "file", 0o700, 1_000_000_000)


def test_files_of_the_archive_are_in_the_manifest_once_with_their_hashes() -> None:
    lines = archive.hashes()
    names = [line.partition("  ")[2] for line in lines]
    assert names == sorted(set(names))
    assert {"README.txt", "build.sh", "src/gamekit/table.py", "traces/simple-2p-attack-decent.json"} <= set(names)
    known = subprocess.run(["sha256sum", "build.sh"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    assert known.strip() in lines


def test_two_files_that_differ_are_named() -> None:
    with pytest.raises(BuildError, match=r"^README\.txt and build\.sh differ$"):
        archive.same(ROOT / "README.txt", ROOT / "build.sh")
    archive.same(ROOT / "README.txt", ROOT / "README.txt")


# Games


needs_venv = pytest.mark.skipif(not environment.PYTHON.exists(), reason="./build.sh makes .venv")


@needs_venv
def test_a_game_that_ends_well_is_kept_and_verified(tmp_path: Path) -> None:
    checks.game("coinfight", ("random", "random"), tmp_path / "game.json")
    assert len((tmp_path / "game.json").read_text().splitlines()) > 10


@needs_venv
def test_a_game_with_a_fault_fails(tmp_path: Path) -> None:
    with pytest.raises(BuildError, match=r"^the game of coinfight ended with a fault: .*nobody"):
        checks.game("coinfight", ("./nobody", "random"), tmp_path / "game.json")
