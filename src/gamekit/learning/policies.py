"""What learns as a player: a SEAT of every command, by the entry points `openspiel` and `model`."""

import importlib.util
import json
import os
from collections.abc import Callable, Mapping
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from gamekit.deadline import Deadline
from gamekit.files import read_whole
from gamekit.game import AnyGame, Observation, Policy
from gamekit.game.source import last_line
from gamekit.learning.memory import NOTHING, information_state, remembered
from gamekit.learning.plain import PlainNumbering
from gamekit.learning.turn_view import Setup
from gamekit.policies.uct import can_search
from gamekit.wire.json_stream import loads

if TYPE_CHECKING:
    from open_spiel.python.policy import TabularPolicy

Choose = Callable[[NDArray[np.float32], NDArray[np.int8]], int]
"""Chooses a number by what is observed, an array, and the mask of the legal numbers."""

MOST_ARMS = 4096
"""Actions of a state that MCTS considers, the first ones (guessed)."""
MOST_SIMULATIONS = 1_000_000
"""Of MCTS, which looks at no clock (guessed: at a hundred times as many as are usual a move takes minutes)."""
MOST_SOLUTION = 64 << 20
"""Bytes of a file of `save` (guessed: a million states of some actions)."""
EXPLORATION = 2.0
"""Of UCT in MCTS, with scores from -1 to 1: what OpenSpiel's examples take."""


def as_policy(setup: Setup[Any, Any], choose: Choose) -> Policy[Any, Any]:
    """Return a learnt model as a policy for games of its setup. The policy raises ValueError for an illegal number."""
    numbering = setup.numbering

    def policy(observation: Observation[Any], rng: Random, deadline: Deadline) -> Any:
        assert observation.seat is not None
        numbered = numbering.numbered(observation.state, observation.seat)
        number = int(choose(numbering.array(observation.state, observation.seat), setup.mask(numbered)))
        if number not in numbered:
            raise ValueError(f"expected one of the numbers {[*numbered]}, got {number}")
        return numbered[number]

    return policy


def model(game: AnyGame, path: str) -> Policy[Any, Any]:
    """Return the policy that a Python file of yours makes: `model:FILE` calls its function `policy` with the game.

    Raises ValueError for a file without one, and where the file raises something, in one line that names it.
    """
    spec = importlib.util.spec_from_file_location("model", path)
    if spec is None or spec.loader is None or not Path(path).is_file():
        raise ValueError(f"expected model:FILE with the path of a Python file, got {path!r}")
    module = importlib.util.module_from_spec(spec)
    try:
        spec.loader.exec_module(module)
        if not callable(make := getattr(module, "policy", None)):
            raise ValueError("expected a function `policy` of a game, which returns a policy")
        policy: Policy[Any, Any] = make(game)
    except ModuleNotFoundError:
        raise
    except (Exception, SystemExit) as error:
        raise ValueError(f"{path}: {_raised(os.path.abspath(path), error)}") from error
    if not callable(policy):
        raise ValueError(f"{path}: expected `policy` to return a function, got {policy!r:.80}")
    return policy


def _raised(path: str, error: BaseException) -> str:
    """Return what a file raised in words, with the line where it did."""
    line, said = last_line(error, Path(path)), str(error)
    if isinstance(error, SyntaxError):
        line, said = error.lineno if error.filename == path else line, error.msg
    return f"line {line}: {type(error).__name__}: {said}" if line else said or type(error).__name__


def openspiel(game: AnyGame, words: str) -> Policy[Any, Any]:
    """Return OpenSpiel's MCTS, `openspiel:mcts:400`, or what `save` wrote, `openspiel:cfr:FILE`. Raises ValueError."""
    kind, _, rest = words.partition(":")
    if kind == "mcts" and rest.isdecimal() and len(rest) < 10 and 1 < int(rest) <= MOST_SIMULATIONS:
        return mcts(game, int(rest))
    if kind == "cfr" and rest:
        return read(game, Path(rest))
    simulations = f"openspiel:mcts:SIMULATIONS, from 2 to {MOST_SIMULATIONS}"
    raise ValueError(f"expected {simulations}, or openspiel:cfr:FILE, got openspiel:{words}")


def mcts(game: AnyGame, simulations: int) -> Policy[Any, Any]:
    """Return OpenSpiel's MCTS with random rollouts, in turns: what is hidden from the seat is drawn anew for each
    decision, and so is what others choose before it in the same round. Raises ValueError if the game cannot draw it.
    """
    if not can_search(game):
        raise ValueError(f"{game.name} does not say what may be hidden, so that MCTS cannot search it")
    from open_spiel.python.algorithms.mcts import MCTSBot, RandomRolloutEvaluator  # noqa: PLC0415 - an extra

    from gamekit.learning.spiel import from_view  # noqa: PLC0415

    def policy(observation: Observation[Any], rng: Random, deadline: Deadline) -> Any:
        assert observation.seat is not None
        state = game.sample(observation, rng)
        view = Setup(game, game.seats_of(state), "", None, PlainNumbering(game, MOST_ARMS)).begin(state)
        while view.seat not in (observation.seat, None):
            view = view.answer(rng.choice([*view.numbered(view.seat)]))
        chance = np.random.RandomState(rng.getrandbits(32))
        spiel = from_view(view)
        evaluator = RandomRolloutEvaluator(1, chance)
        bot = MCTSBot(spiel.get_game(), EXPLORATION, simulations, evaluator, random_state=chance)
        return view.numbered(observation.seat)[bot.step(spiel)]

    return policy


def save(setup: Setup[Any, Any], policy: "TabularPolicy", path: Path) -> None:
    """Write down a tabular policy of OpenSpiel's, such as a solver's `average_policy()`, for `openspiel:cfr:FILE`."""
    states = {
        state: {str(action): chance for action, chance in chances if chance > 0}
        for state, chances in policy.to_dict().items()
    }
    head = {"game": setup.game.name, "seats": setup.seats, "variant": setup.variant}
    path.write_text(json.dumps({**head, "states": states}), encoding="utf-8")


def read(game: AnyGame, path: Path) -> Policy[Any, Any]:
    """Return the policy of such a file; where the file has no state, it plays at random.

    Raises ValueError for a file of another game, or of another kind.
    """
    try:
        value = loads(read_whole(path, MOST_SOLUTION))
    except OSError as error:
        raise ValueError(f"{path}: {error.strerror}") from None
    except ValueError as error:
        raise ValueError(f"{path}: expected JSON as written by gamekit.learning.policies.save: {error}") from None
    match value:
        case {"game": game.name, "seats": int(seats), "variant": str(variant), "states": dict(states)}:
            for state, chances in states.items():
                if not isinstance(chances, dict) or not all(map(_is_chance, chances.values())):
                    raise ValueError(f"{path}: expected chances from 0 to 1 by number at $.states[{state!r:.80}]")
            try:
                return ChancePolicy(Setup.of(game, seats, variant), states)
            except ValueError as error:
                raise ValueError(f"{path}: {error}") from None
    raise ValueError(f"{path}: expected a policy for {game.name}, with game, seats, variant and states at $")


def _is_chance(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and 0 <= value <= 1


class ChancePolicy:
    """Plays by a table of chances of numbers by information state, for one seat of one game."""

    def __init__(self, setup: Setup[Any, Any], states: Mapping[str, Mapping[str, float]]) -> None:
        self.setup, self.states = setup, states
        self.memory = NOTHING

    def __call__(self, observation: Observation[Any], rng: Random, deadline: Deadline) -> Any:
        assert observation.seat is not None
        game, numbering = self.setup.game, self.setup.numbering
        chances = self.states.get(information_state(self.memory, game, observation), {})
        numbered = numbering.numbered(observation.state, observation.seat)
        known = {number: chances.get(str(number), 0.0) for number in numbered}
        weights = [*known.values()] if any(known.values()) else None
        (number,) = rng.choices([*known], weights)
        self.memory = remembered(self.memory, game, observation, numbered[number])
        return numbered[number]
