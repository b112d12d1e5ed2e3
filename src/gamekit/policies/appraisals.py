"""What a position is worth: by the game, or where it does not say by games played on."""

from collections.abc import Mapping, Sequence
from math import sqrt
from random import Random

from gamekit.deadline import Deadline
from gamekit.game import A, Appraisal, Game, Hint, Observation, S
from gamekit.game.appraisal import Basis, Candidate, Worth
from gamekit.policies.uct import Arm, Tree, can_search, proof_of

GAMES = 1000
"""Games played on for an appraisal, fewer when the time is up (guessed: 3 % of error for a win share of a half)."""


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
    node = tree.root
    if not tree.movers[1:]:
        node = node.children[(tree.best(tree.movers[0]),)]
    if node.proof:
        return tuple(Worth(share, Basis.PROOF) for share in node.proof)
    return tuple(_estimate(total, node.visits, tree.seats) for total in node.totals)


def _candidates(tree: Tree[S, A], seat: int, played: A | None) -> tuple[Candidate[A], ...]:
    """Return the actions that were tried, and what was played, the best first."""
    found = [
        Candidate(action, _worth(tree, action, arm))
        for action, arm in tree.root.arms[seat].items()
        if arm.visits or action == played
    ]
    return tuple(sorted(found, key=lambda one: -one.worth.share))


def _worth(tree: Tree[S, A], action: A, arm: Arm) -> Worth:
    proof = None if tree.movers[1:] else proof_of(tree.root, action)
    if proof:
        return Worth(proof[tree.movers[0]], Basis.PROOF)
    return _estimate(arm.total, arm.visits, tree.seats)


def _estimate(total: float, games: int, seats: int) -> Worth:
    """Return the mean of games and a draw of all: some games that were all won prove nothing."""
    share = (total + 1 / seats) / (games + 1)
    return Worth(share, Basis.ROLLOUTS, games, sqrt(share * (1 - share) / (games + 1)))
