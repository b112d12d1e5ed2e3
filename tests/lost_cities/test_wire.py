"""A program at a seat is sent what the quiz's server sends, and what it answers is judged as there."""

import sys
from collections.abc import Mapping
from random import Random
from typing import Any

import pytest

from gamekit.answer import Answer, Delay, Failure, Kind
from gamekit.game import ChildSettings, Observation
from gamekit.referee import play
from gamekit.seats import BuiltinSeat
from gamekit.wire.lines import LineSplitter
from lost_cities.game import GAME
from lost_cities.protocol.lines import RejectedError, decode_action
from lost_cities.recorded import SIDES, questions, replay
from lost_cities.rules import Draw, State, apply, deal, new_game, observe
from lost_cities.wire import MOST_REJECTED, LinesSeat, open_lines
from tests.lost_cities.recorded import games


class Script:
    """A child that answers what it is given, and keeps what it is sent."""

    splitter = LineSplitter()
    unfinished = False

    def cpu_seconds(self) -> float:
        return 0.0

    def __init__(self, lines: list[str]) -> None:
        self.lines, self.sent, self.stderr_tail = lines, b"", ""

    def ask(self, message: bytes, timeout: float) -> Answer | Failure:
        self.sent += message
        return Answer(self.lines.pop(0), 0.0) if self.lines else Failure(Kind.LATE, "no answer within 1 s", timeout)

    def tell(self, message: bytes) -> None:
        self.sent += message


def sent_in(game: Mapping[str, Any], side: str) -> bytes:
    """Play one side of a recorded game by a child that answers as that side did; return what the child was sent."""
    seat = SIDES.index(side)
    child: Any = Script([line for who, line in game["answers"] if who == side])
    player = LinesSeat(child, 1.0)
    end = replay(game).state
    asked = list(questions(game))
    before: State | None = None
    for (state, line), after in zip(asked, [*(state for state, _ in asked[1:]), end], strict=True):
        if state.mover == seat and state != before:
            player.ask(Observation(observe(state, seat), seat))
        if state != after:  # the answer was legal
            player.saw(state, {state.mover: decode_action(line, state)}, after, seat)
        before = state
    player.tell(end, seat, None)
    return bytes(child.sent)


def test_both_sides_of_every_recorded_game_are_sent_the_same_bytes() -> None:
    for game in games():
        table = replay(game)
        for seat, side in enumerate(SIDES):
            assert sent_in(game, side) == "".join(f"{line}\n" for line in table.lines[seat]).encode(), game["id"]


def asked(state: State, lines: list[str]) -> tuple[Answer | Failure, str]:
    child: Any = Script(lines)
    answer = LinesSeat(child, 1.0).ask(Observation(observe(state, state.mover), state.mover))
    return answer, child.sent.decode()


def test_a_wrong_answer_costs_an_error_line_and_the_next_one_counts() -> None:
    state = new_game(*deal(Random(3)), 0)
    good = GAME.encode_action(GAME.legal_actions(state, 0)[0])
    answer, sent = asked(state, ["InvD", f" {str(good).upper()} "])
    assert isinstance(answer, Answer)
    assert answer.value == good
    assert sent.endswith("Your play?\nError:  Invalid play.\n")


def test_too_many_wrong_answers_are_a_fault() -> None:
    answer, _ = asked(new_game(*deal(Random(3)), 0), ["nonsense"] * (MOST_REJECTED + 5))
    assert isinstance(answer, Failure)
    assert answer.kind == "garbage"


def test_no_answer_is_a_failure() -> None:
    answer, _ = asked(new_game(*deal(Random(3)), 0), [])
    assert isinstance(answer, Failure)


def test_a_game_from_the_middle_of_a_turn_says_what_was_discarded() -> None:
    state = new_game(*deal(Random(3)), 0)
    discard = next(action for action in GAME.legal_actions(state, 0) if GAME.action_text(action).startswith("discard"))
    state = apply(state, discard)
    _, sent = asked(state, ["n"])
    assert sent.startswith("You discard the ")
    with pytest.raises(RejectedError, match="No cards there"):
        decode_action("domjv"[discard.card.suit], state)  # type: ignore[union-attr]
    assert Draw(discard.card.suit) not in GAME.legal_actions(state, 0)  # type: ignore[union-attr]


@pytest.mark.parametrize("words", [[], ["HOST", "PORT"]], ids=["pipes", "tcp"])
@pytest.mark.parametrize("seat", [0, 1])
def test_a_built_in_plays_a_game_over_lines_as_it_does_in_this_process(words: list[str], seat: int) -> None:
    command = [sys.executable, "-m", "lost_cities", "bot", "bred", *words]
    state = GAME.new_game(2, "standard", Random(5))
    builtins = [BuiltinSeat(GAME, GAME.policy("bred"), Random(1), 1.0, raising=True) for _ in range(2)]
    expected = play(GAME, state, builtins)
    with open_lines(command, ChildSettings("lines", 20.0), {}) as child:
        players: list[Any] = [*builtins]
        players[seat] = child
        found = play(GAME, state, players)
    assert found.faults == []
    assert found.state == expected.state


def test_a_late_answer_names_the_limit_and_not_what_a_wrong_one_left_of_it() -> None:
    child: Any = SlowScript(["nonsense"])
    state = new_game(*deal(Random(1)), 0)
    answer = LinesSeat(child, 3.0).ask(Observation(observe(state, 0), 0))
    assert isinstance(answer, Failure)
    assert answer.reason.startswith("no answer within 3 s; it waits")
    assert (answer.seconds, answer.delay) == (3.0, Delay.IDLE)


class SlowScript(Script):
    """Takes a second for an answer, and all its time for none."""

    def ask(self, message: bytes, timeout: float) -> Answer | Failure:
        if self.lines:
            return Answer(self.lines.pop(0), 1.0)
        return Failure(Kind.LATE, f"no answer within {timeout:g} s", timeout)
