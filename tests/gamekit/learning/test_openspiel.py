"""The games as OpenSpiel's pass its own tests, and give its known values."""

import pickle
import subprocess
import sys
from random import Random
from typing import Any

import numpy as np
import pytest

from coinfight.game import GAME as COIN_FIGHT
from coinfight.rules import State as Coins
from coinfight.rules import value
from coinfight.search import two_seats
from gamekit.game import AnyGame
from gamekit.learning.turn_view import Setup
from lost_cities.game import GAME as LOST_CITIES
from santorini.game import GAME as SANTORINI
from tests.gamekit.goofspiel import GOOFSPIEL
from tests.gamekit.learning.cases import CASES, Case, random_views
from tests.gamekit.nim import NIM

pytest.importorskip("pyspiel", reason="the extra `learning` is not installed")
import pyspiel

from gamekit.learning.spiel import from_view, register

QUICK = {"nim-2", "goofspiel-3", "plain-goofspiel-2", "economancy-3-base"}
"""Cases of ./build.sh test: with a state read again at each step, others take seconds."""
ALL = [pytest.param(each, id=str(each), marks=() if str(each) in QUICK else pytest.mark.long) for each in CASES]
LATE = 18
"""What both hands are worth (guessed)."""
AT_ONCE = [
    pytest.param(each, id=str(each), marks=() if str(each) == "goofspiel-3" else pytest.mark.long)
    for each in CASES
    if each.game.name in ("goofspiel", "plain-goofspiel", "economancy")
]


def loaded(case: Case, *, simultaneous: bool = False, **more: Any) -> Any:
    given: dict[str, Any] = {"seats": case.seats, "max_length": case.max_length or 0, **more}
    if case.variant:
        given["variant"] = case.variant
    return pyspiel.load_game(register(case.game, simultaneous=simultaneous), given)


def is_late(state: Coins) -> bool:
    """Tell whether the hands are worth so little that all that may follow is looked at in a second."""
    return sum(value(state.denominations, hand) for hand in state.hands) <= LATE


@pytest.fixture(autouse=True)
def _seeded() -> None:
    np.random.seed(1)


@pytest.mark.parametrize("case", ALL)
def test_random_sim_test_passes_with_serialisation(case: Case) -> None:
    pyspiel.random_sim_test(loaded(case), num_sims=1, serialize=True, verbose=False)


@pytest.mark.parametrize("case", ALL)
def test_sim_game_passes(case: Case) -> None:
    from open_spiel.python.tests import games_sim_test  # noqa: PLC0415 - slow to import

    games_sim_test.GamesSimTest().sim_game(loaded(case))


@pytest.mark.parametrize("case", AT_ONCE)
def test_simultaneous_nodes_pass_and_can_be_played_in_turns(case: Case) -> None:
    from open_spiel.python.tests import games_sim_test  # noqa: PLC0415 - slow to import

    game = loaded(case, simultaneous=True)
    pyspiel.random_sim_test(game, num_sims=1, serialize=True, verbose=False)
    games_sim_test.GamesSimTest().sim_game(game)
    games_sim_test.GamesSimTest().sim_game(pyspiel.convert_to_turn_based(game))


@pytest.mark.parametrize("deals", [0, 3])
def test_chance_at_the_root_passes(deals: int) -> None:
    game = loaded(Case(GOOFSPIEL, variant="three"), deals=deals)
    assert game.max_chance_outcomes() == (deals or 6)
    pyspiel.random_sim_test(game, num_sims=3, serialize=True, verbose=False)


def test_a_seed_deals_the_same_game_and_another_another() -> None:
    first, again, other = (str(loaded(Case(LOST_CITIES), seed=seed).new_initial_state()) for seed in (1, 1, 2))
    assert first == again != other


@pytest.mark.parametrize(
    ("variant", "known"), [("three", 4 / 3), pytest.param("four", 1.493056, marks=pytest.mark.long)]
)
def test_nash_conv_of_uniform_play_is_that_of_openspiels_own_goofspiel(variant: str, known: float) -> None:
    from open_spiel.python import policy  # noqa: PLC0415 - slow to import
    from open_spiel.python.algorithms import exploitability  # noqa: PLC0415 - slow to import

    ours = loaded(Case(GOOFSPIEL, variant=variant), deals=0)
    theirs = pyspiel.load_game_as_turn_based(
        "goofspiel", {"num_cards": 3 if variant == "three" else 4, "points_order": "random", "returns_type": "win_loss"}
    )
    found = [exploitability.nash_conv(game, policy.UniformRandomPolicy(game)) for game in (ours, theirs)]
    assert found[0] == pytest.approx(found[1], abs=1e-6)
    assert found[0] == pytest.approx(known, abs=1e-6)


@pytest.mark.parametrize("positions", [10, pytest.param(200, marks=pytest.mark.long)])
def test_minimax_values_coin_fight_as_the_table_of_two_seats_does(positions: int) -> None:
    from open_spiel.python.algorithms import minimax  # noqa: PLC0415 - slow to import

    setup, rng, found = Setup.of(COIN_FIGHT), Random(1), 0
    while found < positions:
        views = [view for view in random_views(setup, rng) if view.seat is not None and is_late(view.table.state)]
        if not views:
            continue
        view = rng.choice(views)
        state, seat = from_view(view), view.seat
        value, _ = minimax.alpha_beta_search(state.get_game(), state, maximum_depth=99, maximizing_player_id=seat)
        actions = view.numbered(view.seat or 0).values()
        assert value == (1 if any(two_seats.wins(view.table.state, action) for action in actions) else -1)
        found += 1


def test_an_information_state_tells_what_a_seat_has_seen_and_nothing_of_what_it_has_not() -> None:
    game = loaded(Case(GOOFSPIEL, variant="three"), deals=0)

    def state(*actions: int) -> Any:
        found = game.new_initial_state()
        for action in actions:
            found.apply_action(action)
        return found

    known = [state(deal).information_state_string(0) for deal in range(6)]
    assert len(set(known)) == 3  # the first prize is all that is seen
    assert state(0, 0).information_state_string(1) == state(0, 2).information_state_string(1)
    assert state(0, 0, 1).information_state_string(0) != state(0, 1, 0).information_state_string(0)
    assert len({len(each) for each in (*known, state(0, 0, 1).information_state_string(0))}) == 1


def test_a_pickled_state_goes_on_the_same_and_is_small() -> None:
    rng, state = Random(1), loaded(Case(SANTORINI)).new_initial_state()
    for _ in range(20):
        state.apply_action(rng.choice(state.legal_actions()))
    packed = pickle.dumps(state)
    again = pickle.loads(packed)
    assert len(packed) < 2000
    assert (str(again), again.legal_actions(), again.history()) == (str(state), state.legal_actions(), state.history())
    assert again.information_state_string(0) == state.information_state_string(0)


@pytest.mark.parametrize(
    ("game", "information"), [(NIM, "PERFECT"), (GOOFSPIEL, "IMPERFECT"), (LOST_CITIES, "IMPERFECT")]
)
def test_only_games_in_turns_without_secrets_have_perfect_information(game: AnyGame, information: str) -> None:
    assert pyspiel.load_game(register(game)).get_type().information.name == f"{information}_INFORMATION"


def test_wrong_parameters_are_refused_in_words() -> None:
    with pytest.raises(ValueError, match="expected 2 or 3 seats"):
        pyspiel.load_game(register(GOOFSPIEL), {"variant": "no such"})
    with pytest.raises(ValueError, match="lost-cities has too many first states to list"):
        pyspiel.load_game(register(LOST_CITIES), {"deals": 0})


def test_a_registered_game_does_not_abort_the_interpreter_at_its_end() -> None:
    program = (
        "import pyspiel\nfrom gamekit.learning.spiel import from_view, register\nfrom tests.gamekit.nim import NIM\n"
        "state = pyspiel.load_game(register(NIM)).new_initial_state()\nstate.apply_action(0)\n"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, check=False)
    assert (done.returncode, done.stderr) == (0, b"")
