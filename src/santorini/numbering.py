"""Santorini for learners: a number for each placement of two tokens and for each turn, by what it changes.

A turn is the space that a token leaves, where it goes, and what is built. Numbers come in blocks: placements, then the
turns of every player, then for each card of the game the turns that only its owner has.
"""

from collections.abc import Iterator, Mapping
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from gamekit.game import Numbering
from santorini.rules import ADJACENT, CAP, CARDS, SPACES, State, successors
from santorini.rules.cards import ARTEMIS, ATLAS, DEMETER, HEPHASTUS, PROMETHEUS

PAIRS = {pair: number for number, pair in enumerate(combinations(SPACES, 2))}
SIDES = 8
"""Directions from a space to those around it."""
WON = SIDES
"""Stands for the place of a build in a turn that wins, which builds nothing."""
STEPS = len(SPACES) * SIDES
"""Pairs of a space and one beside it."""
FAR = {
    offset: n for n, offset in enumerate((r, c) for r in range(-2, 3) for c in range(-2, 3) if max(abs(r), abs(c)) == 2)
}
"""Two steps off, by rows and columns."""
TWO_SIDES = {pair: number for number, pair in enumerate(combinations(range(SIDES), 2))}

TURNS = len(PAIRS)
CARD_TURNS = TURNS + STEPS * (SIDES + 1)
BLOCKS = {
    ARTEMIS: len(SPACES) * len(FAR) * (SIDES + 1),
    ATLAS: STEPS * SIDES,
    DEMETER: STEPS * len(TWO_SIDES),
    HEPHASTUS: STEPS * SIDES,
    PROMETHEUS: STEPS * SIDES * SIDES,
}
"""Turns of a card that are none without it: a second step, a cap on any level, two spaces built on, two levels on one
space, a build before the move. Apollo, Minotaur and Pan have the turns of everybody."""

LEVELS = CAP + 1


class SantoriniNumbering(Numbering[State, State]):
    """Nothing is merged or left out in games with the cards of the first state.

    An array has the level of each space, one of five, the seat's own tokens and the other's, their cards, and whether
    the seat moves and tokens are to be placed. It leaves out the number of the turn.
    """

    shape = (len(SPACES) * (LEVELS + 2) + 2 * len(CARDS) + 2,)

    def __init__(self, first: State) -> None:
        self.first = first
        self.blocks: dict[str, int] = {}
        self.count = CARD_TURNS
        for card in (first.mover.card, first.other.card):
            if card in BLOCKS and card not in self.blocks:
                self.blocks[card] = self.count
                self.count += BLOCKS[card]

    def numbered(self, state: State, seat: int) -> Mapping[int, State]:
        if seat != state.seat:
            return {}
        found = {self._number(state, after): after.told for after in successors(state)}
        return dict(sorted(found.items()))

    def number_of(self, state: State, seat: int, action: State) -> int:
        return self._number(state, action)

    def _number(self, state: State, after: State) -> int:
        """Return the number of the turn from a state to one that may follow."""
        tokens = after.other.tokens
        if state.placing:
            return PAIRS[tokens[0], tokens[1]]
        before = state.mover.tokens
        (origin,) = (token for token in before if token not in tokens)
        (target,) = (token for token in tokens if token not in before)
        built = [
            (space, new - old)
            for space, (old, new) in enumerate(zip(state.levels, after.levels, strict=True))
            if new != old
        ]
        if (side := _side(origin, target)) is None:
            at = WON if not built else _side_of(target, built[0][0])
            return self.blocks[ARTEMIS] + (len(FAR) * origin + FAR[_offset(origin, target)]) * (SIDES + 1) + at
        step = SIDES * origin + side
        if not built:
            return TURNS + step * (SIDES + 1) + WON
        (space, levels), *second = built
        if not second and levels == 1 and (at_side := _side(target, space)) is not None:
            return TURNS + step * (SIDES + 1) + at_side
        return self._card_number(state.power or "", step, origin, target, built)

    def _card_number(self, power: str, step: int, origin: int, target: int, built: list[tuple[int, int]]) -> int:
        """Return the number of a turn that only the owner of a card has."""
        if power == PROMETHEUS:
            return self.blocks[power] + SIDES * SIDES * step + min(_orders(origin, target, built))
        if power == DEMETER:
            (first, _), (second, _) = built
            sides = sorted((_side_of(target, first), _side_of(target, second)))
            return self.blocks[power] + len(TWO_SIDES) * step + TWO_SIDES[sides[0], sides[1]]
        return self.blocks[power] + SIDES * step + _side_of(target, built[0][0])

    def array(self, state: State, seat: int) -> NDArray[np.float32]:
        mine, theirs = (state.mover, state.other) if seat == state.seat else (state.other, state.mover)
        array = np.zeros(self.shape, np.float32)
        for space, level in enumerate(state.levels):
            array[LEVELS * space + level] = 1
        start = LEVELS * len(SPACES)
        for player in (mine, theirs):
            array[[start + token for token in player.tokens]] = 1
            start += len(SPACES)
        for player in (mine, theirs):
            if player.card in CARDS:
                array[start + CARDS.index(player.card)] = 1
            start += len(CARDS)
        array[start:] = seat == state.seat, state.placing
        return array


def _orders(origin: int, target: int, built: list[tuple[int, int]]) -> Iterator[int]:
    """Yield what was built before and after a move in every order that leads to these builds."""
    spaces = [space for space, levels in built for _ in range(levels)]
    for early, late in (spaces, spaces[::-1]):
        before, after = _side(origin, early), _side(target, late)
        if before is not None and after is not None:
            yield SIDES * before + after


def _offset(space: int, to: int) -> tuple[int, int]:
    return to // 5 - space // 5, to % 5 - space % 5


_OFFSETS = sorted({_offset(space, to) for space in SPACES for to in ADJACENT[space]})
_SIDE = {(space, to): _OFFSETS.index(_offset(space, to)) for space in SPACES for to in ADJACENT[space]}


def _side(space: int, to: int) -> int | None:
    """Return on which side of a space another is, one of 8 directions, None if it is farther away."""
    return _SIDE.get((space, to))


def _side_of(space: int, to: int) -> int:
    return _SIDE[space, to]
