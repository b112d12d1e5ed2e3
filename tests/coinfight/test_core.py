"""The compiled core against the plain Python rules, position by position."""

from functools import cache
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from coinfight.policy import rule_players
from coinfight.rules import State, alive, apply, is_over, legal_actions, new_game, seat_to_move
from coinfight.search import montecarlo, two_seats
from coinfight.search.core import RULES, Core


def position(
    seats: int, turns: int, seed: int, faces: tuple[int, ...] = (1, 5, 10, 25), hand: tuple[int, ...] = (4, 3, 2, 1)
) -> State:
    """Return a position of a random game in which two have coins."""
    rng, state = Random(seed), new_game(seats, faces, hand)
    for _ in range(turns):
        after = apply(state, rng.choice(legal_actions(state)))
        if is_over(after):
            break
        state = after
    return state


POSITIONS = st.builds(position, st.integers(2, 7), st.integers(0, 80), st.integers(0, 10_000))
OTHER_COINS = st.builds(
    position,
    st.integers(2, 4),
    st.integers(0, 20),
    st.integers(0, 10_000),
    st.lists(st.integers(1, 40), min_size=3, max_size=3, unique=True).map(lambda faces: tuple(sorted(faces))),
    st.just((3, 2, 2)),
)


@given(st.one_of(POSITIONS, OTHER_COINS))
def test_moves_are_those_of_python(compiled: Core, state: State) -> None:
    assert compiled.begin(state)
    assert compiled.moves() == two_seats.moves(state)


@given(POSITIONS)
def test_rule_players_are_those_of_python(compiled: Core, state: State) -> None:
    compiled.begin(state)
    for name in RULES[2:]:
        assert compiled.rule(name) == getattr(rule_players, name)(state, Random(0)), name


def chances(state: State, error: float) -> list[tuple[float, ...]]:
    """Return each seat's chance to win after each move, if all err so often: the definition, in plain Python."""

    @cache
    def values(hands: tuple[tuple[int, ...], ...], table: tuple[int, ...], turn: int) -> tuple[float, ...]:
        state_ = State(state.denominations, table, hands, turn)
        if is_over(state_):
            return tuple(float(any(hand)) for hand in hands)
        after = [
            values(s.hands, s.table, s.turn % len(hands)) for s in (apply(state_, a) for a in two_seats.moves(state_))
        ]
        seat = seat_to_move(state_)
        top = max(each[seat] for each in after)
        best = [each for each in after if each[seat] > top - 1e-6]
        return tuple(
            (1 - error) * sum(e[s] for e in best) / len(best) + error * sum(e[s] for e in after) / len(after)
            for s in range(len(hands))
        )

    return [values(s.hands, s.table, s.turn % len(s.hands)) for s in (apply(state, a) for a in two_seats.moves(state))]


@pytest.mark.parametrize("error", [0.0, 0.3])
@pytest.mark.parametrize(("seats", "seed"), [(2, 1), (3, 2), (3, 5), (4, 7)])
def test_solved_chances_are_those_of_the_definition(compiled: Core, seats: int, seed: int, error: float) -> None:
    rng, state = Random(seed), new_game(seats, (1, 5, 10), (3, 2, 1))
    while len(alive(state)) > 3 or sum(map(sum, state.hands)) > 8:
        after = apply(state, rng.choice(legal_actions(state)))
        state = new_game(seats, (1, 5, 10), (3, 2, 1)) if is_over(after) else after
    compiled.begin(state)
    solved = compiled.solve(error, 200_000, 10)
    seat = seat_to_move(state)
    assert solved == pytest.approx([each[seat] for each in chances(state, error)], abs=1e-4)


def test_too_few_positions_or_too_many_seats_solve_nothing(compiled: Core) -> None:
    compiled.begin(new_game(3))
    assert compiled.solve(0.3, 1000, 10) is None
    compiled.begin(new_game(4))
    assert compiled.solve(0.3, 1000, 10) is None


def test_a_search_counts_what_it_does(compiled: Core) -> None:
    compiled.begin(new_game(4))
    for rules in (0, 1):
        found = compiled.search(compiled.options(iterations=500, rules=rules, decided=0))
        assert found.iterations == 500 == sum(found.visits)
        assert all(0 <= wins <= visits for wins, visits in zip(found.wins, found.visits, strict=True))


def test_the_same_seed_finds_the_same(compiled: Core) -> None:
    found = []
    for _ in range(2):
        compiled.seed(7)
        compiled.begin(new_game(3))
        found.append(compiled.search(compiled.options(iterations=300)))
    assert found[0] == found[1]


@pytest.mark.parametrize("seed", range(6))
def test_both_tree_searches_and_alpha_beta_see_a_win_in_one(compiled: Core, seed: int) -> None:
    state = State((1, 5, 10, 25), (4, 0, 0, 0), ((1, 1, 0, 0), (1, 0, 0, 0)), 0)  # pay 5 for 4: the other must go out
    compiled.seed(seed)
    compiled.begin(state)
    moves, found = compiled.moves(), compiled.search(compiled.options(iterations=300))
    best = moves[found.visits.index(max(found.visits))]
    assert two_seats_exact(state, best)
    assert two_seats_exact(state, montecarlo.choose(state, Random(seed), 0, 300))
    assert two_seats_exact(state, compiled.alpha_beta(1000)[0])


def two_seats_exact(state: State, action: object) -> bool:
    after = next(apply(state, each) for each in two_seats.moves(state) if each == action)
    return is_over(apply(after, two_seats.moves(after)[0]))


@pytest.mark.parametrize(
    "state", [new_game(40), new_game(2, tuple(range(1, 12)), (1,) * 11), new_game(2, (1, 40_000), (1, 1))]
)
def test_positions_too_large_for_the_core_are_refused(compiled: Core, state: State) -> None:
    assert not compiled.begin(state)
    assert compiled.begin(new_game(2))
    assert len(compiled.moves()) == 4
