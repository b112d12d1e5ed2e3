"""A trace on the page and as text: what stands there is what the trace holds, whatever the trace is like."""

import itertools
import json
import re
from collections.abc import Mapping
from pathlib import Path
from random import Random
from typing import Any

import pytest

from economancy.commands.cli import main
from economancy.game import GAME
from economancy.pages import board
from economancy.pages.faces import effects, face
from economancy.protocol import encode_state
from economancy.rules.cards import SHOP_CARDS, STIPEND, Card
from economancy.rules.game import new_game
from economancy.rules.position import Position
from economancy.rules.state import Buying
from gamekit.analysis.frames import frames, read_games
from gamekit.analysis.games import Judgement
from gamekit.answer import Answer, Failure, Kind
from gamekit.game import Fault, Observation, Seat
from gamekit.game.appraisal import Basis, Candidate, Worth
from gamekit.pages.drawings import Drawings
from gamekit.pages.replay import OptionCatalogue, Replay
from gamekit.pages.watch import watch_page
from gamekit.referee import play
from gamekit.seats import BuiltinSeat
from gamekit.table import Step
from gamekit.traces import TraceWriter
from gamekit.wire.json_stream import dumps, values_of
from tests.economancy.positions import player, position
from tests.elements import element_names

TRACES = Path(__file__).parents[3] / "traces"


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


def data_of(trace: bytes) -> dict[str, Any]:
    """Return what the page of a trace holds, as its script reads it."""
    html = watch_page(GAME, "a game", trace, seconds=0)
    found = re.search(r'<script type="application/json" id="trace">(.*?)</script>', html, re.DOTALL)
    assert found
    data: dict[str, Any] = json.loads(found[1])
    return data


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


def test_every_step_of_a_golden_game_is_told_as_its_move_says(shown_traces: list[Path]) -> None:
    for path in shown_traces:
        values = [json.loads(line) for line in path.read_bytes().splitlines()]
        (game,) = data_of(path.read_bytes())["games"]
        assert game["complaint"] is None
        at = 0
        for number, frame in enumerate(game["frames"]):
            state, at = values[at], at + 1
            if "player" not in state:
                assert (number, at) == (len(game["frames"]) - 1, len(values)), path
                continue
            name, _, words = frame["move"].partition(": ")
            assert (frame["seat"], name) == (state["player"], f"Player {state['player'] + 1}")
            if isinstance(values[at], dict):
                assert words == "no answer", path
                continue
            move, at = values[at], at + 1
            if "action" not in frame:
                assert path.name.startswith("fault")
                assert words.startswith("no answer") or words.endswith("is not legal")
                continue
            expected = in_words(state, move)
            assert words in (expected, expected.replace("buys", "pays for") + ", which is sold out"), path


def test_both_spellings_give_the_same_page() -> None:
    ours, theirs = (played("attack", "decent", wire=wire) for wire in ("referee", "assignment"))
    assert ours != theirs
    assert data_of(ours) == data_of(theirs)


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
        (Failure(Kind.LATE, "no answer within 1 s", 1.0), "no answer in time"),
        (Failure(Kind.DEAD, "it exited", 0.0), "no answer"),
        (Answer([99], 0.0), "[99], which is not legal"),
        (Answer({"bid": 1}, 0.0), '{"bid":1}, which is not legal'),
    ],
)
def test_a_fault_is_told(answer: Answer | Failure, told: str) -> None:
    (game,) = data_of(played("simple", "simple", seats={1: Late(answer)}))["games"]
    *_, step, _last = game["frames"]
    assert (step["seat"], step["move"], "action" in step) == (1, f"Player 2: {told}", False)
    assert game["ending"].startswith("Player 2 forfeits: ")
    assert (game["forfeit"], game["complaint"]) == (1, None)


def test_a_tournaments_stream_shows_each_game_under_its_names_and_the_record() -> None:
    first, second = played("simple", "decent"), played("points", "points", "attack")
    stream = (
        lines({"meta": "players", "names": ["simple", "decent"]})
        + first
        + lines({"meta": "players", "names": ["points", "points", "attack"]})
        + second
        + lines({"meta": "record", "players": [["points", 1, 0, 2], ["<i>", 0, 0, 1]]})
    )
    assert [game["names"] for game in data_of(stream)["games"]] == [
        ["simple", "decent"],
        ["points (1)", "points (2)", "attack"],
    ]
    html = watch_page(GAME, "games", stream, seconds=0)
    assert '<th scope="row">points</th><td>1</td><td>0</td><td>2</td>' in html
    assert '<th scope="row">&lt;i&gt;</th><td>0</td><td>0</td><td>1</td>' in html


def test_days_are_counted_from_the_first_on() -> None:
    (game,) = data_of((TRACES / "base-2p-decent-economancy.json").read_bytes())["games"]
    days = [frame["length"] for frame in game["frames"]]
    assert (days[0], days) == (1, sorted(days))
    assert {later - earlier for earlier, later in itertools.pairwise(days)} <= {0, 1}
    assert game["frames"][0]["moment"] == "Day 1 · Investing"
    fourth = next(frame for frame in game["frames"] if frame["length"] == 4)
    assert fourth["moment"] == "Day 4 (a day 1) · Investing"


def test_a_drawing_is_the_state_and_integers_past_what_javascript_knows_are_strings() -> None:
    state = position(
        player(coins=3461834487117869480315), player("<b>", coins=2**53 - 1), shop={"a & b": 2, "Ghost": 1}
    )
    drawn = board.draw(state)
    assert "<b>" not in drawn
    found = json.loads(re.sub("<[^>]*>", "", drawn).replace("&amp;", "&").replace("&lt;", "<").replace("&gt;", ">"))
    assert [one["coins"] for one in found["players"]] == ["3461834487117869480315", 2**53 - 1]
    expected = encode_state(state)
    assert found["shop"] == expected["shop"]
    assert found["players"][1] == expected["players"][1]  # type: ignore[index]


def test_a_name_cannot_break_out_of_the_page() -> None:
    evil = "</script><img src=x onerror=alert(1)>"
    state = position(player(evil), player(), shop={evil: 2})
    trace = (
        lines({"meta": "players", "names": [evil, "b"]}, encode_state(state, 0), [0])
        + lines(encode_state(state, 1), [0])
        + lines({"meta": "record", "players": [[evil, 1, 0, 0]]})
    )
    html = watch_page(GAME, evil, trace, seconds=0)
    begin, end = element_names(html)
    assert "img" not in begin
    assert begin.count("script") == end.count("script")
    assert data_of(trace)["games"][0]["names"][0] == evil


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
    emblems = board.asset("emblems.svg")
    assert all(f'id="emblem-{emblem}"' in emblems for emblem in [*drawn, "unknown", "attack", "defence"])


@pytest.mark.parametrize(
    ("bought", "expected"),
    [("Golem", ["buys Golem"]), ("Ghost", ["buys Golem", "pays for Ghost, which is sold out"])],
)
def test_what_is_sold_out_is_no_candidate_unless_it_was_played(bought: str, expected: list[str]) -> None:
    state = position(player(coins=5), player(buys=0), phase=Buying(), shop={"Ghost": 0, "Golem": 1})
    (watched,) = read_games(GAME, values_of(played("simple", "decent")))
    candidates = tuple(Candidate(name, Worth(share, Basis.VALUE)) for name, share in (("Golem", 0.5), ("Ghost", 0.495)))
    step = Step(Position(state), 0, Answer([bought], 0.0), bought)
    chosen = next(one for one in candidates if one.action == bought)
    options = OptionCatalogue()
    Replay(GAME, watched, Drawings(), options).decision(Judgement(1, 0, step, candidates, chosen), 0)
    assert [words for words, *_ in options.take()] == expected


def test_what_came_of_a_fight_is_told() -> None:
    fights = 0
    for path in TRACES.glob("*.json"):
        (watched,) = read_games(GAME, values_of(path.read_bytes()))
        (game,) = data_of(path.read_bytes())["games"]
        ends = [shown for frame, shown in zip(frames(watched), game["frames"], strict=True) if frame.ends]
        stories = [" ".join(shown.get("story", [[]])[0]) for shown in ends]
        for one, told in zip(watched.rounds, stories, strict=True):
            if "defend" not in told:
                continue
            fights += 1
            before, after = one.before.state.players, one.after.state.players
            lost = sum(len(before[i].cards) - len(after[i].cards) for i in range(len(before)) if not after[i].out)
            assert told.count("faints") == lost
            out = sum(later.out and not earlier.out for earlier, later in zip(before, after, strict=True))
            assert told.count("out of the game") == out
    assert fights > 5


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    status = main(["view", *arguments])
    captured = capsys.readouterr()
    return status, captured.out, captured.err


@pytest.mark.ci
def test_a_page_of_1500_moves_is_written_and_no_megabyte_long(golden_traces: list[Path], tmp_path: Path) -> None:
    (longest,) = (path for path in golden_traces if path.name == "simple-4p-points-simple-random-decent-0.json")
    trace, page = tmp_path / "trace.json", tmp_path / "page.html"
    trace.write_bytes(longest.read_bytes())
    assert main(["view", str(trace), "-o", str(page), "--seconds", "2"]) == 0
    assert trace.read_bytes().count(b"\n[") == 750
    assert page.stat().st_size < 1_000_000


@pytest.mark.parametrize("seconds", ["-1", "nan", "inf", "soon"])
def test_seconds_are_a_number_from_0(seconds: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["view", "game.json", "--seconds", seconds])
    assert "expected a number of seconds from 0" in capsys.readouterr().err


def test_the_text_tells_every_move_in_80_columns(capsys: pytest.CaptureFixture[str]) -> None:
    for path in sorted(TRACES.glob("*.json")):
        status, out, _ = run(capsys, "--text", str(path))
        assert status == 0
        assert max(map(len, out.splitlines())) <= 80
        assert "\x1b" not in out
        (game,) = data_of(path.read_bytes())["games"]
        told = re.findall(r"^  (Player \d: .*?) *$", out, re.MULTILINE)
        assert told == [frame["move"] for frame in game["frames"][:-1]]
        assert out.count("Shop  ") == len({frame["length"] for frame in game["frames"][:-1]}) + 1
        assert game["ending"] in out


def test_the_text_shows_faults_and_costs(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "fault.json"
    path.write_bytes(played("simple", "simple", seats={1: Late(Failure(Kind.LATE, "no answer within 1 s", 1.0))}))
    out = run(capsys, "--text", str(path))[1]
    assert "Player 2: no answer in time" in out
    assert "Player 2 forfeits: no answer within 1 s." in out
    out = run(capsys, "--text", "--seconds", "3", str(TRACES / "simple-2p-attack-decent.json"))[1]
    assert re.search(r"Win shares: Player 1 \d+%, Player 2 \d+%", out)
    assert re.search(r"^  Player \d: .*  cost \d+% of a win *$", out, re.MULTILINE)


def test_a_question_names_the_cards_that_stand_for_its_options() -> None:
    state = position(player("Ghost", coins=5), player(), phase=Buying(), shop={"Golem": 1, "Worker": 0})
    question = GAME.question(Observation(Position(state), 0), ["a", "b"])
    assert {option.action: option.clicks for option in question.options} == {"Pass": (), "Golem": ("buy-Golem",)}
