"""The packed players: what they unpack is theirs while they live and gone soon after; settings cost a line at most."""

import contextlib
import fcntl
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests import unpacking
from tests.test_portable import PORTABLE
from tests.waiting import ENOUGH

PLAYERS = Path(__file__).parents[1] / "player"
GAMES = [
    pytest.param(game, marks=pytest.mark.skipif(not unpacking.built(game), reason=f"./build.sh makes player/{game}"))
    for game in unpacking.FIRST
]
HIDE = "mount --bind /dev/null /usr/bin/flock && exec "
"""In the words of the shell, in a mount namespace of its own: a machine without flock."""

games = pytest.mark.parametrize("game", GAMES)


def outcome(game: str, *before: str, **settings: str) -> tuple[bool, list[str]]:
    """Ask a player, started by the words before its command, its first question; return whether it answered, and what
    it wrote to its standard error.
    """
    done = subprocess.run(
        [*before, *unpacking.command(game)],
        input=unpacking.FIRST[game],
        capture_output=True,
        env={**os.environ, **unpacking.AT_ONCE, **settings},
        timeout=ENOUGH,
        check=False,
    )
    lines = done.stderr.decode().splitlines()
    ended = "lost-cities: the input ended before the game was over"  # as it does in these tests
    return done.stdout != b"", [line for line in lines if line != ended]


def needs_namespaces(*kinds: str) -> None:
    if subprocess.run(["unshare", *kinds, "true"], capture_output=True, check=False).returncode:
        pytest.skip("makes namespaces, which only root may")


@contextlib.contextmanager
def locked(folder: Path) -> Iterator[None]:
    """Hold the lock of a folder, as a living player does."""
    folder.mkdir()
    (folder / "program").touch()
    descriptor = os.open(folder, os.O_RDONLY)
    fcntl.flock(descriptor, fcntl.LOCK_EX)
    yield
    os.close(descriptor)


@games
def test_players_at_once_in_namespaces_of_their_own_and_outside_all_answer(game: str, tmp_path: Path) -> None:
    needs_namespaces("-pf")
    assert unpacking.silent(game, (True, True, False), tmp_path) == 0
    assert list(tmp_path.iterdir()) == []


@games
def test_what_a_kill_at_any_time_leaves_the_next_start_removes(game: str, tmp_path: Path) -> None:
    assert unpacking.left_after_kills(game, 4, tmp_path, step=0.04) == 0


@games
def test_a_folder_goes_when_nobody_holds_its_lock(game: str, tmp_path: Path) -> None:
    folder = tmp_path / f"{game}-unpacked-abcdef"
    with locked(folder):
        assert outcome(game, TMPDIR=str(tmp_path)) == (True, [])
        assert [path.name for path in folder.iterdir()] == ["program"]
    assert outcome(game, TMPDIR=str(tmp_path)) == (True, [])
    assert list(tmp_path.iterdir()) == []


@games
def test_links_and_what_has_another_name_stay(game: str, tmp_path: Path) -> None:
    target = tmp_path / "mine"
    target.mkdir()
    names = {f"{game}-unpacked-9999991-aaaaaa", f"{game}-unpacked-", f"{game}-1", "other-unpacked-abcdef"}
    for name in names:
        (tmp_path / name).mkdir()
    links = {f"{game}-unpacked-aaaaa{number}" for number in range(9)}
    for name in links:
        (tmp_path / name).symlink_to(target)
    assert outcome(game, TMPDIR=str(tmp_path)) == (True, [])
    assert {path.name for path in tmp_path.iterdir()} == {"mine", *names, *links}


@games
def test_without_flock_only_what_dead_players_left_goes(game: str, tmp_path: Path) -> None:
    needs_namespaces("--mount")
    without_flock = ("unshare", "--mount", "sh", "-c", HIDE + '"$@"', "sh")
    dead, alive, empty = (tmp_path / f"{game}-unlocked-{name}" for name in ("dead00", "alive0", "empty0"))
    for folder in (dead, alive, empty):
        folder.mkdir()
    (dead / "alive").touch()
    (dead / "program").touch()
    with (alive / "alive").open("w"):
        assert outcome(game, *without_flock, TMPDIR=str(tmp_path)) == (True, [])
        assert list(tmp_path.iterdir()) == [alive]


@games
def test_no_program_of_the_current_folder_is_run(game: str, tmp_path: Path) -> None:
    here, mark = tmp_path / "here", tmp_path / "mark"
    here.mkdir()
    for name in ("mktemp", "dd", "tar", "rm", "flock", "sleep"):
        (here / name).write_text(f"#!/bin/sh\necho {name} >>{mark}\n")
        (here / name).chmod(0o755)
    for path in ("", ".", ":", f".:{os.environ['PATH']}"):
        words = ("/usr/bin/env", "-C", str(here), f"PATH={path}")
        assert outcome(game, *words) == (True, [])
    assert not mark.exists()


@games
def test_the_program_has_the_path_of_its_caller(game: str, tmp_path: Path) -> None:
    with unpacking.asked(unpacking.command(game), unpacking.FIRST[game], PATH="/caller/bin:.") as player:
        assert unpacking.answered(player)
        assert b"\0PATH=/caller/bin:.\0" in Path(f"/proc/{player.pid}/environ").read_bytes()


@games
@pytest.mark.parametrize("name", ["a:b", "a;b", "a$LIB", "relative"])
def test_a_temp_folder_whose_name_is_more_than_one_place_for_libraries_is_not_taken(
    game: str, name: str, tmp_path: Path
) -> None:
    (tmp_path / name).mkdir()
    temp = name if name == "relative" else str(tmp_path / name)
    with unpacking.asked(unpacking.command(game), unpacking.FIRST[game], TMPDIR=temp) as player:
        assert unpacking.answered(player)
        environment = Path(f"/proc/{player.pid}/environ").read_bytes().split(b"\0")
    (libraries,) = (value for value in environment if value.startswith(b"LD_LIBRARY_PATH="))
    assert libraries.startswith(f"LD_LIBRARY_PATH=/tmp/{game}-unpacked-".encode())


# Settings


@games
def test_a_core_named_for_another_game_is_none_of_its_business(game: str, tmp_path: Path) -> None:
    settings = {"GAMEKIT_CORE": "/dev/null", "OTHER_CORE": "/dev/null"}
    assert outcome(game, TMPDIR=str(tmp_path), **settings) == (True, [])


@games
def test_a_core_that_cannot_be_loaded_costs_a_line_at_most(game: str, tmp_path: Path) -> None:
    name = game.upper().replace("-", "_") + "_CORE"
    answered, lines = outcome(game, TMPDIR=str(tmp_path), **{name: "/dev/null"})
    assert answered
    assert len(lines) == (game != "economancy")  # which loads it when it is needed
    assert list(tmp_path.iterdir()) == []


@games
def test_a_seed_that_is_no_text_costs_a_line(game: str) -> None:
    name = game.upper().replace("-", "_") + "_SEED"
    answered, lines = outcome(game, **{name: "\udcff"})
    assert answered
    assert lines == [f"{game}: expected text in {name}, got '\\udcff', which is no UTF-8; playing without a seed"]


@games
def test_a_log_never_stands_among_the_answers(game: str) -> None:
    name = game.upper().replace("-", "_") + "_LOG"
    answered, lines = outcome(game, **{name: "/dev/stdout"})
    assert answered
    assert lines == [f"{game}: no log, '/dev/stdout' is where the answers go"]


@games
def test_a_log_that_nobody_reads_costs_a_line(game: str, tmp_path: Path) -> None:
    fifo = tmp_path / "log"
    os.mkfifo(fifo)
    answered, lines = outcome(game, **{game.upper().replace("-", "_") + "_LOG": str(fifo)})
    assert answered
    assert len(lines) == 1
    assert "no log" in lines[0]


# Limits


@pytest.mark.skipif(not unpacking.built("economancy"), reason="./build.sh makes player/economancy")
@pytest.mark.parametrize("files", [16] if PORTABLE else [16, 25, 35])  # a portable player needs fewer
def test_too_few_files_cost_a_line_and_leave_nothing(files: int, tmp_path: Path) -> None:
    limited = ("sh", "-c", f'ulimit -n {files} && exec "$@"', "sh")
    answered, lines = outcome("economancy", *limited, TMPDIR=str(tmp_path))
    assert not answered
    assert len(lines) == 1
    assert "Too many open files" in lines[0]
    assert list(tmp_path.iterdir()) == []


@games
def test_without_a_second_process_it_says_what_it_needs(game: str) -> None:
    limited = ("setpriv", "--reuid=65534", "--clear-groups", "prlimit", "--nproc=1")
    readable = os.stat(PLAYERS).st_mode & 1
    if os.geteuid() or not readable or subprocess.run([*limited, "true"], capture_output=True, check=False).returncode:
        pytest.skip("becomes another user, which only root may")
    expected = f"{game}: expected to be allowed a few processes more (ulimit -u)"
    assert outcome(game, *limited) == (False, [expected])


# The program that is packed, in an interpreter

STARTED = """
import sys
sys.path.insert(0, {player!r})
sys.frozen, sys.executable = True, {program!r}
from unpacked import run
def load():
    try:
        raise OSError("no\\nroom")
    except OSError as error:
        raise ImportError("a page of advice") from error
run("game", load)
"""


def test_a_player_that_cannot_start_says_why_in_a_line_and_leaves_nothing(tmp_path: Path) -> None:
    folder = tmp_path / "game-unpacked-abcdef"
    (folder / "inner").mkdir(parents=True)
    (folder / "inner" / "file").touch()
    code = STARTED.format(player=str(PLAYERS), program=str(folder / "program"))
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (1, b"", b"game: cannot start, OSError: no room\n")
    assert list(tmp_path.iterdir()) == []
