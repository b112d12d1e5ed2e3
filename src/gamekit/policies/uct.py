"""UCT: a tree grown by games that are played on at random, for any game of the house.

Sources: UCT, Kocsis and Szepesvári (2006), "Bandit based Monte-Carlo planning"; a bandit for each seat where several
move at once (decoupled UCT), Finnsson and Björnsson (2008), "Simulation-based approach to general game playing"; what
is hidden drawn anew for each game, in one tree of what the seat can tell apart, Cowling, Powley and Whitehouse (2012),
"Information set Monte Carlo tree search"; proofs, Winands, Björnsson and Saito (2008), "Monte-Carlo tree search
solver".

A node stands for a state, or where something is hidden for what was chosen since the root and what the seat observed.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from random import Random
from typing import Any, Generic

from gamekit.deadline import Deadline
from gamekit.game import A, Game, Observation, Policy, S, any_of, win_shares
from gamekit.solve.ucb1 import next_pulls

Shares = tuple[float, ...]

Branch = tuple[tuple[A, ...], object]
"""What leads from a node to another: a joint action, and what is observed then where something is hidden, else None."""

EXPLORATION = 0.7
"""Of UCB1, with win shares from 0 to 1."""

_ARMS = 100
"""Actions that are considered where a `range` offers more, at random (guessed: more are not told apart anyway)."""

_LONGEST = 1000
"""A game that is played on longer counts as a draw of all (guessed: random play of most games ends before)."""


@dataclass(slots=True)
class Arm:
    """An action of a seat at a node: how often it was chosen, and the win shares that it brought in sum."""

    visits: int = 0
    total: float = 0.0

    @property
    def mean(self) -> float:
        return self.total / self.visits if self.visits else 0.0


@dataclass(slots=True)
class TreeNode(Generic[A]):
    """A node of the tree: the arms of each seat that moves, what follows joint actions, the games through it.

    `proof` are the shares that are certain if all play well, where they are known.
    """

    arms: dict[int, dict[A, Arm]] = field(default_factory=dict)
    children: dict[Branch[A], "TreeNode[A]"] = field(default_factory=dict)
    visits: int = 0
    totals: list[float] = field(default_factory=list)
    proof: Shares | None = None


def can_search(game: Game[Any, Any]) -> bool:
    """Tell whether the game hides nothing, or can draw anew what it hides, as it is asked in a first state."""
    return game.perfect_information or _draws(type(game))


@cache
def _draws(kind: type[Game[Any, Any]]) -> bool:
    game = kind()
    if kind.sample is Game.sample:
        return False
    state = game.new_game(game.seats[0], game.variants[0], Random(0))
    seat = game.players_to_move(state)[0]
    return game.sample(Observation(game.observe(state, seat), seat), Random(0)) is not None


class Tree(Generic[S, A]):
    """The tree over an observation of a game that `can_search`. What seats have `played` is among the root's arms.

    An onlooker is told what the seat that moves first would be: whoever knows the dice to come has no odds.
    """

    def __init__(
        self, game: Game[S, A], observation: Observation[S], rng: Random, played: Mapping[int, A] | None = None
    ) -> None:
        self.game, self._observation, self._rng = game, observation, rng
        self.movers = game.players_to_move(observation.state)
        self.seats = game.seats_of(observation.state)
        self._whole = game.perfect_information
        self._all = self.seats == 2  # a node is proved if all after it are; else equal results may differ for others
        if not self._whole and observation.seat is None:
            self._observation = Observation(game.observe(observation.state, self.movers[0]), self.movers[0])
        self.root: TreeNode[A] = TreeNode()
        self._known: dict[tuple[int, S], TreeNode[A]] = {}
        for seat, action in (played or {}).items():
            self.root.arms[seat] = {action: Arm()}

    def grow(self, games: int, deadline: Deadline) -> None:
        """Play so many games on, at least one; fewer when the time is up or the root is proved."""
        for _ in range(games):
            self._play()
            if self.root.proof or not deadline.remaining():
                return

    def _play(self) -> None:
        state = self._observation.state
        if not self._whole:
            drawn = self.game.sample(self._observation, self._rng)
            if drawn is None:
                raise ValueError(f"`sample` of {self.game.name} draws in some states and returns None in others")
            state = drawn
        node, path = self.root, []
        while not node.proof:
            movers = self.game.players_to_move(state)
            if not movers:
                node.proof = win_shares(self.game.returns(state)) if self._whole else None
                break
            joint = {seat: self._choose(node, state, seat, len(movers) == 1) for seat in movers}
            path.append((node, joint))
            state = self.game.apply(state, joint)
            branch = (tuple(joint.values()), self._observed(state))
            if branch not in node.children:
                node.children[branch] = self._node(state, len(path))
            node = node.children[branch]
            if not node.visits or len(path) > _LONGEST:
                break
        shares = node.proof or self._played_on(state)
        _count(node, shares)
        for parent, joint in reversed(path):
            _count(parent, shares)
            for seat, action in joint.items():
                arm = parent.arms[seat][action]
                arm.visits, arm.total = arm.visits + 1, arm.total + shares[seat]
            if node.proof and len(joint) == 1:
                self._prove(parent, node.proof, *joint)
            node = parent

    def _observed(self, state: S) -> object:
        """Return what the seat observes if something is hidden and what is observed can be looked up, else None."""
        if self._whole:
            return None
        observed = self.game.observe(state, self._observation.seat)
        return observed if _is_hashable(observed) else None

    def _node(self, state: S, depth: int) -> TreeNode[A]:
        """Return a node for a state so many rounds after the root: one that there is, if nothing is hidden and states
        can be looked up. States of other depths stay apart, or a game whose positions repeat would go round in circles.
        """
        if not self._whole or not _is_hashable(state):
            return TreeNode()
        return self._known.setdefault((depth, state), TreeNode())

    def _choose(self, node: TreeNode[A], state: S, seat: int, alone: bool) -> A:
        """Return the action that UCB1 tries next of those that are legal here and not proved yet."""
        arms = node.arms.setdefault(seat, {})
        if not self._whole or node.visits < 2:
            legal = self._considered(self.game.legal_actions(state, seat))
            for action in legal:
                if action not in arms:
                    arms[action] = Arm()
        else:
            legal = list(arms)
        if alone:
            legal = [action for action in legal if not proof_of(node, action)] or legal
        if untried := [action for action in legal if not arms[action].visits]:
            return self._rng.choice(untried)
        visits, means = [arms[action].visits for action in legal], [arms[action].mean for action in legal]
        return legal[next_pulls(visits, means, 1, EXPLORATION)[0]]

    def _played_on(self, state: S) -> Shares:
        """Return the shares after random play to the end."""
        for _ in range(_LONGEST):
            movers = self.game.players_to_move(state)
            if not movers:
                return win_shares(self.game.returns(state))
            actions = {seat: any_of(self.game.legal_actions(state, seat), self._rng) for seat in movers}
            state = self.game.apply(state, actions)
        return (1 / self.seats,) * self.seats

    def _prove(self, node: TreeNode[A], proof: Shares, seat: int) -> None:
        """Take over what is certain after an action of the seat that moves alone: a win, or the best if all are."""
        if proof[seat] == 1:
            node.proof = proof
        elif self._all:
            proofs = [proof_of(node, action) for action in node.arms[seat]]
            if all(proofs):
                node.proof = max((each for each in proofs if each), key=lambda shares: shares[seat])

    def _considered(self, legal: Sequence[A]) -> list[A]:
        too_many = isinstance(legal, range) and bool(legal[_ARMS:])
        if too_many:
            self._all = False
            return [*dict.fromkeys(any_of(legal, self._rng) for _ in range(_ARMS))]
        return list(legal)


def _is_hashable(value: object) -> bool:
    try:
        hash(value)
    except TypeError:
        return False
    return True


def best(node: TreeNode[A], seat: int) -> A:
    """Return the action that is proved to win, or was tried most; or one that is proved and better.

    Of equal proofs the one that took most games: of lost actions it is hardest to refute.
    """
    arms = node.arms[seat]
    proofs = {action: proof[seat] for action in arms if (proof := proof_of(node, action))}
    tried = max((action for action in arms if action not in proofs), key=lambda one: arms[one].visits, default=None)
    proved = max(proofs, key=lambda one: (proofs[one], arms[one].visits), default=None)
    if tried is None or (proved is not None and proofs[proved] >= arms[tried].mean):
        assert proved is not None, "some action is tried"
        return proved
    return tried


def proof_of(node: TreeNode[A], action: A) -> Shares | None:
    """Return the shares that are certain after an action of the seat that moves alone, None if they are not known."""
    child = child_of(node, action)
    return child.proof if child else None


def child_of(node: TreeNode[A], action: A) -> TreeNode[A] | None:
    """Return the node after an action of the seat that moves alone, where nothing is hidden; None if not yet tried."""
    return node.children.get(((action,), None))


def _count(node: TreeNode[Any], shares: Shares) -> None:
    node.visits += 1
    node.totals = [a + b for a, b in zip(node.totals, shares, strict=True)] if node.totals else [*shares]


def uct(game: Game[S, A], games: int) -> Policy[S, A]:
    """Return the policy that plays so many games on for a move, fewer when its time is up.

    It plays what it proved or tried most, also where others move at once: what it tries most differs from game to game.
    """

    def play(observation: Observation[S], rng: Random, deadline: Deadline) -> A:
        assert observation.seat is not None
        legal = game.legal_actions(observation.state, observation.seat)
        if not legal[1:]:
            return legal[0]
        tree = Tree(game, observation, rng)
        tree.grow(games, deadline)
        return best(tree.root, observation.seat)

    return play
