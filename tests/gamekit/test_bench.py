"""The measuring room, on Nim: what a measurement is, its exit status, scores with intervals, games kept in a file."""

import argparse
import re
import shlex
import sys
from collections.abc import Callable, Mapping
from math import inf, nan
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from coinfight.bench import strength
from gamekit.bench import calibration
from gamekit.bench.game_file import GameFile
from gamekit.bench.scores import Score
from gamekit.bench.start_up import FirstQuestion, StartBars, measure
from gamekit.commands.common.main import main
from gamekit.game import AnyGame
from gamekit.processes.sandbox import missing
from gamekit.tournament.records import RecordError
from gamekit.tournament.rows import TRUTH, check_items
from gamekit.tournament.standings.statistics import Interval, mean_interval, unbounded_interval
from santorini.bench import outside
from tests.gamekit import little
from tests.gamekit.nim import NIM, Nim
from thud.commands import pairs

Check = Callable[[Mapping[str, Any]], None]


class Tree(ModuleType):
    """A measurement whose bar is an argument."""

    __doc__ = "How high a tree is."
    HELP = "height"

    def add_arguments(self, parser: argparse.ArgumentParser, game: AnyGame) -> None:
        parser.add_argument("bar", type=float)

    def run(self, arguments: argparse.Namespace, game: AnyGame) -> bool:
        if arguments.bar < 0:
            raise ValueError("expected a tree that stands")
        print(f"{game.name}: 7 m")
        return bool(arguments.bar <= 7)


class NimWithTrees(Nim):
    """Nim, with a measurement of its own."""

    benches: Mapping[str, str] = {"tree": "tests.gamekit.tree"}


@pytest.mark.parametrize(
    ("bar", "status", "said"),
    [
        ("7", 0, ("nim: 7 m\n", "")),
        ("8", 1, ("nim: 7 m\n", "")),
        ("-1", 2, ("", "nim bench tree: expected a tree that stands\n")),
    ],
)
def test_a_missed_bar_is_status_1_and_what_cannot_be_measured_status_2(
    bar: str, status: int, said: tuple[str, str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "tests.gamekit.tree", Tree("tests.gamekit.tree"))
    assert main(NimWithTrees(), {}, ["bench", "tree", bar]) == status
    assert capsys.readouterr() == said


def test_a_score_counts_games_and_its_interval_blocks() -> None:
    score = Score()
    for block, shares in enumerate([(1.0, 0.0), (1.0, 1.0), (1.0, 0.5)]):
        for share in shares:
            score.add(share, block)
    assert (score.games, score.won) == (6, 4.5)
    assert score.interval == mean_interval([0.5, 1.0, 0.75])
    assert str(score).startswith("4.5 of 6, 75.0 % (")


def test_a_margin_has_the_interval_of_student() -> None:
    """Of 1, 2 and 3 the mean's standard error is 1 / sqrt(3), and t with 2 degrees of freedom is 4.303."""
    found = unbounded_interval([1, 2, 3])
    assert [found.mean, found.low, found.high] == pytest.approx([2, 2 - 2.4843, 2 + 2.4843], abs=1e-3)
    assert unbounded_interval([5]) == Interval(5.0, -inf, inf)


def check_won(row: Mapping[str, Any]) -> None:
    check_items(row, {"won": TRUTH})


def test_a_game_in_the_file_is_not_played_again(tmp_path: Path) -> None:
    path = tmp_path / "games"
    with GameFile(path, "chess", check_won) as games:
        assert games.game("one", lambda: {"won": True})["won"] is True
    with GameFile(path, "chess", check_won) as games:
        assert "one" in games
        assert games.game("one", lambda: {"won": False})["won"] is True
        assert games.game("two", lambda: {"won": False})["won"] is False
    assert len(path.read_text().splitlines()) == 3


def test_the_file_of_another_measurement_is_not_gone_on_with(tmp_path: Path) -> None:
    with GameFile(tmp_path / "games", "chess", check_won):
        pass
    with pytest.raises(RecordError, match='bench was "chess" and is "go"'):
        GameFile(tmp_path / "games", "go", check_won)


def test_a_row_that_no_game_was_written_as_is_a_line_with_its_number(tmp_path: Path) -> None:
    path = tmp_path / "games"
    with GameFile(path, "chess", check_won) as games:
        games.add("one", {"won": True})
    path.write_text(path.read_text() + '{"game":"two","won":"1"}\n')
    with pytest.raises(RecordError, match=f"^{path}: line 3: expected true or false as 'won', got '1'$"):
        GameFile(path, "chess", check_won)


RIGHT: dict[Check, dict[str, Any]] = {
    calibration.check_row: {"share": 0.5, "won": 1, "points": 2.5, "margin": -3, "rounds": 7.0},
    strength.check_row: {"won": True, "turns": 9, "seconds": 0.5, "slowest": 0.1},
    outside.check_row: {"won": False, "fault": None},
    pairs.check_row: {"score": -12, "length": 90, "mean": [0.1, 0.2], "max": [0, 1.5]},
}
NEVER: tuple[Any, ...] = ("x", "1", "nan", "inf", nan, inf, -inf, [], [1], {}, -7, 5.5e308, 10**400)
"""What no item of these is."""


@pytest.mark.parametrize("check", RIGHT, ids=lambda check: check.__module__)
def test_no_text_and_nothing_without_end_counts_as_a_figure(check: Check) -> None:
    right = RIGHT[check]
    check(right)
    for name in right:
        for value in NEVER:
            allowed = {"score": (-7,), "points": (-7,), "margin": (-7,), "fault": ("x", "1", "nan", "inf")}
            if not any(value is each for each in allowed.get(name, ())):
                with pytest.raises(ValueError, match=f"as '{name}', got "):
                    check(right | {name: value})
        with pytest.raises(ValueError, match=f"as '{name}', got None"):
            check({key: value for key, value in right.items() if key != name})


@pytest.mark.parametrize("change", [{"share": 5}, {"share": True}, {"rounds": 0}, {"margin": None}, {"won": -3}])
def test_no_calibration_counts_what_is_no_share(change: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match="expected "):
        calibration.check_row(RIGHT[calibration.check_row] | change)


def test_without_a_path_games_are_kept_while_the_program_runs() -> None:
    with GameFile(None, "chess", check_won) as games:
        games.add("one", {"won": True})
        assert games.game("one", lambda: {"won": False}) == {"won": True}


def start_up(command: str, bars: StartBars, *, whole: bool = False, connects: bool = False) -> bool:
    """Return whether a program meets the bars in two starts, asked with a line."""
    arguments = argparse.Namespace(executables=[command], starts=2)
    return measure(arguments, FirstQuestion(b"go\n", bars, whole=whole, connects=connects))


def test_a_start_is_compared_with_a_bare_interpreter(capsys: pytest.CaptureFixture[str]) -> None:
    assert start_up("cat", StartBars(most_cpu=60, at_once=60))
    assert not start_up("cat", StartBars(answer_times=0))
    assert "cat / interpreter: 0." in capsys.readouterr().out


def test_a_player_may_be_asked_with_its_whole_input_or_over_a_connection() -> None:
    """`sort` answers when its input has ended."""
    connects = "import socket, sys; s = socket.create_connection(sys.argv[1:]); s.sendall(s.recv(9))"
    assert start_up("sort", StartBars(), whole=True)
    assert start_up(f"{sys.executable} -I -S -c '{connects}' HOST PORT", StartBars(), connects=True)


def test_a_player_that_does_not_answer_cannot_be_measured() -> None:
    with pytest.raises(OSError, match="expected an answer of true"):
        start_up("true", StartBars(), whole=True)


@pytest.mark.skipif(missing() is not None, reason=f"no sandbox here: {missing()}")
def test_what_a_sandbox_costs_is_measured_on_any_game(capsys: pytest.CaptureFixture[str]) -> None:
    player = shlex.join([sys.executable, little.__file__, "nim", "bot", "random"])
    assert main(NIM, {}, ["bench", "sandbox", "--starts", "3", "--games", "1", player]) in (0, 1)  # by the machine
    printed = capsys.readouterr().out
    assert re.search(r"^added +\d+\.\d ms   bar 30$", printed, re.MULTILINE)
    assert re.search(r"^times as long \d+\.\d{3}   bar 1.05$", printed, re.MULTILINE)
