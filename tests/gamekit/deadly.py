"""Nim with built-ins that end or stop the process that they are called in, as no rule and no referee can prevent."""

import os
import signal
from random import Random

from gamekit.deadline import Deadline
from gamekit.game import Observation, Policy
from tests.gamekit.nim import Action, Nim, State, play_random

SIGNALS = {"dies": signal.SIGKILL, "stops": signal.SIGSTOP, "dies-rarely": signal.SIGKILL}


class Deadly(Nim):
    """The game for gamekit."""

    policy_names = (*Nim.policy_names, *SIGNALS)

    def policy(self, name: str) -> Policy[State, Action]:
        if name not in SIGNALS:
            return super().policy(name)

        def play(observation: Observation[State], rng: Random, deadline: Deadline) -> Action:
            if name != "dies-rarely" or rng.random() < 0.1:  # the same in each attempt at a game
                os.kill(os.getpid(), SIGNALS[name])
            return play_random(observation, rng, deadline)

        return play


DEADLY = Deadly()
