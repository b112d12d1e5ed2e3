"""The games as environments of PettingZoo pass its own tests, and end as ours do."""

from random import Random
from typing import Any

import numpy as np
import pytest

from tests.gamekit.goofspiel import GOOFSPIEL
from tests.gamekit.learning.cases import ALL, SHORT, Case
from tests.gamekit.nim import NIM

pytest.importorskip("pettingzoo", reason="the extra `learning` is not installed")
from pettingzoo.test import api_test, parallel_api_test, parallel_seed_test, seed_test
from pettingzoo.utils.wrappers import OrderEnforcingWrapper, TerminateIllegalWrapper

from gamekit.learning import zoo

# It wants arrays alone of games that it doesn't know, and pictures.
pytestmark = [pytest.mark.filterwarnings(f"ignore:{words}") for words in ("Observation", "Environment has not defined")]

STEPS = 100
"""Steps of each of its tests (guessed: several games of most cases)."""


def turns(case: Case) -> zoo.TurnEnv:
    return zoo.aec(case.game, case.seats, case.variant or None, max_length=case.max_length)


def rounds(case: Case) -> zoo.RoundEnv:
    return zoo.parallel(case.game, case.seats, case.variant or None, max_length=case.max_length)


@pytest.mark.parametrize("case", ALL)
def test_api_test_passes_raw(case: Case) -> None:
    api_test(turns(case), STEPS)


@pytest.mark.parametrize("case", ALL)
def test_api_test_passes_wrapped(case: Case) -> None:
    api_test(OrderEnforcingWrapper(TerminateIllegalWrapper(turns(case), illegal_reward=-1)), STEPS)


@pytest.mark.parametrize("case", ALL)
def test_seed_test_passes(case: Case) -> None:
    seed_test(lambda: turns(case), STEPS)


@pytest.mark.parametrize("case", ALL)
def test_parallel_api_test_passes(case: Case) -> None:
    parallel_api_test(rounds(case), STEPS)


@pytest.mark.parametrize("case", ALL)
def test_parallel_seed_test_passes(case: Case) -> None:
    parallel_seed_test(lambda: rounds(case), STEPS)


@pytest.mark.parametrize("case", SHORT, ids=str)
def test_a_game_ends_with_the_scores_of_its_rules(case: Case) -> None:
    env, rng = turns(case), Random(3)
    env.reset(seed=1)
    rewards: dict[str, float] = {}
    for agent in env.agent_iter():
        seen, reward, over, *_ = env.last()
        rewards[agent] = rewards.get(agent, 0) + reward
        env.step(None if over else rng.choice([*np.flatnonzero(seen["action_mask"])]))
    assert tuple(rewards[agent] for agent in env.possible_agents) == env.view.scores


def test_other_seeds_deal_other_games_and_games_after_a_seed_differ() -> None:
    env = zoo.aec(GOOFSPIEL)

    def deals(seed: int) -> list[Any]:
        env.reset(seed=seed)
        found = [env.view.table.state]
        for _ in range(5):
            env.reset()
            found.append(env.view.table.state)
        return found

    assert deals(1) == deals(1) != deals(2)
    assert len(set(deals(1))) > 1


def test_an_illegal_number_raises_in_turns_and_costs_the_game_in_rounds() -> None:
    env = zoo.aec(NIM, 2, "tall")
    env.reset(seed=1)
    with pytest.raises(ValueError, match="expected one of the numbers"):
        env.step(99)
    together = zoo.parallel(NIM, 3, "tall")
    together.reset(seed=1)
    _, rewards, over, *_ = together.step({"player_0": 99, "player_1": 0, "player_2": 0})
    assert rewards == {"player_0": -1, "player_1": 0.5, "player_2": 0.5}
    assert all(over.values())
    assert together.agents == []


def test_who_does_not_move_has_an_empty_mask_and_its_choice_means_nothing() -> None:
    env = zoo.parallel(NIM)
    seen, _ = env.reset(seed=1)
    assert not seen["player_1"]["action_mask"].any()
    env.step({"player_0": 0, "player_1": 5})
    assert env.view.numbers == [0]


@pytest.mark.parametrize("make", [zoo.aec, zoo.parallel])
def test_seats_and_variants_that_do_not_exist_are_refused(make: Any) -> None:
    with pytest.raises(ValueError, match="expected 2 to 5 seats"):
        make(NIM, 9)
    with pytest.raises(ValueError, match="got 2 and 'no such'"):
        make(NIM, 2, "no such")
