"""Trained values: `values.bin`, floats as `search/core.c` lays them out, and `values.json`, how they were made."""

import functools
import json
from pathlib import Path

from lost_cities.search.core import Weights

FOLDER = Path(__file__).parent


@functools.cache
def trained(name: str = "values") -> Weights:
    """Return trained weights by name. Raises OSError if there are none of this name."""
    record = json.loads((FOLDER / f"{name}.json").read_text())
    return Weights((FOLDER / f"{name}.bin").read_bytes(), int(record["hidden"]), int(record["top"]))
