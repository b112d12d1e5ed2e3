"""In words what breaks a game's contract."""

import traceback
from collections.abc import Iterator
from random import Random
from types import FrameType
from typing import Any

from gamekit.game import AnyGame
from gamekit.game.source import frames_of, is_own, last_own_line
from gamekit.probes.contract.promise import BrokenPromiseError
from gamekit.probes.contract.run import check_contract

LONGEST = 600
"""Characters of a state that are shown (guessed: some lines)."""


def tested(game: AnyGame, rng: Random) -> tuple[bool, str]:
    """Return whether the game keeps its contract, and in a few lines what breaks it or is to be judged by a person."""
    try:
        lines = check_contract(game, rng)
    except BrokenPromiseError as broken:
        state = [] if broken.state is None else [f"state: {_shown(broken.state)}"]
        return False, "\n".join([str(broken), *state, *_cause(game, broken.__cause__)])
    except Exception as error:
        return False, "\n".join(_raised(game, error))
    judge = ["Look whether this is meant:", *(f"  {line}" for line in lines)] if lines else []
    return True, "\n".join([f"{game.name}: keeps its contract", *judge])


def _cause(game: AnyGame, error: BaseException | None) -> list[str]:
    """Return where what was not a ValueError came from."""
    return [] if error is None else [f"raised: {last_own_line(game, frames_of(error)) or type(error).__name__}"]


def _raised(game: AnyGame, error: Exception) -> list[str]:
    """Return in words an exception that is no broken promise: the method that it came from, its arguments."""
    what = f"{type(error).__name__}: {error}"
    own = [frame for frame in _frames(error) if is_own(game, frame.f_code.co_filename)]
    if own:
        given = {
            name: own[0].f_locals[name]
            for name in ("state", "observation", "actions", "seat", "value", "action")
            if name in own[0].f_locals
        }
        shown = [f"{name}: {_shown(value)}" for name, value in given.items()]
        return [f"{game.name}: {own[0].f_code.co_name} raises {what} ({last_own_line(game, frames_of(error))})", *shown]
    line = traceback.extract_tb(error.__traceback__)[-1].line
    states = [frame.f_locals["state"] for frame in _frames(error) if "state" in frame.f_locals]
    shown = [f"state: {_shown(states[-1])}"] if states else []
    return [f"{game.name}: a method returns what cannot be used: `{line}` raises {what}", *shown]


def _frames(error: BaseException) -> Iterator[FrameType]:
    return (frame for frame, _ in traceback.walk_tb(error.__traceback__))


def _shown(value: Any) -> str:
    text = repr(value)
    return text if len(text) <= LONGEST else f"{text[:LONGEST]}..."
