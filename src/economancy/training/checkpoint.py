"""Checkpoint files of a training: arrays and JSON. They are data only: reading one executes no code."""

import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.random import default_rng
from numpy.typing import NDArray

from gamekit.files import OwnFolder
from gamekit.files.arrays import ArrayFile, packed

ABOUT = "about"

CHECKPOINT = "checkpoint.npz"
"""The name of the file in a training's folder."""


class Checkpoint(NamedTuple):
    """The saved state of a training."""

    about: dict[str, Any]  # as JSON has it
    arrays: dict[str, NDArray[Any]]  # none of the name "about"


def write(folder: OwnFolder, checkpoint: Checkpoint) -> None:
    """Write a folder's CHECKPOINT atomically as an npz file; its entry `about` is JSON.

    Raises Unwritten, and TypeError for what JSON doesn't have.
    """
    folder.replace(CHECKPOINT, packed({ABOUT: np.array(json.dumps(checkpoint.about)), **checkpoint.arrays}))


def read(path: Path, arrays_of: Callable[[ArrayFile, dict[str, Any]], dict[str, NDArray[Any]]]) -> Checkpoint:
    """Return the checkpoint in a file, with the arrays that `arrays_of` takes, given what it says about itself.

    Raises OSError, and ValueError for a file of another kind.
    """
    with ArrayFile(path, "a checkpoint") as file:
        about = file.value(ABOUT)
        with file.saying(ABOUT):
            if not isinstance(about, dict):
                raise ValueError("expected an object")
            _check(about)
        return Checkpoint(about, arrays_of(file, about))


def _check(about: Mapping[str, Any]) -> None:
    """Raise an error unless a checkpoint says what each must: decisions, seconds, and a state of the randomness."""
    decisions, seconds = about["decisions"], about.get("seconds", 0)
    if type(decisions) is not int or not 0 <= decisions < 1 << 53:
        raise ValueError(f"expected a whole number of decisions, got {decisions!r:.80}")
    if type(seconds) not in (int, float) or not 0 <= seconds < 1e12:
        raise ValueError(f"expected seconds, got {seconds!r:.80}")
    default_rng().bit_generator.state = about["rng"]  # which checks it
