"""Best responses, the adversaries of the command `exploit`, and games in lock-step."""

from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from numpy.random import Generator, default_rng
from numpy.typing import NDArray

from economancy.arrays.choices import choices
from economancy.arrays.games import ATTACKING, INVESTING, NOBODY, Games, batch_of, concat, take
from economancy.arrays.rules import dawn, night
from economancy.commands.cli import main
from economancy.policy import baselines
from economancy.rules.game import apply, new_game, players_to_move
from economancy.rules.state import Attacking, Buying, End, Phase, State
from economancy.search.decision import decide
from economancy.search.features import rotated
from economancy.search.look_ahead import Search
from economancy.search.value import trained
from economancy.training import duel
from economancy.training.best_response import exploit
from economancy.training.best_response.deviation import LikeliestLine
from economancy.training.best_response.exact import best_response
from economancy.training.best_response.response import (
    VICTIM,
    Adversary,
    CachedSearch,
    PreparedActions,
    Response,
    SecondStrategy,
)
from economancy.training.duel import Chooser, OneByOne, Searcher, play
from economancy.training.trainer import Trainer
from tests.economancy.positions import player, position
from tests.economancy.search.test_look_ahead import action_of
from tests.economancy.training.little import SEARCH, SMALL, START, VALUE, fresh


def test_games_in_lock_step_end_as_they_do_one_by_one() -> None:
    # From the table of reference opponents: decent always beats attack in the simple shop, attack always simple.
    attack, decent = OneByOne(baselines.attack), OneByOne(baselines.decent)
    assert play(fresh(20), [attack, decent], default_rng(1)).tolist() == [1] * 20
    assert play(fresh(20), [decent, attack], default_rng(1)).tolist() == [0] * 20
    assert play(fresh(4), [OneByOne(baselines.points)] * 2, default_rng(1)).tolist() == [NOBODY] * 4


POSITION = position(
    player("Ghost", coins=2), player("Worker", "Ghost", coins=3), shop={"Ghost": 1, "Worker": 2, "Bubble": 1}
)


@pytest.mark.parametrize("phase", [POSITION.phase, Buying(), Attacking(0), Attacking(1)])
def test_a_best_response_scores_at_least_the_value_of_the_game(phase: Phase) -> None:
    games = batch_of([replace(POSITION, phase=phase, players=tuple(replace(p, buys=1) for p in POSITION.players))])
    response = Response(value=VALUE, rival=SecondStrategy(SEARCH, pruned=0.3))
    best, equilibrium = response.solve(games).outcomes[0], SEARCH.solve(games).outcomes[0]
    assert best[0] + best[2] / 2 >= equilibrium[0] + equilibrium[2] / 2 - 1e-5


def response_by_recursion(state: State, response: Response, days: int) -> NDArray[Any]:
    """Return what a best response gets, one state at a time by the plain rules."""
    games = batch_of([state])
    if isinstance(state.phase, End) or not days:
        value: NDArray[Any] = response.value(games)[0]
        return value
    named, movers = choices(games), players_to_move(state)
    mixtures = [
        (named.legal[0, seat] / named.legal[0, seat].sum())
        if seat != VICTIM or VICTIM not in movers
        else np.pad(decide(SEARCH, games, VICTIM).probabilities[0], (0, named.legal.shape[2]))[: named.legal.shape[2]]
        for seat in (0, 1)
    ]
    best = None
    for own in np.flatnonzero(named.legal[0, 0]):
        expected = np.zeros(3)
        for theirs in np.flatnonzero(named.legal[0, 1] & (mixtures[1] > 0)):
            places = (own, theirs)
            actions = {seat: action_of(state, int(named.actions[0, seat, places[seat]])) for seat in movers}
            after = apply(state, actions)
            left = days - (after.day != state.day)
            expected += mixtures[1][theirs] * response_by_recursion(after, response, left)
        if best is None or expected[0] + expected[2] / 2 > best[0] + best[2] / 2 + 1e-9:
            best = expected
    assert best is not None
    return best


def test_an_exact_response_is_that_of_the_plain_rules() -> None:
    response = Response(value=VALUE, rival=SecondStrategy(SEARCH))
    found = best_response(batch_of([POSITION]), response, 1)
    assert found.outcomes == pytest.approx(response_by_recursion(POSITION, response, 1), abs=1e-5)
    assert len(found.games) > 10


def test_an_exact_response_that_is_played_reaches_what_was_found() -> None:
    """Two mornings of 500 games, valued as it values them then."""
    response = Response(value=VALUE, rival=SecondStrategy(SEARCH))
    found = best_response(START, response, 2)
    choosers: list[Chooser] = [PreparedActions(found.games, found.actions, Adversary(response)), Searcher(SEARCH)]
    games, rng = fresh(500), default_rng(1)
    reached: list[float] = []
    for _ in range(40):
        games = duel.advance(games, choosers, rng)
        over = night(games)
        games = concat([dawn(take(games, np.flatnonzero(over))), take(games, np.flatnonzero(~over))])
        leaves = (games.day == 3) & (games.phase == INVESTING)
        reached.extend(response.value(take(games, np.flatnonzero(leaves))) @ [1, 0, 0.5] if leaves.any() else [])
        games = take(games, np.flatnonzero(~leaves))
        if not len(games):
            break
    assert len(reached) == 500
    assert np.mean(reached) == pytest.approx(found.outcomes @ [1, 0, 0.5], abs=4 * np.std(reached) / 500**0.5 + 1e-6)


def test_an_exact_response_is_played_in_either_seat_and_beyond_it_another() -> None:
    response = Response(value=VALUE, rival=SecondStrategy(SEARCH))
    found = best_response(batch_of([POSITION]), response, 1)

    def beyond(games: Games, seat: int, rng: Generator) -> NDArray[Any]:
        return np.full(len(games), -1)

    for seat in (0, 1):
        known = rotated(found.games, seat)
        chosen = PreparedActions(found.games, found.actions, beyond)(concat([known, fresh(2)]), seat, default_rng(1))
        assert (chosen[:-2] == found.actions).all()
        assert (chosen[-2:] == -1).all()


def nothing(games: Games, seat: int, rng: Generator) -> NDArray[Any]:
    return np.zeros(len(games), np.int64)


def test_on_our_way_every_other_action_of_the_first_seat_is_tried() -> None:
    """Day 1 with three coins: bids of 1 to 3 instead of 0, and each card that they buy instead of none."""
    found = list(LikeliestLine(START, nothing, nothing, nothing).deviations(1, 2, default_rng(1)))
    assert [one.day for one in found] == [1] * len(found)
    assert [int(one.actions[-1]) for one in found[:3]] == [1, 2, 3]
    assert [len(one.games) for one in found] == [1] * 3 + [2] * (len(found) - 3)
    buying = batch_of([apply(new_game(2), {0: 0, 1: 0})])
    assert {int(one.actions[-1]) for one in found[3:]} == {*choices(buying).actions[0, 0].tolist()} - {0}
    assert all(one.score == 0.5 for one in found)  # nobody ever attacks


def test_another_action_scores_what_it_brings() -> None:
    """Who bids may attack one who holds nothing worth a card, and wins."""
    games = batch_of([position(player("Ghost", "Ghost", coins=2), player())])

    def attacks(games: Games, seat: int, rng: Generator) -> NDArray[Any]:
        return np.where(games.phase == ATTACKING, choices(games).actions[:, seat].max(axis=1), 0)

    found = list(LikeliestLine(games, nothing, nothing, attacks).deviations(1, 2, default_rng(1)))
    scores = {int(one.actions[-1]): one.score for one in found if len(one.games) == 1}
    assert scores == {1: 1.0}


def test_a_response_looks_further_than_its_rival_and_does_not_lose_by_it() -> None:
    response = Response(value=VALUE, rival=SecondStrategy(SEARCH))
    worth = [best_response(START, response, days).outcomes for days in (1, 2)]
    assert all(outcomes[0] + outcomes[2] / 2 >= 0.5 - 1e-5 for outcomes in worth)  # it can mirror its rival


def test_games_that_are_alike_are_decided_alike() -> None:
    games = take(batch_of([POSITION, new_game(2)]), np.array([1, 0, 0, 1]))
    many = decide(SEARCH, games, 1)
    for row in range(4):
        one = decide(SEARCH, take(games, np.array([row])), 1)
        assert many.probabilities[row, many.legal[row]] == pytest.approx(one.probabilities[0, one.legal[0]], abs=1e-4)


def test_what_a_rival_was_just_asked_is_not_solved_again() -> None:
    class Asked:
        number = 0

        def __call__(self, games: Games) -> NDArray[Any]:
            Asked.number += 1
            return VALUE(games)

    search = CachedSearch(Asked())
    first, other = fresh(1), batch_of([POSITION])
    node = search.solve(first)
    asked = Asked.number
    assert search.solve(first) is node
    assert Asked.number == asked
    assert (search.solve(other).strategies == SEARCH.solve(other).strategies).all()
    assert Asked.number > asked


def test_a_searcher_may_play_its_likeliest_moves_only() -> None:
    games = fresh(50)
    pure = Searcher(SEARCH, pure=True)(games, 0, default_rng(1))
    assert len(set(pure.tolist())) == 1


def test_an_adversary_that_a_draw_is_worth_less_wins_more_and_draws_less() -> None:
    value = trained("simple", 2)
    assert value
    victim = exploit.Victim(value, Search(value))
    shy, bold = (best_response(START, exploit.one_step(victim, draw).response, 1).outcomes for draw in (0.5, 0))
    assert bold[0] > shy[0]
    assert bold[-1] < shy[-1]


def test_exploit_prints_what_adversaries_score(capsys: pytest.CaptureFixture[str]) -> None:
    sizes = "--games 4 --starts 2 --seeds 1 --decisions 600 --days 1 --way 1 --positions 2 --trials 1 --max-days 4"
    assert main(["exploit", "simple", *sizes.split(), "--no-pure", "--draw", "0.3"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.split(":")[0].split(",")[0] for line in lines if not line.startswith(" ")] == [
        "one look ahead",
        "trained",
        "worst from random openings",
        "exact to the morning of day 2",
        "the best of 10 other actions on our way",
    ]


@pytest.mark.parametrize("opened", [0, 0.6, 1])
def test_of_the_games_of_an_adversarys_training_as_many_as_are_asked_for_begin_after_two_random_days(
    opened: float,
) -> None:
    value = Trainer(SMALL).networks
    settings = replace(SMALL, opened=opened, games=1000)
    fresh = exploit.openings_of(settings, START, 100, default_rng(1))
    games = exploit.begun(exploit.Victim(value, Search(value)), settings, fresh).self_play.games
    assert [(games.day == day).mean() for day in (1, 3)] == pytest.approx([1 - opened, opened], abs=0.05)
