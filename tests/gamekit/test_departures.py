"""--drop-after: a player with so many faults leaves, its games are void, and the others play its tables."""

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from gamekit.commands.common.main import main
from tests.gamekit.fixed import FIXED
from tests.gamekit.test_tournament import bad, document

Capture = pytest.CaptureFixture[str]
OTHERS = ("random", "nim", "B=random", "C=nim")
WORDS = ("tournament", "--seats", "3", "--seed", "4", "--jobs", "1", "--openings", "1", "--games", "3", "--drop-after")


def games_of(found: Any) -> Counter[str]:
    """Return how many games each player has in the result."""
    return Counter({player["name"]: player["games"] for player in found["players"]})


def test_who_has_so_many_faults_leaves_and_its_tables_are_played_by_the_others(capsys: Capture) -> None:
    found = document(capsys, *WORDS, "2", *OTHERS, f"broken={bad('dead_at_once')}")
    assert found["left"] == {"broken": ["exited with status 1"] * 2}
    assert found["forfeits"] == []
    games = games_of(found)
    assert games.keys() == {"random", "nim", "B", "C"}
    assert games.total() == 3 * found["games"] == 3 * 3 * 10  # tables of five players
    assert max(games.values()) - min(games.values()) <= 2 * 3  # within two tables


@pytest.mark.ci
def test_who_has_fewer_faults_stays(capsys: Capture) -> None:
    found = document(capsys, *WORDS, "19", *OTHERS, f"broken={bad('dead_at_once')}")
    assert found["left"] == {}
    assert len(found["forfeits"]) == 18  # six tables of three games


def test_two_leave_and_the_rest_of_them_fills_the_tables(capsys: Capture) -> None:
    broken = [f"{name}={bad('dead_at_once')}" for name in ("one", "two")]
    found = document(capsys, *WORDS, "1", *OTHERS, *broken)
    assert found["left"].keys() == {"one", "two"}
    assert games_of(found).total() == 3 * found["games"] == 3 * 3 * 20


def test_it_ends_when_the_others_fill_no_table(capsys: Capture) -> None:
    found = document(capsys, *WORDS, "1", *OTHERS[:2], f"broken={bad('dead_at_once')}")
    assert found["left"].keys() == {"broken"}
    assert found["games"] == 0


@pytest.mark.ci
def test_one_that_is_resumed_goes_on_as_if_unbroken(tmp_path: Path, capsys: Capture) -> None:
    players = (*OTHERS, f"broken={bad('dead_at_once')}")
    whole = document(capsys, *WORDS, "2", *players, "--out", str(tmp_path))
    record = tmp_path / "games.jsonl"
    lines = record.read_bytes().splitlines(keepends=True)
    rows = [json.loads(line) for line in lines[1:]]
    laid_again = next(number for number, row in enumerate(rows) if row["game"] >= 30)
    for kept in (3, laid_again, laid_again + 2, len(rows)):
        record.write_bytes(b"".join(lines[: 1 + kept]))
        resumed = document(capsys, *WORDS, "2", *players, "--out", str(tmp_path), "--resume")
        assert resumed["left"] == whole["left"]
        assert resumed["tables"] == whole["tables"]


def test_a_game_of_a_table_laid_again_is_played_again_from_the_record(tmp_path: Path, capfd: Capture) -> None:
    players = (*OTHERS, f"broken={bad('dead_at_once')}", "--out", str(tmp_path))
    document(capfd, *WORDS, "2", *players)
    rows = map(json.loads, (tmp_path / "games.jsonl").read_bytes().splitlines()[1:])
    row = next(row for row in rows if row["game"] >= 30)
    again = (*WORDS, "2", *players, "--game", str(row["game"]))
    assert main(FIXED, {}, [*again, "--resume"]) == 0
    assert capfd.readouterr().out == (tmp_path / row["trace"]).read_text()
    assert main(FIXED, {}, [*again]) == 2
    assert f"--game: expected a game from 0 to 29, got {row['game']}" in capfd.readouterr().err


@pytest.mark.parametrize("words", [("--seats", "2"), ("--seats", "3", "--gauntlet"), ("--table",)])
def test_where_nobody_could_take_a_seat_it_is_refused(words: tuple[str, ...], capsys: Capture) -> None:
    assert main(FIXED, {}, ["tournament", "--drop-after", "2", *words, *OTHERS[:3]]) == 2
    assert "--drop-after needs --seats 3 or more" in capsys.readouterr().err
