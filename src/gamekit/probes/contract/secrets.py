"""The promises about what is hidden: a seat observes nothing of it; and in words what is hidden from whom."""

from collections.abc import Iterator, Mapping
from itertools import groupby
from random import Random
from typing import Any

from gamekit.game import A, Game, Observation, S
from gamekit.probes.contract.promise import Promise
from gamekit.probes.contract.values import written

DRAWS = "`sample` draws a whole state for whatever a seat observes, or is left out"

_DRAWN = 3
"""States that are drawn for what a seat observes (guessed)."""


def check_secrets(game: Game[S, A], state: S, actions: Mapping[int, A], promise: Promise, rng: Random) -> None:
    """What a seat observes does not depend on what it must not see: hidden things and choices made in secret."""
    for seat in range(game.seats_of(state)):
        shown = game.observe(state, seat)
        seen = _bytes(game, shown, seat, promise)
        promise.expect(
            game.observe(shown, seat) == shown, f"what seat {seat} observes hides nothing more from it (`observe`)"
        )
        promise.expect(
            game.players_to_move(shown) == game.players_to_move(state), f"seat {seat} observes who moves (`observe`)"
        )
        if game.perfect_information:
            promise.expect(shown == state, "with `perfect_information` a seat observes the whole state (`observe`)")
        _check_sample(game, shown, seat, promise, rng)
        if game.asked_at_once(state):
            for other, action in actions.items():
                revealed = game.observe(game.reveal(state, other, action), seat)
                same = _bytes(game, revealed, seat, promise) == seen
                promise.expect(
                    same, f"seat {seat} sees nothing of what seat {other} chooses in secret (`reveal`)", revealed
                )
    promise.expect(game.observe(state, None) == state, "an onlooker sees everything (`observe`)")


def _check_sample(game: Game[S, Any], shown: S, seat: int, promise: Promise, rng: Random) -> None:
    """`sample` always draws or never; the same seats move in what is drawn, and the seat observes the same."""
    draws = not game.perfect_information and type(game).sample is not Game.sample
    for _ in range(_DRAWN):
        drawn = game.sample(Observation(shown, seat), rng)
        if drawn is None:
            promise.expect(not draws, DRAWS, drawn)
            return
        promise.expect(
            game.players_to_move(drawn) == game.players_to_move(shown),
            f"whoever moves does so whatever is hidden from seat {seat} (`sample`)",
            drawn,
        )
        again = game.observe(drawn, seat)
        same = again == shown and _bytes(game, again, seat, promise) == _bytes(game, shown, seat, promise)
        promise.expect(
            same, f"what is hidden from seat {seat} changes nothing that it observes (`observe`, `sample`)", again
        )


def _bytes(game: Game[S, Any], shown: S, seat: int, promise: Promise) -> bytes:
    return written(game.encode_observation(Observation(shown, seat)), "encode_observation", promise)


def hides(game: Game[S, Any], state: S) -> bool:
    """Tell whether something of a state is hidden from some seat."""
    return any(game.observe(state, seat) != state for seat in range(game.seats_of(state)))


def hidden_words(game: Game[S, Any], state: S) -> list[str]:
    """Return a line for each seat from which something of a state is hidden: what it is, by its place in JSON."""
    seats, whole = range(game.seats_of(state)), game.encode_state(state)
    hidden = {seat: [*_differences(whole, game.encode_state(game.observe(state, seat)))] for seat in seats}
    return [f"seat {seat} does not see {', '.join(paths)}" for seat, paths in hidden.items() if paths]


def _differences(whole: object, shown: object, path: str = "") -> Iterator[str]:
    """Yield the places at which two JSON values differ, neighbours in a list together: worth[1][0..4]."""
    if isinstance(whole, dict) and isinstance(shown, dict) and whole.keys() == shown.keys():
        for key in whole:
            yield from _differences(whole[key], shown[key], f"{path}.{key}" if path else str(key))
    elif isinstance(whole, list | tuple) and isinstance(shown, list | tuple) and len(whole) == len(shown):
        places = [place for place, (one, other) in enumerate(zip(whole, shown, strict=True)) if one != other]
        for _, run in groupby(enumerate(places), lambda each: (each[1] - each[0], _is_whole(whole[each[1]]))):
            first, *rest = (place for _, place in run)
            if _is_whole(whole[first]):
                yield f"{path}[{first}{f'..{rest[-1]}' if rest else ''}]"
            else:
                for place in (first, *rest):
                    yield from _differences(whole[place], shown[place], f"{path}[{place}]")
    elif whole != shown:
        yield path


def _is_whole(value: object) -> bool:
    """Tell whether a value has no parts."""
    return not isinstance(value, dict | list | tuple)
