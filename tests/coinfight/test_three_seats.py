"""Three seats: the table knows what largest sets lead to, and its moves are the best of its solution."""

from collections.abc import Iterator
from random import Random

import pytest

from coinfight.rules import State, alive, apply, legal_actions, new_game, seat_to_move, value
from coinfight.search.core import Core, three_seats_table
from coinfight.search.two_seats import moves

LEAST = 60
"""Three hands worth no more are solved on the spot (TABLE_VALUE in core.c)."""


def worth(state: State) -> int:
    return sum(value(state.denominations, hand) for hand in state.hands)


def decisions(compiled: Core, seed: int) -> Iterator[State]:
    """Yield our decisions in a game in which the others take random largest sets, down to LEAST."""
    rng, state, us = Random(seed), new_game(3), seed % 3
    while len(alive(state)) == 3 and worth(state) > LEAST:
        action = rng.choice(moves(state))
        if seat_to_move(state) == us:
            assert compiled.begin(state)
            action, _ = compiled.choose(compiled.options(iterations=1), None, three_seats_table())
            if len(compiled.moves()) > 1:
                yield state
        state = apply(state, action)


@pytest.mark.parametrize("seed", range(30))
def test_the_table_knows_every_decision_that_largest_sets_lead_to(compiled: Core, seed: int) -> None:
    for state in decisions(compiled, seed):
        compiled.begin(state)
        action, way = compiled.choose(compiled.options(iterations=1), None, three_seats_table())
        assert way == "table"
        assert action in compiled.moves()


def test_its_moves_are_best_when_all_err_with_a_probability_of_0_3(compiled: Core) -> None:
    looked_at = 0
    for seed in range(40):
        for state in decisions(compiled, seed):
            if worth(state) > LEAST + 8:
                continue
            compiled.begin(state)
            chances = compiled.solve(0.3, 300_000, 10.0)
            if chances is None:
                continue
            action, _ = compiled.choose(compiled.options(iterations=1), None, three_seats_table())
            assert chances[compiled.moves().index(action)] == pytest.approx(max(chances), abs=1e-4)
            looked_at += 1
    assert looked_at >= 10


def test_other_positions_get_a_legal_move_all_the_same(compiled: Core) -> None:
    ways = set()
    for seed in range(60):
        rng, state = Random(seed), new_game(3)
        while len(alive(state)) == 3 and worth(state) > 120:
            state = apply(state, rng.choice(legal_actions(state)))
        compiled.begin(state)
        action, way = compiled.choose(compiled.options(iterations=20), None, three_seats_table())
        assert action in compiled.moves()
        ways.add(way)
    assert "search" in ways


def test_the_table_is_for_three_full_sets_of_the_standard_coins_only(compiled: Core) -> None:
    for state in (new_game(3, (1, 5, 10, 25), (4, 3, 2, 2)), new_game(4), new_game(3, (1, 5, 10, 20), (4, 3, 2, 1))):
        compiled.begin(state)
        assert compiled.choose(compiled.options(iterations=20), None, three_seats_table())[1] == "search"
