"""The contract test: does a game keep what `gamekit.game.Game` promises of it?

    def test_the_game_keeps_the_contract() -> None:
        check_contract(MY_GAME, Random(1))

It plays random games at every number of seats and in several variants, and looks at the start, at the end and at some
rounds between them. The same generator gives the same games. `values` has the promises about values.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import isfinite
from random import Random
from typing import Any, Generic

from gamekit.answer import Choice
from gamekit.builtins import policy_of
from gamekit.game import A, AnyGame, Game, S, any_of
from gamekit.policies.uct import can_search
from gamekit.probes.contract import values
from gamekit.probes.contract.appraisals import check_appraisals, check_hints
from gamekit.probes.contract.promise import Promise
from gamekit.probes.contract.secrets import DRAWS, check_secrets, hidden_words, hides
from gamekit.probes.contract.shown import check_rules_text, check_shown, left_out
from gamekit.probes.contract.values import written
from gamekit.probes.samples import few, variants_for
from gamekit.table import Table
from gamekit.wire.json_stream import dumps, loads

UNCHANGED = "`apply` leaves the state that it is given as it was, and returns a new one"

_SEATS = 8
"""Numbers of seats that are tried, the smallest ones where a game takes any number (guessed: most take fewer)."""

_VARIANTS = 3
_ROUNDS = 2000
"""A random game is left after so many rounds (guessed)."""

_LENGTH = 40
"""The limit of the length where a game has one: a game of hundreds of rounds shows no more (guessed)."""

_LOOKED_AT = 4
"""Rounds of a game that are looked at, at equal distances (guessed: all would take minutes)."""

_ASKED = 20
"""Rounds of a game whose questions are looked through for a legal action that is not offered (guessed)."""


@dataclass(frozen=True, slots=True)
class _RandomGame(Generic[S, A]):
    """A random game: each state with the joint action after it, and the last state, None if it was left before."""

    rounds: Sequence[tuple[S, Mapping[int, A]]]
    end: S | None


def check_contract(game: AnyGame, rng: Random) -> list[str]:
    """Raise BrokenPromiseError, which says where and what, if the game does not keep its contract.

    Return in lines what only a person can judge: what is hidden from whom in a first state, and a legal action that
    `question` does not offer.

    A part of the wrong values and of the rounds is tried, so that most games take about a second.
    """
    _check_starts(game, rng)
    check_rules_text(game, Promise(game, "the rules"))
    ended = hidden = False
    told: list[str] = []
    kept_back: list[str] = []
    for seats in game.seats[:_SEATS]:
        variants = variants_for(game, seats)
        Promise(game, f"{seats} seats").expect(
            bool(variants), "`new_game` plays some of the variants at each number of seats"
        )
        for variant in few(variants, _VARIANTS):
            promise = Promise(game, f"{seats} seats, {variant}")
            state = _start(game, seats, variant, promise, rng)
            played = _play(game, state, promise, rng)
            _check_game(game, played, promise, rng)
            _check_game_of_faults(game, state, Promise(game, promise.where, state))
            ended |= played.end is not None
            hidden = hidden or any(hides(game, one) for one, _ in few(played.rounds, _LOOKED_AT))
            told = told or hidden_words(game, state)
            looked_through = (left_out(game, one) for one, _ in few(played.rounds, _ASKED))
            kept_back = kept_back or next(filter(None, looked_through), [])
    Promise(game, "all games").expect(ended, f"`players_to_move` ends some random game within {_ROUNDS} rounds")
    Promise(game, "all games").expect(
        hidden or game.perfect_information, "`observe` hides something from a seat where `perfect_information` is False"
    )
    return told + kept_back


def _check_starts(game: AnyGame, rng: Random) -> None:
    promise = Promise(game, "new_game")
    for seats in sorted({-1, 0, 1, 99, game.seats[0] - 1, game.seats[-1] + 1}):
        if seats not in game.seats:
            promise.refuses(f"{seats} seats", game.new_game, seats, game.variants[0], rng)
    promise.refuses("a variant that does not exist", game.new_game, game.seats[0], "no such variant", rng)
    promise.refuses("a policy that does not exist", game.policy, "no such policy")
    if type(game).sample is not Game.sample:
        promise.expect(can_search(game), DRAWS, None)
    for name in (game.ours, *game.ladder):
        try:
            policy_of(game, name)
        except ValueError as error:
            promise = Promise(game, f"the built-in {name!r}")
            promise.expect(False, "`ours` and `ladder` name built-ins that there are", str(error))


def _start(game: Game[S, Any], seats: int, variant: str, promise: Promise, rng: Random) -> S:
    """Return a first state, with a limit where the game has one."""
    seed = rng.getrandbits(32)
    state = game.new_game(seats, variant, Random(seed))
    promise.expect(
        state == game.new_game(seats, variant, Random(seed)), "the generator alone decides what `new_game` returns"
    )
    promise = Promise(game, promise.where, state)
    written(game.encode_state(state), "encode_state", promise)
    promise.expect(game.seats_of(state) == seats, "`seats_of` is the number of seats", game.seats_of(state))
    _check_movers(game, state, promise)
    promise.expect(bool(game.players_to_move(state)), "somebody moves in the first state (`players_to_move`)")
    return state if game.max_length is None else game.with_limit(state, _LENGTH)


def _play(game: Game[S, A], state: S, promise: Promise, rng: Random) -> _RandomGame[S, A]:
    """Play at random, as a referee asks: who moves later is shown what `reveal` shows."""
    table = Table.begin(game, state)
    while (asked := table.asked()) and table.length < _ROUNDS:
        seat, here, state = asked[0], promise.at(table.length, table.state), table.state
        before = written(game.encode_state(state), "encode_state", here)
        legal = game.legal_actions(table.observation(seat).state, seat)
        here.expect(isinstance(legal, Sequence), "`legal_actions` is a sequence", legal)
        here.expect(bool(legal), f"seat {seat}, which moves, has one of `legal_actions`")
        table = table.answered(seat, Choice(any_of(legal, rng), 0.0))
        here.expect(not table.faults, "`apply` takes a legal action", table.faults)
        here.expect(table.state is not None, "`apply` returns a state", table.state)
        same = dumps(game.encode_state(state)) == before
        Promise(game, here.where, loads(before)).expect(same, UNCHANGED, game.encode_state(state))
    return _RandomGame([(one.before, one.actions) for one in table.rounds()], table.state if table.over else None)


def _check_game(game: Game[S, A], played: _RandomGame[S, A], promise: Promise, rng: Random) -> None:
    seen = [action for _, actions in played.rounds for action in actions.values()]
    numbers = few(range(len(played.rounds)), _LOOKED_AT)
    for number in numbers:
        state, actions = played.rounds[number]
        here = promise.at(number, state)
        before = dumps(game.encode_state(state))
        _check_movers(game, state, here)
        _check_legal_actions(game, state, here)
        _check_apply(game, state, actions, seen, here)
        check_secrets(game, state, actions, here, rng)
        check_shown(game, state, actions, here)
        values.check_state(game, state, here)
        for action in actions.values():
            values.check_action(game, action, here)
        here.expect(dumps(game.encode_state(state)) == before, "no method changes a state (`apply` returns a new one)")
    state, actions = played.rounds[numbers[len(numbers) // 2]]
    check_appraisals(game, state, actions, promise.at(numbers[len(numbers) // 2], state), rng)
    check_hints(game, state, next(iter(actions)), promise.at(numbers[len(numbers) // 2], state), rng)
    state, actions = played.rounds[numbers[-1]]
    values.check_wrong_values(game, state, next(iter(actions.values())), promise.at(numbers[-1], state), rng)
    if played.end is not None:
        _check_end(game, played.end, seen, Promise(game, f"{promise.where}, the end", played.end), rng)


def _check_end(game: Game[S, A], end: S, seen: Sequence[A], promise: Promise, rng: Random) -> None:
    seats = game.seats_of(end)
    _check_legal_actions(game, end, promise)
    check_secrets(game, end, {}, promise, rng)
    promise.refuses("no action at all", game.apply, end, {})
    promise.refuses("an action after the end", game.apply, end, {0: seen[-1]})
    for shown in (end, *(game.observe(end, seat) for seat in range(seats))):
        returns = game.returns(shown)
        fits = isinstance(returns, tuple) and len(returns) == seats
        promise.expect(fits, "`returns` is a tuple with a result of each seat", returns)
        numbers = all(isinstance(each, int | float) and isfinite(each) for each in returns)
        promise.expect(numbers, "`returns` are finite numbers", returns)
        promise.expect(returns == game.returns(end), "`returns` are the same of what a seat observes", returns)
    check_shown(game, end, {}, promise)
    values.check_state(game, end, promise)
    values.check_end(game, end, promise)


def _check_game_of_faults(game: Game[S, Any], state: S, promise: Promise) -> None:
    """A game that goes on after faults ends if every answer is one."""
    for _ in range(_ROUNDS):
        if not (movers := game.players_to_move(state)):
            return
        after = game.after_fault(state, movers[0], None)
        if after is None:
            return
        state = after
    promise.expect(False, "a game ends if every answer is a fault (`after_fault`)")


def _check_movers(game: Game[S, Any], state: S, promise: Promise) -> None:
    movers = game.players_to_move(state)
    promise.expect(isinstance(movers, tuple), "`players_to_move` is a tuple of seats", movers)
    promise.expect(len(set(movers)) == len(movers), "`players_to_move` names a seat once", movers)
    promise.expect(
        set(movers) <= set(range(game.seats_of(state))), "`players_to_move` names only seats of the game", movers
    )


def _check_legal_actions(game: Game[S, Any], state: S, promise: Promise) -> None:
    """Legal actions are sorted, the same of what a seat observes, and none for a seat that does not move."""
    movers = game.players_to_move(state)
    for seat in range(game.seats_of(state)):
        legal = game.legal_actions(state, seat)
        shown = game.legal_actions(game.observe(state, seat), seat)
        if seat not in movers:
            promise.expect(not legal, f"seat {seat}, which does not move, has no `legal_actions`", legal)
            promise.expect(not shown, f"seat {seat}, which does not move, observes no `legal_actions`", shown)
        elif isinstance(legal, range):  # perhaps too long to enumerate
            promise.expect(legal.step > 0 and bool(legal), f"`legal_actions` of seat {seat} are sorted", legal)
            promise.expect(shown == legal, f"`legal_actions` of what seat {seat} observes are the same", shown)
        else:
            promise.expect(bool(legal), f"seat {seat}, which moves, has one of `legal_actions`")
            promise.expect(_hashable(legal), "actions are hashable, such as tuples (`legal_actions`)", legal)
            promise.expect(list(legal) == _sorted(legal), "`legal_actions` are sorted, each once", legal)
            promise.expect(
                all(action in legal for action in few(legal, 10)), "`in` finds each of `legal_actions`", legal
            )
            promise.expect(
                list(shown) == list(legal), f"`legal_actions` of what seat {seat} observes are the same", shown
            )


def _hashable(actions: Sequence[Any]) -> bool:
    try:
        return bool({*actions})
    except TypeError:
        return False


def _sorted(actions: Sequence[Any]) -> object:
    try:
        return sorted(set(actions))
    except TypeError as error:
        return error


def _check_apply(game: Game[S, A], state: S, actions: Mapping[int, A], seen: Sequence[A], promise: Promise) -> None:
    """`apply` is a function, takes the seats in any order, and refuses all but legal actions of exactly the movers."""
    after = game.apply(state, actions)
    promise.expect(after == game.apply(state, actions), "`apply` is a function: it draws nothing by chance")
    promise.expect(
        after == game.apply(state, dict(reversed([*actions.items()]))),
        "the order of the seats means nothing to `apply`",
    )
    promise.refuses("no action at all", game.apply, state, {})
    one = next(iter(actions.values()))
    others = [seat for seat in range(-1, game.seats_of(state) + 1) if seat not in actions]
    for seat in others:
        promise.refuses(f"an action of seat {seat}, which does not move", game.apply, state, {**actions, seat: one})
        promise.refuses(f"the action of seat {seat} alone", game.apply, state, {seat: one})
    for seat in actions:
        if rest := {each: action for each, action in actions.items() if each != seat}:
            promise.refuses(f"a joint action without seat {seat}", game.apply, state, rest)
        legal = game.legal_actions(state, seat)
        for wrong in few([action for action in seen if action not in legal], 3):
            promise.refuses(f"{wrong!r:.60}, illegal for seat {seat},", game.apply, state, {**actions, seat: wrong})
