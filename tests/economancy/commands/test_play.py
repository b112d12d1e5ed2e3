"""`economancy play`: who sits at the table, and a game in the terminal."""

import os
import pty
import select
import subprocess
import sys
import time
from pathlib import Path

import pytest

from economancy.commands.cli import main
from economancy.game import GAME
from economancy.rules.position import Position
from economancy.rules.state import Attacking
from gamekit.game import Observation
from gamekit.web.person import chosen, keys_of
from tests.economancy.positions import player, position
from tests.forks import forked
from tests.waiting import ENOUGH, soon

COMMAND = (sys.executable, "-c", "from economancy.commands.cli import main; exit(main())", "play")


def text(typed: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Play in the terminal with these lines typed, the standard output being no terminal."""
    return forked(main, ["play", "--text", "--seed", "1", "--no-keep", *arguments], typed=typed)


def test_a_whole_game_in_the_terminal_is_a_trace_that_follows_the_rules(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "game.json"
    done = text("0\n" * 60, "-o", str(path), "person", "points")  # bids nothing, buys nothing, and so loses
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.rstrip().endswith("points wins the game, with 7 points.")
    assert main(["verify", str(path)]) == 0
    assert capsys.readouterr().out == f"{path}: ok\n"


def test_the_screen_is_80_columns_wide_and_without_colours_where_it_is_no_terminal() -> None:
    done = text("1\nworker\n?\n1\n", "--base", "--seats", "4")
    lines = [part for line in done.stdout.splitlines() for part in line.split("quit) > ")]  # where Enter ends a line
    assert max(map(len, lines)) <= 80
    assert "\x1b" not in done.stdout
    for part in (
        "Day 1",
        "Shop",
        "> You",
        "economancy (4)",
        "How much do you bid?",
        "You bid 1.",
        "You buy a Worker.",
    ):
        assert part in done.stdout


def test_wrong_input_is_asked_again() -> None:
    done = text("9\n-1\nmany\n\n1\nwrk\n99\n1\n")
    refusals = [line.split(" > ")[-1] for line in done.stdout.splitlines() if "Expected" in line]
    assert [line.rsplit("got ", 1)[1] for line in refusals] == ["'9'", "'-1'", "'many'", "''", "'wrk'", "'99'"]
    assert all(line.startswith("Expected 0 to ") for line in refusals)
    assert ["beginning of a name" in line for line in refusals] == [False] * 4 + [True] * 2  # bids have none
    assert done.stdout.count("You bid ") == 1


def test_a_hint_lists_the_moves_with_their_chances() -> None:
    done = text("?\n")
    for bid in range(4):
        assert f"{bid}  we choose it" in done.stdout
    assert "you win" in done.stdout


@pytest.mark.parametrize("typed", ["", "q\n", "1\nQuit\n"])
def test_the_end_of_the_input_or_a_word_ends_the_game_politely(typed: str) -> None:
    done = text(typed)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.endswith("Goodbye.\n")


def test_a_terminal_gets_colours_and_ctrl_c_ends_the_game_politely() -> None:
    process, terminal = pty.fork()
    if process == 0:
        os.environ.update(TERM="xterm-256color", COLUMNS="80", LINES="24")
        os.environ.pop("NO_COLOR", None)
        os.execv(COMMAND[0], [*COMMAND, "--text", "--seed", "1", "--no-keep"])
    shown = read_until(terminal, b"quit")
    assert b"\x1b[1m" in shown
    assert soon(lambda: sleeps(process))  # reading: Python would see a signal that came just before only after a line
    os.write(terminal, b"\x03")
    assert b"Goodbye." in read_until(terminal, b"Goodbye.")
    assert os.waitstatus_to_exitcode(os.waitpid(process, 0)[1]) == 130
    os.close(terminal)


def read_until(terminal: int, end: bytes) -> bytes:
    """Return what comes from a terminal up to some bytes, or all that comes in time."""
    shown, until = b"", time.monotonic() + ENOUGH
    while end not in shown and time.monotonic() < until:
        if select.select([terminal], [], [], 0.1)[0]:
            shown += os.read(terminal, 4096)
    return shown


def sleeps(process: int) -> bool:
    """Tell whether a process waits for something."""
    return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] == "S"


def test_a_card_in_a_fight_is_typed_by_its_own_number_or_its_name() -> None:
    state = position(player("Worker'", "Ghost", "Worker", "Bubble"), player("Worker"), phase=Attacking(0))
    asked = GAME.question(Observation(Position(state), 0), ["Ann", "Bob"])
    assert keys_of(asked) == [0, 2, 3]
    assert [chosen(asked, typed) for typed in ("0", "2", "gho", "WORKER", "stop", "1", "4", "x", "")] == [
        (0,),
        (2,),
        (2,),
        (3,),
        (0,),
        (),
        (),
        (),
        (),
    ]


def test_a_name_that_two_cards_share_names_either_and_a_beginning_of_several_names_none() -> None:
    state = position(player("Worker"), player("Worker", "Worker", "Wall of Wealth"), phase=Attacking(0, 1))
    asked = GAME.question(Observation(Position(state), 1), ["Ann", "Bob"])
    assert (chosen(asked, "worker"), chosen(asked, "wall"), chosen(asked, "w")) == ((1,), (3,), ())


def test_a_trace_that_cannot_be_written_is_said(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["play", "--text", "-o", "no/such/folder/game.json"]) == 4
    assert "no/such/folder/game.json" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--text", "decent", "points"], "at least one `person`"),
        (["--text", "person", "decnt"], "expected a built-in"),
        (["--text", "person", "./nowhere"], "./nowhere"),
        (["person"] * 5, "at most 4 SEATs, got 5"),
        (["--seats", "2", "person", "person", "person"], "at most 2 SEATs, got 3"),
        (["--seats", "5"], "invalid choice"),
        (["--port", "65536"], "port from 0 to 65535"),
        (["--shop", "Goblin"], "Goblin"),
        (["-o", "game.json"], "-o goes with --text"),
        (["--host", "nowhere.invalid", "--port", "0"], "cannot listen at nowhere.invalid"),
    ],
)
def test_wrong_usage_exits_2_and_says_what_was_expected(
    arguments: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    try:
        status = main(["play", *arguments])
    except SystemExit as exit_:
        status = int(str(exit_.code))
    assert status == 2
    assert message in capsys.readouterr().err
