"""The analysis by rollouts: what it looks at, and that its chances and probabilities are what it says."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from economancy.analysis.by_rollouts import MOST_BIDS, analyse_by_rollouts
from economancy.analysis.position import Analysis, Chances
from economancy.rules.cards import BASE, SIMPLE
from economancy.rules.game import legal_actions, new_game, new_shop, players_to_move
from economancy.rules.state import PASS, Attacking, Buying, End, Forfeit, State
from tests.economancy.positions import player, position
from tests.economancy.strategies import reached_states


def total(chances: Chances) -> float:
    return sum(chances.wins) + chances.draw


def actions(analysis: Analysis, seat: int) -> set[object]:
    return {candidate.action for candidate in analysis.candidates[seat]}


@given(reached_states(), st.integers(0, 2**32), st.integers(1, 60))
def test_chances_and_probabilities_add_up_and_every_seat_that_moves_has_legal_candidates(
    state: State, seed: int, rollouts: int
) -> None:
    analysis = analyse_by_rollouts(state, Random(seed), rollouts)
    assert tuple(analysis.candidates) == players_to_move(state)
    assert len(analysis.chances.wins) == len(state.players)
    assert total(analysis.chances) == pytest.approx(1)
    for seat, candidates in analysis.candidates.items():
        legal = legal_actions(state, seat)
        assert all(candidate.action in legal for candidate in candidates)
        assert sum(candidate.probability for candidate in candidates) == pytest.approx(1)
        assert all(total(candidate.chances) == pytest.approx(1) for candidate in candidates)
        probabilities = [candidate.probability for candidate in candidates]
        assert probabilities == sorted(probabilities, reverse=True)


@pytest.mark.parametrize("shop", [SIMPLE, BASE], ids=["simple", "base"])
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_same_seed_gives_the_same_analysis_and_another_one_another(seats: int, shop: tuple[str, ...]) -> None:
    state = new_game(seats, new_shop(seats, shop))
    first, second, third = (analyse_by_rollouts(state, Random(seed), 300) for seed in (1, 1, 2))
    assert first == second != third


def test_the_chances_are_the_mean_of_the_candidates_by_their_probabilities() -> None:
    state = position(player("Ghost", coins=3), player("Worker", coins=2), player(coins=4), shop={"Ghost": 2})
    analysis = analyse_by_rollouts(state, Random(1), 200)
    for seat in range(3):
        mean = [
            sum(candidate.probability * candidate.chances.wins[seat] for candidate in analysis.candidates[mover]) / 3
            for mover in range(3)
        ]
        assert sum(mean) == pytest.approx(analysis.chances.wins[seat])


def test_the_purchase_that_wins_is_certain_and_the_most_probable() -> None:
    state = position(
        player("Incantation", "Incantation", coins=4),
        player("Ghost", "Ghost", "Ghost", buys=0),
        phase=Buying(),
        shop={"Incantation": 1, "Ghost": 2},
    )
    analysis = analyse_by_rollouts(state, Random(1), 400)
    best = analysis.candidates[0][0]
    assert (best.action, best.chances) == ("Incantation", Chances((1.0, 0.0), 0.0))
    assert actions(analysis, 0) == {"Incantation", "Ghost", PASS}


def test_what_is_as_good_is_as_probable() -> None:
    """Nothing faints, and without coins nobody attacks again."""
    state = position(player("Worker'", "Worker"), player("Worker", "Worker"), phase=Attacking(0, 1))
    analysis = analyse_by_rollouts(state, Random(1), 100)
    assert [candidate.probability for candidate in analysis.candidates[1]] == [0.5, 0.5]
    assert [candidate.chances.draw for candidate in analysis.candidates[1]] == [1, 1]


def test_bids_stop_where_more_wins_nothing_and_many_are_thinned() -> None:
    few = analyse_by_rollouts(position(player(coins=9), player(coins=3)), Random(1), 50)
    assert actions(few, 0) == {0, 1, 2, 3, 4}
    assert actions(few, 1) == {0, 1, 2, 3}
    many = analyse_by_rollouts(position(player(coins=10**21), player(coins=10**20)), Random(1), 50)
    assert len(actions(many, 0)) == len(actions(many, 1)) == MOST_BIDS
    assert {0, 10**20 + 1} <= actions(many, 0)
    assert {0, 10**20} <= actions(many, 1)


def test_what_was_played_is_a_candidate_even_if_nobody_would_look_at_it() -> None:
    state = position(player(coins=9), player(coins=3))
    analysis = analyse_by_rollouts(state, Random(1), 50, {0: 9, 1: 2})
    assert actions(analysis, 0) == {0, 1, 2, 3, 4, 9}
    assert actions(analysis, 1) == {0, 1, 2, 3}
    with pytest.raises(ValueError, match="legal action of seat 1, got 4"):
        analyse_by_rollouts(state, Random(1), 50, {1: 4})


@pytest.mark.parametrize(
    ("phase", "chances"),
    [
        (End(1), Chances((0.0, 1.0), 0.0)),
        (End(None), Chances((0.0, 0.0), 1.0)),
        (Forfeit(0, "late"), Chances((0.0, 0.0), 1.0)),
    ],
    ids=["a win", "a draw", "a fault"],
)
def test_after_the_end_the_chances_are_certain(phase: End | Forfeit, chances: Chances) -> None:
    assert analyse_by_rollouts(position(player(), player(), phase=phase), Random(1), 10) == Analysis(chances, {})


def test_unknown_cards_are_no_obstacle_and_neither_is_a_shop_that_arrays_cannot_hold() -> None:
    state = position(player("Dragon", coins=3), player("Ghost", coins=2), shop={"Dragon": 3, "Worker": 1000})
    analysis = analyse_by_rollouts(state, Random(1), 20)
    assert actions(analysis, 0) == {0, 1, 2, 3}
    assert total(analysis.chances) == pytest.approx(1)


def test_a_position_in_which_nobody_can_move_is_an_error_and_so_are_no_rollouts() -> None:
    with pytest.raises(ValueError, match="somebody moves"):
        analyse_by_rollouts(position(player(buys=0), player(buys=0), phase=Buying()), Random(1), 10)
    with pytest.raises(ValueError, match="at least one rollout, got 0"):
        analyse_by_rollouts(new_game(2), Random(1), 0)
