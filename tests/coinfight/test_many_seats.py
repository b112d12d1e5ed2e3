"""Four to six seats: the networks against their definition in plain Python, and the search and the training by them."""

from array import array
from collections.abc import Sequence
from math import exp
from random import Random

import pytest

from coinfight.rules import State, alive, apply, is_over, legal_actions, new_game, seat_to_move
from coinfight.search.core import NETWORKS, Core
from coinfight.training.many_seats import Trainer

PLACES, ROWS, UNITS, LATE = 7, 64, 64, 32
FIRST_ROW, MOST = (0, 25, 44, 57), (24, 18, 12, 6)
FLOATS = PLACES * ROWS * UNITS + UNITS + LATE * UNITS + LATE + 6 * LATE + 6
FIRST_NETWORK = {4: 0, 5: 2, 6: 5}


@pytest.fixture(scope="module")
def weights() -> Sequence[float]:
    found = array("f")
    found.frombytes(NETWORKS.read_bytes())
    return found


def positions(seats: int, seed: int) -> list[State]:
    """Return the positions of a random game with three or more seats left."""
    rng, state, found = Random(seed), new_game(seats), []
    while len(alive(state)) > 2:
        found.append(state)
        state = apply(state, rng.choice(legal_actions(state)))
    return found


def chances(weights: Sequence[float], state: State) -> list[float]:
    """Return each seat's chance: the two layers and the softmax, one number after the other."""
    seats, left = len(state.hands), len(alive(state))
    net = weights[(FIRST_NETWORK[seats] + left - 3) * FLOATS :][:FLOATS]
    order = [seat % seats for seat in range(seat_to_move(state), seat_to_move(state) + seats)]
    order = [seat for seat in order if any(state.hands[seat])]
    places = [*((place, state.hands[seat]) for place, seat in enumerate(order)), (PLACES - 1, state.table)]
    rows = [place * ROWS + FIRST_ROW[i] + min(count, MOST[i]) for place, pool in places for i, count in enumerate(pool)]
    at = PLACES * ROWS * UNITS
    early = [max(0.0, net[at + h] + sum(net[row * UNITS + h] for row in rows)) for h in range(UNITS)]
    at += UNITS
    bias = at + LATE * UNITS
    late = [
        max(0.0, net[bias + j] + sum(net[at + j * UNITS + h] * early[h] for h in range(UNITS))) for j in range(LATE)
    ]
    last, last_bias = bias + LATE, bias + LATE + 6 * LATE
    outs = [net[last_bias + k] + sum(net[last + k * LATE + j] * late[j] for j in range(LATE)) for k in range(left)]
    shares = dict(zip(order, map(exp, outs), strict=True))
    return [shares.get(seat, 0.0) / sum(shares.values()) for seat in range(seats)]


@pytest.mark.parametrize("seats", [4, 5, 6])
def test_the_chances_are_those_of_the_definition(compiled: Core, weights: Sequence[float], seats: int) -> None:
    assert len(weights) == 9 * FLOATS
    for state in positions(seats, seats)[::7]:
        compiled.begin(state)
        assert compiled.chances() == pytest.approx(chances(weights, state), abs=1e-4)


def test_networks_are_for_four_to_six_seats_of_the_standard_coins(compiled: Core) -> None:
    others = [new_game(3), new_game(7), new_game(4, (1, 5, 10), (4, 3, 2)), new_game(4, (1, 5, 10, 25), (4, 3, 2, 2))]
    for state in others:
        compiled.begin(state)
        assert compiled.chances() is None
        assert compiled.options().rules == 1
    compiled.begin(new_game(4))
    assert compiled.options().rules == 2


@pytest.mark.parametrize("seats", [4, 5, 6])
def test_a_search_by_networks_visits_each_move_once_more_than_it_tries_it(compiled: Core, seats: int) -> None:
    for state in positions(seats, 10 + seats)[::9]:
        compiled.begin(state)
        found = compiled.search(compiled.options(iterations=200, decided=0))
        assert sum(found.visits) == 200 + len(compiled.moves())
        assert all(0 <= wins <= visits for wins, visits in zip(found.wins, found.visits, strict=True))


def test_games_by_search_end_with_the_rules_kept(compiled: Core) -> None:
    state = new_game(4)
    while not is_over(state):
        compiled.begin(state)
        compiled.seed(state.turn)
        action, _ = compiled.choose(compiled.options(iterations=20))
        assert action in legal_actions(state)
        state = apply(state, action)


@pytest.mark.ci
def test_training_learns_and_the_same_seed_learns_the_same(compiled: Core) -> None:
    trainer = Trainer()
    trainer.begin(4, seed=3)
    first = trainer.train(300, 0.01)
    trainer.train(4000, 0.01)
    assert trainer.train(300, 0.01) < 0.9 * first
    trainer.begin(4, seed=3)
    assert trainer.train(300, 0.01) == first
