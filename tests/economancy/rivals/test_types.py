"""Seats of a known type do in a search what such players do, and a table learns who is who from what they show."""

from dataclasses import replace
from random import Random

import numpy as np
import pytest
from hypothesis import given

from economancy import policy
from economancy.arrays.cards import card_of
from economancy.arrays.choices import choices
from economancy.arrays.games import batch_of
from economancy.policy import baselines
from economancy.rivals.answers import shown_answers
from economancy.rivals.opponent_model import GUESSES, LEAST_EQUAL, PRIOR, RULED, OpponentModel
from economancy.rivals.types import PlayerType, as_typed, of_types
from economancy.rules.cards import SIMPLE
from economancy.rules.game import new_game, new_shop, players_to_move, reveal
from economancy.rules.state import PASS, Action, Attacking, Buying, Investing, Observation, State
from gamekit.deadline import Deadline
from tests.economancy.arrays.test_rollout import options, played_states
from tests.economancy.positions import player, position
from tests.economancy.strategies import reached_states
from tests.economancy.table import play, seat_of

KNOWN = {
    PlayerType.POINTS: baselines.points,
    PlayerType.ATTACK: baselines.attack,
    PlayerType.DECENT: baselines.decent,
}


def looked_at(state: State, seat: int, player_type: PlayerType) -> set[object]:
    """Return what a search takes a seat of a type to do: bids, names of cards, or for fights the cards themselves."""
    games = of_types(batch_of([state]), np.full(len(state.players), player_type))
    named = as_typed(games, choices(games))
    actions = named.actions[0, seat][named.legal[0, seat]].tolist()
    match state.phase:
        case Investing():
            return set(actions)
        case Buying():
            return {card_of(bit).name if bit else PASS for bit in actions}
        case _:
            return {slot and state.players[seat].cards[slot].card.name for slot in actions}


def done(state: State, seat: int, player_type: PlayerType) -> set[object]:
    """Return what a player of a type really does there."""
    found = options(Observation(state, seat), KNOWN[player_type])
    if isinstance(state.phase, Attacking):
        return {slot and state.players[seat].cards[slot].card.name for slot in found if isinstance(slot, int)}
    return found


@given(played_states() | reached_states())
def test_a_seat_of_a_known_type_does_what_such_a_player_does(state: State) -> None:
    for seat in players_to_move(state):
        for player_type in KNOWN:
            assert looked_at(state, seat, player_type) == done(state, seat, player_type)


def test_an_erratic_seat_may_bid_from_nothing_to_all_it_has() -> None:
    state = position(player("Ghost", coins=30), player(coins=2), player(coins=5))
    assert looked_at(state, 0, PlayerType.ERRATIC) == {0, 10, 20, 30}
    assert looked_at(state, 1, PlayerType.ERRATIC) == {0, 1, 2}


def modelled(names: list[str], days: int, shop: tuple[str, ...], seed: int) -> OpponentModel:
    """Return what seat 0, a *decent* one, would have learnt of the others in so many days."""
    model = OpponentModel()

    def watching(observation: Observation, rng: Random, deadline: Deadline) -> Action:
        model.saw(observation.state)
        return policy.builtin(names[0])(observation, rng, deadline)

    start = new_game(len(names), new_shop(len(names), shop))
    seats = [seat_of(policy.builtin(name), Random(f"{seed}{i}")) for i, name in enumerate(names)]
    seats[0] = seat_of(watching, Random(seed))
    play(start, seats, max_days=days)
    return model


@pytest.mark.parametrize("name", ["points", "attack", "decent"])
def test_after_four_days_beside_an_attacker_a_reference_opponent_is_known(name: str) -> None:
    for seed in range(5):
        model = modelled(["decent", name, "attack"], 4, SIMPLE, seed)
        assert PlayerType(int(model.beliefs[1].argmax())) == PlayerType[name.upper()]


def test_whom_the_rivals_are_is_sure_after_some_days_in_which_they_kept_to_their_rules() -> None:
    names = ["decent", "points", "attack", "attack"]
    assert modelled(names, 1, SIMPLE, 1).by_rule(0) is None
    guesses = modelled(names, 5, SIMPLE, 1).by_rule(0)
    assert guesses is not None
    assert guesses.weights.sum() == pytest.approx(1)
    assert guesses.types[0].tolist() == [PlayerType.EQUAL, PlayerType.POINTS, PlayerType.ATTACK, PlayerType.ATTACK]
    assert np.isin(guesses.types[:, 1:], RULED).all()


def test_a_rival_that_fits_two_rules_is_guessed_to_be_of_either() -> None:
    model = modelled(["decent", "points", "attack", "attack"], 5, SIMPLE, 1)
    model.followed[1, PlayerType.DECENT] = True
    model.beliefs[1] = [0.3, 0.4, 0, 0.3, 0, 0]
    guesses = model.by_rule(0)
    assert guesses is not None
    assert guesses.types[:, 1].tolist() == [PlayerType.POINTS, PlayerType.DECENT]
    assert guesses.weights == pytest.approx([4 / 7, 3 / 7])


def test_one_action_against_its_rule_and_a_rival_is_never_sure_again() -> None:
    model = modelled(["decent", "points", "attack", "attack"], 5, SIMPLE, 1)
    assert model.by_rule(0) is not None
    model.followed[1, PlayerType.POINTS] = False
    assert model.by_rule(0) is None
    posing = OpponentModel()
    start = new_game(4)
    posing.saw(start)
    paid = tuple(replace(p, coins=p.coins - bid) for p, bid in zip(start.players, (0, 1, 0, 0), strict=True))
    posing.saw(replace(start, players=paid, phase=Buying()))  # seat 1 bids, as *points* never does
    assert posing.followed[:, PlayerType.POINTS].tolist() == [True, False, True, True]


def test_beside_one_that_looks_ahead_nobody_is_sure_to_play_by_a_rule() -> None:
    model = modelled(["decent", "points", "attack", "attack"], 5, SIMPLE, 1)
    model.beliefs[2] = np.eye(len(PlayerType))[PlayerType.EQUAL]
    assert model.by_rule(0) is None


def test_nobody_is_ever_known_for_certain() -> None:
    model = modelled(["decent", "points", "points"], 30, ("Worker", "Incantation", "Gold Fish"), 1)
    assert model.beliefs[1, PlayerType.EQUAL] == pytest.approx(LEAST_EQUAL[3][PlayerType.POINTS])


def test_a_state_that_is_shown_twice_tells_nothing_new() -> None:
    model = OpponentModel()
    state = new_game(3, new_shop(3, SIMPLE))
    model.saw(state)
    before = model.beliefs.copy()
    model.saw(state)
    assert (model.beliefs == before).all()


def test_a_guess_takes_the_seat_itself_and_who_is_out_for_equals() -> None:
    model = OpponentModel()
    model.saw(position(player(), player(), player(out=True), player()))
    types, weights = model.guesses(1)
    assert len(weights) == GUESSES
    assert weights.sum() == pytest.approx(1)
    assert not types[:, 1:3].any()


@pytest.mark.parametrize(("other", "doubted"), [("one that looks ahead", False), ("a simple one", True)])
def test_who_plays_points_beside_one_that_looks_ahead_is_taken_for_one_of_its_kind(other: str, doubted: bool) -> None:
    model = modelled(["decent", "points", "points"], 30, ("Worker", "Incantation", "Gold Fish"), 1)
    if other == "one that looks ahead":
        model.beliefs[2] = np.eye(len(PlayerType))[PlayerType.EQUAL]
    types, weights = model.guesses(0)
    assert (weights @ (types[:, 1] != PlayerType.EQUAL) > 0.5) == doubted


@pytest.mark.parametrize(("first", "second_is_one"), [("nothing", False), ("a simple one", True)])
def test_what_one_rival_shows_tells_of_the_others_too(first: str, second_is_one: bool) -> None:
    model = OpponentModel()
    model.saw(position(player(), player(), player()))
    surely = np.eye(len(PlayerType))
    if first == "a simple one":
        model.beliefs[1] = 0.1 * PRIOR + 0.9 * surely[PlayerType.POINTS]
    model.beliefs[2] = (surely[PlayerType.POINTS] + surely[PlayerType.EQUAL]) / 2
    types, weights = model.guesses(0)
    assert (weights @ (types[:, 2] == PlayerType.POINTS) > 0.8) == second_is_one


def test_a_table_at_which_nobody_else_is_left_is_guessed_too() -> None:
    model = OpponentModel()
    model.saw(position(player(), player(out=True), player(out=True)))
    types, weights = model.guesses(0)
    assert (types.tolist(), weights.tolist()) == ([[0, 0, 0]], [1])


def test_another_game_is_begun_without_prejudice() -> None:
    model = modelled(["decent", "points", "attack"], 3, ("Ghost", "Worker"), 1)
    before = model.beliefs.copy()
    model.saw(new_game(3, new_shop(3, ("Ghost", "Worker"))))
    assert (before[1] != model.beliefs[1]).any()
    assert (model.beliefs[1] == PRIOR).all()


def test_earlier_answers_of_a_fight_show() -> None:
    fight = position(
        player("Worker", "Ghost"),
        player("Ghost"),
        player("Senior Worker"),
        phase=Attacking(1, 1),
    )
    shown = reveal(fight, 0, 2)
    assert shown_answers(None, shown, 2) == {0: 2}
    assert shown_answers(fight, shown, 2) == {0: 2}
    assert shown_answers(None, fight, 0) == {}
    assert shown_answers(shown, shown, 2) == {}  # tapped in an earlier fight
