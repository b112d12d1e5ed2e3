"""The search: what it must find, and what bounds it."""

import time
from itertools import pairwise
from random import Random

import pytest

from gamekit.deadline import NO_DEADLINE, Deadline
from santorini.analysis import states
from santorini.rules import CARDS, State, new_game, place, placements, successors
from santorini.search import core
from santorini.search.decision import SHIPPED, Decider, read_value
from tests.santorini import alpha_beta
from tests.santorini.boards import board, position


def now(seconds: float) -> Deadline:
    return Deadline.after(seconds, time.monotonic)


def test_a_won_position_is_won_at_once() -> None:
    won = 0
    for number in range(100):
        state = position(number, 26, number)
        if core.wins(core.encode(state)):
            won += 1
            assert Decider(bits=10).decide(state, now(0.01)).won
    assert won > 10


def test_a_threat_to_win_is_parried() -> None:
    state = board("c3 d5", "a1 e1", "a1:2 b2:3")  # the rival threatens b2
    found = core.Engine(bits=12).search(core.encode(state), 0, core.Limits(nodes=20_000))
    assert found is not None
    assert core.wins(found.child) == 0


def test_a_forced_win_is_proven_and_its_line_leads_to_it() -> None:
    state = board("c3 a5", "e1 e2", "c3:2 b2:2 b3:1 c2:2 d2:2 d3:2 b4:2 c4:2 d4:2")
    engine = core.Engine(bits=14)
    found = engine.search(core.encode(state), 0, core.Limits(nodes=200_000))
    assert found is not None
    assert found.proven == 1
    for after in states(state, found.line):
        assert after in successors(state)
        state = after


@pytest.mark.parametrize("depth", [1, 2])
def test_plain_alpha_beta_in_the_core_scores_as_its_model_in_python(depth: int) -> None:
    for pair in (0, 3, 20, 40):
        state = position(pair, 24, pair)
        limits = core.Limits(depth=depth, use=core.Use(0))
        found = core.Engine(bits=10).search(core.encode(state), state.seat, limits)
        assert found is not None
        assert found.score == alpha_beta.choose(state, depth, NO_DEADLINE).score


def test_a_search_with_all_it_may_use_proves_nothing_that_is_wrong() -> None:
    for number in range(40):
        state = position(3 * number, 24, number)
        found = core.Engine(bits=14).search(core.encode(state), state.seat, core.Limits(nodes=3000))
        if found and found.proven and core.WIN - abs(found.score) <= 3:
            plain = core.Limits(depth=4, use=core.Use.TABLE)
            sure = core.Engine(bits=16).search(core.encode(state), state.seat, plain)
            assert sure is not None
            assert sure.proven == found.proven


@pytest.mark.parametrize("positions", [200, pytest.param(600, marks=pytest.mark.long)])
def test_a_loss_is_proven_by_two_turns_only_where_every_turn_leaves_the_rival_a_win(positions: int) -> None:
    threatened = lost = 0
    for number in range(positions):
        record = core.encode(position(number, 22 + number % 8, number))
        following = core.children(record)
        if core.wins(record) or not core.wins(record, 1) or not following:
            continue
        threatened += 1
        found = core.Engine(bits=8).search(record, 0, core.Limits(depth=2))
        assert found is not None
        is_lost = all(core.wins(child) for child, _ in following)
        lost += is_lost
        assert (found.score == 2 - core.WIN) == is_lost
    assert threatened > positions / 10
    assert lost > positions / 60


def test_equal_nodes_give_equal_searches() -> None:
    record = core.encode(position(0, 8, 1))
    limits = core.Limits(nodes=20_000)
    one, two = (core.Engine(read_value(SHIPPED), 16).search(record, 0, limits) for _ in range(2))
    assert one == two


def test_a_search_stops_at_its_nodes_and_depth() -> None:
    record = core.encode(position(0, 4, 1))
    engine = core.Engine(bits=12)
    by_nodes, by_depth = (engine.search(record, 0, limits) for limits in (core.Limits(nodes=500), core.Limits(depth=2)))
    assert by_nodes is not None
    assert by_nodes.nodes <= 501
    assert by_depth is not None
    assert by_depth.depth == 2


def test_a_board_without_a_turn_has_no_search() -> None:
    stuck = board("a1 e5", "a5 b5", "a2:2 b1:2 b2:2 d4:2 d5:2 e4:2")
    assert core.Engine(bits=8).search(core.encode(stuck), 0, core.Limits(nodes=100)) is None
    with pytest.raises(ValueError, match="nothing may follow"):
        Decider(bits=8).decide(stuck, now(0.01))


@pytest.mark.parametrize("cards", [(None, None), ("Apollo", "Pan"), ("Prometheus", "Artemis")])
def test_tokens_are_placed_legally_however_short_the_time(cards: tuple[str | None, str | None]) -> None:
    state = new_game(*cards)
    for _ in range(2):
        after = Decider(bits=8).decide(state, Deadline(time.monotonic, 0.0))
        assert after in successors(state)
        state = after
    assert len({*state.mover.tokens, *state.other.tokens}) == 4


def test_a_decision_ends_at_its_deadline() -> None:
    """A search of the next turns to the last is never over."""
    for number in range(5):
        state = position(number, 6, number)
        assert Decider(bits=16).decide(state, now(0.1)) in successors(state)


def test_a_search_by_cpu_time_takes_that_much_of_it() -> None:
    engine, times = core.Engine(bits=12), [time.thread_time()]
    for seconds in (0.05, 0.2):
        engine.search(core.encode(position(1, 6, 1)), 0, core.Limits(seconds=seconds, cpu=True))
        times.append(time.thread_time())
    short, long = (after - before for before, after in pairwise(times))
    assert 0.045 < short < long


def test_plain_python_takes_a_win() -> None:
    state = board("a1 e5", "e1 e2", "a1:2 b2:3")
    assert alpha_beta.choose(state, 1).after.won


def test_placements_are_searched_for_each_card() -> None:
    rng = Random(1)
    for card in CARDS:
        first = new_game(card, "Pan" if card != "Pan" else "Atlas")
        state = place(first, rng.choice(placements(first)))
        after: State = Decider(bits=12).decide(state, now(0.02))
        assert after in successors(state)
