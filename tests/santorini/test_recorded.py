"""The games of the course's own referee: every turn is legal by our rules, but for the one that it let pass."""

import json
from pathlib import Path

import pytest

from santorini.commands.cli import main
from santorini.recorded import breaches, is_recorded, parse
from santorini.rules import CARDS
from tests.santorini.boards import golden_lines

GAME = (
    b'{"cards":["Atlas","Pan"],"players":["a","b"],"winner":0,"boards":['
    b'"1155 3345 0000000000000000000000000","3345 1255 4000000000000000000000000"]}'
)


@pytest.mark.parametrize("every", [8, pytest.param(1, marks=pytest.mark.long)])
def test_golden_games_follow_the_rules_but_for_one_turn_in_game_92(every: int) -> None:
    assert len(golden_lines()) == 186
    lines = golden_lines()[92 % every :: every]
    (breach,) = (breach for line in lines for breach in breaches(parse(line)))
    assert breach.player == "official"
    assert breach.what == "a turn as Minotaur that is not legal: the referee let it pass"


def test_the_golden_games_are_played_with_all_cards() -> None:
    played = {state.mover.card for line in golden_lines() for state in parse(line).states}
    assert played == set(CARDS)


def test_verify_reports_the_turn_that_the_referee_let_pass(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    line = next(each for each in golden_lines() if b'"Minotaur"' in each and list(breaches(parse(each))))
    file = tmp_path / "games.jsonl"
    file.write_bytes(line + b"\n")
    assert main(["verify", str(file)]) == 0
    out = capsys.readouterr().out
    assert "that is not legal: the referee let it pass" in out
    assert "1 games" in out
    assert "1 against the rules" in out


def test_a_wrong_result_is_reported(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    won = json.loads(GAME)
    won["boards"] = ["1155 3345 2300000000000000000000000", "3345 1255 2300000000000000000000000"]
    lines = [json.dumps({**won, "winner": winner}, separators=(",", ":")) for winner in (0, 1)]
    assert [len(list(breaches(parse(line.encode())))) for line in lines] == [0, 1]
    file = tmp_path / "games.jsonl"
    file.write_text("\ufeff" + "\n".join(lines) + "\n", encoding="utf-8")  # a mark may stand at the start of a file
    assert main(["verify", str(file)]) == 1
    assert "game 2, turn 1, a: won by the rules" in capsys.readouterr().out


def test_a_turn_against_the_rules_is_named() -> None:
    line = GAME.replace(b"4000", b"0400")
    (breach,) = breaches(parse(line))
    assert (breach.turn, breach.player) == (0, "a")
    assert list(breaches(parse(GAME))) == []


@pytest.mark.parametrize(
    "line",
    [b"[]", GAME.replace(b'"winner":0', b'"winner":2'), GAME.replace(b"1155", b"1166"), GAME.replace(b'"a",', b"")],
)
def test_a_line_that_is_no_game_is_refused(line: bytes) -> None:
    with pytest.raises(ValueError, match="expected"):
        parse(line)


def test_a_golden_game_is_told_from_a_trace() -> None:
    assert is_recorded(GAME)
    assert not is_recorded(b'{"players":[]}')
