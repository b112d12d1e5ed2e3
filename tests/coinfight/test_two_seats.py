"""Two seats: the table against an independent retrograde solution of all positions, and the players it gives."""

import struct
from functools import cache
from itertools import product
from random import Random

from coinfight.policy import RULE_PLAYERS, builtin
from coinfight.rules import DENOMINATIONS, Action, State, apply, is_over, legal_actions, new_game, winner
from coinfight.search import two_seats
from gamekit.deadline import NO_DEADLINE
from gamekit.game import Observation

TOTALS = (8, 6, 4, 2)


@cache
def takings(table: tuple[int, ...], most: int) -> list[tuple[int, ...]]:
    """Return all sets of a table worth at most so much, by brute force."""
    ranges = (range(min(count, most // face) + 1) for count, face in zip(table, DENOMINATIONS, strict=True))
    return [taken for taken in product(*ranges) if sum(map(int.__mul__, taken, DENOMINATIONS)) <= most]


def solve() -> dict[tuple[tuple[int, ...], tuple[int, ...]], bool]:
    """Return whether the mover wins, by the hands of the mover and the other, with all sets of change."""
    shares = [[(x, y) for x in range(n + 1) for y in range(n + 1 - x)] for n in TOTALS]
    positions = []
    for ways in product(*shares):
        mover, other = tuple(x for x, _ in ways), tuple(y for _, y in ways)
        if any(mover) and any(other):
            positions.append((mover, other))
    positions.sort(key=lambda each: tuple(map(int.__add__, *each))[::-1])  # every move makes this smaller
    wins: dict[tuple[tuple[int, ...], tuple[int, ...]], bool] = {}
    for mover, other in positions:
        table = tuple(n - x - y for n, x, y in zip(TOTALS, mover, other, strict=True))
        wins[mover, other] = any(
            any(after) and not wins[other, after]
            for i, face in enumerate(DENOMINATIONS)
            if mover[i]
            for taken in takings(table, face - 1)
            for after in [tuple(x - (j == i) + t for j, (x, t) in enumerate(zip(mover, taken, strict=True)))]
        )
    return wins


def test_the_table_agrees_with_a_solution_by_all_sets_and_its_moves_win() -> None:
    wins = solve()
    assert len(wins) == 111_511
    assert sum(wins.values()) == 58_337
    table = two_seats.table()
    for (mover, other), won in wins.items():
        (entry,) = struct.unpack_from("<I", table, 4 * two_seats.index(mover, other))
        assert bool(entry & two_seats.WON) == won
        state = State(
            DENOMINATIONS, tuple(n - x - y for n, x, y in zip(TOTALS, mover, other, strict=True)), (mover, other), 0
        )
        listed, may = two_seats.moves(state), [k for k in range(two_seats.MOST_LISTED) if entry >> k & 1]
        assert may
        assert entry >> two_seats.MOST_LISTED & 31 in may
        for action in (listed[k] for k in may):  # no index error: there are such moves
            after = tuple(
                x - (face == action.coin) + t for x, face, t in zip(mover, DENOMINATIONS, action.change, strict=True)
            )
            assert not won or not wins[other, after]


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
