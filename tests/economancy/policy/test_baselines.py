"""The reference opponents do what the originals did, and what their descriptions say."""

from collections import Counter
from pathlib import Path
from random import Random

import pytest

from economancy.game import GAME
from economancy.policy import BUILTINS
from economancy.policy.baselines import attack, decent, points, simple
from economancy.rules.game import legal_actions, new_game
from economancy.rules.state import PASS, Attacking, Buying, End, Investing, Observation
from gamekit.deadline import NO_DEADLINE
from gamekit.traces import replay, split_games
from gamekit.wire.json_stream import read_values
from tests.economancy.positions import player, position
from tests.economancy.table import play, seat_of


def test_the_originals_decisions_in_the_golden_games_are_among_ours(golden_traces: list[Path]) -> None:
    compared: Counter[str] = Counter()
    for path in golden_traces:
        if path.name.startswith("fault"):
            continue
        names = path.stem.split("-")[2:-1]
        with path.open("rb") as file:
            game = next(split_games(GAME, read_values(file.read)))
        for step in (step for played in replay(GAME, game) for step in played.steps):
            name = names[step.seat]
            action = step.action
            observation = Observation(step.state.state, step.seat)
            if name == "simple" and isinstance(step.state.state.phase, Investing):
                continue  # any bid of the range, which the next test looks at
            ours = (BUILTINS[name](observation, Random(seed), NO_DEADLINE) for seed in range(200))
            assert any(choice == action for choice in ours), f"{path.name}: {name} played {action!r} in {step.state}"
            compared[name] += 1
    assert all(compared[name] > 100 for name in ("random", "simple", "points", "attack", "decent")), compared


def test_simple_bids_something_if_it_can() -> None:
    bids = {simple(Observation(position(player(coins=3), player()), 0), Random(seed)) for seed in range(50)}
    assert bids == {1, 2, 3}
    assert simple(Observation(position(player(coins=0), player()), 0), Random(1)) == 0


def test_points_buys_its_plan_by_the_number_of_cards() -> None:
    shop = {"Worker": 9, "Gold Fish": 9, "Incantation": 9, "Board of Monopoly": 9, "Ghost": 9}
    bought = []
    cards: list[str] = []
    for _ in range(6):
        state = position(player(*cards, coins=9), player(), phase=Buying(), shop=shop)
        cards.append(str(points(Observation(state, 0), Random(1))))
        bought.append(cards[-1])
    assert bought == ["Worker", "Gold Fish", "Incantation", "Incantation", "Board of Monopoly", "Incantation"]


def test_attack_bids_one_more_than_the_richest_when_it_has_candidates() -> None:
    state = position(player("Ghost", "Ghost", coins=5), player("Worker", coins=3))
    assert attack(Observation(state, 0), Random(1)) == 4
    assert attack(Observation(position(player("Worker", coins=5), player("Worker", coins=3)), 0), Random(1)) == 0


def test_attack_stops_when_its_strongest_card_is_no_candidate() -> None:
    state = position(player("Ghost", "Worker"), player("Ghost", "Ghost"), phase=Attacking(0))
    assert attack(Observation(state, 0), Random(1)) == 0


def test_decent_bids_the_coins_of_a_rival_that_it_cannot_withstand() -> None:
    state = position(player("Worker", coins=5), player("Ghost", coins=3))
    assert decent(Observation(state, 0), Random(1)) == 3


@pytest.mark.parametrize("name", ["simple", "points", "attack", "decent"])
def test_nobody_but_random_passes_while_something_is_in_stock(name: str) -> None:
    state = position(player(coins=1), player(), phase=Buying(), shop={"Worker": 0, "Wall of Wealth": 1, "Ghost": 1})
    assert BUILTINS[name](Observation(state, 0), Random(1), NO_DEADLINE) == "Wall of Wealth"
    sold_out = position(player(coins=1), player(), phase=Buying(), shop={"Worker": 0})
    assert BUILTINS[name](Observation(sold_out, 0), Random(1), NO_DEADLINE) == PASS


def test_random_takes_every_legal_action_equally_often() -> None:
    state = position(player(coins=2), player(), phase=Buying(), shop={"Ghost": 0, "Worker": 1, "Incantation": 1})
    observation = Observation(state, 0)
    rng = Random(1)
    counts = Counter(BUILTINS["random"](observation, rng, NO_DEADLINE) for _ in range(3000))
    assert counts.keys() == set(legal_actions(state, 0))
    assert all(900 < count < 1100 for count in counts.values())


@pytest.mark.parametrize("seed", range(3))
def test_attack_against_decent_always_takes_7_days_and_29_moves(seed: int) -> None:
    seats = [seat_of(BUILTINS[name], Random(seed)) for name in ("attack", "decent")]
    game = play(new_game(2), seats)
    assert (game.state.phase, game.days, game.moves) == (End(1), 7, 29)
