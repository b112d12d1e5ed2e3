"""A common learner, MaskablePPO, learns the games that it should in a minute of one core."""

import time
from dataclasses import dataclass
from random import Random
from typing import Any

import pytest

from coinfight.game import GAME as COIN_FIGHT
from economancy.game import GAME as ECONOMANCY
from gamekit.game import AnyGame
from lost_cities.game import GAME as LOST_CITIES

pytest.importorskip("sb3_contrib", reason="pip install sb3-contrib==2.9.2: it brings torch, and is in no extra")
import torch
from sb3_contrib import MaskablePPO
from stable_baselines3.common.callbacks import BaseCallback
from stable_baselines3.common.vec_env import DummyVecEnv

from gamekit.learning.solo import Solo

pytestmark = [pytest.mark.long, pytest.mark.timeout(0)]
GAMES = 400


@dataclass(frozen=True)
class Lesson:
    """Who is to be beaten, with which share of random moves, after how many seconds of CPU time, in which share."""

    game: AnyGame
    variant: str
    opponent: str
    noise: float
    seconds: float
    share: float

    def env(self) -> Solo:
        return Solo(self.game, [self.opponent], variant=self.variant, noise=self.noise)


LESSONS = (
    Lesson(COIN_FIGHT, "standard", "greedy", 0.05, 60, 0.8),
    Lesson(ECONOMANCY, "simple", "random", 0, 60, 0.9),
    Lesson(LOST_CITIES, "standard", "random", 0, 60, 0.8),
)


class CpuLimit(BaseCallback):
    """Ends the training after so many seconds of CPU time."""

    def __init__(self, seconds: float) -> None:
        super().__init__()
        self.end = time.process_time() + seconds

    def _on_step(self) -> bool:
        return time.process_time() < self.end


def score(model: Any, env: Solo, seed: int) -> float:
    """Return the wins in games, a draw for half."""
    rng, wins = Random(seed), 0.0
    for _ in range(GAMES):
        seen, _info = env.reset(seed=rng.getrandbits(31))
        over, reward = False, 0.0
        while not over:
            number, _ = model.predict(seen, action_masks=env.action_masks(), deterministic=True)
            seen, reward, over, *_ = env.step(int(number))
        wins += (1 + reward) / 2
    return wins


@pytest.mark.parametrize("seed", [1, 2, 3])
@pytest.mark.parametrize("lesson", LESSONS, ids=lambda lesson: lesson.game.name)
def test_a_learner_beats_its_opponent_after_some_seconds(lesson: Lesson, seed: int) -> None:
    torch.set_num_threads(1)
    envs = DummyVecEnv([lesson.env] * 8)
    model = MaskablePPO("MlpPolicy", envs, n_steps=256, batch_size=256, seed=seed, device="cpu")
    model.learn(10**9, callback=CpuLimit(lesson.seconds))
    wins = score(model, lesson.env(), 1000 + seed)
    from scipy.stats import binomtest  # noqa: PLC0415 - slow to import

    low = binomtest(int(wins), GAMES).proportion_ci(0.95, "wilson").low
    print(f"{lesson.game.name}: seed {seed}, {model.num_timesteps:,} steps, {wins:g} of {GAMES}, at least {low:.1%}")
    assert low >= lesson.share
