"""The promises of `Game.appraise`: shares sum to 1, candidates are legal, the best first, the one played among them;
and of `Game.hints`: they come however early the deadline, and are about legal actions.
"""

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

from gamekit.deadline import NO_DEADLINE, Deadline
from gamekit.game import A, Appraisal, Game, Hint, Observation, S
from gamekit.probes.contract.promise import Promise

TINY = 1e-6
_NO_TIME = Deadline.after(0.0, lambda: 0.0)


def check_appraisals(game: Game[S, A], state: S, actions: Mapping[int, A], promise: Promise, rng: Random) -> None:
    """Check what an onlooker and each seat that moves is told of a state, with what was played in it."""
    seed = rng.getrandbits(32)
    for reader in (None, *actions):
        played = actions if reader is None else {reader: actions[reader]}
        shown = Observation(game.observe(state, reader), reader)
        found = game.appraise(shown, played, Random(seed), NO_DEADLINE)
        if found is None:
            continue
        _check_shares(game, state, found, promise)
        _check_candidates(game, state, found, played, promise)
        again = game.appraise(shown, played, Random(seed), NO_DEADLINE)
        promise.expect(
            again is not None and again.candidates == found.candidates,
            "the generator alone decides what `appraise` returns",
        )


def check_hints(game: Game[S, A], state: S, seat: int, promise: Promise, rng: Random) -> None:
    """Check what a seat that moves is told about its actions."""
    hints = game.hints(Observation(game.observe(state, seat), seat), rng, _NO_TIME)
    promise.expect(isinstance(hints, Sequence), "`hints` is a sequence, () if there are none", hints)
    fit = all(isinstance(each, Hint) and each.action in game.legal_actions(state, seat) for each in hints)
    promise.expect(fit, "`hints` are about legal actions", hints)


def _check_shares(game: Game[S, Any], state: S, found: Appraisal[Any], promise: Promise) -> None:
    shares = [worth.share for worth in found.worths]
    promise.expect(len(shares) == game.seats_of(state), "`appraise` gives each seat a worth", shares)
    promise.expect(abs(sum(shares) - 1) < TINY, "win shares of `appraise` have the sum 1", shares)
    promise.expect(
        all(-TINY <= share <= 1 + TINY for share in shares), "a win share of `appraise` is from 0 to 1", shares
    )


def _check_candidates(
    game: Game[S, A], state: S, found: Appraisal[A], played: Mapping[int, A], promise: Promise
) -> None:
    movers = game.players_to_move(state)
    promise.expect(
        set(found.candidates) <= set(movers), "only seats that move have candidates (`appraise`)", [*found.candidates]
    )
    for seat, candidates in found.candidates.items():
        actions, shares = [one.action for one in candidates], [one.worth.share for one in candidates]
        legal = game.legal_actions(state, seat)
        promise.expect(all(action in legal for action in actions), "candidates of `appraise` are legal", actions)
        promise.expect(len(set(actions)) == len(actions) > 0, "`appraise` has a candidate, each once", actions)
        promise.expect(shares == sorted(shares, reverse=True), "the best candidate of `appraise` comes first", shares)
        if seat in played:
            promise.expect(played[seat] in actions, "what was played is a candidate of `appraise`", played[seat])
