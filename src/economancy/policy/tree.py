"""Simultaneous-move Monte Carlo tree search with regret matching: a baseline, and a slow one.

Source: see `gamekit.solve.sampled_matching`. The seats of a node choose independently, and their joint action leads to
a child. A new child is valued by one rollout of the default policy.
"""

from collections.abc import Mapping, Sequence
from random import Random

from economancy.policy.candidates import at_most, candidates, distinct
from economancy.policy.decision_rollouts import root_of, value
from economancy.policy.playout import playout
from economancy.rules.game import apply, players_to_move
from economancy.rules.state import Action, Observation, State
from gamekit.deadline import Deadline
from gamekit.solve.sampled_matching import SampledMatcher

MOST_BIDS = 8
"""The most bids of a seat at a node, evenly spaced (guessed: a few hundred visits cannot distinguish more)."""

LEAST_SHARE = 0.1
"""Actions with less probability in the average strategy are not played: early iterations left them there (guessed)."""


class Node:
    """A node: a state, its visits, each seat's total return, and the children by the indices of a joint action.

    Each seat to move has its actions and its regret matcher.
    """

    __slots__ = ("actions", "children", "matchers", "state", "totals", "visits")

    def __init__(self, state: State, given: Mapping[int, Action] = {}) -> None:
        self.state = state
        self.visits = 0
        self.totals = [0.0] * len(state.players)
        self.actions: dict[int, Sequence[Action]] = {
            seat: [given[seat]] if seat in given else _options(state, seat) for seat in players_to_move(state)
        }
        self.matchers = {seat: SampledMatcher(len(actions)) for seat, actions in self.actions.items()}
        self.children: dict[tuple[int, ...], Node] = {}

    def mean(self, seat: int) -> float:
        """Return the mean return of a seat over all visits."""
        return self.totals[seat] / self.visits


def choose_action(observation: Observation, rng: Random, deadline: Deadline, iterations: int) -> Action:
    """Return an action drawn from the average strategy after `iterations` iterations or at the deadline.

    Actions below LEAST_SHARE are left out, unless all are.
    """
    start, seat = root_of(observation, rng), observation.seat
    root = Node(start.state, start.given)
    actions = root.actions[seat]
    if len(actions) == 1:
        return actions[0]
    for _ in range(iterations):
        before = deadline.remaining()
        _iterate(root, rng)
        after = deadline.remaining()
        if after <= 2 * (before - after):
            break
    shares = root.matchers[seat].average()
    least = min(LEAST_SHARE, max(shares))
    return rng.choices(actions, [share if share >= least else 0.0 for share in shares])[0]


def _options(state: State, seat: int) -> Sequence[Action]:
    return distinct(state, seat, at_most(MOST_BIDS, candidates(state, seat)))


def _iterate(root: Node, rng: Random) -> None:
    """One iteration: descend to a new node or an end, and update all seats at the visited nodes with the return."""
    path: list[tuple[Node, tuple[int, ...]]] = []
    node, grown = root, False
    while node.actions and not grown:
        choice = tuple(matcher.play(rng) for matcher in node.matchers.values())
        path.append((node, choice))
        grown = choice not in node.children
        if grown:
            chosen = zip(node.actions.items(), choice, strict=True)
            node.children[choice] = Node(apply(node.state, {seat: actions[i] for (seat, actions), i in chosen}))
        node = node.children[choice]
    winner, _ = playout(node.state, {}, rng)
    seats = len(root.state.players)
    rewards = [value(winner, seat, seats) for seat in range(seats)]
    for parent, choice in path:
        _learn(parent, choice, rewards)


def _learn(node: Node, choice: tuple[int, ...], rewards: Sequence[float]) -> None:
    """Update the matchers of the seats that moved at a node with the rewards of a joint action."""
    child = node.children[choice]
    child.visits += 1
    child.totals = [total + reward for total, reward in zip(child.totals, rewards, strict=True)]
    for mover, (seat, matcher) in enumerate(node.matchers.items()):
        others = (node.children.get((*choice[:mover], i, *choice[mover + 1 :])) for i in range(len(node.actions[seat])))
        matcher.learn(choice[mover], rewards[seat], [other.mean(seat) if other else None for other in others])
