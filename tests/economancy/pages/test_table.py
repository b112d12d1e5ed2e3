"""The table that people and programs play at: who is asked, what is secret, and the same games as the referee's."""

from dataclasses import dataclass
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from economancy.game import GAME
from economancy.policy.baselines import random as random_move
from economancy.rules.cards import BASE
from economancy.rules.game import legal_actions, new_game, new_shop
from economancy.rules.position import Position
from economancy.rules.state import Action, Attacking, State
from economancy.rules.state import Observation as Seen
from gamekit.answer import Answer, Failure, Kind
from gamekit.game import Fault, Observation, Seat
from gamekit.referee import play
from gamekit.table import Table
from gamekit.traces import TraceWriter, trace_of
from gamekit.web.seat_page import SeatPage
from gamekit.web.session import Session
from tests.economancy.pages.test_play_page import Party
from tests.economancy.positions import names, player, position

LATE = Failure(Kind.LATE, "no answer within 1 s", 1.0)


def begun(state: State, last_day: int = 100) -> Table[Position]:
    return Table.begin(GAME, Position(state, last_day=last_day))


def given_answer(*actions: Action) -> Answer:
    return Answer(list(actions), 0.0)


WRONG: list[Answer | Failure] = [LATE, given_answer(-1), given_answer(), Failure(Kind.DEAD, "exited", 0.1)]


@dataclass
class Scripted(Seat[Any]):
    """A seat that gives these answers."""

    answers: list[Answer | Failure]
    errors = ""

    def ask(self, observation: Observation[Position]) -> Answer | Failure:
        return self.answers.pop(0)

    def tell(self, state: Position, seat: int, fault: Fault | None) -> None:
        pass


@given(st.integers(2, 4), st.integers(0, 10**6), st.sampled_from([0, 0, 1, 5]))
def test_in_whatever_order_answers_come_the_game_and_its_trace_are_the_referee_s(
    seats: int, seed: int, percent_wrong: int
) -> None:
    rng = Random(seed)
    start = new_game(seats, new_shop(seats, BASE))
    table, answers = begun(start, 6), [list[Answer | Failure]() for _ in range(seats)]
    while not table.over:
        seat = rng.choice(table.asked())
        answer: Answer | Failure = given_answer(random_move(Seen(table.shown.state, seat), rng))
        if rng.randrange(100) < percent_wrong:
            answer = rng.choice(WRONG)
        answers[seat].append(answer)
        table = table.answered(seat, answer)
    lines: list[bytes] = []
    players = [Scripted(mine) for mine in answers]
    match = play(GAME, Position(start, last_day=6), players, trace=TraceWriter(GAME, lines.append))
    assert (table.state, table.forfeit, trace_of(table)) == (match.state, match.forfeit, lines)
    assert table.state.day == match.state.day


def test_all_who_choose_in_secret_are_asked_at_once_and_see_nothing_of_the_others() -> None:
    table = begun(new_game(3)).answered(2, given_answer(3))
    assert table.asked() == (0, 1)
    assert (table.shown.state, table.revealed) == (new_game(3), {})
    assert table.choice(2) == 3


def test_defenders_are_asked_one_after_another_and_see_the_earlier_ones_choices() -> None:
    state = position(player("Worker'"), player("Worker", "Ghost"), player("Worker"), phase=Attacking(0, 1))
    table = begun(state)
    assert table.asked() == (1,)
    table = table.answered(1, given_answer(2))
    assert table.asked() == (2,)
    assert names(table.shown.state.players[1]) == ["Worker", "Ghost'"]
    assert table.revealed == {1: 2}


def test_a_fault_waits_for_the_answers_of_the_seats_before_it() -> None:
    table = begun(new_game(3)).answered(1, LATE)
    assert not table.over
    table = table.answered(0, given_answer(1))
    assert table.forfeit == Fault(1, LATE.reason)
    assert table.asked() == ()
    assert len(trace_of(table)) == 5


@pytest.mark.parametrize("seat", [0, 2])
def test_who_is_not_asked_cannot_answer(seat: int) -> None:
    table = begun(new_game(2)).answered(0, given_answer(1))
    with pytest.raises(ValueError, match=f"got one of seat {seat}"):
        table.answered(seat, given_answer(1))


def test_rounds_hold_the_joint_choices_between_the_states() -> None:
    table = begun(new_game(2)).answered(1, given_answer(0)).answered(0, given_answer(1))
    (played,) = table.rounds()
    assert (played.before.state, played.after) == (new_game(2), table.state)
    assert played.actions == {0: 1, 1: 0}
    assert legal_actions(table.state.state, 0)


@given(st.integers(2, 4), st.integers(0, 10**6))
def test_what_a_seat_is_told_does_not_depend_on_what_another_chose_in_secret(seats: int, seed: int) -> None:
    rng = Random(seed)
    page = SeatPage(GAME)
    session = Session(GAME, Party(new_game(seats), {}), page.hint, bytes.decode)
    secrets = 0
    while not session.table.over and secrets < 20:
        table = session.table
        seat = rng.choice(table.asked())
        told = []
        for _ in range(3):
            after = table.answered(seat, given_answer(random_move(Seen(table.shown.state, seat), rng)))
            session.table = after
            told.append([page.news(session, other, 0) for other in range(seats) if other != seat])
        if after.length == table.length and not isinstance(table.state.state.phase, Attacking):
            secrets += 1
            assert told[0] == told[1] == told[2]
