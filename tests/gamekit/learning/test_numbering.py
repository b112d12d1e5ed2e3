"""What a numbering promises, in random games of every case."""

import copy
import pickle
from dataclasses import replace
from random import Random
from typing import Any

import numpy as np
import pytest

from economancy.game import GAME as ECONOMANCY
from economancy.numbering import EconomancyNumbering
from economancy.rules.cards import CARDS
from economancy.rules.position import Position
from economancy.rules.state import Attacking, OwnedCard
from gamekit.game import Numbering, Observation
from gamekit.learning.plain import BUCKETS, PlainNumbering, hashed
from gamekit.learning.turn_view import TurnView, replayed
from gamekit.probes.samples import few
from tests.gamekit.learning.cases import CASES, SHORT, Case, random_views
from tests.gamekit.nim import NIM, State
from thud.game import GAME as THUD

LEGAL = 20
"""Legal actions of a state that are looked up (guessed: all of some bids would take for ever)."""

COUNTS = {
    "economancy-2-simple": (107, (102,)),
    "santorini-2": (2100, (193,)),
    "santorini-2-Artemis-Prometheus": (18_500, (193,)),
    "coinfight-2": (89, (14,)),
    "coinfight-3": (108, (19,)),
    "coinfight-6": (131, (34,)),
    "lost-cities-2": (106, (308,)),
    "thud-2": (5952, (331,)),
}


def check_numbers(numbering: Numbering[Any, Any], view: TurnView[Any, Any], seat: int) -> None:
    game, state = view.setup.game, view.observation(seat).state
    numbered, legal = view.numbered(seat), game.legal_actions(state, seat)
    assert [*numbered] == sorted(numbered)
    assert all(0 <= number < numbering.count for number in numbered)
    assert bool(numbered) == (seat in view.movers)
    assert numbering.numbered(view.table.shown, seat) == (numbered if numbered else numbering.numbered(state, seat))
    known = legal if isinstance(legal, range) else {*legal}
    for number, action in numbered.items():
        assert action in known
        assert numbering.number_of(state, seat, action) == number
    if seat in view.movers:
        for action in few(legal, LEGAL) if not isinstance(legal, range) else (legal[0], legal[-1]):
            found = numbering.number_of(state, seat, action)
            assert found in numbered
            assert view.mask(seat)[found] == 1


def check_array(numbering: Numbering[Any, Any], view: TurnView[Any, Any], seat: int, rng: Random) -> None:
    game, observation = view.setup.game, view.observation(seat)
    array = numbering.array(observation.state, seat)
    assert array.shape == numbering.shape
    assert array.dtype == np.float32
    assert np.isfinite(array).all()
    assert np.abs(array).max() <= 1
    assert np.array_equal(array, numbering.array(view.table.shown, seat))
    sampled = game.sample(Observation(observation.state, seat), rng)
    assert sampled is not None
    assert np.array_equal(array, numbering.array(sampled, seat))


def check_secrets(view: TurnView[Any, Any]) -> None:
    """In a round of choices at once, a seat sees the same whatever another has chosen before it."""
    if view.seat is None or not view.table.at_once:
        return
    seat, *others = view.movers
    first, *_, last = [*view.numbered(seat)] * 2
    for other in others:
        for each in map(view.answer, (first, last)):
            assert np.array_equal(each.array(other), view.array(other))
            assert np.array_equal(each.mask(other), view.mask(other))


def check_copies(view: TurnView[Any, Any]) -> None:
    again = pickle.loads(pickle.dumps(view))
    clone = copy.deepcopy(view)
    for each in (again, clone):
        assert (each.seat, each.table.state, each.scores) == (view.seat, view.table.state, view.scores)
    if view.seat is not None:
        number = [*view.numbered(view.seat)][-1]
        before = view.table.state
        assert clone.answer(number).table.state == again.answer(number).table.state == view.answer(number).table.state
        assert view.table.state == clone.table.state == before


@pytest.mark.parametrize(
    ("case", "games"),
    [
        *(pytest.param(case, 2, id=str(case)) for case in SHORT),
        *(pytest.param(case, 200, id=f"{case}-long", marks=pytest.mark.long) for case in CASES),
    ],
)
def test_numbers_arrays_and_copies_keep_their_promises_in_random_games(case: Case, games: int) -> None:
    setup = case.setup
    for game in range(games):
        rng = Random(game)
        views = [*random_views(setup, rng)]
        for view in views:
            for seat in range(setup.seats):
                check_numbers(setup.numbering, view, seat)
                check_array(setup.numbering, view, seat, rng)
            check_secrets(view)
        check_copies(rng.choice(views))
        assert views[-1].scores == replayed(setup, views[0].table.state, views[-1].numbers).scores


@pytest.mark.parametrize("case", [each for each in CASES if str(each) in COUNTS], ids=str)
def test_a_game_has_so_many_numbers_and_features(case: Case) -> None:
    numbering = case.setup.numbering
    assert (numbering.count, numbering.shape) == COUNTS[str(case)]


def test_in_economancy_equal_cards_share_a_number_and_large_bids_do() -> None:
    numbering = EconomancyNumbering(ECONOMANCY.new_game(2, "base", Random(1)))
    morning = ECONOMANCY.new_game(2, "base", Random(1))
    seat = replace(morning.state.players[0], coins=10**23)
    rich = Position(replace(morning.state, players=(seat, morning.state.players[1])))
    bids = numbering.numbered(rich, 0)
    assert [bids[0], bids[62], bids[63]] == [0, 62, 10**23]
    assert {numbering.number_of(rich, 0, bid) for bid in (63, 64, 10**22, 10**23)} == {63}
    assert np.abs(numbering.array(rich, 0)).max() <= 1

    workers = (*seat.cards, *(OwnedCard(CARDS["Worker"], uses) for uses in (1, 0, 0)))
    attack = Position(replace(rich.state, phase=Attacking(0), players=(replace(seat, cards=workers), seat)))
    named = numbering.numbered(attack, 0)
    assert [*named.values()] == [0, len(workers) - 2]
    assert numbering.number_of(attack, 0, len(workers) - 1) == numbering.number_of(attack, 0, len(workers) - 2)


def test_in_thud_a_move_has_one_number_whether_or_not_it_declares() -> None:
    state = THUD.new_game(2, "standard", Random(1))
    numbering = THUD.numbering(2, "standard")
    move = THUD.legal_actions(state, 0)[0]
    assert numbering.number_of(state, 0, move) == numbering.number_of(state, 0, move._replace(declares=True))


def test_a_plain_numbering_counts_legal_actions_as_far_as_it_goes() -> None:
    state, numbering = State((3, 4, 5), 2), PlainNumbering(NIM, 5)
    assert [*numbering.numbered(state, 0)] == [0, 1, 2, 3, 4]
    assert numbering.numbered(state, 0)[4] == (1, 2)
    assert numbering.number_of(state, 0, (2, 5)) is None


def test_a_hashed_array_tells_values_apart_and_bounds_them() -> None:
    one, other = hashed({"a": [1, 10**400], "b": "x"}), hashed({"a": [2, 10**400], "b": "x"})
    assert one.shape == (BUCKETS,)
    assert not np.array_equal(one, other)
    assert np.abs(hashed([10**400] * 2000)).max() == 1
    assert np.array_equal(one, hashed({"b": "x", "a": [1, 10**400]}))


def test_the_views_of_a_game_refuse_numbers_that_are_not_legal() -> None:
    view = CASES[0].setup.begin(State((1,), 2))
    with pytest.raises(ValueError, match=r"expected one of the numbers \[0\] of seat 0, got 7"):
        view.answer(7)
    with pytest.raises(ValueError, match="after the end"):
        view.answer(0).answer(0)


@pytest.mark.parametrize("case", SHORT, ids=str)
def test_scores_add_up_to_nothing(case: Case) -> None:
    (*_, last) = random_views(case.setup, Random(1))
    assert sum(last.scores) == pytest.approx(0)
    assert max(last.scores) > 0 or set(last.scores) == {0.0}
