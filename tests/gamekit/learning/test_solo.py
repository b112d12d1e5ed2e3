"""One learner against built-ins and programs, as Gymnasium wants an environment to be."""

import sys
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest

from coinfight.game import GAME as COIN_FIGHT
from tests.gamekit.learning.cases import ALL, Case
from tests.gamekit.nim import NIM

pytest.importorskip("gymnasium", reason="the extra `learning` is not installed")
from gymnasium.utils.env_checker import check_env

from gamekit.learning.solo import Solo


def played(env: Any, rng: Random, seed: int | None = None) -> tuple[float, dict[str, Any]]:
    """Play a random game; return the sum of rewards, and the last info."""
    env.reset(seed=seed)
    total, over, info = 0.0, False, {}
    while not over:
        _, reward, over, _, info = env.step(rng.choice([*np.flatnonzero(env.action_masks())]))
        total += reward
    return total, info


@pytest.mark.parametrize("case", ALL)
@pytest.mark.filterwarnings("ignore")
def test_check_env_passes(case: Case) -> None:
    check_env(Solo(case.game, ["random"], seats=case.seats, variant=case.variant or None, max_length=case.max_length))


def test_the_learner_sits_in_any_seat_or_in_its_own() -> None:
    env = Solo(NIM, ["random"], seats=3)
    assert {(env.reset(seed=seed), env.seat)[1] for seed in range(20)} == {0, 1, 2}
    env = Solo(NIM, ["random", "nim"], seats=3, seat=1)
    assert {(env.reset(seed=seed), env.seat)[1] for seed in range(5)} == {1}


def test_the_same_seed_plays_the_same_game_against_built_ins() -> None:
    env = Solo(COIN_FIGHT, ["randy"], seats=3)

    def states() -> list[Any]:
        played(env, Random(1), seed=7)
        return [one.after for one in env.view.table.rounds()]

    assert states() == states()


def test_rewards_are_the_scores_of_games() -> None:
    env, rng = Solo(NIM, ["nim"], seat=0), Random(1)
    assert {played(env, rng, seed)[0] for seed in range(10)} == {-1.0}
    assert {played(Solo(NIM, ["random"]), rng, seed)[0] for seed in range(20)} == {-1.0, 1.0}


def test_noise_is_the_share_of_random_moves_of_opponents() -> None:
    rng = Random(1)
    wins = [played(Solo(NIM, ["nim"], noise=1), rng, seed)[0] for seed in range(20)]
    assert max(wins) == 1.0


def test_an_illegal_number_loses_the_game_for_the_learner_alone() -> None:
    env = Solo(NIM, ["random"], seats=3, variant="tall", seat=0)
    env.reset(seed=1)
    _, reward, over, *_ = env.step(8)  # all of the first heap
    assert (reward, over) == (0.0, False)
    illegal = int(np.flatnonzero(~env.action_masks())[0])
    _, reward, over, *_ = env.step(illegal)
    assert (reward, over) == (-1.0, True)


def test_a_program_plays_a_process_a_game_and_its_faults_are_told(tmp_path: Path) -> None:
    bot = tmp_path / "bot.py"
    bot.write_text(
        "import json, sys\n"
        "for line in sys.stdin:\n"
        "    value = json.loads(line)\n"
        "    if 'over' not in value:\n"
        "        heap = next(i for i, left in enumerate(value['heaps']) if left)\n"
        "        print(json.dumps([heap, 1]), flush=True)\n"
    )
    env = Solo(NIM, [(sys.executable, str(bot))])
    for seed in range(3):
        reward, info = played(env, Random(seed), seed)
        assert reward in (-1.0, 1.0)
        assert "faults" not in info
    reward, info = played(Solo(NIM, [(str(tmp_path / "nobody"),)], seat=0), Random(1), 1)
    assert reward == 1.0
    assert "cannot be executed" in info["faults"][0]


def test_opponents_that_always_fail_before_the_learner_is_asked_are_told_in_words(tmp_path: Path) -> None:
    for program, reason in (
        ((str(tmp_path / "nobody"),), "cannot be executed: .*nim check .*/nobody tells more"),
        (("false",), "nim check false tells more"),
    ):
        with pytest.raises(ValueError, match=rf"3 games in a row ended before the learner was asked: .*{reason}"):
            Solo(NIM, [program], seat=1).reset(seed=1)


def test_so_are_those_of_a_game_that_goes_on_after_their_faults() -> None:
    with pytest.raises(ValueError, match="3 games in a row ended before the learner was asked: line 1"):
        Solo(COIN_FIGHT, [("false",)], seat=1).reset(seed=1)


def test_wrong_settings_are_refused_in_words() -> None:
    with pytest.raises(ValueError, match="expected a built-in"):
        Solo(NIM, ["nobody"])
    with pytest.raises(ValueError, match="expected 1 or 3 opponents, got 2"):
        Solo(NIM, ["nim", "nim"], seats=4)
    with pytest.raises(ValueError, match="expected one of 2 seats"):
        Solo(NIM, ["nim"], seat=2)
