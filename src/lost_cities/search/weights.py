"""Trained values in the folder weights: NAME.bin, floats as `core.c` lays them out, and NAME.json, their record."""

import functools
import json
from pathlib import Path

from lost_cities.search.turn_values import Weights

FOLDER = Path(__file__).parents[1] / "weights"


@functools.cache
def trained(name: str = "values") -> Weights:
    """Return trained weights by name. Raises OSError if there are none of this name."""
    return read(FOLDER / f"{name}.bin")


def read(path: Path) -> Weights:
    """Return the weights of a file NAME.bin, whose record NAME.json lies beside it. Raises OSError."""
    record = json.loads(path.with_suffix(".json").read_text())
    return Weights(path.read_bytes(), int(record["hidden"]), int(record["top"]), int(record["nets"]))
