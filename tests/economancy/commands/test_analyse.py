"""What moves are worth and what they cost: gamekit's `analyse` on traces and states of this game."""

import io
import json
import sys
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest

from economancy.analysis.analyst import analyse
from economancy.analysis.position import Chances, MoveCandidate, ranked, worth
from economancy.commands.cli import main
from economancy.game import GAME
from economancy.protocol import Dialect, encode_state
from economancy.rules.game import new_game
from economancy.rules.state import Attacking, End, Forfeit, Investing
from gamekit.deadline import NO_DEADLINE
from gamekit.wire.json_stream import dumps
from tests.economancy import processes
from tests.economancy.positions import player, position

TRACES = sorted((Path(__file__).parents[3] / "traces").glob("*.json"))
TWO_SEATS = next(path for path in TRACES if path.name == "simple-2p-attack-decent.json")
THREE_SEATS = next(path for path in TRACES if path.name == "simple-3p-economancy-points-simple.json")

START = position(player(coins=3), player(coins=3), shop={"Ghost": 2, "Worker": 2})
"""Two seats that may bid 0 to 3."""


def wins(*shares: float) -> Chances:
    """Return these chances to win, and the draw that is left."""
    return Chances(shares, 1 - sum(shares))


def run(capsys: pytest.CaptureFixture[str], *arguments: object) -> tuple[int, str, str]:
    status = main(["analyse", *map(str, arguments)])
    out, err = capsys.readouterr()
    return status, out, err


def run_json(capsys: pytest.CaptureFixture[str], *arguments: object) -> Any:
    status, out, err = run(capsys, "--json", *arguments)
    assert (status, err) == (0, "")
    return json.loads(out)


def feed(monkeypatch: pytest.MonkeyPatch, text: bytes) -> None:
    monkeypatch.setattr(sys, "stdin", SimpleNamespace(buffer=io.BytesIO(text)))


@pytest.mark.parametrize(
    ("chances", "value"),
    [(wins(0.5, 0.25), 0.625), (wins(0.25, 0.25, 0.25), 0.25 + 0.25 / 3), (wins(0.5, 0, 0, 0), 0.625)],
    ids=["2 seats", "3 seats", "4 seats"],
)
def test_a_draw_is_worth_an_equal_share(chances: Chances, value: float) -> None:
    assert worth(chances, 0) == value


@pytest.mark.parametrize("path", processes.TRACES)
def test_every_move_of_a_trace_is_analysed(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    values = [json.loads(line) for line in path.read_bytes().splitlines()]
    states, moves = values[::2], values[1::2]
    (game,) = run_json(capsys, path)["games"]
    decisions = game["decisions"]
    assert [one["decision"] for one in decisions] == list(range(1, len(states)))
    assert [one["seat"] for one in decisions] == [state["player"] for state in states[:-1]]
    assert [one["played"] for one in decisions] == moves
    for one in decisions:
        (played,) = [candidate for candidate in one["candidates"] if candidate["action"] == one["played"]]
        (better,) = [candidate for candidate in one["candidates"] if candidate["action"] == one["best"]]
        assert one["cost"] == pytest.approx(better["share"] - played["share"], abs=2e-4)
        assert better["share"] == max(candidate["share"] for candidate in one["candidates"])
        assert sum(candidate["probability"] for candidate in one["candidates"]) == pytest.approx(1, abs=0.001)
    winner = states[-1]["phase"]["winner"]
    last = game["worths"][max(game["worths"], key=int)]
    assert [one["share"] for one in last] == [float(seat == winner) for seat in range(len(game["names"]))]


def test_a_trace_is_told_in_80_columns_and_in_this_game_s_words(capsys: pytest.CaptureFixture[str]) -> None:
    seats = {f"-{seats}p-": path for path in TRACES for seats in (2, 3, 4) if f"-{seats}p-" in path.name}
    assert len(seats) == 3
    for path in seats.values():
        status, out, err = run(capsys, path)
        assert (status, err) == (0, "")
        assert max(map(len, out.splitlines())) <= 80
        assert "played  buys " in out


def test_a_move_of_a_trace_is_shown_with_its_candidates(capsys: pytest.CaptureFixture[str]) -> None:
    (game,) = run_json(capsys, TWO_SEATS)["games"]
    for number in (1, 4, len(game["decisions"])):
        one = game["decisions"][number - 1]
        assert run_json(capsys, TWO_SEATS, "--move", number)["candidates"] == {str(one["seat"]): one["candidates"]}
    assert "buys Worker  <- played" in run(capsys, TWO_SEATS, "--move", 4)[1]


def test_a_forfeit_costs_all_that_was_to_be_had(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    fault = tmp_path / "fault.json"
    last = position(player(coins=3), player(coins=3), phase=Forfeit(1, "late"), shop={"Ghost": 2, "Worker": 2})
    asked = (encode_state(START, 0), [0], encode_state(START, 1))
    fault.write_bytes(b"".join(dumps(value) + b"\n" for value in (*asked, "timeout", encode_state(last))))
    (game,) = run_json(capsys, fault)["games"]
    one = game["decisions"][1]
    assert (one["played"], one["cost"]) == (None, max(each["share"] for each in one["candidates"]))
    assert [each["share"] for each in game["worths"]["2"]] == [1.0, 0.0]


@pytest.mark.parametrize("path", [TWO_SEATS, THREE_SEATS], ids=["two seats", "three seats"])
def test_a_state_is_analysed_for_its_player_alone_or_for_all(
    path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    first = path.read_bytes().splitlines()[0]
    feed(monkeypatch, first)
    alone = run_json(capsys, "-")
    assert list(alone["candidates"]) == ["0"]
    state = json.loads(first)
    del state["player"]
    feed(monkeypatch, dumps(state))
    together = run_json(capsys, "-")
    assert list(together["candidates"]) == [str(seat) for seat in range(len(state["players"]))]
    assert together["candidates"]["0"] == alone["candidates"]["0"]
    assert together["worths"] == alone["worths"]


def test_the_figures_of_a_state_are_those_of_its_analysis(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    state = new_game(2)
    feed(monkeypatch, dumps(encode_state(state)))
    found = run_json(capsys, "-")
    expected = analyse(state, Random(1))
    assert [one["share"] for one in found["worths"]] == pytest.approx(
        [worth(expected.chances, seat) for seat in (0, 1)], abs=1e-4
    )
    for seat in (0, 1):
        rows = {one["action"][0]: (one["probability"], one["share"]) for one in found["candidates"][str(seat)]}
        assert rows.keys() == {one.action for one in expected.candidates[seat]}
        for one in expected.candidates[seat]:
            assert rows[one.action] == pytest.approx((one.probability, worth(one.chances, seat)), abs=1e-4)


@pytest.mark.parametrize("spelling", ["referee", "assignment"])
def test_a_later_defender_is_analysed_from_before_the_earlier_ones_chose(spelling: Dialect) -> None:
    shown_to_last = position(player("Ghost'"), player("Golem'"), player("Worker", "Golem"), phase=Attacking(0, 1))
    seen = GAME.speaking(spelling).decode_message(encode_state(shown_to_last, 2, spelling))
    assert (seen.seat, seen.state.before.players[1], seen.state.shown) == (2, player("Golem"), {1: 1})
    appraisal = GAME.appraise(seen, {}, Random(1), NO_DEADLINE)
    assert appraisal is not None
    assert sorted(one.action for one in appraisal.candidates[2]) == [1, 2]


def test_both_spellings_of_a_trace_give_the_same_figures(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = TWO_SEATS.read_text()
    other = tmp_path / "other.json"
    other.write_text(text.replace("attacker_card", "attacker-card"))
    assert other.read_text() != text
    assert run_json(capsys, other) == run_json(capsys, TWO_SEATS)


def test_the_same_seed_gives_the_same_figures_and_another_one_others(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    start = json.loads(THREE_SEATS.read_bytes().splitlines()[0])
    del start["shop"]["Bubble"]  # there are no learned values for such a shop
    state = tmp_path / "state.json"
    state.write_bytes(dumps(start))
    one, two, other = (run_json(capsys, state, "--seed", seed) for seed in (3, 3, 4))
    assert one == two != other
    assert {each["basis"] for each in one["worths"]} == {"rollouts"}


def test_a_trace_that_breaks_off_or_breaks_the_rules_is_analysed_as_far_as_it_goes(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    cut, broken = tmp_path / "cut.json", tmp_path / "broken.json"
    cut.write_bytes(b"".join(TWO_SEATS.read_bytes().splitlines(keepends=True)[:9]))
    status, out, _ = run(capsys, cut)
    assert status == 1
    assert "line 9: expected more of the game, up to its last state, got the end of the input" in " ".join(out.split())
    broken.write_bytes(TWO_SEATS.read_bytes()[::-1].replace(b'3:"snioc"', b'5:"snioc"', 1)[::-1])
    status, out, _ = run(capsys, "--json", broken)
    (game,) = json.loads(out)["games"]
    assert (status, len(game["decisions"])) == (1, 19)
    assert game["complaint"].startswith("line 41: ")
    assert run(capsys, broken)[1].startswith("This is no whole game by the rules. line 41: ")


@pytest.mark.parametrize(
    ("text", "arguments", "complaint"),
    [
        (b"", (), "got nothing"),
        (b"[3]", (), "expected object at $, got [3]"),
        (b"nonsense", (), "line 1: expected a state, a trace or a log, got 'nonsense'"),
        (dumps(encode_state(position(player(), player(), phase=End(1)))), (), "in which somebody moves"),
        (dumps(encode_state(position(player("Ghost"), player("Ghost"), phase=Attacking(1)), 0)), (), "(Player 2)"),
        (dumps({**encode_state(START), "player": 2}), (), "integer from 0 to 1 at $.player, got 2"),
        (TWO_SEATS.read_bytes(), ("--move", "99"), "expected --move from 1 to 29, got 99"),
        (TWO_SEATS.read_bytes(), ("--game", "2"), "expected --game from 1 to 1, got 2"),
    ],
    ids=["nothing", "a move", "no JSON", "the end", "not its turn", "no such seat", "no such move", "no such game"],
)
def test_what_cannot_be_analysed_is_said(
    text: bytes,
    arguments: tuple[str, ...],
    complaint: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    feed(monkeypatch, text)
    status, out, err = run(capsys, "-", *arguments)
    assert (status, out, err.count("\n")) == (2, "", complaint.count("\n") + 1)
    assert err.startswith("economancy analyse: -: ")
    assert complaint in err


def test_hoards_beyond_any_float_are_shown_in_full(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    hoard = 3461834487117869480315
    state = position(player(coins=hoard), player(coins=2), phase=Investing(), day=3, shop={"Ghost": 1})
    feed(monkeypatch, dumps(encode_state(state, 1)))
    status, out, _ = run(capsys, "-")
    assert status == 0
    assert str(hoard) in out


def test_candidates_alike_in_whole_percents_are_ranked_by_their_worth() -> None:
    found = [
        MoveCandidate(action, often, Chances((win, 1 - win), 0.0))
        for action, win, often in ((0, 0.4, 0.004), (1, 0.5, 0.001), (2, 0.3, 0.995))
    ]
    assert [one.action for one in ranked(found, 0)] == [2, 1, 0]
    assert [one.action for one in ranked(found, 1)] == [2, 0, 1]
