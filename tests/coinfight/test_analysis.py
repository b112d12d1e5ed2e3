"""What moves are worth: two seats against a recursion written from the rules, and planted blunders."""

from functools import cache
from itertools import product
from random import Random

import pytest

from coinfight.game import GAME
from coinfight.rules import DENOMINATIONS, Action, State, alive, apply, is_over, legal_actions, new_game, seat_to_move
from gamekit.deadline import NO_DEADLINE
from gamekit.game import Observation
from gamekit.game.appraisal import Appraisal, Basis
from tests.gamekit.planting import Planter

Coins = tuple[int, ...]
"""The worth of each coin, sorted."""


def without(coins: Coins, taken: Coins) -> Coins:
    left = list(coins)
    for coin in taken:
        left.remove(coin)
    return tuple(left)


@cache
def takings(table: Coins, below: int) -> tuple[Coins, ...]:
    """Return all sets of coins of a table that are worth less than so much."""
    counted = [(coin, table.count(coin)) for coin in sorted(set(table))]
    ways = product(*([(coin,) * k for k in range(count + 1)] for coin, count in counted))
    return tuple(taken for way in ways if sum(taken := sum(way, ())) < below)


@cache
def mover_wins(mine: Coins, other: Coins, table: Coins) -> bool:
    """Tell whether who moves wins: pays a coin, takes less than it from the table, and is out with an empty hand."""
    return any(wins_by(mine, other, table, coin, taken) for coin in set(mine) for taken in takings(table, coin))


def wins_by(mine: Coins, other: Coins, table: Coins, coin: int, taken: Coins) -> bool:
    hand = tuple(sorted((*without(mine, (coin,)), *taken)))
    return bool(hand) and not mover_wins(other, hand, tuple(sorted((*without(table, taken), coin))))


def coins_of(state: State, counts: tuple[int, ...]) -> Coins:
    return tuple(coin for coin, count in zip(state.denominations, counts, strict=True) for _ in range(count))


def wins(state: State, action: Action) -> bool:
    """Tell by the recursion whether who moves wins by an action, with two seats left."""
    seat = seat_to_move(state)
    (other,) = (each for each in alive(state) if each != seat)
    hands = (coins_of(state, state.hands[seat]), coins_of(state, state.hands[other]))
    return wins_by(*hands, coins_of(state, state.table), action.coin, coins_of(state, action.change))


def appraised(state: State, played: Action | None = None) -> Appraisal[Action]:
    seat = seat_to_move(state)
    found = GAME.appraise(Observation(state, None), {} if played is None else {seat: played}, Random(1), NO_DEADLINE)
    assert found is not None
    return found


def small_game(rng: Random) -> State:
    """Return a first state with at most six coins in a hand."""
    faces = tuple(sorted(rng.sample((1, 2, 3, 5, 7, 10, 25), rng.randint(2, 4))))
    hand = [0] * len(faces)
    for _ in range(rng.randint(1, 6)):
        hand[rng.randrange(len(faces))] += 1
    return new_game(2, faces, tuple(hand))


def agree(games: int, seed: int) -> int:
    """Compare every candidate of random games with the recursion; return how many there were."""
    rng, compared = Random(seed), 0
    for _ in range(games):
        state = small_game(rng)
        while not is_over(state):
            played, seat = rng.choice(legal_actions(state)), seat_to_move(state)
            found = appraised(state, played)
            (best, *_), shares = found.candidates[seat], [worth.share for worth in found.worths]
            assert played in [one.action for one in found.candidates[seat]]
            for one in found.candidates[seat]:
                assert (one.worth.basis, one.worth.share) == (Basis.PROOF, float(wins(state, one.action)))
                compared += 1
            is_won = any(wins(state, action) for action in legal_actions(state))
            assert best.worth.share == shares[seat] == 1 - shares[1 - seat] == float(is_won)
            state = apply(state, played)
    return compared


def test_two_seats_are_worth_what_a_recursion_says() -> None:
    assert agree(10, 1) > 50


@pytest.mark.long
def test_two_seats_are_worth_what_a_recursion_says_in_many_games() -> None:
    assert agree(300, 2) > 1_000


def test_a_move_that_the_search_does_not_list_is_set_beside_the_best_with_the_error_of_both() -> None:
    """By playouts alone it would be measured by another rule than the others, and cost by that."""
    table = State(DENOMINATIONS, (8, 3, 1, 0), ((2, 1, 1, 1), (2, 1, 1, 1), (2, 2, 2, 1)), 0)
    smaller, larger = Action(5, (3, 0, 0, 0)), Action(5, (4, 0, 0, 0))
    found = {one.action: one.worth for one in appraised(table, smaller).candidates[0]}
    assert larger in found
    assert found[smaller].error > found[larger].error


# Planted blunders

MOST = 6
"""Coins of a hand at which the recursion takes no time."""


def won_game_given_away(state: State, seat: int) -> Action | None:
    """Return a move by which who moves, with few coins in both hands, loses a game that another move wins."""
    if max(map(sum, state.hands)) > MOST or len(alive(state)) > 2:
        return None
    legal = legal_actions(state)
    won = [wins(state, action) for action in legal]
    return legal[won.index(False)] if True in won and False in won else None


PLANTER = Planter(GAME, won_game_given_away, ("coinfight", "coinfight"), variant="standard")


def test_a_won_game_given_away_is_the_worst_of_its_game() -> None:
    assert PLANTER.found(1) == 1


@pytest.mark.long
def test_of_20_won_games_given_away_at_least_18_are_the_worst_of_their_game() -> None:
    assert PLANTER.found(20) >= 18
