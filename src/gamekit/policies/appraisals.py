"""What a position is worth: by the game, or where it does not say by games played on."""

from collections.abc import Mapping, Sequence
from math import sqrt
from random import Random

from gamekit.deadline import Deadline
from gamekit.game import A, Appraisal, Game, Hint, Observation, S
from gamekit.game.appraisal import Basis, Candidate, Worth
from gamekit.policies.uct import Tree, best, can_search, child_of, proof_of

GAMES = 1000
"""Games played on for an appraisal, fewer when the time is up (guessed: 3 % of error for a win share of a half)."""

OFTEN = 10
"""Times that a move of an expected line was tried at least (guessed: less says nothing)."""


def appraise(
    game: Game[S, A], observation: Observation[S], played: Mapping[int, A], rng: Random, deadline: Deadline
) -> Appraisal[A] | None:
    """Return what `Game.appraise` does, or if that is None the appraisal of a UCT tree; None if there is none."""
    found = game.appraise(observation, played, rng, deadline)
    if found is not None or not can_search(game):
        return found
    tree = Tree(game, observation, rng, played)
    tree.grow(GAMES, deadline)
    seats = tree.movers if observation.seat is None else (observation.seat,)
    candidates = {seat: _candidates(tree, seat, played.get(seat)) for seat in seats if seat in tree.movers}
    return Appraisal(_worths(tree), candidates)


def hints(game: Game[S, A], observation: Observation[S], rng: Random, deadline: Deadline) -> Sequence[Hint[A]]:
    """Return what `Game.hints` does, or where a game does not define it what `appraise` says of the candidates."""
    if type(game).hints is not Game.hints:
        return game.hints(observation, rng, deadline)
    appraisal = appraise(game, observation, {}, rng, deadline)
    if appraisal is None or observation.seat is None:
        return ()
    return [Hint(one.action, one.worth.text) for one in appraisal.candidates.get(observation.seat, ())]


def has_hints(game: Game[S, A]) -> bool:
    """Tell whether `hints` may say something."""
    return can_search(game) or any(
        getattr(type(game), name) is not getattr(Game, name) for name in ("hints", "appraise")
    )


def _worths(tree: Tree[S, A]) -> tuple[Worth, ...]:
    """Return the worths after what one seat plays best, or where several move of all games played on."""
    nodes = [tree.root]
    if not tree.movers[1:]:
        action = best(tree.root, tree.movers[0])
        nodes = [node for (joint, _), node in tree.root.children.items() if joint == (action,)]
    if nodes[0].proof:
        return tuple(Worth(share, Basis.PROOF) for share in nodes[0].proof)
    games = sum(node.visits for node in nodes)
    totals = (sum(each) for each in zip(*(node.totals for node in nodes), strict=True))
    return tuple(_estimate(total, games, tree.seats) for total in totals)


def _candidates(tree: Tree[S, A], seat: int, played: A | None) -> tuple[Candidate[A], ...]:
    """Return the actions that were tried, and what was played, the best first."""
    found = [
        Candidate(action, _worth(tree, seat, action), _line(tree, action))
        for action, arm in tree.root.arms[seat].items()
        if arm.visits or action == played
    ]
    return tuple(sorted(found, key=lambda one: -one.worth.share))


def _worth(tree: Tree[S, A], seat: int, action: A) -> Worth:
    arm, proof = tree.root.arms[seat][action], None if tree.movers[1:] else proof_of(tree.root, action)
    return Worth(proof[seat], Basis.PROOF) if proof else _estimate(arm.total, arm.visits, tree.seats)


def _line(tree: Tree[S, A], action: A) -> tuple[A, ...]:
    """Return what follows an action if all play what was tried most, as far as it was tried often or is proved, in a
    game in turns that hides nothing.
    """
    child = child_of(tree.root, action) if tree.game.perfect_information else None
    line: list[A] = []
    while child and len(child.arms) == 1:
        (seat, arms), *_ = child.arms.items()
        expected = best(child, seat)
        if not child.proof and arms[expected].visits < OFTEN:
            break
        line.append(expected)
        child = child_of(child, expected)
    return tuple(line)


def _estimate(total: float, games: int, seats: int) -> Worth:
    """Return the mean of games and a draw of all: some games that were all won prove nothing."""
    share = (total + 1 / seats) / (games + 1)
    return Worth(share, Basis.ROLLOUTS, games, sqrt(share * (1 - share) / (games + 1)))
