"""Nim for 2 to 5 seats: take any number of sticks from one heap; who takes the last one wins."""

from array import array
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import reduce
from operator import xor
from random import Random
from typing import TYPE_CHECKING, Any

from gamekit.deadline import Deadline
from gamekit.game import Appraisal, Change, Game, Hint, Numbering, Observation, Option, Policy, Question, Section
from gamekit.game.appraisal import Basis, Candidate, Worth

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

Action = tuple[int, int]
"""The heap, and how many sticks to take from it."""


@dataclass(frozen=True, slots=True)
class State:
    """Sticks in each heap, how many seats there are, and how many turns were taken."""

    heaps: tuple[int, ...]
    seats: int
    turn: int = 0


def legal_actions(heaps: Sequence[int]) -> list[Action]:
    """Return all ways to take sticks, sorted."""
    return [(heap, take) for heap, left in enumerate(heaps) for take in range(1, left + 1)]


def after(heaps: Sequence[int], action: Action) -> tuple[int, ...]:
    """Return the heaps after an action."""
    heap, take = action
    return tuple(left - take * (number == heap) for number, left in enumerate(heaps))


def play_random(observation: Observation[State], rng: Random, deadline: Deadline) -> Action:
    """Return any legal action."""
    return rng.choice(legal_actions(observation.state.heaps))


def play_sum(observation: Observation[State], rng: Random, deadline: Deadline) -> Action:
    """Return an action that leaves a nim-sum of zero, which wins at two seats; any action if there is none."""
    heaps = observation.state.heaps
    winning = [action for action in legal_actions(heaps) if not reduce(xor, after(heaps, action))]
    return rng.choice(winning or legal_actions(heaps))


POLICIES: Mapping[str, Policy[State, Action]] = {"nim": play_sum, "random": play_random}


class NimNumbering(Numbering[State, Action]):
    """A number for each way to take sticks from the first heaps; an array has the heaps, and who moves. Nothing is
    merged or left out.
    """

    def __init__(self, first: State) -> None:
        self.first = first
        self.actions = legal_actions(first.heaps)
        self.numbers = {action: number for number, action in enumerate(self.actions)}
        self.kept: dict[tuple[int, ...], Mapping[int, Action]] = {}
        self.count = len(self.actions)
        self.shape = (len(first.heaps) + first.seats,)
        self.turns = [[float(each == seat) for each in range(first.seats)] for seat in range(first.seats)]

    def numbered(self, state: State, seat: int) -> Mapping[int, Action]:
        return self._numbered(state.heaps) if state.turn % state.seats == seat else {}

    def _numbered(self, heaps: tuple[int, ...]) -> Mapping[int, Action]:
        """Return the actions by number; kept, for to list them is much of a learner's time."""
        if heaps not in self.kept:
            self.kept[heaps] = {self.numbers[action]: action for action in legal_actions(heaps)}
        return self.kept[heaps]

    def array(self, state: State, seat: int) -> "NDArray[np.float32]":
        from numpy import float32, frombuffer  # noqa: PLC0415 - many tests start a process that plays without

        heaps = [left / 9 for left in state.heaps]
        return frombuffer(array("f", heaps + self.turns[(state.turn - seat) % state.seats]), float32)


class Nim(Game[State, Action]):
    """The game for gamekit."""

    name = "nim"
    seats = range(2, 6)
    variants: tuple[str, ...] = ("standard", "tall")
    ours = "nim"
    policy_names = tuple(POLICIES)
    ladder = ("random", "nim")

    def new_game(self, seats: int, variant: str, rng: Random) -> State:
        if seats not in self.seats or variant not in self.variants:
            raise ValueError(f"expected 2 to 5 seats and one of {self.variants}, got {seats} and {variant!r}")
        return State((3, 4, 5) if variant == "standard" else (9, 9), seats)

    def players_to_move(self, state: State) -> tuple[int, ...]:
        return (state.turn % state.seats,) if any(state.heaps) else ()

    def seats_of(self, state: State) -> int:
        return state.seats

    def legal_actions(self, state: State, seat: int) -> Sequence[Action]:
        return legal_actions(state.heaps) if seat in self.players_to_move(state) else []

    def apply(self, state: State, actions: Mapping[int, Action]) -> State:
        seat = state.turn % state.seats
        if actions.keys() != {seat} or actions[seat] not in legal_actions(state.heaps):
            raise ValueError(f"expected a legal action of seat {seat}, got {dict(actions)} in {state}")
        return State(after(state.heaps, actions[seat]), state.seats, state.turn + 1)

    def returns(self, state: State) -> tuple[float, ...]:
        winner = (state.turn - 1) % state.seats
        return tuple(float(seat == winner) for seat in range(state.seats))

    def length(self, state: State) -> int:
        return state.turn

    def encode_state(self, state: State) -> dict[str, object]:
        return {"heaps": list(state.heaps), "seats": state.seats, "turn": state.turn}

    def decode_state(self, value: object) -> State:
        match value:
            case {"heaps": [*heaps], "seats": seats, "turn": turn}:
                if all(type(number) is int and number >= 0 for number in (*heaps, seats, turn)) and seats in self.seats:
                    return State(tuple(heaps), seats, turn)
        raise ValueError(f'expected an object with "heaps", "seats" and "turn" at $, got {value!r:.80}')

    def encode_action(self, action: Action) -> object:
        return list(action)

    def decode_action(self, value: object) -> Action:
        match value:
            case [heap, take] if type(heap) is int and type(take) is int:  # true is an int to Python, and no number
                return heap, take
        raise ValueError(f"expected an array of a heap and a number of sticks at $, got {value!r:.80}")

    def policy(self, name: str) -> Policy[State, Action]:
        if name not in POLICIES:
            raise ValueError(f"expected a built-in ({', '.join(POLICIES)}), got {name!r}")
        return POLICIES[name]

    def numbering(self, seats: int, variant: str) -> NimNumbering:
        return NimNumbering(self.new_game(seats, variant, Random(0)))

    def appraise(
        self, observation: Observation[State], played: Mapping[int, Action], rng: Random, deadline: Deadline
    ) -> Appraisal[Action] | None:
        """Return the proof by nim-sums at two seats, else nothing."""
        state = observation.state
        if state.seats != 2:
            return None
        mover = state.turn % 2
        wins = {action: not reduce(xor, after(state.heaps, action)) for action in legal_actions(state.heaps)}
        found = [Candidate(action, Worth(float(won), Basis.PROOF)) for action, won in wins.items()]
        found.sort(key=lambda one: -one.worth.share)
        share = found[0].worth.share
        shares = (share, 1 - share) if mover == 0 else (1 - share, share)
        return Appraisal(tuple(Worth(each, Basis.PROOF) for each in shares), {mover: tuple(found)})

    def action_text(self, action: Action, state: State | None = None) -> str:
        return f"take {action[1]} of heap {action[0] + 1}"

    def rules_text(self) -> Sequence[Section[State]]:
        heaps = Observation(State((3, 1), 2), None)
        return (
            Section("The goal", ("Who takes the last stick wins.",)),
            Section("A turn", ("Take sticks of one heap.",), ("Any: at least one",), heaps, ("a", "b"), "Two <heaps>"),
        )

    def draw_text(self, observation: Observation[State], names: Sequence[str]) -> str:
        return "\n".join(f"heap {number}: {'|' * left}" for number, left in enumerate(observation.state.heaps, 1))

    def draw_page(
        self, observation: Observation[State], names: Sequence[str], last: Sequence[Change[State, Action]] = ()
    ) -> str:
        rows = []
        for heap, left in enumerate(observation.state.heaps):
            sticks = "".join(f'<button data-click="{heap}-{take}">|</button>' for take in range(left, 0, -1))
            rows.append(f"<p>Heap {heap + 1}: {sticks}</p>")
        return "".join(rows)

    def question(self, observation: Observation[State], names: Sequence[str]) -> Question[Action]:
        options = (
            Option((heap, take), self.action_text((heap, take)), clicks=(f"{heap}-{take}",))
            for heap, take in legal_actions(observation.state.heaps)
        )
        return Question("Take how many?", "Click a stick: it and all to its right go.", tuple(options))

    def hints(self, observation: Observation[State], rng: Random, deadline: Deadline) -> Sequence[Hint[Any]]:
        heaps = observation.state.heaps
        texts = {action: "leaves nim-sum 0" for action in legal_actions(heaps) if not reduce(xor, after(heaps, action))}
        return [Hint(action, text) for action, text in texts.items()]


NIM = Nim()
