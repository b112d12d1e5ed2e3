"""The loop of a player: what its seconds count from."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from random import Random

import pytest

from gamekit.deadline import Deadline, TimeUpError
from gamekit.game import AnyGame
from gamekit.player import loop
from gamekit.player.values import GameValues
from gamekit.referee import play_builtins
from gamekit.settings import Settings
from gamekit.traces import trace_of
from tests.gamekit.nim import NIM


@dataclass
class Clock:
    """A clock that goes on only when somebody says so."""

    now: float = 100.0

    def __call__(self) -> float:
        return self.now


@dataclass
class Stage:
    """A player whose messages are numbers, read on a clock: each chunk takes its seconds to come."""

    chunks: list[tuple[float, bytes]]
    clock: Clock = field(default_factory=Clock)
    decoding: float = 0.0
    deciding: float = 0.0
    left: list[float] = field(default_factory=list)
    """The seconds that each decision had."""

    def run(self, begun: float | None = None) -> list[float]:
        wire = Numbers(lambda: self._pass(self.decoding))
        player = loop.PlayerLoop(
            wire, self._decide, Settings(Random(1)), self._read, lambda data: None, self.clock, begun
        )
        assert player.run() == 0
        return self.left

    def _pass(self, seconds: float) -> None:
        self.clock.now += seconds

    def _read(self, size: int) -> bytes:
        seconds, data = self.chunks.pop(0) if self.chunks else (0.0, b"")
        self._pass(seconds)
        return data

    def _decide(self, position: int, rng: Random, deadline: Deadline) -> int:
        self.left.append(deadline.remaining())
        self._pass(self.deciding)
        return position


@dataclass
class Numbers(loop.Wire[int, int]):
    decoding: Callable[[], None]
    name: str = "numbers"

    def decode(self, message: object) -> int:
        assert isinstance(message, int)
        self.decoding()
        return message

    def legal(self, position: int) -> Sequence[int]:
        return [position]

    def answer(self, message: object, action: int) -> object:
        return action


def test_what_is_done_with_a_message_before_the_decision_counts() -> None:
    assert Stage([(5.0, b"1\n")], decoding=0.25).run() == [0.75]


def test_the_wait_for_a_message_does_not_count() -> None:
    assert Stage([(5.0, b"1\n"), (7.0, b"2\n")], deciding=0.5).run() == [1.0, 1.0]


def test_of_messages_that_come_together_each_is_timed_from_the_answer_before_it() -> None:
    assert Stage([(5.0, b"1\n2\n3\n")], deciding=0.5).run() == [1.0, 1.0, 1.0]


def test_what_waits_for_a_player_that_starts_has_waited_since_it_was_started() -> None:
    assert Stage([(0.0, b"1\n"), (0.0, b"2\n")]).run(begun=99.75) == [0.75, 1.0]
    assert Stage([(0.5, b"1\n")]).run(begun=99.75) == [1.0]  # it came later
    assert Stage([(0.0, b"1\n")]).run(begun=90.0) == [0.0]


def test_a_part_of_a_deadline_is_a_share_of_the_time_that_is_left() -> None:
    clock = Clock(10.0)
    deadline = Deadline(clock, 14.0)
    assert deadline.part(0.5).at == 12.0
    clock.now = 13.0
    assert deadline.part(0.5).at == 13.5
    clock.now = 15.0
    assert deadline.part(0.5).remaining() == 0
    with pytest.raises(TimeUpError):
        deadline.check()


def said(game: AnyGame, text: bytes) -> tuple[int, list[bytes], list[str]]:
    """Return what a player of a game's JSON values makes of an input: exit status, answers, complaints."""
    chunks, written, complaints = iter([text]), list[bytes](), list[str]()
    settings = Settings(Random(1), strict=True, complain=complaints.append)
    player = loop.PlayerLoop(
        GameValues(game), game.policy("random"), settings, lambda size: next(chunks, b""), written.append
    )
    return player.run(), written, complaints


@pytest.mark.parametrize("text", [b"42", b'"x"', b"[]", b"null", b"{}", b"hello\n"])
def test_of_a_games_values_what_is_no_message_gets_a_line_and_status_2(text: bytes) -> None:
    status, answers, complaints = said(NIM, text)
    assert (status, answers, len(complaints)) == (2, [], 1)


def test_of_a_trace_that_is_piped_in_only_states_are_answered() -> None:
    table = play_builtins(NIM, NIM.new_game(2, "standard", Random(1)), ("random", "random"), 1)
    lines: list[bytes] = trace_of(table)
    states = [line for line in lines if b'"seat"' in line]
    assert len(states) > 1
    for text in (b"\n".join(lines), b'{"meta":"players"}"timeout"' + b"\n".join(lines)):
        status, answers, complaints = said(NIM, text)
        assert (status, len(answers), complaints) == (0, len(states), [])


def test_the_notes_of_a_trace_are_passed_over() -> None:
    stage = Stage([(0.0, b'{"meta": "players", "names": ["a", "b"]} 7 {"meta": "record"} 8')])
    assert len(stage.run()) == 2
