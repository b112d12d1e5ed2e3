"""The part of the contract test about values: what is encoded is decoded to the same, and what is wrong is refused."""

from collections.abc import Callable, Iterator
from random import Random
from typing import Any

from gamekit.game import A, Fault, Game, Observation, S
from gamekit.probes.contract.promise import BrokenPromiseError, Promise
from gamekit.wire.json_stream import dumps, loads

_OTHERS: tuple[object, ...] = (None, True, False, 0, 1, 7, -1, 1000, 1.0, "x", [], {})

_CHANGES = 200
"""Wrong values of each kind that are tried in a game (guessed: the states of some games have thousands)."""


def changed(value: object) -> Iterator[object]:
    """Yield JSON values that differ from this one in one place: a key or an item less, or another value."""
    if isinstance(value, dict):
        for key in value:
            yield {other: value[other] for other in value if other != key}
            yield from ({**value, key: new} for new in changed(value[key]))
    elif isinstance(value, list):
        for place, item in enumerate(value):
            yield [*value[:place], *value[place + 1 :]]
            yield from ([*value[:place], new, *value[place + 1 :]] for new in changed(item))
    others = [*_OTHERS, float(value)] if isinstance(value, int) else _OTHERS
    yield from (other for other in others if dumps(other) != dumps(value))


def doubles(value: object) -> Iterator[tuple[object, object]]:
    """Yield a JSON value with 1 in place of one of its whole numbers, and the same with true or 1.0 there."""
    if isinstance(value, dict):
        for key in value:
            yield from (({**value, key: one}, {**value, key: other}) for one, other in doubles(value[key]))
    elif isinstance(value, list):
        for place, item in enumerate(value):
            before, after = value[:place], value[place + 1 :]
            yield from (([*before, one, *after], [*before, other, *after]) for one, other in doubles(item))
    elif isinstance(value, int) and not isinstance(value, bool):
        yield from ((1, True), (1, 1.0))


def _refuse_doubles(decode: Callable[[object], Any], name: str, good: object, promise: Promise, rng: Random) -> None:
    found = list(doubles(good))
    for one, other in rng.sample(found, min(_CHANGES, len(found))):
        try:
            taken = decode(other) == decode(one)
        except Exception:  # what it may raise is tried with other values
            continue
        promise.expect(not taken, f"{name} takes neither true nor 1.0 for 1", other)


def written(value: object, method: str, promise: Promise) -> bytes:
    """Return what a method of the game returns as JSON, expecting that it can be written so."""
    try:
        return dumps(value)
    except (TypeError, ValueError) as error:
        kinds = "dict with keys of str, list, str, int, float, bool, None"
        promise.expect(False, f"`{method}` returns what JSON has ({kinds}), not: {error}", value)
        raise


def check_state(game: Game[S, Any], state: S, promise: Promise) -> None:
    """A state, and what each seat observes of it, survive every encoding."""
    for each in {wire: game.speaking(wire) for wire in game.wires}.values():
        value = _json(each.encode_state(state), "encode_state", promise)
        promise.expect({"seat", "over"}.isdisjoint(value), '`encode_state` has no keys "seat" and "over"', value)
        decoded = each.decode_state(value)
        _same(each, decoded, state, promise, "a state that `decode_state` returns")
        promise.expect(
            _json(each.encode_state(decoded), "encode_state", promise) == value,
            "`encode_state` of a decoded state is as before",
        )
        promise.expect(
            each.decode_state({**value, "no such key": 1}) == state, "`decode_state` ignores keys that it does not know"
        )
        promise.expect(each.resume(value) == state, "`resume` takes an encoded state")
        for seat in range(each.seats_of(state)):
            observation = Observation(each.observe(state, seat), seat)
            shown = _json(each.encode_observation(observation), "encode_observation", promise)
            seen = each.decode_observation(shown)
            promise.expect(
                seen == observation,
                f"what seat {seat} observes survives `encode_observation` and `decode_observation`",
                seen,
            )
            promise.expect(
                _json(each.encode_observation(seen), "encode_observation", promise) == shown,
                "`encode_observation` of a decoded one is as before",
            )
            _same(each, seen.state, observation.state, promise, f"what `decode_observation` returns to seat {seat}")


def _same(game: Game[S, Any], found: S, wanted: S, promise: Promise, what: str) -> None:
    """Expect two states to be equal, also in what `==` may leave out."""
    promise.expect(found == wanted, f"{what} equals the one before", found)
    movers = game.players_to_move(found)
    promise.expect(movers == game.players_to_move(wanted), f"{what} has the same `players_to_move`", movers)
    for seat in movers:
        same = list(game.legal_actions(found, seat)[:50]) == list(game.legal_actions(wanted, seat)[:50])
        promise.expect(same, f"{what} has the same `legal_actions`")


def check_action(game: Game[Any, A], action: A, promise: Promise) -> None:
    """An action survives every encoding, and is hashable."""
    for each in (game.speaking(wire) for wire in game.wires):
        decoded = each.decode_action(loads(written(each.encode_action(action), "encode_action", promise)))
        promise.expect(decoded == action, "an action survives `encode_action` and `decode_action`", decoded)
        promise.expect(hash(decoded) == hash(action), "an action of `decode_action` has the hash of its equal")


def check_end(game: Game[S, Any], end: S, promise: Promise) -> None:
    """The last value of a game survives every encoding, told to a seat or written down, after a fault or not."""
    seat = game.seats_of(end) - 1
    for each in (game.speaking(wire) for wire in game.wires):
        for told in (None, seat):
            shown = each.observe(end, told)
            ended = each.decode_end(_json(each.encode_end(shown, None, told), "encode_end", promise))
            promise.expect(ended == (shown, None), "the last value survives `encode_end` and `decode_end`", ended)
            fault = Fault(seat, "no answer")
            forfeited = each.decode_end(_json(each.encode_end(shown, fault, told), "encode_end", promise))
            promise.expect(
                forfeited is not None and forfeited[1] == fault,
                "a fault survives `encode_end` and `decode_end`",
                forfeited,
            )


def check_wrong_values(game: Game[S, A], state: S, action: A, promise: Promise, rng: Random) -> None:
    """Decoders refuse wrong values with ValueError, and what they take can be played on with."""
    seat = game.players_to_move(state)[0]
    observation = Observation(game.observe(state, seat), seat)

    def decoded_state(value: object) -> S:
        return _usable(game, game.decode_state(value))

    def decoded_observation(value: object) -> S:
        return _usable(game, game.decode_observation(value).state)

    for wrong in (None, True, 1, 1.5, "x", [None], {}, {"x": 1}):
        promise.refuses(f"{wrong!r}", game.decode_state, wrong)
        promise.refuses(f"{wrong!r}", game.decode_observation, wrong)
    for wrong in (None, True, 1.5, [None], {}, {"x": 1}):
        promise.refuses(f"{wrong!r}", game.decode_action, wrong)
    _refuse_changes(decoded_state, "decode_state", game.encode_state(state), promise, rng)
    _refuse_changes(decoded_observation, "decode_observation", game.encode_observation(observation), promise, rng)
    _refuse_changes(game.decode_action, "decode_action", game.encode_action(action), promise, rng)
    _refuse_changes(game.decode_end, "decode_end", game.encode_end(state, Fault(seat, "late")), promise, rng)


def _usable(game: Game[S, Any], state: S) -> S:
    for seat in game.players_to_move(state):
        game.legal_actions(state, seat)
    return state


def _refuse_changes(decode: Callable[[object], Any], name: str, value: object, promise: Promise, rng: Random) -> None:
    """Expect nothing but ValueError for values that differ in one place, and true and 1.0 not to be taken for 1."""
    good = loads(dumps(value))
    _refuse_doubles(decode, name, good, promise, rng)
    wrong = list(changed(good))
    for other in rng.sample(wrong, min(_CHANGES, len(wrong))):
        try:
            decoded = decode(loads(dumps(other)))
        except ValueError:
            continue
        except Exception as error:
            text = f"{dumps(other).decode():.300} raises ValueError in {name}"
            message = f"{promise.game.name}, {promise.where}: expected that {text}; got {error!r}"
            raise BrokenPromiseError(message, promise.state) from error
        promise.expect(other != good, f"{name} takes neither true nor 1.0 for 1", (decoded, other))


def _json(value: dict[str, object], method: str, promise: Promise) -> dict[str, Any]:
    """Return an object as it comes back from the wire."""
    decoded: Any = loads(written(value, method, promise))
    promise.expect(isinstance(decoded, dict), f"`{method}` returns an object", value)
    return dict(decoded)
