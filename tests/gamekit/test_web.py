"""A table to play at, through nothing but the `Game` objects of the little games: what each seat gets, and gives."""

import asyncio
import contextlib
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from gamekit.answer import Answer, Failure, Kind
from gamekit.game import AnyGame, Observation, Policy, Question, Seat
from gamekit.referee import play
from gamekit.table import Table
from gamekit.traces import TraceWriter, replay, split_games, trace_of
from gamekit.web.party import Party
from gamekit.web.session import Session
from gamekit.wire.json_stream import loads, values_of
from tests.gamekit.goofspiel import GOOFSPIEL, Goofspiel
from tests.gamekit.goofspiel import State as Prizes
from tests.gamekit.nim import NIM, Action, Nim
from tests.gamekit.nim import State as Heaps
from tests.gamekit.tables import link, served
from tests.gamekit.test_games import Scripted

GAMES: list[AnyGame] = [NIM, GOOFSPIEL]


class Patient(Nim):
    """Nim in which a seat that answers wrongly loses its turn, and a built-in that does."""

    policy_names = ("wrong", *Nim.policy_names)

    def policy(self, name: str) -> Policy[Heaps, Action]:
        return (lambda observation, rng, deadline: (9, 9)) if name == "wrong" else super().policy(name)

    def after_fault(self, state: Heaps, seat: int, answer: object | None) -> Heaps | None:
        return replace(state, turn=state.turn + 1)


class Open(Goofspiel):
    """Goofspiel in which a bid leaves the hand at once, for all to see who bid after it."""

    def reveal(self, state: Prizes, seat: int, action: int) -> Prizes:
        hands = tuple(
            tuple(card for card in hand if number != seat or card != action) for number, hand in enumerate(state.hands)
        )
        return replace(state, hands=hands)


class Hasty(Nim):
    """Nim with a second for all answers of a seat."""

    game_seconds = 1.0


class Wealthy(Nim):
    """A question for a number beyond what JavaScript counts exactly."""

    def legal_actions(self, state: Heaps, seat: int) -> Sequence[Any]:
        return range(5, 10**30)

    def question(self, observation: Observation[Heaps], names: Sequence[str]) -> Question[Any]:
        return Question("How much?", numbers=range(5, 10**30))

    def action_text(self, action: Any, state: Any = None) -> str:
        return str(action)

    def encode_action(self, action: Any) -> object:
        return action

    def decode_action(self, value: object) -> Any:
        if not isinstance(value, int):
            raise ValueError(f"expected a number at $, got {value!r:.80}")
        return value

    def apply(self, state: Heaps, actions: Mapping[int, Any]) -> Heaps:
        return replace(state, heaps=(0,), turn=state.turn + 1)


def answer(value: object, seconds: float = 0.0) -> Answer:
    return Answer(value, seconds)


def verified(game: AnyGame, trace: bytes) -> int:
    """Replay a trace under the rules; return how many rounds it has."""
    (values,) = split_games(game, values_of(trace))
    return sum(1 for _ in replay(game, values))


@pytest.mark.parametrize("game", [NIM, Patient(), GOOFSPIEL, Open()], ids=lambda game: type(game).__name__)
def test_in_whatever_order_answers_come_the_game_and_its_trace_are_the_referee_s(game: AnyGame) -> None:
    wrong: list[Answer | Failure] = [answer("nonsense"), Failure.late(1.0, 1.0), Failure(Kind.DEAD, "gone", 0.1)]
    for seed in range(60):
        rng = Random(seed)
        seats = rng.choice(game.seats)
        start = game.new_game(seats, "standard", rng)
        table, given = Table.begin(game, start), [list[Any]() for _ in range(seats)]
        while not table.over:
            seat = rng.choice(table.asked())
            action = rng.choice(game.legal_actions(table.observation(seat).state, seat))
            reply = answer(game.encode_action(action)) if rng.random() > 0.05 else rng.choice(wrong)
            before = table.length
            table = table.answered(seat, reply)
            for played in table.rounds(before):  # what counted of a round up to its first fault
                for step in played.steps:
                    given[step.seat].append(step.reply)
        lines: list[bytes] = []
        players = [Scripted(*(each if isinstance(each, Failure) else each.value for each in mine)) for mine in given]
        match = play(game, start, players, trace=TraceWriter(game, lines.append))
        assert (table.state, table.forfeit, trace_of(table)) == (match.state, match.forfeit, lines)


def test_seats_that_choose_in_secret_are_asked_at_once_and_others_one_after_another() -> None:
    start = GOOFSPIEL.new_game(3, "standard", Random(1))
    table = Table.begin(GOOFSPIEL, start).answered(2, answer(3))
    assert table.asked() == (0, 1)
    assert table.observation(0).state.hands[2] == (1, 2, 3, 4, 5)
    table = Table.begin(Open(), start)
    assert table.asked() == (0,)
    table = table.answered(0, answer(3))
    assert table.asked() == (1,)
    assert table.observation(1).state.hands[0] == (1, 2, 4, 5)


def test_a_fault_that_does_not_end_the_game_is_told_and_the_next_seat_moves() -> None:
    with served(Patient(), "wrong", "person") as table:
        news = table.news(1, after=table.news(1)["version"])
        assert news["story"] == [["wrong breaks the rules. The game goes on."]]
        assert news["question"] is not None


def test_answers_that_take_more_than_all_the_time_of_a_game_are_a_fault() -> None:
    table = Table.begin(Hasty(), NIM.new_game(2, "standard", Random()))
    table = table.answered(0, answer([0, 1], 0.6)).answered(1, answer([0, 1], 0.6)).answered(0, answer([0, 1], 0.6))
    assert table.forfeit is not None
    assert table.forfeit.reason == "took more than 1 s in all"


@pytest.mark.parametrize("seat", [0, 2])
def test_who_is_not_asked_cannot_answer(seat: int) -> None:
    table = Table.begin(GOOFSPIEL, GOOFSPIEL.new_game(2, "standard", Random(1))).answered(0, answer(1))
    with pytest.raises(ValueError, match=f"got one of seat {seat}"):
        table.answered(seat, answer(1))


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_people_and_programs_play_whole_games_whose_traces_follow_the_rules(game: AnyGame) -> None:
    with served(game, "person", "random") as table:
        assert table.client.get(f"{link(0)}/trace/0").status_code == 404
        table.play_on(Random(1))
        over = table.news(0)
        assert over["over"] == over["story"][-1][-1]
        trace = table.client.get(f"{link(0)}/trace/0")
        assert game.name in trace.headers["content-disposition"]
        assert verified(game, trace.content) == len(over["story"])
        watched = table.client.get(f"{link(0)}/watch/0").content
        assert watched == trace.content
        assert table.post(0, "new", game=0)[1]["story"] == []
        table.play_on(Random(2))
        assert table.client.get(f"{link(0)}/trace/1").content != trace.content


class Gathered:
    """A table of a person and a program, one that notes what it is asked in each game."""

    names = ("person", "program")

    def __init__(self) -> None:
        self.programs: list[Scripted] = []

    def start(self, number: int) -> Prizes:
        return GOOFSPIEL.new_game(2, "standard", Random(number))

    @contextlib.contextmanager
    def open_programs(self, number: int) -> Iterator[Mapping[int, Seat[Prizes]]]:
        self.programs.append(Scripted(*range(1, 6)))
        yield {1: self.programs[-1]}


def test_a_program_is_asked_about_its_own_game_only() -> None:
    async def play_two_games() -> None:
        session: Session[Prizes] = Session(GOOFSPIEL, party, lambda table, seat: {}, bytes.decode)
        session.begin()
        await session.restart(0, 0)
        await asyncio.sleep(0.2)
        await session.close()

    party = Gathered()
    asyncio.run(play_two_games())
    for number, program in enumerate(party.programs):
        seen = [observation.state.prizes[0] for observation in program.seen]
        assert seen in ([], [party.start(number).prizes[0]])


def test_a_game_that_is_over_goes_by_the_names_of_who_played_it() -> None:
    with served(NIM, "person", "random") as table:
        table.play_on(Random(1))
        assert table.post(0, "new", game=0, seats=["nim", "person"], variant="standard")[0] == 200
        for path in ("trace", "watch"):
            note = table.client.get(f"{link(0)}/{path}/0").content.splitlines()[0]
            assert loads(note) == {"meta": "players", "names": ["Player 1", "random"]}


def test_nothing_that_a_seat_gets_tells_hidden_prizes_or_what_another_has_bid_in_secret() -> None:
    """Games that differ only in prizes to come and in a rival's bid are told alike to those who have not bid."""
    with served(GOOFSPIEL, "person", "person", "person") as table:
        session, rng = table.session, Random(5)
        for seat in range(3):
            table.news(seat)  # from here on nobody is away
        while not session.table.over:
            kept = session.table
            told: list[list[Any]] = []
            for bid in kept.state.hands[0][:2]:
                for _ in range(2):
                    unseen = list(kept.state.prizes[kept.state.played + 1 :])
                    rng.shuffle(unseen)
                    prizes = (*kept.state.prizes[: kept.state.played + 1], *unseen)
                    other = Table.begin(table.session.rules, replace(kept.state, prizes=prizes))
                    other = other._replace(past=kept.past).answered(0, answer(bid))
                    session.table = other
                    told.append([*(table.news(seat) for seat in (1, 2)), table.post(1, "hint", moment=session.moment)])
            assert all(each == told[0] for each in told)
            assert (told[0][0]["waiting"], told[0][0]["own"]) == ([1, 2], None)
            session.table = kept
            for seat in range(3):
                table.move(seat, rng.choice(kept.state.hands[seat]))


def test_a_seat_s_own_secret_choice_is_shown_to_it_alone() -> None:
    with served(GOOFSPIEL, "person", "person") as table:
        table.move(0, 3)
        assert (table.news(0)["own"], table.news(1)["own"]) == ("3", None)
        assert table.move(0, 2) == (409, {"error": "you have already chosen"})
        table.move(1, 4)
        assert table.news(1)["story"] == [["Player 1: 3", "You: 4"]]


def test_the_page_shows_the_game_s_own_board_question_and_hints() -> None:
    with served(NIM, "person", "person") as table:
        html = table.client.get(link(0))
        assert "You are Player 1." in html.text
        assert "default-src 'none'" in html.headers["content-security-policy"]
        news = table.news(0)
        assert 'data-click="2-5"' in news["board"]
        assert news["question"]["title"] == "Take how many?"
        option = next(one for one in news["question"]["options"] if one["clicks"] == ["2-5"])
        assert (loads(option["action"].encode()), option["label"]) == ([2, 5], "take 5 of heap 3")
        hints = table.post(0, "hint", moment=0)[1]["hints"]
        assert hints == [{"action": "[0,2]", "label": "take 2 of heap 1", "text": "leaves nim-sum 0"}]
        assert (table.news(1)["question"], table.news(1)["waiting"]) == (None, [0])
        assert table.post(1, "hint", moment=0)[0] == 409


def test_a_game_that_draws_no_page_is_shown_as_text_with_names_escaped() -> None:
    with served(GOOFSPIEL, "person", "match") as table:
        party = table.session.party
        assert isinstance(party, Party)
        table.session.party = replace(party, texts=("<b>Ann", "<i>Bob"))
        board = table.news(0)["board"]
        assert board.startswith("<pre>Prize: ")
        assert "You: 0 points" in board
        assert "&lt;i&gt;Bob" in board
        assert not re.search(r"<[bi]>", board)


@pytest.mark.parametrize(
    "name",
    ["play.js", "link.js", "board.js", "keys.js", "setup.js", "play.css", "colours.css", "elements.css", "game.css"],
)
def test_the_page_s_files_are_served_and_nothing_else_is(name: str) -> None:
    with served(NIM, "person", "person") as table:
        assert f"/static/{name}" in table.client.get(link(0)).text
        assert table.client.get(f"/static/{name}").status_code == 200
        for other in ("play.html", "..%2fapp.py", "nothing"):
            assert table.client.get(f"/static/{other}").status_code == 404


def test_numbers_have_no_limit() -> None:
    with served(Wealthy(), "person", "person") as table:
        assert table.news(0)["question"]["numbers"] == ["5", str(10**30 - 1)]
        assert table.post(0, "move", moment=0, number=str(10**30))[0] == 422
        assert table.post(0, "move", moment=0, number="9" * 29)[0] == 200
        assert table.session.table.rounds()[0].actions == {0: int("9" * 29)}


@pytest.mark.parametrize(
    ("body", "status", "message"),
    [
        ({"action": [0, 9]}, 422, "illegal move: expected one of"),
        ({"action": "two"}, 400, "expected an array of a heap and a number of sticks at $"),
        ({"number": "1e3"}, 400, "expected the digits of a whole number"),
        ({"number": "9" * 401}, 400, "expected the digits of a whole number"),
        ({"number": "9"}, 400, "no number is asked for"),
        ({}, 400, "expected the key 'action' or 'number'"),
    ],
)
def test_a_wrong_move_is_refused_and_changes_nothing(body: dict[str, object], status: int, message: str) -> None:
    with served(NIM, "person", "person") as table:
        before = table.session.version, table.session.table
        found, refusal = table.post(0, "move", moment=0, **body)
        assert (found, list(refusal)) == (status, ["error"])
        assert message in refusal["error"]
        assert (table.session.version, table.session.table) == before


def test_another_seat_s_token_opens_nothing() -> None:
    with served(GOOFSPIEL, "person", "person") as table:
        for path in ("", "/news", "/trace/0", "/watch/0"):
            assert table.client.get(f"/seat/0/token-1{path}").status_code == 403
        for path in ("/move", "/hint", "/new", "/leave"):
            assert table.client.post(f"/seat/1/token-0{path}", json={"moment": 0, "game": 0}).status_code == 403
