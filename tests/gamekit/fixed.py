"""Nim with built-ins that always play the same."""

from collections.abc import Mapping
from random import Random

from gamekit.deadline import Deadline
from gamekit.game import Observation, Policy
from tests.gamekit.nim import Action, Nim, State, legal_actions


def play_first(observation: Observation[State], rng: Random, deadline: Deadline) -> Action:
    return legal_actions(observation.state.heaps)[0]


def play_last(observation: Observation[State], rng: Random, deadline: Deadline) -> Action:
    return legal_actions(observation.state.heaps)[-1]


class Fixed(Nim):
    """The game for gamekit."""

    variant_options: Mapping[str, tuple[str, ...]] = {"--both": ("standard", "tall")}
    policy_names = ("first", "last", *Nim.policy_names)

    def policy(self, name: str) -> Policy[State, Action]:
        return {"first": play_first, "last": play_last}.get(name) or super().policy(name)


FIXED = Fixed()
