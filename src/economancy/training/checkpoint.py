"""Checkpoint files of a training: arrays and JSON. They are data only: reading one executes no code."""

import json
from pathlib import Path
from typing import Any, NamedTuple
from zipfile import BadZipFile

import numpy as np
from numpy.typing import NDArray

from gamekit.files import save_arrays

ABOUT = "about"

CHECKPOINT = "checkpoint.npz"
"""The name of the file in a training's folder."""


class Checkpoint(NamedTuple):
    """The saved state of a training."""

    about: dict[str, Any]  # as JSON has it
    arrays: dict[str, NDArray[Any]]  # none of the name "about"


def write(path: Path, checkpoint: Checkpoint) -> None:
    """Write a checkpoint atomically as an npz file; its entry `about` is JSON.

    Raises Unwritten, and TypeError for what JSON doesn't have.
    """
    save_arrays(path, {ABOUT: np.array(json.dumps(checkpoint.about)), **checkpoint.arrays})


def read(path: Path) -> Checkpoint:
    """Return the checkpoint in a file. Raises OSError, and ValueError for a file of another kind."""
    try:
        with np.load(path, allow_pickle=False) as file:
            arrays = {name: file[name] for name in file.files}
        return Checkpoint(json.loads(str(arrays.pop(ABOUT))), arrays)
    except (AttributeError, EOFError, KeyError, TypeError, ValueError, BadZipFile) as error:
        raise ValueError(f"expected a checkpoint in {path}, got: {error}") from None
