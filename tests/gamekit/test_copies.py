"""Copies of games: deterministic players repeat them, and they are no evidence."""

import json
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from gamekit.commands.common.main import main
from gamekit.tournament.arena import GameResult
from gamekit.tournament.copies import Copies, Repeats
from gamekit.tournament.standings.statistics import mean_interval
from tests.gamekit.fixed import FIXED

Capture = pytest.CaptureFixture[str]

WORDS = ("tournament", "--games", "20", "--seed", "1", "--jobs", "1")
LINE = "20 games, 2 different; --openings N varies them"


def game(number: int, start: str, actions: str, table: int = 0) -> GameResult:
    seats = ("a", "b") if number % 2 == 0 else ("b", "a")
    seconds = ((0.0,), (0.0,))
    place = (number, table, number // 2, "standard", seats, number, (1.0, 0.0))
    return GameResult(*place, None, None, (), 1, 1, seconds, start, actions)


def copies_of(games: Sequence[GameResult]) -> Copies:
    copies = Copies()
    for each in games:
        copies.add(each)
    return copies


def document(capsys: Capture, *words: str) -> Any:
    assert main(FIXED, {}, [*words, "--json"]) == 0
    return json.loads(capsys.readouterr().out)


def test_players_that_repeat_every_game_are_deterministic() -> None:
    copies = copies_of([game(number, "s", "xy"[number % 2]) for number in range(8)])
    assert copies.repeats() == Repeats(8, 2, deterministic=1)
    assert copies.copied_blocks() == {(0, 1), (0, 2), (0, 3)}


def test_one_repetition_with_other_actions_makes_them_not_deterministic() -> None:
    copies = copies_of([game(number, "s", "xy"[number % 2] if number else "z") for number in range(8)])
    assert copies.repeats() == Repeats(8, 3, deterministic=0)
    assert copies.copied_blocks() == set()
    assert copies.repeats().line() == "8 games, 3 different"


def test_where_nothing_was_repeated_nothing_is_said() -> None:
    copies = copies_of([game(number, f"s{number}", "x") for number in range(8)])
    assert copies.repeats() == Repeats(8, 8, deterministic=0)
    assert copies.repeats().line() is None


def test_games_whose_actions_are_not_known_are_different() -> None:
    assert copies_of([game(number, "", "") for number in range(4)]).repeats() == Repeats(4, 4, deterministic=0)


def test_each_table_is_judged_by_itself() -> None:
    same = [game(number, "s", "x") for number in range(4)]
    others = [replace(game(number, "s", f"x{number}"), table=1) for number in range(4)]
    assert copies_of([*same, *others]).repeats() == Repeats(8, 6, deterministic=1)


def test_the_intervals_of_a_tournament_count_different_games(capsys: Capture) -> None:
    found = document(capsys, *WORDS, "first", "last")
    assert found["repeats"] == {"games": 20, "different": 2, "deterministic": 1}
    score = found["players"][0]["score"]
    one = mean_interval([score["mean"]])
    assert (score["low"], score["high"]) == (one.low, one.high)
    assert found["players"][0]["elo"]["blocks"] == 1
    assert found["players"][0]["games"] == 20


def test_a_tournament_and_its_page_say_that_games_are_copies(tmp_path: Path, capsys: Capture) -> None:
    page = tmp_path / "page.html"
    assert main(FIXED, {}, [*WORDS, "--report", str(page), "first", "last"]) == 0
    assert LINE in capsys.readouterr().out
    assert LINE in page.read_text()


def test_a_resumed_tournament_knows_the_copies_on_record(tmp_path: Path, capsys: Capture) -> None:
    words = (*WORDS, "--out", str(tmp_path), "first", "last")
    found = document(capsys, *words)
    assert document(capsys, *words, "--resume")["repeats"] == found["repeats"]


def test_players_with_chance_are_counted_as_they_were(capsys: Capture) -> None:
    found = document(capsys, *WORDS, "first", "random")
    assert found["repeats"]["deterministic"] == 0
    assert found["players"][0]["elo"]["blocks"] == 10


@pytest.mark.parametrize("elo1", ["10", "400"])
def test_a_sequential_test_of_copies_stops_undecided_and_says_why(elo1: str, capsys: Capture) -> None:
    words = ["sprt", "--elo0", "0", "--elo1", elo1, "--openings", "0", "--seed", "1", "--jobs", "1", "last", "first"]
    found = document(capsys, *words)
    assert found["decision"] is None
    assert found["games"] <= 16
    assert found["repeats"]["different"] == 2
    main(FIXED, {}, words)
    out = capsys.readouterr().out
    assert "2 different; --openings N varies them" in out
    assert "copies are no evidence" in out


def test_a_sequential_test_from_openings_goes_on(capsys: Capture) -> None:
    words = ["sprt", "--elo0", "0", "--elo1", "10", "--openings", "2", "--seed", "1", "--max-games", "40"]
    found = document(capsys, *words, "--jobs", "1", "nim", "random")
    assert found["games"] == 40 or found["decision"]
