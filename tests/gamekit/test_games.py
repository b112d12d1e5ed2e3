"""The referee and traces, through nothing but the `Game` objects of two little games."""

from random import Random
from typing import Any

import pytest

from gamekit.answer import Answer, Failure, Kind
from gamekit.game import AnyGame, Fault, Observation, Seat
from gamekit.probes.contract.values import changed
from gamekit.referee import play
from gamekit.seats import BuiltinSeat
from gamekit.table import Table
from gamekit.traces import Mismatch, TraceWriter, replay, split_games
from gamekit.wire.json_stream import Value, dumps, loads, values_of
from tests.gamekit.goofspiel import GOOFSPIEL
from tests.gamekit.nim import NIM

GAMES = [NIM, GOOFSPIEL]


class Scripted(Seat[Any]):
    """A seat that gives these answers, one after another."""

    errors = ""

    def __init__(self, *answers: object) -> None:
        self.answers = iter(answers)
        self.seen: list[Observation[Any]] = []
        self.told: Fault | None = None

    def ask(self, observation: Observation[Any]) -> Answer | Failure:
        self.seen.append(observation)
        answer = next(self.answers)
        return answer if isinstance(answer, Failure) else Answer(answer, 0.0)

    def tell(self, state: object, seat: int, fault: Fault | None) -> None:
        self.told = fault


def refereed(game: AnyGame, seats: int, seed: int) -> tuple[Table[Any], list[bytes]]:
    """Play a game of the built-in "random"; return it and its trace."""
    players = [BuiltinSeat(game, game.policy("random"), Random(seed + seat), 1.0) for seat in range(seats)]
    lines: list[bytes] = []
    start = game.new_game(seats, game.variants[0], Random(seed))
    return play(game, start, players, trace=TraceWriter(game, lines.append)), lines


def values(lines: list[bytes]) -> list[Value]:
    """Return the values of a trace as a reader gets them."""
    items = values_of(b"".join(line + b"\n" for line in lines))
    assert all(isinstance(item, Value) for item in items)
    return [item for item in items if isinstance(item, Value)]


def verify(game: AnyGame, lines: list[bytes]) -> int:
    """Return how many rounds a trace has that is in order. Raises Mismatch."""
    (one,) = split_games(game, values(lines))
    return sum(1 for _ in replay(game, one))


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_the_question_offers_each_legal_action(game: AnyGame) -> None:
    state = game.new_game(2, "standard", Random(1))
    observation = Observation(game.observe(state, 0), 0)
    options = game.question(observation, ["A", "B"]).options
    assert [option.action for option in options] == list(game.legal_actions(state, 0))


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_a_trace_of_a_game_is_verified(game: AnyGame) -> None:
    for seats in game.seats:
        match, lines = refereed(game, seats, seed=seats)
        assert match.forfeit is None
        assert verify(game, lines) == game.length(match.state)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_a_damaged_trace_is_caught(game: AnyGame) -> None:
    _, lines = refereed(game, 2, seed=1)
    for number in range(len(lines)):
        without = lines[:number] + lines[number + 1 :]
        with pytest.raises(Mismatch):
            verify(game, without)
    last = loads(lines[-1])
    assert isinstance(last, dict)
    last["over"] = {"forfeit": 0, "reason": "nothing of the kind"}
    with pytest.raises(Mismatch):
        verify(game, [*lines[:-1], dumps(last)])


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_a_trace_with_any_value_changed_is_caught(game: AnyGame) -> None:
    _, lines = refereed(game, 2, seed=1)
    for number in {0, 1, 2, 3, len(lines) - 2, len(lines) - 1}:
        for other in changed(loads(lines[number])):
            with pytest.raises(Mismatch):
                print(verify(game, [*lines[:number], dumps(other), *lines[number + 1 :]]), lines[number], other)


def test_hidden_prizes_and_bids_are_not_observed() -> None:
    start = GOOFSPIEL.new_game(2, "standard", Random(3))
    first, second = Scripted(1, 2, 3, 4, 5), Scripted(5, 4, 3, 2, 1)
    play(GOOFSPIEL, start, [first, second])
    assert all(prize == 0 for prize in first.seen[0].state.prizes[1:])
    assert second.seen[0].state.hands[0] == (1, 2, 3, 4, 5)  # the first seat's bid is not shown to the second
    assert second.seen[1].state.hands[0] == (2, 3, 4, 5)


@pytest.mark.parametrize(
    ("answer", "reason"),
    [
        ([0, 9], "illegal move: expected one of"),
        ("two", "wrong shape: expected an array of a heap and a number of sticks at $"),
        (Failure(Kind.LATE, "no answer within 1 s", 1.0), "no answer within 1 s"),
        (Failure(Kind.DEAD, "exited with status 1", 0.1), "exited with status 1"),
    ],
)
def test_a_fault_ends_the_game_and_its_trace_is_verified(answer: object, reason: str) -> None:
    lines: list[bytes] = []
    players = [Scripted([0, 1]), Scripted(answer)]
    match = play(NIM, NIM.new_game(2, "standard", Random()), players, trace=TraceWriter(NIM, lines.append))
    assert match.forfeit is not None
    assert match.forfeit.seat == 1
    assert match.forfeit.reason.startswith(reason)
    assert players[0].told == match.forfeit
    assert verify(NIM, lines) == 2


def test_a_fault_after_a_legal_answer_is_caught() -> None:
    lines: list[bytes] = []
    play(
        NIM,
        NIM.new_game(2, "standard", Random()),
        [Scripted([0, 1]), Scripted([0, 9])],
        trace=TraceWriter(NIM, lines.append),
    )
    with pytest.raises(Mismatch):
        verify(NIM, [*lines[:-2], b"[1,1]", lines[-1]])
