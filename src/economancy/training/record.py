"""The result of a training, and beside it its record: how it was made."""

import json
import shlex
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from economancy.search.features import Encoder
from economancy.search.value import PHASES, Networks, Weights
from gamekit.files import OwnFolder
from gamekit.files.arrays import ArrayFile, Form

UNITS = range(1, (1 << 12) + 1)
"""Of a layer (guessed)."""


def write_result(folder: OwnFolder, name: str, content: bytes, about: Mapping[str, object]) -> None:
    """Write a training's result, and beside it its record, .json: the command, the commit, versions and `about`.

    Raises Unwritten.
    """
    record = {
        "command": shlex.join(["economancy", *sys.argv[1:]]),
        "commit": _commit(),
        "versions": {"numpy": np.__version__},
        **about,
    }
    folder.replace(name, content)
    folder.replace(Path(name).with_suffix(".json").name, json.dumps(record, indent=2).encode() + b"\n")


def read_networks(path: Path, encoders: Mapping[int, Encoder], views: int = 1) -> Networks:
    """Return the networks in a file. Raises OSError, and ValueError for another kind of file or other inputs."""
    with ArrayFile(path, "a weights file") as file:
        weights = {phase: _layers(file, name, encoders[phase]) for name, phase in PHASES.items()}
    return Networks(encoders, weights, views)


def _layers(file: ArrayFile, name: str, encoder: Encoder) -> Weights:
    """Return the layers of the network of that name."""
    layers: list[tuple[NDArray[np.float32], NDArray[np.float32]]] = []
    inputs = encoder.size
    while not layers or f"{name}.{len(layers)}.matrix" in file:
        key = f"{name}.{len(layers)}"
        matrix = file.array(f"{key}.matrix", Form(np.float16, (UNITS, inputs)))
        inputs = len(matrix)
        bias = file.array(f"{key}.bias", Form(np.float16, (inputs,)))
        layers.append((matrix.astype(np.float32), bias.astype(np.float32)))
    with file.saying(name):
        if inputs != encoder.seats + 1:
            raise ValueError(f"expected {encoder.seats + 1} outputs, got {inputs}")
    return tuple(layers)


def _commit() -> str:
    """Return the commit of the source, with a plus if files have changed since; empty if it is unknown."""
    here = Path(__file__).parent
    git = ["git", "-C", str(here), "describe", "--always", "--abbrev=12", "--dirty=+"]
    try:
        return subprocess.run(git, capture_output=True, text=True, check=True).stdout.strip()
    except (OSError, subprocess.CalledProcessError):
        return ""
