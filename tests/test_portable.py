"""The portable build: players need no glibc above 2.17 and nothing else of their host, and play where glibc is old."""

import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
EXECUTABLE = ROOT / "player" / "economancy"
KIND = ROOT / "build" / "kind"
PORTABLE = KIND.is_file() and KIND.read_text().strip() == "portable"
portable = pytest.mark.skipif(not PORTABLE, reason="./build.sh portable makes portable players")
built = pytest.mark.skipif(not os.access(EXECUTABLE, os.X_OK), reason="./build.sh makes player/economancy")
ARGUMENTS = {"lost-cities": " HOST PORT"}
"""What a quoted command of a player says beside its path."""
OPPONENTS = {"economancy": "decent", "santorini": "greedy", "lost-cities": "simple", "coinfight": "greedy"}
"""A built-in to play against, for each game whose player is a program."""
OLD_RELEASE = "bullseye"  # glibc 2.31


def portability(*arguments: str) -> tuple[int, str]:
    """Return the exit status of the command that looks for what a file needs of its host, and what it prints."""
    command = [sys.executable, str(ROOT / "player" / "portability.py"), *arguments]
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
    return done.returncode, done.stdout


@portable
@pytest.mark.parametrize("game", [game for game in OPPONENTS if game != "coinfight"])  # which is linked statically
def test_a_packed_player_needs_no_glibc_above_2_17_and_no_other_library(game: str) -> None:
    player = str(ROOT / "player" / game)
    assert portability(player, "2.17") == (0, portability(player)[1])


@built
def test_what_either_build_needs_is_said_in_one_line() -> None:
    status, report = portability(str(EXECUTABLE))
    assert status == 0
    assert re.fullmatch(r".*/economancy needs glibc \d+\.\d+ or newer: .*\n", report)


@built
def test_the_check_looks_inside_the_executable() -> None:
    status, report = portability(str(EXECUTABLE), "2.1")
    assert status == 1
    assert " needs " in report
    assert "expected no more than glibc 2.1" in report


def compiled(source: str, target: Path, *options: str) -> str:
    """Return the path of a program or library made from C; skips the test where there is no compiler."""
    if not shutil.which("cc"):
        pytest.skip("no C compiler")
    subprocess.run(["cc", "-x", "c", "-", "-o", str(target), *options], input=source.encode(), check=True)
    return str(target)


def test_the_check_names_libraries_that_are_not_of_glibc(tmp_path: Path) -> None:
    library = compiled("int one(void) { return 1; }", tmp_path / "libone.so", "-shared")
    options = ("-L", str(tmp_path), "-Wl,--no-as-needed", "-lone")
    program = compiled("int main(void) { return 0; }", tmp_path / "program", *options)
    assert portability(library, "99")[0] == 0
    status, report = portability(program, "99")
    assert status == 1
    assert "program needs libone.so of its host" in report


@pytest.mark.parametrize("arguments", [[], ["README.txt"], ["none"], ["README.txt", "new"]])
def test_the_check_says_what_it_expects(arguments: list[str]) -> None:
    status, report = portability(*arguments)
    assert status == 2
    assert len(report.splitlines()) == 1


@pytest.fixture(scope="module")
def old_machine(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the root folder of an old release of Debian, its libraries reduced to glibc's own as far as C++ goes."""
    if not shutil.which("debootstrap") or os.geteuid():
        pytest.skip("needs root and debootstrap (Debian and Ubuntu: apt install debootstrap)")
    root = tmp_path_factory.mktemp("machine") / OLD_RELEASE
    done = subprocess.run(
        ["debootstrap", "--variant=minbase", OLD_RELEASE, str(root)], capture_output=True, text=True, check=False
    )
    if done.returncode:
        pytest.skip(f"debootstrap found no {OLD_RELEASE} here: {done.stdout.strip()[-200:]}")
    for name in ("libstdc++.so", "libgcc_s.so", "libz.so"):
        for path in [*root.glob(f"lib/*/{name}*"), *root.glob(f"usr/lib/*/{name}*")]:
            path.unlink(missing_ok=True)
    return root


@pytest.mark.ci
@portable
@pytest.mark.timeout(600)  # fetching the release
def test_the_old_machine_is_old(old_machine: Path) -> None:
    version = subprocess.run(
        ["chroot", str(old_machine), "ldd", "--version"], capture_output=True, text=True, check=True
    ).stdout.split()
    assert [int(part) for part in version[version.index("Copyright") - 1].split(".")] <= [2, 31]


@pytest.mark.ci
@portable
@pytest.mark.timeout(600)
@pytest.mark.parametrize("game", OPPONENTS)
def test_a_player_plays_a_refereed_game_on_an_old_machine(old_machine: Path, tmp_path: Path, game: str) -> None:
    shutil.copy(ROOT / "player" / game, old_machine / game)
    seat = f"chroot {shlex.quote(str(old_machine))} /{game}{ARGUMENTS.get(game, '')}"
    command = str(Path(sys.executable).parent / game)
    trace = tmp_path / "game.json"
    with trace.open("wb") as file:
        arguments = [command, "referee", "--seed", "1", seat, OPPONENTS[game]]
        verdict = subprocess.run(arguments, stdout=file, stderr=subprocess.PIPE, text=True, check=True).stderr
    assert "wins" in verdict
    assert "forfeit" not in verdict
    assert "fault" not in verdict
    subprocess.run([command, "verify", str(trace)], check=True)
    assert list((old_machine / "tmp").iterdir()) == []
