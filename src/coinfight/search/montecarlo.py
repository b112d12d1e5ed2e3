"""Monte Carlo tree search in plain Python, each seat for itself: the model of the core's, and what plays where a
state is too large for that.
"""

import time
from math import log, sqrt
from random import Random

from coinfight.rules import Action, State, alive, apply, greedy_change, is_over, seat_to_move
from coinfight.search.two_seats import moves

EXPLORE = 0.7
NOISE = 0.1


class Node:
    """A position in the tree: how often it was come to, and how often the seat that moved there won."""

    __slots__ = ("children", "visits", "wins")

    def __init__(self) -> None:
        self.children: list[tuple[Action, Node]] = []
        self.visits = 0
        self.wins = 0


def choose(state: State, rng: Random, seconds: float, iterations: int = 0, *, rules: bool = True) -> Action:
    """Return the most visited move after the seconds or the iterations (0: without that end)."""
    root = Node()
    root.children = [(action, Node()) for action in moves(state)]
    rng.shuffle(root.children)
    deadline = time.monotonic() + seconds if seconds else float("inf")
    made = 0
    while len(root.children) > 1 and (not iterations or made < iterations) and time.monotonic() < deadline:
        _iterate(root, state, rng, rules)
        made += 1
    return max(root.children, key=lambda child: child[1].visits)[0]


def _iterate(root: Node, state: State, rng: Random, rules: bool) -> None:
    node, path = root, []
    root.visits += 1
    while not is_over(state):
        if not node.children:
            if not node.visits:
                break
            node.children = [(action, Node()) for action in moves(state)]
            rng.shuffle(node.children)
        seat = seat_to_move(state)
        action, node = _select(node)
        state = apply(state, action)
        path.append((seat, node))
    winner = playout(state, rng, rules)
    for seat, node in path:
        node.visits += 1
        node.wins += seat == winner


def _select(node: Node) -> tuple[Action, Node]:
    factor = EXPLORE * sqrt(log(node.visits + 1))
    best, top = node.children[0], -1.0
    for action, child in node.children:
        if not child.visits:
            return action, child
        score = child.wins / child.visits + factor / sqrt(child.visits)
        if score > top:
            best, top = (action, child), score
    return best


def playout(state: State, rng: Random, rules: bool) -> int:
    """Return who wins when all play on at random, or when some pay low and some lose little (the rules, in short)."""
    careful = [rng.random() < 0.5 for _ in state.hands]
    while not is_over(state):
        actions = moves(state)
        seat = seat_to_move(state)
        if not rules or rng.random() < NOISE:
            action = rng.choice(actions)
        elif careful[seat]:
            action = min(actions, key=lambda each: each.coin - _worth(state, each))
        else:
            action = Action(actions[0].coin, greedy_change(state.denominations, state.table, actions[0].coin))
        state = apply(state, action)
    return alive(state)[0]


def _worth(state: State, action: Action) -> int:
    return sum(map(int.__mul__, state.denominations, action.change))
