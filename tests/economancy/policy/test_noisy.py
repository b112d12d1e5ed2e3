"""Reference opponents that play a share of their moves at random."""

from collections import Counter
from random import Random

import pytest

from economancy.policy import REFERENCES, builtin
from economancy.rules.game import legal_actions, new_game
from economancy.rules.state import Buying, End, Observation
from gamekit.deadline import NO_DEADLINE
from tests.economancy.positions import player, position
from tests.economancy.table import play, seat_of

SHOP = dict.fromkeys(("Worker", "Ghost", "Gold Fish", "Incantation"), 9)
DRAWN = 2000


def purchases(name: str) -> Counter[object]:
    """Return how often what is bought with many coins and no card yet, when *points* wants a Worker."""
    observation = Observation(position(player(coins=9), player(), phase=Buying(), shop=SHOP), 0)
    policy, rng = builtin(name), Random(1)
    return Counter(policy(observation, rng, NO_DEADLINE) for _ in range(DRAWN))


@pytest.mark.parametrize("percent", [1, 20, 100])
def test_that_share_of_the_moves_is_uniformly_random(percent: int) -> None:
    bought = purchases(f"points:{percent}")
    actions = legal_actions(position(player(coins=9), player(), phase=Buying(), shop=SHOP), 0)
    expected = dict.fromkeys(actions, DRAWN * percent / 100 / len(actions))
    expected["Worker"] += DRAWN * (1 - percent / 100)
    assert bought.keys() <= set(actions)
    for action, number in expected.items():
        assert abs(bought[action] - number) < 4 * number**0.5 + 1, action


def test_without_a_share_nothing_is_random() -> None:
    assert purchases("points") == {"Worker": DRAWN}


def test_games_of_noisy_players_follow_the_rules_and_their_seeds() -> None:
    def game(seed: int) -> object:
        names = [f"{name}:40" for name in REFERENCES if name != "random"]
        return play(new_game(4), [seat_of(builtin(name), Random(seed)) for name in names], max_days=20).state

    first, again, other = game(1), game(1), game(2)
    assert isinstance(first.phase, End)  # type: ignore[attr-defined]
    assert first == again != other
