"""`verify` says ok to what a real referee printed, and finds what does not follow from the rules."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from economancy.commands.cli import main
from economancy.game import GAME
from economancy.protocol import encode_state
from economancy.rules.game import new_game
from economancy.rules.position import Position
from economancy.rules.state import End
from gamekit.answer import Answer
from gamekit.referee import play_builtins
from gamekit.traces import Mismatch, TraceWriter, replay, split_games
from gamekit.wire.json_stream import dumps, loads, values_of

TRACES = Path(__file__).parents[2] / "traces"


def verify(text: bytes, max_days: int = 100) -> None:
    """Replay all games of a stream. Raises Mismatch."""
    for game in split_games(GAME, values_of(text)):
        for _ in replay(GAME, game, max_days):
            pass


def test_every_golden_game_follows_the_rules(golden_traces: list[Path], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["verify", *map(str, golden_traces)]) == 0
    assert capsys.readouterr().out.splitlines() == [f"{path}: ok" for path in golden_traces]


def test_our_own_traces_follow_the_rules() -> None:
    paths = sorted(TRACES.glob("*.json"))
    assert len(paths) == 6
    for path in paths:
        verify(path.read_bytes())


def damaged(change: Callable[[list[Any]], None], name: str = "simple-2p-attack-decent.json") -> bytes:
    """Return one of our traces with a change made to its values."""
    values = [loads(line) for line in (TRACES / name).read_bytes().splitlines()]
    change(values)
    return b"\n".join(dumps(value) for value in values)


def index_of(values: list[Any], phase: str) -> int:
    """Return where the middle one of the states of a phase stands."""
    found = [i for i, value in enumerate(values) if isinstance(value, dict) and value["phase"]["name"] == phase]
    return found[len(found) // 2]


def a_coin(values: list[Any]) -> None:
    values[index_of(values, "investing")]["players"][0]["coins"] += 1


def a_use(values: list[Any]) -> None:
    values[index_of(values, "attacking")]["players"][1]["cards"][1]["uses"] += 1


def a_card(values: list[Any]) -> None:
    values[index_of(values, "buy")]["players"][1]["cards"][1]["name"] = "Golem"


def a_stock(values: list[Any]) -> None:
    values[index_of(values, "buy")]["shop"]["Ghost"] += 1


def a_winner(values: list[Any]) -> None:
    values[-1]["phase"]["winner"] = 1 - values[-1]["phase"]["winner"]


def no_winner(values: list[Any]) -> None:
    values[-1]["phase"]["winner"] = False


def a_bid(values: list[Any]) -> None:
    values[index_of(values, "investing") + 1][0] += 1


def a_purchase(values: list[Any]) -> None:
    values[index_of(values, "buy") + 1][0] = "Pass"


def an_illegal_move(values: list[Any]) -> None:
    values[index_of(values, "buy") + 1][0] = "Nonesuch"


def a_coin_at_the_end(values: list[Any]) -> None:
    values[-1]["players"][0]["coins"] += 1


def a_card_at_the_end(values: list[Any]) -> None:
    values[-1]["players"][1]["cards"].pop()


def a_second_end(values: list[Any]) -> None:
    values.append({**values[-1], "phase": {"name": "end", "winner": 1 - values[-1]["phase"]["winner"]}})


def a_fault_with_another_state(values: list[Any]) -> None:
    del values[6:]
    state = {**values[4], "phase": {"name": "fault", "forfiet": values[4]["player"], "reason": "late"}}
    values[5:] = ["timeout", {**state, "day": 3}]


def a_missing_move(values: list[Any]) -> None:
    del values[index_of(values, "buy") + 1]


def a_missing_end(values: list[Any]) -> None:
    del values[-1]


def a_seat(values: list[Any]) -> None:
    values[2]["player"] = 0


def a_day(values: list[Any]) -> None:
    values[index_of(values, "buy")]["day"] = values[index_of(values, "buy")]["day"] % 3 + 1


def a_fault_that_is_none(values: list[Any]) -> None:
    del values[7:]
    values[6] = {**values[4], "phase": {"name": "fault", "forfiet": 0, "reason": "no reason"}}


@pytest.mark.parametrize(
    "change",
    [
        a_coin,
        a_use,
        a_card,
        a_stock,
        a_winner,
        no_winner,
        a_bid,
        a_purchase,
        a_coin_at_the_end,
        a_card_at_the_end,
        a_second_end,
        a_fault_with_another_state,
        an_illegal_move,
        a_missing_move,
        a_missing_end,
        a_seat,
        a_day,
        a_fault_that_is_none,
    ],
)
def test_each_kind_of_damage_is_called_out(change: Callable[[list[Any]], None]) -> None:
    with pytest.raises(Mismatch):
        verify(damaged(change))


def test_a_difference_names_the_line_and_both_states(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "bad.json"
    path.write_bytes(damaged(a_coin))
    assert main(["verify", str(path)]) == 1
    lines = capsys.readouterr().out.splitlines()
    number = index_of([loads(line) for line in path.read_bytes().splitlines()], "investing") + 1
    assert lines[0] == f"{path}: line {number}: the rules give"
    given, found = loads(lines[1].encode()), loads(lines[3].encode())
    assert found == loads(path.read_bytes().splitlines()[number - 1])
    assert isinstance(given, dict)
    assert isinstance(found, dict)
    assert {key for key in given if given[key] != found[key]} == {"players"}


def test_both_spellings_other_orders_and_several_games_with_meta_lines_are_ok() -> None:
    text = damaged(lambda values: None)
    assert b"attacker_card" in text
    meta = b'{"meta":"players","names":["attack","decent"]}\n'
    reordered = b"\n".join(
        dumps(value) if isinstance(value, list) else repr_json(value) for value in map(loads, text.splitlines())
    )
    verify(meta + text + b"\n" + meta + text.replace(b"attacker_card", b"attacker-card") + reordered)


def repr_json(value: object) -> bytes:
    assert isinstance(value, dict)
    return json.dumps(dict(reversed(value.items())), indent=1).encode()


def test_a_game_may_end_in_a_draw_only_after_the_last_day() -> None:
    lines: list[bytes] = []
    start = Position(new_game(2), last_day=12)
    match = play_builtins(GAME, start, ("points", "points"), 1, trace=TraceWriter(GAME, lines.append))
    assert match.state.state.phase == End(None)
    verify(b"\n".join(lines), max_days=12)
    for other in (11, 13):
        with pytest.raises(Mismatch, match="the rules give"):
            verify(b"\n".join(lines), max_days=other)


def fault_after(line: int, answer: object, forfeit: int, name: str = "simple-2p-attack-decent.json") -> bytes:
    """Return a trace that ends at the state on a line (from 0) with an answer (... for none) and a fault."""

    def change(values: list[Any]) -> None:
        state = {key: value for key, value in values[line].items() if key != "player"}
        answers = [] if answer is ... else [answer]
        values[line + 1 :] = [*answers, {**state, "phase": {"name": "fault", "forfiet": forfeit, "reason": "whatever"}}]

    return damaged(change, name)


END = {"phase": {"name": "end"}}
ECHO = encode_state(new_game(2), 0)


@pytest.mark.parametrize(
    "answer",
    [..., END, ECHO, {"meta": 1, "phase": 2}, "timeout", 0, [], [True], [1.0], [99], ["Ghost"], {"a": 1}, None],
)
def test_a_fault_needs_a_missing_a_shapeless_or_an_illegal_move_whatever_the_reason(answer: object) -> None:
    verify(fault_after(0, answer, 0))
    with pytest.raises(Mismatch):
        verify(fault_after(0, answer, 1))


def test_an_empty_file_holds_no_game(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "empty.json"
    path.touch()
    assert main(["verify", str(path)]) == 1
    assert "a game" in capsys.readouterr().out


def test_a_missing_file_is_wrong_usage(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["verify", "nowhere.json"]) == 2
    assert "nowhere.json" in capsys.readouterr().err


def test_replay_gives_each_decision_with_its_answer() -> None:
    game = next(split_games(GAME, values_of((TRACES / "simple-2p-attack-decent.json").read_bytes())))
    steps = [step for played in replay(GAME, game) for step in played.steps]
    assert len(steps) == 29
    assert [step.seat for step in steps[:4]] == [0, 1, 0, 1]
    assert steps[2].reply == Answer(["Ghost"], 0.0)
