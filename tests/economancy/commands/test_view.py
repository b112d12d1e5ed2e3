"""A trace as a page and as text: what stands in it is what the trace holds, whatever the trace is like."""

import itertools
import json
import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from random import Random
from typing import Any

import pytest

from economancy.analysis.appraisal import GameAppraisal, appraise
from economancy.analysis.judgement import Judgement, ranked
from economancy.analysis.position import Analysis, Chances, MoveCandidate
from economancy.analysis.trace import Trace, TracedGame, read_trace, rounds
from economancy.commands.cli import main
from economancy.game import GAME
from economancy.pages.faces import effects, face
from economancy.pages.page import page, trace_data
from economancy.protocol import encode_state
from economancy.rules.cards import SHOP_CARDS, STIPEND, Card
from economancy.rules.game import new_game, players_to_move
from economancy.rules.position import Position
from economancy.rules.state import Action, Attacking, Buying, End, State
from gamekit.answer import Answer, Failure, Kind
from gamekit.game import Fault, Observation, Seat
from gamekit.pages.assets import browser_json
from gamekit.referee import play
from gamekit.seats import BuiltinSeat
from gamekit.traces import Mismatch, TraceWriter
from gamekit.wire.json_stream import JsonSplitter, dumps
from tests.economancy.positions import player, position

TRACES = Path(__file__).parents[3] / "traces"


def read(text: bytes) -> Trace:
    splitter = JsonSplitter()
    return read_trace(GAME, [*splitter.feed(text), *splitter.close()])


def lines(*values: object) -> bytes:
    return b"".join(dumps(value) + b"\n" for value in values)


def played(*names: str, seed: int = 1, wire: str = "referee", seats: Mapping[int, Seat[Position]] = {}) -> bytes:
    """Return the trace of a game between built-ins, or other seats in their places."""
    written: list[bytes] = []
    builtins = [BuiltinSeat(GAME, GAME.policy(name), Random(seed + i), 1.0) for i, name in enumerate(names)]
    play(
        GAME,
        Position(new_game(len(names))),
        [seats.get(i, seat) for i, seat in enumerate(builtins)],
        trace=TraceWriter(GAME.speaking(wire), written.append),
    )
    return b"".join(line + b"\n" for line in written)


def unanalysed(trace: Trace) -> list[GameAppraisal]:
    return [GameAppraisal() for _ in trace.games]


def data_of(trace: Trace) -> dict[str, Any]:
    """Return what the page of a trace holds, as its script reads it."""
    html = page("a game", trace, unanalysed(trace), "source")
    found = re.search(r'<script type="application/json" id="trace">(.*?)</script>', html, re.DOTALL)
    assert found
    data: dict[str, Any] = json.loads(found[1])
    return data


def shown(trace: Trace, appraisal: GameAppraisal) -> Any:
    """Return what the page says of a trace's only game."""
    data: Any = trace_data("", trace, [appraisal], "")
    (game,) = data["games"]
    return game


def in_words(state: Any, move: Any) -> str:
    """Return the words for a legal move: a second, plainer way than the page's own."""
    phase, players, seat = state["phase"], state["players"], state["player"]
    if phase["name"] == "investing":
        return f"invests {move[0]}"
    if phase["name"] == "attacking":
        attacks = phase["attacker"] == seat
        if attacks and move == [0]:
            return "stops attacking"
        card = players[seat]["cards"][move[0]]["name"]
        return f"attacks with {card}" if attacks else f"defends with {card}"
    return "passes" if move == ["Pass"] else f"buys {move[0]}"


def exact(digits: str) -> int | str:
    """Return an integer as JavaScript is to have it."""
    return int(digits) if int(digits) < 2**53 else digits


def test_every_step_of_a_golden_game_is_told_as_its_move_says(shown_traces: list[Path]) -> None:
    for path in shown_traces:
        values = [json.loads(line, parse_int=exact) for line in path.read_bytes().splitlines()]
        states = [value for value in values if isinstance(value, dict)]
        data = data_of(read(path.read_bytes()))
        (game,) = data["games"]
        assert [step["state"] for step in game["steps"]] == states, path
        assert game["complaint"] is None
        at = 0
        for step, state in zip(game["steps"], states, strict=True):
            at += 1
            if at == len(values) or isinstance(values[at], dict):
                told = "" if "player" not in state else "gives no answer"
                assert step["label"] == told, path
                continue
            move, at = values[at], at + 1
            if step["action"] is not None:
                expected = in_words(state, move)
                assert step["label"] in (expected, expected.replace("buys", "pays for") + ", which is sold out"), path
            else:
                assert path.name.startswith("fault")
                assert "answer" in step["label"]
        assert at == len(values)


def test_both_spellings_give_the_same_page() -> None:
    ours, theirs = (played("attack", "decent", wire=wire) for wire in ("referee", "assignment"))
    assert ours != theirs
    assert data_of(read(ours)) == data_of(read(theirs))


class Late(Seat[Any]):
    """A seat that fails in some way."""

    errors = ""

    def __init__(self, answer: Answer | Failure) -> None:
        self.answer = answer

    def ask(self, observation: Observation[Position]) -> Answer | Failure:
        return self.answer

    def tell(self, state: Position, seat: int, fault: Fault | None) -> None:
        """Do nothing."""


@pytest.mark.parametrize(
    ("answer", "told"),
    [
        (Failure(Kind.LATE, "no answer within 1 s", 1.0), "gives no answer in time"),
        (Failure(Kind.DEAD, "it exited", 0.0), "gives no answer"),
        (Answer([99], 0.0), "answers [99], which is not legal"),
        (Answer({"bid": 1}, 0.0), 'answers {"bid":1}, which is not legal'),
    ],
)
def test_a_fault_is_told(answer: Answer | Failure, told: str) -> None:
    (game,) = data_of(read(played("simple", "simple", seats={1: Late(answer)})))["games"]
    *_, step, last = game["steps"]
    assert (step["state"]["player"], step["label"], step["action"]) == (1, told, None)
    assert game["ending"].startswith("Player 2 forfeits: ")
    assert last["state"]["phase"]["name"] == "fault"
    assert game["complaint"] is None


def test_a_tournaments_stream_shows_each_game_under_its_names_and_the_record() -> None:
    first, second = played("simple", "decent"), played("points", "points", "attack")
    record = {"meta": "record", "players": [["points", 1, 0, 2], ["decent", 0, 0, 1]]}
    trace = read(
        lines({"meta": "players", "names": ["simple", "decent"]})
        + first
        + lines({"meta": "players", "names": ["points", "points", "attack"]})
        + second
        + lines(record)
    )
    assert [game.names for game in trace.games] == [("simple", "decent"), ("points (1)", "points (2)", "attack")]
    assert [(row.name, row.wins, row.forfeits, row.draws) for row in trace.record] == [
        ("points", 1, 0, 2),
        ("decent", 0, 0, 1),
    ]
    html = page("games", trace, unanalysed(trace), "")
    assert '<th scope="row">points</th><td>1</td><td>0</td><td>2</td>' in html


def test_a_trace_that_is_cut_off_is_shown_as_far_as_it_goes() -> None:
    whole = played("attack", "decent")
    cut = b"".join(whole.splitlines(keepends=True)[:7])
    (game,) = read(cut).games
    assert (len(game.steps), game.steps[-1].answer) == (4, None)
    assert game.complaint == "line 7: the trace ends before the game does"
    (game,) = read(cut + b'{"day":').games
    assert game.complaint is not None
    assert game.complaint.startswith("line 8: value cut off")


def test_a_trace_that_leaves_the_rules_is_shown_with_where_it_does() -> None:
    broken = played("attack", "decent").replace(b'"coins":3', b'"coins":4', 1)
    (game,) = read(broken).games
    assert game.complaint is not None
    assert game.complaint.startswith("line 3: ")
    assert 'id="complaint"' in page("a game", read(broken), unanalysed(read(broken)), "")


@pytest.mark.parametrize("text", [b"", b"[3]\n", b"nonsense", b'{"phase":{"name":"end"},"players":[]}'])
def test_what_holds_no_state_is_no_trace(text: bytes) -> None:
    with pytest.raises(Mismatch, match="line 1"):
        read(text)


def test_days_are_counted_from_the_first_on() -> None:
    (game,) = read((TRACES / "base-2p-decent-economancy.json").read_bytes()).games
    days = [step.day for step in game.steps]
    assert days == sorted(days)
    assert {later - earlier for earlier, later in itertools.pairwise(days)} <= {0, 1}
    assert all(step.state.day == (step.day - 1) % 3 + 1 for step in game.steps)


def test_rounds_hold_the_steps_that_take_effect_together() -> None:
    for path in TRACES.glob("*.json"):
        (game,) = read(path.read_bytes()).games
        grouped = rounds(game.steps)
        assert [i for one in grouped for i in one] == list(range(len(game.steps) - 1))
        for one in grouped:
            movers = players_to_move(game.steps[one.start].state)
            assert tuple(game.steps[i].seat for i in one) == movers


def test_integers_past_what_javascript_knows_are_strings() -> None:
    state = position(player(coins=3461834487117869480315), player(coins=2**53 - 1))
    text = browser_json(encode_state(state, 0))
    coins = [one["coins"] for one in json.loads(text)["players"]]
    assert coins == ["3461834487117869480315", 2**53 - 1]


def test_a_name_cannot_break_out_of_the_page() -> None:
    evil = "</script><img src=x onerror=alert(1)>"
    state = position(player(evil), player(), shop={evil: 2})
    trace = read(
        lines({"meta": "players", "names": [evil, "b"]}, encode_state(state, 0), [0])
        + lines(encode_state(state, 1), [0])
        + lines(
            {**encode_state(state), "phase": {"name": "end", "winner": 0}},
            {"meta": "record", "players": [[evil, 1, 0, 0]]},
        )
    )
    html = page(evil, trace, unanalysed(trace), evil)
    assert "<img" not in html
    assert data_of(trace)["games"][0]["names"][0] == evil


def test_the_page_asks_the_network_for_nothing() -> None:
    trace = read((TRACES / "simple-2p-attack-decent.json").read_bytes())
    html = page("a game", trace, unanalysed(trace), "")
    assert set(re.findall(r"https?://[^\"'\s]+", html)) == {"http://www.w3.org/2000/svg"}  # a namespace, never loaded
    assert not re.search(r"<link|<img|<iframe|@import|url\(|\ssrc=|fetch\(|XMLHttpRequest|import\(", html)
    assert "default-src 'none'" in html


@pytest.mark.parametrize(
    ("card", "text"),
    [
        (STIPEND, "Day 1: +2 coins. Days 2, 3: +1 coin. Never attacks or defends."),
        (SHOP_CARDS[0], "1 point."),
        (SHOP_CARDS[2], "Day 1: +1 coin. May defend twice a day."),
        (SHOP_CARDS[4], "Every day: +1 coin for each full 3 held."),
        (SHOP_CARDS[5], "Cannot attack."),
        (SHOP_CARDS[7], "Every day: +1 coin."),
        (SHOP_CARDS[9], "Days 1, 2: +1 coin. Day 3: +1 buy."),
        (SHOP_CARDS[11], "+1 coin each time it defends."),
        (SHOP_CARDS[12], ""),
        (Card("Nonesuch"), "Unknown card."),
    ],
    ids=lambda value: value.name if isinstance(value, Card) else "",
)
def test_a_cards_face_says_what_it_does(card: Card, text: str) -> None:
    assert " ".join(effects(card)) == text


def test_every_known_card_has_a_picture_of_its_own() -> None:
    drawn = [face(card)["emblem"] for card in (STIPEND, *SHOP_CARDS)]
    assert len(set(drawn)) == len(drawn)
    html = page("", read(played("simple", "simple")), [GameAppraisal()], "")
    assert all(f'id="emblem-{emblem}"' in html for emblem in [*drawn, "unknown", "attack", "defence"])


def stub(state: State, chosen: Mapping[int, Action]) -> Analysis:
    """Analyse: what was played is worth 0.2, and something else 0.5 and a draw by 0.2."""
    seats = len(state.players)
    found = {}
    for seat, action in chosen.items():
        poor, good = ([float(i == seat) * share for i in range(seats)] for share in (0.2, 0.5))
        found[seat] = (
            MoveCandidate("something else", 0.75, Chances(tuple(good), 0.2)),
            MoveCandidate(action, 0.25, Chances(tuple(poor), 0.0)),
        )
    return Analysis(Chances((1 / seats,) * seats, 0.0), found)


@pytest.mark.parametrize(
    ("names", "cost"), [(("simple", "decent"), 0.4), (("simple", "decent", "points"), 0.3 + 0.2 / 3)]
)
def test_a_move_costs_what_the_best_is_worth_more_a_draw_shared_equally(names: Sequence[str], cost: float) -> None:
    trace = read(played(*names))
    (found,) = appraise(trace.games, stub, lambda: 0.0, 1.0)
    moves = [i for i, step in enumerate(trace.games[0].steps) if step.seat is not None]
    assert {i: one.cost for i, one in found.judgements.items()} == {i: pytest.approx(cost) for i in moves}
    assert sorted(found.chances) == [*moves, len(moves)]


def test_the_end_is_certain_without_an_analysis() -> None:
    trace = read(played("simple", "decent") + played("simple", "simple", seats={0: Late(Answer([99], 0.0))}))
    won, fault = appraise(trace.games, stub, lambda: 1.0, 1.0)
    last = trace.games[0].steps[-1].state.phase
    assert isinstance(last, End)
    assert won.chances == {
        len(trace.games[0].steps) - 1: Chances((float(last.winner == 0), float(last.winner == 1)), 0.0)
    }
    assert list(fault.chances.values()) == [Chances((0.0, 0.0), 1.0)]
    assert won.judgements == fault.judgements == {}


def test_the_analysis_ends_at_its_deadline_and_is_spread_over_all_games() -> None:
    trace = read(played("attack", "decent") * 3)
    now = iter(range(10_000))
    found = appraise(trace.games, stub, lambda: float(next(now)), 12.0)
    analysed = [
        [one.start for one in rounds(game.steps) if one.start in found[i].judgements]
        for i, game in enumerate(trace.games)
    ]
    assert sum(map(len, analysed)) == 12
    assert all(3 <= len(starts) <= 5 for starts in analysed)


def test_a_wrong_trace_is_analysed_only_where_it_can_be() -> None:
    state = position(player("Ghost"), player("Ghost"), phase=Attacking(0), shop={})
    text = lines(encode_state(state, 1), [0]) + lines({**encode_state(state), "phase": {"name": "end", "winner": 0}})
    (found,) = appraise(read(text).games, stub, lambda: 0.0, 1.0)
    assert found.judgements == {}


def candidate(action: Action, win: float, probability: float = 0.1) -> MoveCandidate:
    """Return a candidate of a game of two that is never drawn."""
    return MoveCandidate(action, probability, Chances((win, 1 - win), 0.0))


def judged(cost: float) -> Judgement:
    """Return a judgement of seat 0's choice that cost so much."""
    best, played = candidate(0, 0.5 + cost), candidate(1, 0.5)
    return Judgement(0, (best, played), played)


def test_the_page_lists_the_costliest_moves_first() -> None:
    trace = read(played("attack", "decent"))
    costs = {0: judged(0.009), 1: judged(0.2), 2: judged(0.4), 3: judged(0.011)}
    assert shown(trace, GameAppraisal(judgements=costs))["costliest"] == [2, 1, 3]


def test_what_may_be_chance_is_no_costly_move() -> None:
    costs = {0: judged(0.4), 1: judged(0.1)}
    assert GameAppraisal(judgements=costs, rollouts=600).costliest() == [0]
    assert GameAppraisal(judgements=costs, rollouts=None).costliest() == [0, 1]


def test_the_move_that_was_played_is_always_among_the_candidates_listed() -> None:
    trace = read(played("attack", "decent"))
    last = candidate(99, 0.1, probability=0.0)
    judgement = Judgement(0, (*(candidate(bid, 0.5) for bid in range(12)), last), last)
    rows = shown(trace, GameAppraisal(judgements={0: judgement}))["candidates"]["0"]
    assert rows[-1] == ["invests 99", 0.0, 0.1, True]
    assert [row[3] for row in rows] == [False] * 8 + [True]


def test_candidates_alike_in_whole_percents_are_listed_by_their_worth() -> None:
    found = [candidate(0, 0.4, 0.004), candidate(1, 0.5, 0.001), candidate(2, 0.3, 0.995)]
    assert [one.action for one in ranked(found, 0)] == [2, 1, 0]
    assert [one.action for one in ranked(found, 1)] == [2, 0, 1]


def test_what_is_sold_out_is_no_candidate_unless_it_was_played() -> None:
    state = position(player(coins=5), player(), phase=Buying(), shop={"Ghost": 0, "Golem": 1})
    trace = read(lines(encode_state(state, 0), ["Golem"]))
    ghost, golem = candidate("Ghost", 0.5), candidate("Golem", 0.5)
    for one, expected in ((golem, ["buys Golem"]), (ghost, ["pays for Ghost, which is sold out", "buys Golem"])):
        judgement = Judgement(0, (ghost, golem), one)
        assert [row[0] for row in shown(trace, GameAppraisal(judgements={0: judgement}))["candidates"]["0"]] == expected


def test_what_came_of_a_fight_is_told() -> None:
    fights = 0
    for path in TRACES.glob("*.json"):
        trace = read(path.read_bytes())
        steps = trace.games[0].steps
        (game,) = data_of(trace)["games"]
        for one in rounds(steps):
            phase = steps[one.start].state.phase
            if not isinstance(phase, Attacking) or phase.attacker_card is None:
                continue
            fights += 1
            before, after = (steps[i].state.players for i in (one.start, one.stop))
            told = game["outcomes"][str(one[-1])]
            lost = sum(len(before[i].cards) - len(after[i].cards) for i in range(len(before)) if not after[i].out)
            assert told.count("faints") == lost
            assert told.count("out of the game") == sum(not a.out and b.out for a, b in zip(before, after, strict=True))
    assert fights > 5


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    status = main(["view", *arguments])
    captured = capsys.readouterr()
    return status, captured.out, captured.err


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return an empty folder, which is the current one."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_the_command_writes_a_page_here_and_names_it(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    trace = TRACES / "base-2p-decent-economancy.json"
    assert run(capsys, str(trace), "--seconds", "1") == (0, "base-2p-decent-economancy.html\n", "")
    html = (folder / "base-2p-decent-economancy.html").read_text()
    assert "Chances come from" in html
    assert run(capsys, str(trace), "-o", "other.html", "--seconds", "0")[1] == "other.html\n"
    assert "Nothing was analysed." in (folder / "other.html").read_text()


def test_the_browser_opens_the_page_when_it_is_to(
    folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    opened: list[str] = []
    monkeypatch.setattr("webbrowser.open", opened.append)
    trace = TRACES / "base-2p-decent-economancy.json"
    assert run(capsys, str(trace), "--seconds", "0", "-o", "a b.html", "--open")[0] == 0
    assert opened == [(folder / "a b.html").as_uri()]


def test_a_page_of_1500_moves_is_written(golden_traces: list[Path], tmp_path: Path) -> None:
    (longest,) = (path for path in golden_traces if path.name == "simple-4p-points-simple-random-decent-0.json")
    twice = tmp_path / "twice.json"
    twice.write_bytes(longest.read_bytes() * 2)
    assert main(["view", str(twice), "-o", str(tmp_path / "page.html"), "--seconds", "0"]) == 0
    assert twice.read_bytes().count(b"\n[") == 1500


@pytest.mark.parametrize(
    ("arguments", "status", "complaint"),
    [
        (["nowhere.json"], 2, "economancy view: nowhere.json: No such file or directory\n"),
        (["empty.json"], 2, "economancy view: empty.json: line 1: "),
        (
            ["game.json", "-o", "no/such/folder.html", "--seconds", "0"],
            4,
            "economancy view: cannot write no/such/folder.html: No such",
        ),
    ],
)
def test_what_cannot_be_done_is_said_in_a_line(
    arguments: list[str], status: int, complaint: str, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (folder / "empty.json").write_bytes(b"")
    (folder / "game.json").write_bytes(played("simple", "simple"))
    found, out, err = run(capsys, *arguments)
    assert (found, out) == (status, "")
    assert err.startswith(complaint)


@pytest.mark.parametrize("seconds", ["-1", "nan", "inf", "soon"])
def test_seconds_are_a_number_from_0(seconds: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["view", "game.json", "--seconds", seconds])
    assert "expected a number of seconds from 0" in capsys.readouterr().err


def told_moves(game: TracedGame, text: str) -> list[str]:
    """Return the lines of a text that tell a move."""
    names = "|".join(map(re.escape, game.names))
    return re.findall(rf"^  (?:Investing|Attacking|Defending|Buying) +((?:{names}) .*)$", text, re.MULTILINE)


def test_the_text_tells_every_move_in_80_columns(capsys: pytest.CaptureFixture[str]) -> None:
    for path in sorted(TRACES.glob("*.json")):
        status, out, _ = run(capsys, "--text", str(path))
        assert status == 0
        assert max(map(len, out.splitlines())) <= 80
        assert "\x1b" not in out
        (game,) = data_of(read(path.read_bytes()))["games"]
        steps = [step for step in game["steps"] if "player" in step["state"]]
        expected = [f"{game['names'][step['state']['player']]} {step['label']}" for step in steps]
        assert told_moves(read(path.read_bytes()).games[0], out) == expected
        assert game["ending"] in out


def test_the_text_shows_faults_and_costs(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "fault.json"
    path.write_bytes(played("simple", "simple", seats={1: Late(Failure(Kind.LATE, "no answer within 1 s", 1.0))}))
    out = run(capsys, "--text", str(path))[1]
    assert "Player 2 gives no answer in time" in out
    assert "Player 2 forfeits: no answer within 1 s." in out
    out = run(capsys, "--text", "--seconds", "3", str(TRACES / "simple-2p-attack-decent.json"))[1]
    assert re.search(r"Chances: Player 1 \d+%, Player 2 \d+%, draw \d+%", out)
    assert re.search(r"^cost \d+% of a win on day \d+: Player \d ", out, re.MULTILINE)
