"""Two seats: the table against an independent retrograde solution of all positions, and the players it gives."""

from collections.abc import Callable
from functools import cache
from itertools import product
from random import Random

import pytest

from coinfight.policy import RULE_PLAYERS, builtin
from coinfight.rules import DENOMINATIONS, Action, State, apply, is_over, legal_actions, new_game, winner
from coinfight.search import two_seats
from gamekit.deadline import NO_DEADLINE
from gamekit.game import Observation

TOTALS = (8, 6, 4, 2)
Hands = tuple[tuple[int, ...], tuple[int, ...]]
"""Of the mover, and of the other seat."""


@cache
def takings(table: tuple[int, ...], most: int) -> list[tuple[int, ...]]:
    """Return all sets of a table worth at most so much, by brute force."""
    ranges = (range(min(count, most // face) + 1) for count, face in zip(table, DENOMINATIONS, strict=True))
    return [taken for taken in product(*ranges) if sum(map(int.__mul__, taken, DENOMINATIONS)) <= most]


@cache
def positions() -> list[Hands]:
    """Return the hands of the mover and of the other in every position, each after all that its moves lead to."""
    shares = [[(x, y) for x in range(n + 1) for y in range(n + 1 - x)] for n in TOTALS]
    all_of = ((tuple(x for x, _ in ways), tuple(y for _, y in ways)) for ways in product(*shares))
    played = [hands for hands in all_of if all(map(any, hands))]
    return sorted(played, key=lambda hands: tuple(map(int.__add__, *hands))[::-1])  # every move makes this smaller


def table_of(hands: Hands) -> tuple[int, ...]:
    return tuple(n - x - y for n, x, y in zip(TOTALS, *hands, strict=True))


def mover_wins(hands: Hands, wins: Callable[[Hands], bool]) -> bool:
    """Tell whether a move, with any set of change, leads to a position that its mover does not win."""
    mover, other = hands
    return any(
        any(after) and not wins((other, after))
        for i, face in enumerate(DENOMINATIONS)
        if mover[i]
        for taken in takings(table_of(hands), face - 1)
        for after in [tuple(x - (j == i) + t for j, (x, t) in enumerate(zip(mover, taken, strict=True)))]
    )


def entry_of(hands: Hands) -> int:
    at = 4 * two_seats.index(*hands)
    return int.from_bytes(two_seats.table()[at : at + 4], "little")


def won(hands: Hands) -> bool:
    """Tell what the table says of a position."""
    return bool(entry_of(hands) & two_seats.WON)


@pytest.mark.long
def test_the_table_agrees_with_a_solution_by_all_sets() -> None:
    wins: dict[Hands, bool] = {}
    for hands in positions():
        wins[hands] = mover_wins(hands, wins.__getitem__)
        assert won(hands) == wins[hands]


def test_what_the_table_says_of_a_position_follows_from_what_it_says_of_those_that_its_moves_lead_to() -> None:
    """So does a solution, and no other table: positions are few, and a game ends."""
    found = positions()
    assert len(found) == 111_511
    assert sum(map(won, found)) == 58_337
    for hands in [*found[:500], *Random(1).sample(found, 500)]:
        assert won(hands) == mover_wins(hands, won)


def test_the_moves_of_the_table_win() -> None:
    for hands in Random(2).sample(positions(), 1000):
        mover, other = hands
        listed = two_seats.moves(State(DENOMINATIONS, table_of(hands), hands, 0))
        may = [k for k in range(two_seats.MOST_LISTED) if entry_of(hands) >> k & 1]
        assert may
        assert entry_of(hands) >> two_seats.MOST_LISTED & 31 in may
        for action in (listed[k] for k in may):  # no index error: there are such moves
            after = tuple(
                x - (face == action.coin) + t for x, face, t in zip(mover, DENOMINATIONS, action.change, strict=True)
            )
            assert not won(hands) or not won((other, after))


def test_indices_are_different_and_within_the_table() -> None:
    assert len(two_seats.table()) == 4 * two_seats.POSITIONS
    shares = [[(x, y) for x in range(n + 1) for y in range(n + 1 - x)] for n in TOTALS]
    found = {two_seats.index(tuple(x for x, _ in ways), tuple(y for _, y in ways)) for ways in product(*shares)}
    assert found == set(range(two_seats.POSITIONS))


def play(first: str, second: str, rng: Random) -> int | None:
    policies = (builtin(first), builtin(second))
    state = new_game(2)
    while not is_over(state):
        state = apply(state, policies[state.turn % 2](Observation(state, state.turn % 2), rng, NO_DEADLINE))
    return winner(state)


def test_as_second_mover_every_game_is_won() -> None:
    for name in (*RULE_PLAYERS, "mcts:30"):
        assert play(name, "coinfight", Random(name)) == 1


def test_as_first_mover_rule_players_are_beaten() -> None:
    for name in ("greedy", "coinage", "all-high", "all-low", "c-player", "thats-not-ai"):
        assert play("coinfight", name, Random(name)) == 0


def test_hints_name_the_winning_actions_also_those_that_are_not_largest() -> None:
    state = State(DENOMINATIONS, (8, 6, 2, 2), ((0, 0, 1, 0), (0, 0, 1, 0)), 0)
    for action in legal_actions(state):
        hand = [(face == 10) - (face == action.coin) for face in DENOMINATIONS]
        after = tuple(map(int.__add__, hand, action.change))
        its = State(DENOMINATIONS, state.table, ((0, 0, 1, 0), after), 0)
        entry = two_seats.table()[4 * two_seats.index(*its.hands) : 4 * two_seats.index(*its.hands) + 4]
        assert two_seats.wins(state, action) == (any(after) and not int.from_bytes(entry, "little") & two_seats.WON)
    assert not two_seats.wins(state, Action(10, (0, 0, 0, 0)))


def test_the_table_is_for_two_full_sets_of_the_standard_coins_only() -> None:
    assert two_seats.applies(new_game(2))
    assert not two_seats.applies(new_game(3))
    assert not two_seats.applies(new_game(2, (1, 5, 10), (4, 3, 2)))
    assert not two_seats.applies(State(DENOMINATIONS, (0, 0, 0, 0), ((4, 3, 2, 1), (1, 0, 0, 0)), 0))
