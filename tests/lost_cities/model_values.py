"""The network in numpy: what it expects of every turn of a seat. Slower than the core, and its model.

Dimensions: S suits, I inputs of a suit, G inputs of the whole, H hidden units of a suit, T units on top.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np

from gamekit.deadline import NO_DEADLINE, Deadline
from lost_cities.rules import Card, Discard, Draw, Pile, Play, View, legal_draws, legal_plays, score
from lost_cities.rules.game import remember_draw
from lost_cities.search.turn_values import TurnValue, Weights
from tests.lost_cities.model_inputs import GLOBAL_INPUTS, SUIT_INPUTS, Array, Knowledge, inputs, must_draw_deck

POINTS = 40
"""Points of margin that the first output counts as one."""


@dataclass(frozen=True, slots=True)
class Network:
    """The weights as arrays."""

    first: Array  # [I, H]
    bias1: Array  # [H]
    second: Array  # [H, T]
    whole: Array  # [G, T]
    bias2: Array  # [T]
    third: Array  # [T, 2]
    bias3: Array  # [2]


def networks(weights: Weights) -> list[Network]:
    """Return the arrays of each network, which lie after one another. Raises ValueError if their number is wrong."""
    hidden, top = weights.hidden, weights.top
    shapes = [(SUIT_INPUTS, hidden), (hidden,), (hidden, top), (GLOBAL_INPUTS, top), (top,), (top, 2), (2,)]
    floats = np.frombuffer(weights.floats, np.float32)
    sizes = [int(np.prod(shape)) for shape in shapes]
    if len(floats) != sum(sizes) * weights.nets:
        raise ValueError(
            f"expected {sum(sizes) * weights.nets} weights for {weights.nets} networks of {hidden} and {top} units, "
            f"got {len(floats)}"
        )
    nets = []
    for one in np.split(floats, weights.nets):
        parts = np.split(one, np.cumsum(sizes)[:-1])
        nets.append(Network(*(part.reshape(shape) for part, shape in zip(parts, shapes, strict=True))))
    return nets


def mixed(points: float, chance: float, winning: float) -> float:
    """Return points and the chance to win as one number; `winning` is the weight of the chance."""
    return (1 - winning) * points + winning * 100 * chance


def value_turns(view: View, nets: Sequence[Network], winning: float, limit: Deadline = NO_DEADLINE) -> list[TurnValue]:
    """Return the turns of the seat that is asked, or its draws, with their values; in the core's order.

    Past the limit those valued so far, at least one.
    """
    turns: list[TurnValue] = []
    for play, draw, position in _ways(view):
        if turns and not limit.remaining():
            break
        points, chance = value(position, nets)
        turns.append(TurnValue(play, draw, points, chance, mixed(points, chance, winning)))
    return turns


def _ways(view: View) -> Iterator[tuple[Play | Discard | None, Draw, Knowledge]]:
    """Yield the turns of the seat that is asked, or its draws, and the position after each."""
    if view.drawing:
        yield from ((None, draw, after_draw(view, draw)) for draw in _draws(view))
        return
    both = legal_plays(view.hand, view.expeditions[0])
    for play in sorted(both, key=lambda play: (play.card, isinstance(play, Discard))):
        after = after_play(view, play)
        yield from ((play, draw, after_draw(after, draw)) for draw in _draws(after))


def after_play(view: View, play: Play | Discard) -> View:
    """Return what a seat sees when it is asked to draw after a play."""
    card = play.card
    place = view.hand.index(card)
    hand = (*view.hand[:place], *view.hand[place + 1 :])
    if isinstance(play, Discard):
        return replace(view, hand=hand, discards=_put(view.discards, card), drawing=True, discarded=card.suit)
    mine = _put(view.expeditions[0], card)
    return replace(view, hand=hand, expeditions=(mine, view.expeditions[1]), drawing=True)


def _put(piles: tuple[Pile, ...], card: Card) -> tuple[Pile, ...]:
    return tuple((*pile, card) if suit == card.suit else pile for suit, pile in enumerate(piles))


def after_draw(view: View, draw: Draw) -> Knowledge:
    """Return the position that a seat sees after a draw."""
    mine = remember_draw(view.memories[0], view.expeditions[0], view.discards, view.discarded, draw.suit)
    hand, discards, deck = view.hand, view.discards, view.deck
    if draw.suit is None:
        deck -= 1
    else:
        hand = tuple(sorted((*hand, discards[draw.suit][-1])))
        discards = tuple(pile[:-1] if suit == draw.suit else pile for suit, pile in enumerate(discards))
    streak = 0 if draw.suit is None else view.streak + 1
    memories = (mine, view.memories[1])
    return Knowledge(hand, view.expeditions, discards, deck, streak, memories, drew=draw.suit is None)


def _draws(view: View) -> Sequence[Draw]:
    return (Draw(),) if must_draw_deck(view) else legal_draws(view.discards, view.discarded)


def value(position: Knowledge, nets: Sequence[Network]) -> tuple[float, float]:
    """Return the expected margin and the chance to win of the seat that has moved: the means of what the networks say,
    exact when the game is over.
    """
    if not position.deck:
        mine, theirs = (sum(map(score, expeditions)) for expeditions in position.expeditions)
        return float(mine - theirs), float((mine > theirs) + (mine >= theirs)) / 2
    suits, whole = inputs(position)
    points, chances = zip(*(_said(net, suits, whole) for net in nets), strict=True)
    return sum(points) / len(nets), sum(chances) / len(nets)


def _said(net: Network, suits: Array, whole: Array) -> tuple[float, float]:
    hidden = np.maximum(suits @ net.first + net.bias1, 0).sum(0)
    top = np.maximum(hidden @ net.second + whole @ net.whole + net.bias2, 0)
    points, odds = top @ net.third + net.bias3
    return float(points * POINTS), float(1 / (1 + np.exp(-odds)))
