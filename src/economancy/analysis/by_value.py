"""The analysis of a position by learned values and search: what we would play, and what we expect of it."""

from collections.abc import Mapping

import numpy as np

from economancy.analysis.position import Analysis, Chances, MoveCandidate
from economancy.arrays.games import batch_of
from economancy.policy.searching import as_action, as_number, search_over
from economancy.rules.game import legal_actions, players_to_move
from economancy.rules.state import Action, State
from economancy.search.decision import Decision, decide
from economancy.search.features import rotated
from economancy.search.node import Node, against, expected
from economancy.search.value import Networks, Outcomes


def analyse_by_value(state: State, value: Networks, played: Mapping[int, Action] = {}) -> Analysis:
    """Return the analysis of a state in which somebody moves, before anybody's choice.

    All are taken for players like ours; in a game we go by what they have shown, and at two seats given away, besides.
    Candidates are the actions that our search looks at, and what the seat has played, if that is given. A candidate's
    probability is how often we would play it, its chances are those if the others play as we would in their seats.

    Raises ValueError if what was played is not legal, and if nobody moves.
    """
    movers = players_to_move(state)
    if not movers:
        raise ValueError(f"expected a state in which somebody moves, got {state}")
    games, search = batch_of([state]), search_over(value)
    decisions = {seat: decide(search, games, seat) for seat in movers}
    found: dict[int, tuple[MoveCandidate, ...]] = {}
    for seat in movers:
        first = seat if games.seats == 2 else 0  # as `decide` sees it
        turned, place = rotated(games, first), seat - first
        node = _as_played(search.solve(turned), first, decisions)
        legal = node.choices.legal[0, place]
        actions = node.choices.actions[0, place][legal].tolist()
        probabilities, outcomes = node.strategies[0, place][legal].tolist(), against(node, place)[0][legal]
        candidates = [
            MoveCandidate(as_action(state, seat, number), probability, _chances(after, first))
            for number, probability, after in zip(actions, probabilities, outcomes, strict=True)
        ]
        if seat in played and all(candidate.action != played[seat] for candidate in candidates):
            action = played[seat]
            if action not in legal_actions(state, seat):
                raise ValueError(f"expected a legal action of seat {seat}, got {action!r}")
            number = min(as_number(action), int(games.coins[0, seat])) if isinstance(action, int) else as_number(action)
            candidates.append(MoveCandidate(action, 0.0, _chances(search.after(turned, node, place, number)[0], first)))
        found[seat] = tuple(sorted(candidates, key=lambda candidate: -candidate.probability))
    return Analysis(_chances(expected(node.joint, node.strategies)[0], first), found)


def _as_played(node: Node, first: int, decisions: Mapping[int, Decision]) -> Node:
    """Return a solved decision of one game, seen from the seat `first`, with the mixtures that seats really play."""
    strategies = node.strategies.copy()
    for seat, decision in decisions.items():
        strategies[:, (seat - first) % strategies.shape[1]] = decision.probabilities
    return node._replace(strategies=strategies)


def _chances(outcomes: Outcomes, first: int) -> Chances:
    """Return outcomes [O] seen from the seat `first` as chances of the seats in their own order."""
    *wins, draw = outcomes.tolist()
    return Chances(tuple(np.roll(wins, first).tolist()), draw)
