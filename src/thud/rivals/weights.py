"""Weights and settings of our clients, and how they came: ../weights/dwarf.json and troll.json."""

import json
from pathlib import Path
from typing import Any, cast

from gamekit.files import read_whole
from gamekit.wire.json_stream import loads

HERE = Path(__file__).parents[1] / "weights"

_LARGEST = 1e9  # of a number
_LARGEST_FILE = 1 << 20  # bytes

Options = dict[str, Any]
"""{"weights": {name: number or list}, "settings": {...}, "record": [how they came]}; README.txt explains them."""


def read(path: Path, side: str) -> Options:
    """Return the options in a file. Raises OSError, and ValueError unless they are built as those of a side."""
    content = read_whole(path, _LARGEST_FILE)
    try:
        options = loads(content)
    except ValueError as error:
        raise ValueError(f"{path}: expected JSON as in src/thud/weights/{side}.json: {error}") from None
    for name in ("weights", "settings"):
        if not isinstance(options, dict) or not _alike(options.get(name), load(side)[name]):
            raise ValueError(f"{path}: expected {name!r} as src/thud/weights/{side}.json has them")
    return cast(Options, options)


def _alike(found: object, model: object) -> bool:
    """Tell whether a value is built as a model is: the same names; numbers, or lists of some."""
    if isinstance(found, dict) and isinstance(model, dict):
        return found.keys() == model.keys() and all(_alike(found[name], each) for name, each in model.items())
    if isinstance(found, list) and isinstance(model, list):
        return bool(found) and all(_alike(each, model[0]) for each in found)
    return all(type(each) in (int, float) for each in (found, model)) and abs(cast(float, found)) < _LARGEST


def load(side: str) -> Options:
    """Return the options of our client for "dwarf" or "troll"."""
    options: Options = json.loads((HERE / f"{side}.json").read_text())
    return options
