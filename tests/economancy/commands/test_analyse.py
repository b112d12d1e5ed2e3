"""What moves are worth and what they cost: by hand-made analyses exactly, and end to end on traces."""

import io
import json
import sys
from collections.abc import Mapping
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from economancy.analysis.analysed import AnalysedGame, Analyst, JointDecision, analyse_games
from economancy.analysis.analyst import analyse
from economancy.analysis.judgement import analyse_round, best, cost, margin, worth
from economancy.analysis.position import Analysis, Chances, MoveCandidate
from economancy.analysis.trace import TracedGame, read_trace
from economancy.commands import analyse as command
from economancy.commands.cli import main
from economancy.game import GAME
from economancy.pages.analysed_json import game_json
from economancy.pages.analysed_text import bar, column_names, decision_text, option
from economancy.protocol import Dialect, encode_state
from economancy.rules.game import legal_actions, new_game, players_to_move
from economancy.rules.state import PASS, Action, Attacking, Buying, End, Forfeit, Investing, State
from gamekit.pages.telling import new_console
from gamekit.wire.json_stream import JsonSplitter, dumps
from tests.economancy.positions import player, position

TRACES = sorted((Path(__file__).parents[3] / "traces").glob("*.json"))
TWO_SEATS = next(path for path in TRACES if path.name == "simple-2p-attack-decent.json")
THREE_SEATS = next(path for path in TRACES if path.name == "simple-3p-economancy-points-simple.json")

START = position(player(coins=3), player(coins=3), shop={"Ghost": 2, "Worker": 2})
"""Two seats that may bid 0 to 3."""


def wins(*shares: float) -> Chances:
    """Return these chances to win, and the draw that is left."""
    return Chances(shares, 1 - sum(shares))


def candidates(*chances: Chances) -> tuple[MoveCandidate, ...]:
    """Return candidates 0, 1, ... that are played equally often."""
    return tuple(MoveCandidate(action, 1 / len(chances), one) for action, one in enumerate(chances))


class ByHand(Analyst):
    """Gives every bid of n coins the chances 0.25 + n / 8 and no draws, and passes for what it is told of rollouts."""

    def __init__(self, rollouts: int | None = None) -> None:
        super().__init__(1, 1)
        self.told: list[tuple[State, Mapping[int, Action]]] = []
        self.taken = rollouts

    def rollouts_for(self, state: State) -> int | None:
        return self.taken

    def __call__(self, state: State, played: Mapping[int, Action]) -> Analysis:
        self.told.append((state, played))
        seats = len(state.players)
        if isinstance(state.phase, End | Forfeit):
            winner = state.phase.winner if isinstance(state.phase, End) else None
            return Analysis(wins(*(float(seat == winner) for seat in range(seats))), {})
        return Analysis(
            wins(*[1 / seats] * seats),
            {
                seat: tuple(
                    MoveCandidate(action, float(i == 0), self.chances(seats, seat, i))
                    for i, action in enumerate(legal_actions(state, seat))
                )
                for seat in players_to_move(state)
            },
        )

    @staticmethod
    def chances(seats: int, seat: int, number: int) -> Chances:
        """Return the chances after the legal action of this number."""
        won = min(1.0, 0.25 + number / 8)
        return wins(*(won if other == seat else (1 - won) / (seats - 1) for other in range(seats)))


def trace_of(*values: object) -> TracedGame:
    """Return the game of a trace of these JSON values."""
    splitter = JsonSplitter()
    text = b"".join(dumps(value) + b"\n" for value in values)
    return read_trace(GAME, [*splitter.feed(text), *splitter.close()]).games[0]


def bids(*chosen: int, last: State) -> TracedGame:
    """Return a game in which the seats of START bid these, and then it ends so."""
    lines = [value for seat, bid in enumerate(chosen) for value in (encode_state(START, seat), [bid])]
    return trace_of(*lines, encode_state(last))


def analyse_one(game: TracedGame, analyst: Analyst) -> AnalysedGame:
    (analysed,) = analyse_games([game], analyst)
    return analysed


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


def test_a_move_costs_what_the_best_one_is_worth_more() -> None:
    found = candidates(wins(0.25, 0.5), wins(0.5, 0.25), wins(0.625, 0.375))
    assert [cost(one, found, 0) for one in found] == [0.25, 0.0, 0.0]
    assert [cost(one, found, 1) for one in found] == [0.0, 0.25, 0.25]
    assert best(found, 0) is found[1], "of equals the first"


def test_a_forfeit_costs_all_that_the_best_move_is_worth() -> None:
    assert cost(None, candidates(wins(0.25, 0.5), wins(0.5, 0.25)), 0) == 0.625


shares = st.tuples(*[st.floats(0, 1)] * 4).filter(lambda parts: sum(parts) > 0.1)


@given(st.lists(shares, min_size=1, max_size=8), st.integers(0, 2))
def test_no_move_costs_less_than_nothing_and_the_best_costs_nothing(
    parts: list[tuple[float, float, float, float]], seat: int
) -> None:
    found = candidates(*(Chances(tuple(one / sum(part) for one in part[:3]), part[3] / sum(part)) for part in parts))
    assert all(cost(one, found, seat) >= 0 for one in found)
    assert cost(best(found, seat), found, seat) == 0


def test_the_margin_is_three_standard_errors_of_a_difference() -> None:
    even, draws = candidates(wins(0.5, 0.5), wins(0.0, 0.0))
    assert margin(draws, (even, draws), 0, 200) == pytest.approx(3 * (0.25 / 100) ** 0.5), "sure draws do not vary"
    assert margin(even, (even, draws), 0, 200) == pytest.approx(3 * (2 * 0.25 / 100) ** 0.5)
    assert margin(None, (even, draws), 0, 200) == pytest.approx(3 * (0.25 / 100) ** 0.5)
    assert margin(even, (even, draws), 0, None) == 0.0, "trained values do not vary"


def test_choices_that_take_effect_together_are_judged_from_the_state_before_any_of_them() -> None:
    analyst = ByHand()
    found = analyse_round(START, {0: 1, 1: None}, analyst)
    assert found is not None
    assert analyst.told == [(START, {0: 1})]
    assert found.judgements[0].played == MoveCandidate(1, 0.0, wins(0.375, 0.625))
    assert {seat: (one.cost, one.best.action) for seat, one in found.judgements.items()} == {
        0: (0.25, 3),
        1: (0.625, 3),
    }


@pytest.mark.parametrize("choices", [{0: 4}, {2: 0}, {0: 1, 1: "Ghost"}])
def test_choices_that_the_state_does_not_allow_are_not_judged(choices: dict[int, Action | None]) -> None:
    assert analyse_round(START, choices, ByHand()) is None


def analysed_bids(rollouts: int | None = None) -> AnalysedGame:
    won = position(player(), player(out=True), phase=End(0))
    return analyse_one(bids(1, 2, last=won), ByHand(rollouts))


def test_the_moves_that_cost_most_come_first_and_small_ones_not_at_all() -> None:
    analysed = analysed_bids()
    assert {i: one.cost for i, one in analysed.appraisal.judgements.items()} == {0: 0.25, 1: 0.125}
    assert analysed.appraisal.costliest() == [0, 1]
    best_bids = analyse_one(bids(3, 2, last=position(player(), player(), phase=End(None))), ByHand())
    assert best_bids.appraisal.costliest() == [1]


def test_costs_that_may_be_chance_are_not_called_costly() -> None:
    assert [analysed_bids(rollouts).appraisal.costliest() for rollouts in (100, 800, 10_000)] == [[], [0], [0, 1]]


def test_the_json_of_a_game_names_each_move_and_what_was_better() -> None:
    data = game_json(analysed_bids())
    moves: Any = data["moves"]
    assert [(one["number"], one["day"], one["seat"], one["phase"], one["words"]) for one in moves] == [
        (1, 1, 0, "investing", "invests 1"),
        (2, 1, 1, "investing", "invests 2"),
    ]
    assert [(one["played"], one["best"], one["best_words"], one["cost"]) for one in moves] == [
        (1, 3, "invests 3", 0.25),
        (2, 3, "invests 3", 0.125),
    ]
    assert moves[0]["chances"] == {"wins": [0.5, 0.5], "draw": 0.0}
    assert data["chances"] == {"wins": [1.0, 0.0], "draw": 0.0}
    assert data["costliest"] == [1, 2]
    assert moves[0]["candidates"][1] == {
        "action": 3,
        "words": "invests 3",
        "probability": 0.0,
        "wins": [0.625, 0.375],
        "draw": 0.0,
        "cost": 0.0,
        "margin": 0.0,
    }


def test_a_forfeit_is_a_costly_move_and_a_trace_that_is_cut_off_is_none() -> None:
    fault = position(player(coins=3), player(coins=3), phase=Forfeit(1, "late"), shop={"Ghost": 2, "Worker": 2})
    asked = (encode_state(START, 0), [3], encode_state(START, 1))
    analysed = analyse_one(trace_of(*asked, "timeout", encode_state(fault)), ByHand())
    assert (analysed.appraisal.costliest(), analysed.appraisal.judgements[1].cost) == ([1], 0.625)
    assert analyse_one(trace_of(*asked), ByHand()).appraisal.costliest() == []


def test_an_illegal_answer_that_the_trace_passes_over_is_not_judged() -> None:
    analysed = analyse_one(bids(9, 3, last=position(player(), player(), phase=End(None))), ByHand())
    assert list(analysed.appraisal.judgements) == [1]


@pytest.mark.parametrize(
    ("state", "seat", "action", "text"),
    [
        (position(player(coins=3), player()), 0, 3, "3"),
        (position(player("Ghost"), player("Ghost"), phase=Attacking(0)), 0, 0, "0 nothing"),
        (position(player("Ghost"), player("Ghost"), phase=Attacking(0)), 0, 1, "1 Ghost"),
        (position(player("Ghost"), player("Bubble", "Golem"), phase=Attacking(0, 1)), 1, 2, "2 Golem"),
        (position(player(), player(), phase=Buying(), shop={"Ghost": 0}), 0, "Ghost", "Ghost (sold out)"),
        (position(player(), player(), phase=Buying(), shop={"Ghost": 1}), 0, PASS, "Pass"),
    ],
)
def test_a_candidate_is_shown_as_it_goes_onto_the_wire_with_its_card(
    state: State, seat: int, action: Action, text: str
) -> None:
    assert option(state, seat, action) == text


def test_a_bar_is_divided_by_the_chances() -> None:
    assert bar(wins(0.5, 0.25), 8).plain == "████▓▓  "
    assert bar(wins(1 / 3, 1 / 3, 1 / 3), 10).plain == "███▓▓▓▓▒▒▒"
    assert bar(wins(0.0, 0.0), 4).plain == "    "


def test_names_that_head_columns_are_short() -> None:
    assert column_names(["player/economancy", "b"]) == ["economancy", "b"]
    assert column_names(["folder/economancy", "b", "c", "d"]) == ["economa…", "b", "c", "d"]


def shown(items: Any) -> str:
    console = new_console()
    with console.capture() as capture:
        for item in items:
            console.print(item)
    return capture.get()


def test_the_table_of_a_decision_marks_what_was_played_and_what_may_be_chance() -> None:
    analysis = ByHand()(START, {})
    decision = JointDecision(START, 5, ["a", "b"], [1], {0: 3, 1: 1}, analysis, None)
    text = shown(decision_text(decision))
    assert text.startswith("Day 5, investing ")
    assert "Chance to win: a 50.0%, b 50.0%, a draw 0.0%" in text
    rows = [line.split() for line in text.splitlines()]
    assert "b invests" in text
    assert "a invests" not in text
    assert ["0", "100%", "75.0%", "25.0%", "0.0%", "37.5%"] in rows
    assert ["1", "<-", "played", "-", "62.5%", "37.5%", "0.0%", "25.0%"] in rows
    assert ["3", "-", "37.5%", "62.5%", "0.0%", "-"] in rows
    text = shown(decision_text(JointDecision(START, 5, ["a", "b"], [0, 1], {}, analysis, 100)))
    assert "a invests" in text
    assert ["2", "-", "50.0%", "50.0%", "0.0%", "?12.5%"] in [line.split() for line in text.splitlines()]


def test_cards_that_are_sold_out_are_not_offered_but_shown_if_somebody_paid_for_one() -> None:
    state = position(player(coins=3), player(buys=0), phase=Buying(), shop={"Ghost": 0, "Worker": 1})
    analysis = ByHand()(state, {})
    assert "(sold out)" not in shown(decision_text(JointDecision(state, 1, ["a", "b"], [0], {}, analysis, None)))
    assert "Ghost (sold out)  <- played" in shown(
        decision_text(JointDecision(state, 1, ["a", "b"], [0], {0: "Ghost"}, analysis, None))
    )


@pytest.mark.parametrize("path", TRACES, ids=lambda path: path.stem)
def test_every_move_of_a_trace_is_analysed(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    states = [json.loads(line) for line in path.read_bytes().splitlines()][::2]
    (game,) = run_json(capsys, path, "--rollouts", 1)["games"]
    assert [one["number"] for one in game["moves"]] == list(range(1, len(states)))
    assert [one["seat"] for one in game["moves"]] == [state["player"] for state in states[:-1]]
    assert [(one["day"] - 1) % 3 + 1 for one in game["moves"]] == [state["day"] for state in states[:-1]]
    for one in game["moves"]:
        (played,) = [candidate for candidate in one["candidates"] if candidate["action"] == one["played"]]
        (better,) = [candidate for candidate in one["candidates"] if candidate["action"] == one["best"]]
        assert one["cost"] == played["cost"] >= 0 == better["cost"]
        assert sum(candidate["probability"] for candidate in one["candidates"]) == pytest.approx(1, abs=0.001)
    winner = states[-1]["phase"]["winner"]
    assert game["chances"]["wins"] == [float(seat == winner) for seat in range(len(game["names"]))]
    costs = [game["moves"][number - 1]["cost"] for number in game["costliest"]]
    assert costs == sorted(costs, reverse=True)


def test_a_trace_is_told_in_80_columns(capsys: pytest.CaptureFixture[str]) -> None:
    seats = {f"-{seats}p-": path for path in TRACES for seats in (2, 3, 4) if f"-{seats}p-" in path.name}
    assert len(seats) == 3
    for path in seats.values():
        status, out, err = run(capsys, path, "--rollouts", 1)
        assert (status, err) == (0, "")
        assert max(map(len, out.splitlines())) <= 80
        assert "Chance to win as each day begins" in out
        assert "wins, " in out


def test_the_text_of_a_trace_holds_its_days_and_its_costliest_moves(capsys: pytest.CaptureFixture[str]) -> None:
    (game,) = run_json(capsys, TWO_SEATS)["games"]
    rows = [line.split() for line in run(capsys, TWO_SEATS)[1].splitlines()]
    days = sorted({one["day"] for one in game["moves"]})
    beginnings = [row[0] for row in rows if row and "█" in "".join(row[1:2]) and row[0].isdigit()]
    assert beginnings == [str(day) for day in days]
    listed = [row for row in rows if row[2:3] == ["Player"] and row[0].isdigit()]
    assert [int(row[0]) for row in listed] == game["costliest"]
    for row, number in zip(listed, game["costliest"], strict=True):
        one = game["moves"][number - 1]
        expected = (
            f"{number} {one['day']} Player {one['seat'] + 1} {one['words']} {one['best_words']} {one['cost']:.1%}"
        )
        assert row[:-1] == expected.split()[:-1]
        assert float(row[-1].rstrip("%")) == pytest.approx(100 * one["cost"], abs=0.06)


def test_a_move_of_a_trace_is_shown_with_its_candidates(capsys: pytest.CaptureFixture[str]) -> None:
    (game,) = run_json(capsys, TWO_SEATS)["games"]
    for number in (1, 4, len(game["moves"])):
        one = game["moves"][number - 1]
        decision = run_json(capsys, TWO_SEATS, "--move", number)
        (seat,) = decision["seats"]
        assert (decision["day"], seat["seat"], seat["played"]) == (one["day"], one["seat"], one["played"])
        assert seat["candidates"] == one["candidates"]
    text = run(capsys, TWO_SEATS, "--move", 4)[1]
    assert "Worker  <- played" in text


@pytest.mark.parametrize("path", [TWO_SEATS, THREE_SEATS], ids=["trained values", "rollouts"])
def test_a_state_is_analysed_for_its_player_alone_or_for_all(
    path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    first = path.read_bytes().splitlines()[0]
    feed(monkeypatch, first)
    alone = run_json(capsys, "-", "--rollouts", 100)
    assert [one["seat"] for one in alone["seats"]] == [0]
    state = json.loads(first)
    del state["player"]
    feed(monkeypatch, dumps(state))
    together = run_json(capsys, "-", "--rollouts", 100)
    assert [one["seat"] for one in together["seats"]] == list(range(len(state["players"])))
    assert together["seats"][0] == alone["seats"][0]
    assert together["chances"] == alone["chances"]


def test_the_figures_of_a_state_are_those_of_its_analysis(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    state = new_game(2)
    feed(monkeypatch, dumps(encode_state(state)))
    found = run_json(capsys, "-")
    expected = analyse(state, Random(1))
    assert found["rollouts"] is None
    assert found["chances"]["wins"] == pytest.approx(expected.chances.wins, abs=1e-4)
    for seat in (0, 1):
        rows = {one["action"]: (one["probability"], *one["wins"]) for one in found["seats"][seat]["candidates"]}
        assert rows.keys() == {one.action for one in expected.candidates[seat]}
        for one in expected.candidates[seat]:
            assert rows[one.action] == pytest.approx((one.probability, *one.chances.wins), abs=1e-4)


@pytest.mark.parametrize("spelling", ["referee", "assignment"])
def test_a_later_defender_is_analysed_from_before_the_earlier_ones_chose(
    spelling: Dialect, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    analyst = ByHand()
    monkeypatch.setattr(command, "_analyst", lambda *arguments: analyst)
    shown_to_last = position(player("Ghost'"), player("Golem'"), player("Worker", "Golem"), phase=Attacking(0, 1))
    feed(monkeypatch, dumps(encode_state(shown_to_last, 2, spelling)))
    found = run_json(capsys, "-")
    ((state, played),) = analyst.told
    assert (state.players[1], played) == (player("Golem"), {})
    assert [one["seat"] for one in found["seats"]] == [2]
    assert [one["action"] for one in found["seats"][0]["candidates"]] == [1, 2]


def test_both_spellings_of_a_trace_give_the_same_figures(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = TWO_SEATS.read_text()
    other = tmp_path / "other.json"
    other.write_text(text.replace("attacker_card", "attacker-card"))
    assert other.read_text() != text
    assert run_json(capsys, other) == run_json(capsys, TWO_SEATS)


def test_the_games_of_a_stream_are_told_under_their_names(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    stream = tmp_path / "stream.json"
    game = TWO_SEATS.read_bytes()
    notes = [dumps({"meta": "players", "names": names}) + b"\n" for names in (["ann", "bob"], ["cyd", "dan"])]
    stream.write_bytes(notes[0] + game + notes[1] + game)
    found = run_json(capsys, stream)["games"]
    assert [one["names"] for one in found] == [["ann", "bob"], ["cyd", "dan"]]
    assert found[0]["moves"] == found[1]["moves"]
    out = run(capsys, stream)[1]
    assert "Game 1 of 2" in out
    assert "dan wins, with 7 points." in out
    assert run_json(capsys, stream, "--game", 2)["games"] == found[1:]
    assert run_json(capsys, stream, "--game", 2, "--move", 1)["seats"][0]["name"] == "cyd"
    status, _, err = run(capsys, stream, "--move", 1)
    assert (status, err.partition(": ")[2]) == (2, f"{stream}: expected --game with --move: there are 2 games\n")


def test_the_same_seed_gives_the_same_figures_and_another_one_others(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    start = json.loads(THREE_SEATS.read_bytes().splitlines()[0])
    del start["shop"]["Bubble"]  # there are no learned values for such a shop
    state = tmp_path / "state.json"
    state.write_bytes(dumps(start))
    one, two, other = (run_json(capsys, state, "--rollouts", 200, "--seed", seed) for seed in (3, 3, 4))
    assert one == two != other
    assert one["rollouts"] == 200


def test_a_trace_that_breaks_off_or_breaks_the_rules_is_analysed_as_far_as_it_goes(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    cut, broken = tmp_path / "cut.json", tmp_path / "broken.json"
    cut.write_bytes(b"".join(TWO_SEATS.read_bytes().splitlines(keepends=True)[:7]))
    status, out, _ = run(capsys, cut)
    assert status == 1
    assert "line 7: the trace ends before the game does" in out
    assert "The trace ends here, before the game does." in out
    broken.write_bytes(TWO_SEATS.read_bytes().replace(b'"coins":3', b'"coins":5', 3))
    status, out, _ = run(capsys, "--json", broken)
    (game,) = json.loads(out)["games"]
    assert (status, game["complaint"][:5]) == (1, "line ")
    assert game["costliest"]


@pytest.mark.parametrize(
    ("text", "arguments", "complaint"),
    [
        (b"", (), "expected a state or a trace, got nothing"),
        (b"[3]", (), "expected object at $, got [3]"),
        (b"nonsense", (), "line 1: expected JSON, got"),
        (dumps(encode_state(position(player(), player(), phase=End(1)))), (), "in which somebody has to choose"),
        (dumps(encode_state(position(player("Ghost"), player("Ghost"), phase=Attacking(1)), 0)), (), "(1), got 0"),
        (dumps({**encode_state(START), "player": 2}), (), "integer from 0 to 1 at $.player, got 2"),
        (TWO_SEATS.read_bytes(), ("--move", "99"), "expected --move from 1 to 29, got 99"),
        (TWO_SEATS.read_bytes(), ("--game", "2"), "expected --game from 1 to 1, got 2"),
    ],
    ids=["nothing", "a move", "no JSON", "the end", "not its turn", "no such seat", "no such move", "no such game"],
)
def test_what_cannot_be_analysed_is_said_in_a_line(
    text: bytes,
    arguments: tuple[str, ...],
    complaint: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    feed(monkeypatch, text)
    status, out, err = run(capsys, "-", *arguments)
    assert (status, out, err.count("\n")) == (2, "", 1)
    assert err.startswith("economancy analyse: -: ")
    assert complaint in err


def test_a_file_that_cannot_be_read_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(capsys, "nowhere.json") == (2, "", "economancy analyse: nowhere.json: No such file or directory\n")


def test_hoards_beyond_any_float_are_shown_in_full(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    hoard = 3461834487117869480315
    state = position(player(coins=hoard), player(coins=2), phase=Investing(), day=3, shop={"Ghost": 1})
    feed(monkeypatch, dumps(encode_state(state, 1)))
    status, out, _ = run(capsys, "-", "--rollouts", 20)
    assert status == 0
    assert str(hoard) in out
