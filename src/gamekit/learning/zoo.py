"""A game as an environment of PettingZoo: `aec` asks a seat at a time, `parallel` all seats at once."""

from collections.abc import Mapping
from random import Random
from typing import Any

import numpy as np
from gymnasium import spaces
from gymnasium.utils import seeding
from numpy.typing import NDArray
from pettingzoo import AECEnv, ParallelEnv

from gamekit.game import AnyGame
from gamekit.learning.turn_view import Setup, TurnView, fault_scores

Seen = dict[str, NDArray[Any]]
"""What an agent observes: "observation", an array, and "action_mask", 1 for each number that it may choose."""


def aec(
    game: AnyGame, seats: int | None = None, variant: str | None = None, *, max_length: int | None = None
) -> "TurnEnv":
    """Return the environment that asks one agent at a time; agents are `player_0`, `player_1` and so on.

    Rewards come at the end: `TurnView.scores`. An illegal number raises ValueError; wrap the environment in
    TerminateIllegalWrapper to have it cost the game. Raises ValueError for seats or a variant that do not exist.
    """
    return TurnEnv(Setup.of(game, seats, variant, max_length))


def parallel(
    game: AnyGame, seats: int | None = None, variant: str | None = None, *, max_length: int | None = None
) -> "RoundEnv":
    """Return the environment of rounds: all agents choose, and what an agent chose that does not move means nothing.

    Such an agent's mask is empty. An illegal number ends the game, -1 for who chose it. Raises ValueError for seats or
    a variant that do not exist.
    """
    return RoundEnv(Setup.of(game, seats, variant, max_length))


class Dealer:
    """Deals the games of an environment: all chance comes from the seed of the last reset that had one."""

    def __init__(self) -> None:
        self._rng: Random | None = None

    def draw(self, seed: int | None) -> Random:
        """Return the generator of a game; without a seed it goes on, and at first it is Gymnasium's own choice."""
        if seed is not None or self._rng is None:
            chance, _ = seeding.np_random(seed)
            self._rng = Random(int(chance.integers(2**63)))
        return self._rng


def spaces_of(setup: Setup[Any, Any]) -> tuple[spaces.Dict, spaces.Discrete]:
    """Return the spaces of what an agent observes and of its numbers."""
    numbering = setup.numbering
    seen = spaces.Dict(
        {
            "observation": spaces.Box(-1, 1, numbering.shape, np.float32),
            "action_mask": spaces.Box(0, 1, (numbering.count,), np.int8),
        }
    )
    return seen, spaces.Discrete(numbering.count)


def seen_by(view: TurnView[Any, Any], seat: int) -> Seen:
    """Return what the agent of a seat observes."""
    return {"observation": view.array(seat), "action_mask": view.mask(seat)}


class TurnEnv(AECEnv):
    """One agent at a time."""

    def __init__(self, setup: Setup[Any, Any]) -> None:
        super().__init__()
        self.metadata = {"name": f"{setup.game.name}_v0", "render_modes": [], "is_parallelizable": False}
        self.render_mode = None
        self.setup = setup
        self.dealer = Dealer()
        self.possible_agents = [f"player_{seat}" for seat in range(setup.seats)]
        self.seat_of = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self.observation_spaces, self.action_spaces = {}, {}
        for agent in self.possible_agents:  # a space has a seed of its own
            self.observation_spaces[agent], self.action_spaces[agent] = spaces_of(setup)

    def observation_space(self, agent: str) -> spaces.Dict:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Discrete:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: Mapping[str, Any] | None = None) -> None:
        self.view: TurnView[Any, Any] = self.setup.begin(self.setup.first_state(self.dealer.draw(seed)))
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.possible_agents[self.view.seat or 0]

    def observe(self, agent: str) -> Seen:
        return seen_by(self.view, self.seat_of[agent])

    def step(self, action: int | None) -> None:
        if self.terminations[self.agent_selection]:
            self._was_dead_step(action)
            return
        if action is None:
            raise ValueError("expected a number of an agent whose game goes on, got None")
        self.view = view = self.view.answer(int(action))
        if view.seat is not None:
            self.agent_selection = self.possible_agents[view.seat]
            return
        self.rewards = dict(zip(self.agents, view.scores, strict=True))
        self._cumulative_rewards = dict(self.rewards)  # there was none before
        self.terminations = dict.fromkeys(self.agents, True)
        self._deads_step_first()


class RoundEnv(ParallelEnv):
    """All agents at once."""

    def __init__(self, setup: Setup[Any, Any]) -> None:
        self.metadata = {"name": f"{setup.game.name}_v0", "render_modes": []}
        self.render_mode = None
        self.setup = setup
        self.dealer = Dealer()
        self.possible_agents = [f"player_{seat}" for seat in range(setup.seats)]
        self.observation_spaces, self.action_spaces = {}, {}
        for agent in self.possible_agents:
            self.observation_spaces[agent], self.action_spaces[agent] = spaces_of(setup)

    def observation_space(self, agent: str) -> spaces.Dict:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Discrete:
        return self.action_spaces[agent]

    def reset(
        self, seed: int | None = None, options: Mapping[str, Any] | None = None
    ) -> tuple[dict[str, Seen], dict[str, dict[str, Any]]]:
        self.view: TurnView[Any, Any] = self.setup.begin(self.setup.first_state(self.dealer.draw(seed)))
        self.agents = self.possible_agents[:]
        return self._seen(), {agent: {} for agent in self.agents}

    def step(
        self, actions: Mapping[str, int]
    ) -> tuple[dict[str, Seen], dict[str, float], dict[str, bool], dict[str, bool], dict[str, dict[str, Any]]]:
        view, agents = self.view, self.agents
        numbers = {seat: int(actions[agents[seat]]) for seat in view.movers}
        scores = self._fault(view, numbers)
        if scores is None:
            self.view = view = view.answer_round(numbers)
            scores = view.scores
        over = view.seat is None or any(scores)
        seen = self._seen()
        if over:
            self.agents = []
        done = dict.fromkeys(agents, over)
        return seen, dict(zip(agents, scores, strict=True)), done, dict.fromkeys(agents, False), {a: {} for a in agents}

    def _fault(self, view: TurnView[Any, Any], numbers: Mapping[int, int]) -> tuple[float, ...] | None:
        """Return the scores if somebody chose an illegal number, else None."""
        for seat, number in numbers.items():
            if number not in view.numbered(seat):
                return fault_scores(self.setup.seats, seat)
        return None

    def _seen(self) -> dict[str, Seen]:
        """Return what every agent observes."""
        return {agent: seen_by(self.view, seat) for seat, agent in enumerate(self.possible_agents)}
