"""Trained values in the folder weights: NAME.bin, floats as `core.c` lays them out, and NAME.json, their record."""

import functools
import json
from pathlib import Path

from lost_cities.arrays.valued import Weights

FOLDER = Path(__file__).parents[1] / "weights"


@functools.cache
def trained(name: str = "values") -> Weights:
    """Return trained weights by name. Raises OSError if there are none of this name."""
    record = json.loads((FOLDER / f"{name}.json").read_text())
    return Weights((FOLDER / f"{name}.bin").read_bytes(), int(record["hidden"]), int(record["top"]))
