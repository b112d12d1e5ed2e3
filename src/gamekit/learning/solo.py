"""A game for one learner, as an environment of Gymnasium: built-ins or programs play the other seats."""

import contextlib
from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from gamekit.answer import Choice, Reply
from gamekit.builtins import policy_of
from gamekit.game import AnyGame, ChildSettings, Fault, Observation, Seat, any_of
from gamekit.learning.turn_view import Setup, TurnView, fault_scores
from gamekit.seats import Program, how_to_check, open_safely, tell_rounds
from gamekit.seeds import seat_seed

_MOST_LOST = 3  # games in a row before the first question (guessed: a program may fail once by chance)
_TRIES = 1000  # games that others may end before (guessed: most games ask everybody)


class Solo(gymnasium.Env):
    """One seat of a game; an observation is an array, a number an action, the reward its score at the end of the game.

    `opponents` play the other seats in order: built-ins by name or the words of a command, one for each, or one for
    all. `seat` is the learner's, None: another in each game, by chance. With `noise`, opponents choose that share of
    their moves at random. They have `move_seconds` for a move (None: what the game gives built-ins).

    Which numbers are legal `action_masks` tells, as sb3-contrib asks for it, and "action_mask" in each info. An illegal
    number ends the game with a reward of -1. Programs run without a sandbox, a process a game; one that breaks the
    rules loses the game, and one that cannot be executed does, too. The infos of a game's end have "faults", in words.

    Raises ValueError for seats, a variant or opponents that do not exist; and where a game begins, with the reason, if
    three in a row end by an opponent's fault before the learner is asked.
    """

    def __init__(  # noqa: PLR0913 - each is one setting of a game
        self,
        game: AnyGame,
        opponents: Sequence[Program],
        *,
        seats: int | None = None,
        variant: str | None = None,
        seat: int | None = None,
        max_length: int | None = None,
        noise: float = 0.0,
        move_seconds: float | None = None,
    ) -> None:
        self.metadata: dict[str, Any] = {"render_modes": []}
        self.render_mode = None
        self.setup = setup = Setup.of(game, seats, variant, max_length)
        self.opponents = [*opponents] * (setup.seats - 1) if len(opponents) == 1 else [*opponents]
        if len(self.opponents) != setup.seats - 1:
            raise ValueError(f"expected 1 or {setup.seats - 1} opponents, got {len(opponents)}")
        if seat is not None and seat not in range(setup.seats):
            raise ValueError(f"expected one of {setup.seats} seats, from 0, got {seat}")
        for each in self.opponents:
            if isinstance(each, str):
                policy_of(game, each)
        self.own_seat, self.noise = seat, noise
        timeout = game.answer_seconds if move_seconds is None else move_seconds
        self.settings = ChildSettings(game.wires[0], timeout)
        self.observation_space = spaces.Box(-1, 1, setup.numbering.shape, np.float32)
        self.action_space = spaces.Discrete(setup.numbering.count)
        self._open = contextlib.ExitStack()

    def reset(
        self, *, seed: int | None = None, options: Mapping[str, Any] | None = None
    ) -> tuple[NDArray[np.float32], dict[str, Any]]:
        super().reset(seed=seed)
        lost = 0
        for _ in range(_TRIES):
            self._begin(Random(int(self.np_random.integers(2**63))))
            if self.view.seat is not None:
                return self.view.array(self.seat), self._info()
            faults = self.view.table.faults
            lost = lost + 1 if faults else 0
            if lost == _MOST_LOST:
                raise ValueError(f"{lost} games in a row ended before the learner was asked: {self._told(faults[-1])}")
        raise ValueError(f"expected a game in which the learner is asked, got none in {_TRIES}")

    def _begin(self, rng: Random) -> None:
        """Begin a game, which the others may end before the learner is asked."""
        self.close()
        self.rng = rng
        self.seat = rng.randrange(self.setup.seats) if self.own_seat is None else self.own_seat
        state = self.setup.first_state(rng)
        others = [seat for seat in range(self.setup.seats) if seat != self.seat]
        secret = rng.getrandbits(63)
        self.players: dict[int, Seat[Any]] = {
            seat: self._open.enter_context(
                open_safely(self.setup.game, program, seat_seed(secret, seat), self.settings)
            )
            for seat, program in zip(others, self.opponents, strict=True)
        }
        self._show(self.setup.begin(state))

    def step(self, action: int) -> tuple[NDArray[np.float32], float, bool, bool, dict[str, Any]]:
        legal = self.view.numbered(self.seat)
        if int(action) not in legal:
            return self.view.array(self.seat), self._end(fault_scores(self.setup.seats, self.seat)), True, False, {}
        self._show(self._answered(self.view, self.seat, Choice(legal[int(action)], 0.0)))
        over = self.view.seat is None
        reward = self._end(self.view.scores) if over else 0.0
        return self.view.array(self.seat), reward, over, False, self._info()

    def action_masks(self) -> NDArray[np.bool_]:
        """Return which numbers are legal now."""
        return self.view.mask(self.seat).astype(bool)

    def close(self) -> None:
        """End the programs of the opponents."""
        self._open.close()
        self._open = contextlib.ExitStack()

    def _show(self, view: TurnView[Any, Any]) -> None:
        """Let the others play until the learner is asked or the game is over."""
        while view.seat is not None and view.seat != self.seat:
            observation = view.observation(view.seat)
            view = self._answered(view, view.seat, self._reply(view.seat, observation))
        self.view = view

    def _reply(self, seat: int, observation: Observation[Any]) -> Reply:
        if self.noise and self.rng.random() < self.noise:
            return Choice(any_of(self.setup.game.legal_actions(observation.state, seat), self.rng), 0.0)
        return self.players[seat].ask(observation)

    def _answered(self, view: TurnView[Any, Any], seat: int, reply: Reply) -> TurnView[Any, Any]:
        table = view.table.answered(seat, reply)
        for each, player in self.players.items():
            tell_rounds(player, each, table.rounds(view.table.length))
        return TurnView(self.setup, table)

    def _end(self, scores: Sequence[float]) -> float:
        """Tell the others how the game ended; return the learner's score."""
        table = self.view.table
        for seat, player in self.players.items():
            player.tell(table.state, seat, table.forfeit)
        self.close()
        return scores[self.seat]

    def _told(self, fault: Fault) -> str:
        """Return in words an opponent's fault, and how to find out more."""
        program = self.opponents[fault.seat - (fault.seat > self.seat)]
        return "; ".join(filter(None, [fault.reason, how_to_check(self.setup.game, program)]))

    def _info(self) -> dict[str, Any]:
        info: dict[str, Any] = {"action_mask": self.view.mask(self.seat)}
        if self.view.seat is None and (faults := self.view.table.faults):
            info["faults"] = [f"Player {fault.seat + 1}: {fault.reason}" for fault in faults]
        return info
