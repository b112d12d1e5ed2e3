"""An exact best response over some days: all positions that it can reach, with learned values after these days.

Dimensions: B positions, P seats (two), A actions, O outcomes (see `value`), L links from a position to one after it.
"""

from dataclasses import dataclass, field
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from economancy.arrays.choices import apply_chosen, choices, deciding
from economancy.arrays.games import ATTACKING, BUYING, END, INVESTING, Games, Indices, concat, distinct, take
from economancy.arrays.rules import dawn, night
from economancy.search.value import Outcomes
from economancy.training.best_response.response import VICTIM, Response

NONE = -1


class Links(NamedTuple):
    """The successors of a layer's positions: for each action of the first seat, with their probabilities."""

    parents: Indices  # [L]
    places: Indices  # [L] of the first seat's action among its choices
    actions: NDArray[np.integer[Any]]  # [L] the action
    chances: NDArray[np.float64]  # [L] the probability of the rival's action
    children: Indices  # [L] in the next layer


@dataclass
class Layer:
    """The distinct positions at one depth in decisions, and the number of mornings left to search from each."""

    games: Games
    mornings: Indices  # [B]
    links: Links | None = None
    best: NDArray[np.integer[Any]] = field(
        default_factory=lambda: np.empty(0, np.int64)
    )  # [B] the first seat's best action


class BestResponse(NamedTuple):
    """The outcomes of a best response, and its action in each position searched."""

    outcomes: Outcomes  # [O]
    games: Games  # [B]
    actions: NDArray[np.integer[Any]]  # [B] of the first seat


def best_response(start: Games, response: Response, days: int) -> BestResponse:
    """Return the first seat's exact best response over `days` days from the one game `start`, to the known mixed
    strategies of its rival; the positions after these days are valued by the leaf values of `response`.
    """
    layers = [Layer(start, np.full(1, days))]
    while len(goes_on := _undecided(layers[-1])):
        layers.append(_expand(layers[-1], goes_on, response))
    outcomes: Outcomes = np.empty((0, start.seats + 1), np.float32)
    for layer in reversed(layers):
        outcomes = _back_up(layer, outcomes, response)
    decided = [(take(layer.games, rows), layer.best[rows]) for layer in layers[:-1] for rows in [_undecided(layer)]]
    games, actions = zip(*decided, strict=True)
    return BestResponse(outcomes[0], concat(games), np.concatenate(actions))


def _undecided(layer: Layer) -> Indices:
    return np.flatnonzero((layer.games.phase != END) & (layer.mornings > 0))


def _expand(layer: Layer, rows: Indices, response: Response) -> Layer:
    """Link the positions `rows` of a layer to their successors, and return the layer of these."""
    parts: list[Games] = []
    links: list[tuple[NDArray[Any], ...]] = []
    games = layer.games
    named = games.attacker_card > 0
    for phase in (INVESTING, ATTACKING, BUYING):
        for answered in (False, True):
            kind = rows[(games.phase[rows] == phase) & (named[rows] == answered)]
            if len(kind):
                part, parents, *linked = _children(take(games, kind), response)
                parts.append(part)
                links.append((kind[parents], *linked))
    children = concat(parts)
    linked = [np.concatenate(column) for column in zip(*links, strict=True)]
    over = night(children)
    mornings = layer.mornings[linked[0]] - over
    children = concat([dawn(take(children, np.flatnonzero(over))), take(children, np.flatnonzero(~over))])
    order = np.concatenate([np.flatnonzero(over), np.flatnonzero(~over)])
    first, places = distinct(children, mornings[order])
    layer.links = Links._make([*(column[order] for column in linked), places])
    return Layer(take(children, first), mornings[order][first])


def _children(games: Games, response: Response) -> tuple[Games, Indices, Indices, Indices, NDArray[np.float64]]:
    """Return the successors of games that await the same kind of choice, and the columns of Links but the last."""
    named = choices(games)
    likely = named.legal[:, VICTIM] / named.legal[:, VICTIM].sum(axis=1, keepdims=True)
    decides = np.flatnonzero(deciding(games)[:, VICTIM])
    if len(decides):
        known = response.rival(take(games, decides))
        likely[decides] = 0
        likely[decides, : known.shape[1]] = known
    rows, own, rivals = np.nonzero(named.legal[:, 0, :, None] & (likely > 0)[:, None, :])
    actions = np.stack([named.actions[rows, 0, own], named.actions[rows, VICTIM, rivals]], axis=1)
    return apply_chosen(take(games, rows), actions), rows, own, actions[:, 0], likely[rows, rivals]


def _back_up(layer: Layer, after: Outcomes, response: Response) -> Outcomes:
    """Return the outcomes of a layer's positions [B, O], given those of the next layer."""
    games = layer.games
    outcomes = np.zeros((len(games), games.seats + 1), np.float32)
    leaves = np.setdiff1d(np.arange(len(games)), _undecided(layer))
    if len(leaves):
        outcomes[leaves] = response.value(take(games, leaves))
    if layer.links is not None:
        parents, places, actions, chances, children = layer.links
        expected = np.zeros((len(games), int(places.max()) + 1, games.seats + 1))
        named = np.full(expected.shape[:2], NONE)
        np.add.at(expected, (parents, places), chances[:, None] * after[children])
        named[parents, places] = actions
        utility = np.where(named == NONE, -np.inf, expected[..., 0] + response.draw * expected[..., -1])
        best = utility.argmax(axis=1)
        layer.best = named[np.arange(len(games)), best]
        rows = np.unique(parents)
        outcomes[rows] = expected[rows, best[rows]]
    return outcomes
