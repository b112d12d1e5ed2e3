"""Goofspiel for 2 or 3 seats: prizes turn up by chance, all bid a card at once, the highest bid wins.

There are 5 cards in a hand, or as many as the variant says.
"""

from array import array
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import permutations
from random import Random
from typing import TYPE_CHECKING

from gamekit.deadline import Deadline
from gamekit.game import Game, Numbering, Observation, Policy

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

CARDS = {"standard": 5, "three": 3, "four": 4}
"""Cards in a hand by the variant; only the first one is listed."""


@dataclass(frozen=True, slots=True)
class State:
    """Prizes in the order they turn up (0: still hidden), the rounds played, hands and points by seat."""

    prizes: tuple[int, ...]
    played: int
    hands: tuple[tuple[int, ...], ...]
    points: tuple[int, ...]


def first_state(prizes: tuple[int, ...], seats: int) -> State:
    """Return the start of a game in which the prizes turn up in this order."""
    return State(prizes, 0, (tuple(sorted(prizes)),) * seats, (0,) * seats)


def play_random(observation: Observation[State], rng: Random, deadline: Deadline) -> int:
    """Return any card."""
    assert observation.seat is not None
    return rng.choice(observation.state.hands[observation.seat])


def play_match(observation: Observation[State], rng: Random, deadline: Deadline) -> int:
    """Return the card of the prize's own value, which beats random play."""
    return observation.state.prizes[observation.state.played]


POLICIES: Mapping[str, Policy[State, int]] = {"match": play_match, "random": play_random}


class GoofspielNumbering(Numbering[State, int]):
    """A number for each card; an array has the hands, the seat's own first, points, the prize, and those that turned
    up. Nothing is merged or left out.
    """

    def __init__(self, cards: int, seats: int) -> None:
        self.count, self.seats, self.most = cards, seats, sum(range(cards + 1))
        self.shape = (cards * (seats + 2) + seats,)

    def numbered(self, state: State, seat: int) -> Mapping[int, int]:
        return {card - 1: card for card in state.hands[seat]} if state.played < len(state.prizes) else {}

    def array(self, state: State, seat: int) -> "NDArray[np.float32]":
        from numpy import float32, frombuffer  # noqa: PLC0415 - many tests start a process that plays without

        hands, points, played = state.hands, state.points, state.played
        rows = (*hands[seat:], *hands[:seat], state.prizes[: played + 1], state.prizes[played : played + 1])
        shares = [each / self.most for each in points[seat:] + points[:seat]]
        values = b"".join([_ones(cards, self.count) for cards in rows])
        return frombuffer(bytearray(values + array("f", shares).tobytes()), float32)

    def first_states(self) -> Sequence[tuple[State, float]]:
        orders = list(permutations(range(1, self.count + 1)))
        return [(first_state(order, self.seats), 1 / len(orders)) for order in orders]


@lru_cache(1024)
def _ones(cards: tuple[int, ...], count: int) -> bytes:
    """Return the numbers of an array that are 1 for these cards, else 0."""
    return array("f", [float(card in cards) for card in range(1, count + 1)]).tobytes()


class Goofspiel(Game[State, int]):
    """The game for gamekit."""

    name = "goofspiel"
    seats = range(2, 4)
    ours = "match"
    policy_names = tuple(POLICIES)
    perfect_information = False
    length_noun = "rounds"

    def new_game(self, seats: int, variant: str, rng: Random) -> State:
        if seats not in self.seats or variant not in CARDS:
            raise ValueError(f"expected 2 or 3 seats and one of {[*CARDS]}, got {seats} and {variant!r}")
        cards = tuple(range(1, CARDS[variant] + 1))
        return first_state(tuple(rng.sample(cards, len(cards))), seats)

    def players_to_move(self, state: State) -> tuple[int, ...]:
        return tuple(range(len(state.hands))) if state.played < len(state.prizes) else ()

    def seats_of(self, state: State) -> int:
        return len(state.hands)

    def legal_actions(self, state: State, seat: int) -> Sequence[int]:
        return state.hands[seat]

    def apply(self, state: State, actions: Mapping[int, int]) -> State:
        seats = self.players_to_move(state)
        if (
            not seats
            or actions.keys() != set(seats)
            or any(bid not in state.hands[seat] for seat, bid in actions.items())
        ):
            raise ValueError(f"expected a card of each of the seats {seats}, got {dict(actions)} in {state}")
        best = max(actions.values())
        bidders = [seat for seat in seats if actions[seat] == best]
        prize = state.prizes[state.played] if len(bidders) == 1 else 0  # a tie: nobody gets it
        return State(
            state.prizes,
            state.played + 1,
            tuple(tuple(card for card in state.hands[seat] if card != actions[seat]) for seat in seats),
            tuple(state.points[seat] + prize * (seat in bidders) for seat in seats),
        )

    def returns(self, state: State) -> tuple[float, ...]:
        return tuple(float(points) for points in state.points)

    def observe(self, state: State, seat: int | None) -> State:
        """Hide the prizes that have not turned up."""
        if seat is None:
            return state
        shown = state.prizes[: state.played + 1]
        return State(shown + (0,) * (len(state.prizes) - len(shown)), state.played, state.hands, state.points)

    def sample(self, observation: Observation[State], rng: Random) -> State:
        """Draw the prizes that have not turned up."""
        state = observation.state
        shown = state.prizes[: state.played + 1]
        hidden = sorted({*range(1, len(state.prizes) + 1)} - {*shown})
        return replace(state, prizes=(*shown, *rng.sample(hidden, len(hidden))))

    def length(self, state: State) -> int:
        return state.played

    def encode_state(self, state: State) -> dict[str, object]:
        return {
            "prizes": list(state.prizes),
            "played": state.played,
            "hands": [list(hand) for hand in state.hands],
            "points": list(state.points),
        }

    def decode_state(self, value: object) -> State:
        match value:
            case {"prizes": [*prizes], "played": played, "hands": [*hands], "points": [*points]}:
                if all(isinstance(hand, list) for hand in hands) and len(points) == len(hands) in self.seats:
                    numbers = (*prizes, played, *points, *(card for hand in hands for card in hand))
                    if all(type(number) is int and number >= 0 for number in numbers) and len(prizes) in CARDS.values():
                        return State(tuple(prizes), played, tuple(tuple(hand) for hand in hands), tuple(points))
        raise ValueError(f'expected an object with "prizes", "played", "hands" and "points" at $, got {value!r:.80}')

    def encode_action(self, action: int) -> object:
        return action

    def decode_action(self, value: object) -> int:
        if not isinstance(value, int) or isinstance(value, bool):
            raise ValueError(f"expected a card, a whole number, at $, got {value!r:.80}")
        return value

    def numbering(self, seats: int, variant: str) -> GoofspielNumbering:
        return GoofspielNumbering(CARDS[variant], seats)

    def policy(self, name: str) -> Policy[State, int]:
        if name not in POLICIES:
            raise ValueError(f"expected a built-in ({', '.join(POLICIES)}), got {name!r}")
        return POLICIES[name]

    def draw_text(self, observation: Observation[State], names: Sequence[str]) -> str:
        state = observation.state
        lines = [
            f"{name}: {points} points, cards {hand}"
            for name, points, hand in zip(names, state.points, state.hands, strict=True)
        ]
        prize = f"Prize: {state.prizes[state.played]}" if state.played < len(state.prizes) else "All prizes are won."
        return "\n".join([prize, *lines])


GOOFSPIEL = Goofspiel()
