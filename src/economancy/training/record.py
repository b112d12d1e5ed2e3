"""The result of a training, and beside it its record: how it was made."""

import json
import shlex
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

import numpy as np

from economancy.search.features import Encoder
from economancy.search.value import Networks, unpack
from gamekit.files import replace_file


def write_result(path: Path, content: bytes, about: Mapping[str, object]) -> None:
    """Write a training's result, and beside it NAME.json: the command, the commit, versions and `about`.

    Raises Unwritten.
    """
    record = {
        "command": shlex.join(["economancy", *sys.argv[1:]]),
        "commit": _commit(),
        "versions": {"numpy": np.__version__},
        **about,
    }
    replace_file(path, content)
    replace_file(path.with_suffix(".json"), json.dumps(record, indent=2).encode() + b"\n")


def read_networks(path: Path, encoders: Mapping[int, Encoder], views: int = 1) -> Networks:
    """Return the networks in a file. Raises OSError, and ValueError for another kind of file or other inputs."""
    try:
        weights = unpack(path.read_bytes())
    except KeyError as error:
        raise ValueError(f"expected a weights file in {path}, found none of its {error}") from None
    for phase, encoder in encoders.items():
        inputs = [matrix.shape[1] for matrix, _ in weights[phase][:1]]
        if inputs != [encoder.size]:
            raise ValueError(f"expected a weights file with {encoder.size} inputs in {path}, got {inputs}")
    return Networks(encoders, weights, views)


def _commit() -> str:
    """Return the commit of the source, with a plus if files have changed since; empty if it is unknown."""
    here = Path(__file__).parent
    git = ["git", "-C", str(here), "describe", "--always", "--abbrev=12", "--dirty=+"]
    try:
        return subprocess.run(git, capture_output=True, text=True, check=True).stdout.strip()
    except (OSError, subprocess.CalledProcessError):
        return ""
