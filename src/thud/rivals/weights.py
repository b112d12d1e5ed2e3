"""Weights and settings of our clients, and how they came: ../weights/dwarf.json and troll.json."""

import json
from pathlib import Path
from typing import Any

HERE = Path(__file__).parents[1] / "weights"

Options = dict[str, Any]
"""{"weights": {name: number or list}, "settings": {...}, "record": [how they came]}; README.txt explains them."""


def load(side: str) -> Options:
    """Return the options of our client for "dwarf" or "troll"."""
    options: Options = json.loads((HERE / f"{side}.json").read_text())
    return options
