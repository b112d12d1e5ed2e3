"""Self-play: what games are played, and what is learnt of them."""

from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from numpy.random import default_rng
from numpy.typing import NDArray

from economancy.arrays.choices import Choices
from economancy.arrays.games import ATTACKING, END, INVESTING, Games, batch_of, state_of, take
from economancy.rivals.types import PlayerType
from economancy.rules.game import new_game
from economancy.search.look_ahead import Search
from economancy.search.node import Floats
from economancy.search.value import Outcomes, certain
from economancy.training.openings import openings
from economancy.training.population import MIXED
from economancy.training.self_play import Mistakes, SelfPlay
from tests.economancy.positions import player, position
from tests.economancy.rivals.test_level_one import winning
from tests.economancy.search.test_look_ahead import VALUES
from tests.economancy.training.little import SEARCH, START, VALUE, copies, fresh

NONE = Mistakes(erring=0, visited=0)


def test_self_play_learns_from_every_decision_before_it_is_made() -> None:
    self_play = SelfPlay(SEARCH, fresh, 8, default_rng(1))
    seen = list(self_play.play(30))
    assert {examples.phase for examples in seen} == {0, 1, 2}
    assert all((examples.games.phase == examples.phase).all() for examples in seen)
    assert all((examples.games.attacker_card == 0).all() for examples in seen)
    assert all(examples.outcomes.sum(axis=1) == pytest.approx(1, abs=1e-5) for examples in seen)
    assert not (self_play.games.phase == END).any()


@pytest.mark.parametrize("slipping", [0.0, 1.0])
def test_in_a_game_of_few_errors_each_may_be_the_last(slipping: float) -> None:
    """Here they come with the first decision; other games go on with their errors until they are calmed."""
    always = Mistakes(erring=1, errors=[1], slips=[1])
    games = SelfPlay(SEARCH, fresh, 300, default_rng(1), slipping=slipping, mistakes=always)
    assert (games.errors == 1).all()
    assert len(list(games.play(1))) == 1
    ended = always.last if slipping else 0
    assert (games.errors == 0).mean() == pytest.approx(
        ended + (1 - ended) * always.calming, abs=0.08 if slipping else 0.02
    )


@pytest.mark.parametrize("pruned", [0.0, 1.0])
def test_self_play_leaves_out_actions_that_are_rarer_than_it_is_told(pruned: float) -> None:
    """Here 90 % are for the first bid, and the other ones share the rest."""

    class FirstOrAny(Search):
        def _equilibrium(self, games: Games, named: Choices, *_: Any) -> Floats:
            chances: Floats = 0.1 * named.legal / named.legal.sum(axis=2, keepdims=True)
            chances[:, :, 0] += 0.9
            return chances

    games = SelfPlay(FirstOrAny(VALUE), fresh, 100, default_rng(1), pruned=pruned, mistakes=NONE)
    list(games.play(1))
    other_bids = (games.games.coins != games.games.coins[0]).any()
    assert other_bids == (not pruned)


def test_self_play_with_a_trace_of_all_tells_of_a_position_how_its_game_ended() -> None:
    """The first seat ends it here by its attack, of which a look ahead at the bids alone hopes a little less."""

    def hopeful(games: Games) -> Outcomes:
        chances = np.where((games.phase == ATTACKING)[:, None], [0.9, 0.1, 0.0], [0.0, 0.0, 1.0]).astype(np.float32)
        return np.where((games.phase == END)[:, None], certain(games), chances)

    kill = batch_of([position(player("Ghost", coins=3), player("Stipend", coins=0))])

    def certain_at_first(trace: float) -> int:
        games = SelfPlay(Search(hopeful), copies(kill), 30, default_rng(1), mistakes=NONE)
        *_, first = games.play(4, trace)
        return int((first.outcomes[:, 0] == 1).sum())

    assert certain_at_first(0.0) == 0
    assert certain_at_first(1.0) == 30


def test_seats_of_an_earlier_version_do_what_it_finds_best_and_ours_learns_what_it_thinks_itself() -> None:
    def certain_of(winner: int) -> Search:
        """Thinks that this seat will win if there is an attack, and that the game is drawn else."""
        ends = np.eye(3, dtype=np.float32)
        return Search(lambda games: ends[np.where(games.phase == ATTACKING, winner, 2)])

    strong = batch_of([position(player("Ghost", coins=3), player("Stipend", coins=0))])  # only the first can bid
    start = take(strong, np.zeros(40, np.intp))

    def play(earlier: float) -> tuple[NDArray[Any], int]:
        games = SelfPlay(certain_of(0), lambda number: start, 40, default_rng(1), 1, 0, earlier, certain_of(1))
        games.errors[:] = 0
        (examples,) = games.play(1)
        assert games.solved.all() == (not earlier)
        return examples.outcomes, int((games.games.phase == ATTACKING).sum())

    ours, attacks = play(0)
    assert attacks == 40
    learnt, attacks = play(1)
    assert attacks == 0
    assert (learnt == ours).all()


def test_at_a_table_of_three_others_come_to_look_ahead_without_errors_while_they_play() -> None:
    start = copies(batch_of([new_game(3)]))
    search = Search(VALUES[3], iterations=5)
    self_play = SelfPlay(search, start, 8, default_rng(1), mistakes=Mistakes(turning=1))
    before, erring = self_play.games.types.copy(), self_play.errors.copy()
    others = before != PlayerType.EQUAL
    assert others.any()
    assert erring[others].any()
    list(self_play.play(1))
    assert (self_play.games.types == PlayerType.EQUAL).all()
    assert not self_play.errors[others].any()


def test_at_a_table_of_three_those_of_level_one_do_what_is_best_against_simple_players() -> None:
    def indifferent(games: Games) -> Outcomes:
        return np.full((len(games), 4), 0.25, np.float32)

    start = batch_of([winning()])  # for seat 1
    games = SelfPlay(
        Search(indifferent),
        copies(start),
        120,
        default_rng(1),
        population=replace(MIXED, others=np.eye(len(PlayerType))[PlayerType.LEVEL_ONE], noise=[0]),
        mistakes=NONE,
    )
    of_level_one = games.games.types[:, 1] == PlayerType.LEVEL_ONE
    list(games.play(1))
    assert games.ended > 0.8 * of_level_one.sum() > 0.25 * 120  # what comes of it by chance


def test_openings_are_two_mornings_in_and_nobody_is_out() -> None:
    games = openings(START, 50, 2, default_rng(1))
    assert (len(games), set(games.day.tolist()), set(games.phase.tolist())) == (50, {3}, {INVESTING})
    assert games.alive.all()
    assert len({state_of(games, row) for row in range(50)}) > 25
