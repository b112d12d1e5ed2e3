"""Opponents by name, as seats of matches.js."""

import re
from pathlib import Path
from typing import Any

from thud.rivals import weights

STYLES = ("huddle", "rusher", "runner")

NAMES = ("alphabeta:N", *STYLES, "thud", "thud:N")

SEAT = re.compile(r"alphabeta:(?P<depth>[1-9])(?P<shape>s?)")
COUNTED = re.compile(r"thud:(?P<nodes>[1-9][0-9]{0,8})")


def seat(name: str, side: str, seed: int) -> dict[str, Any]:
    """Return the seat of a named opponent, or of a JavaScript file, for "dwarf" or "troll".

    alphabeta:2s is alphabeta:2 with a little shape, thud:N ours with N nodes a move. `seed` decides between equal moves
    of a rival, and adds up to 3 hundredths of a dwarf to what ours thinks of a position. Raises ValueError, which lists
    the names.
    """
    if name == "thud":
        return ours(weights.load(side), seed)
    if found := COUNTED.fullmatch(name):
        return ours(weights.load(side), seed, int(found["nodes"]))
    if name in STYLES:
        return {"kind": name, "seed": seed}
    if found := SEAT.fullmatch(name):
        return {"kind": "alphabeta", "depth": int(found["depth"]), "shape": bool(found["shape"]), "seed": seed}
    if name.endswith(".js"):
        if not Path(name).is_file():
            raise ValueError(f"expected a JavaScript file at {name}: there is none")
        return {"kind": "file", "path": str(Path(name).resolve())}
    raise ValueError(f"expected one of {', '.join(NAMES)}, random or FILE.js, got {name!r}")


def ours(options: weights.Options, seed: int = 0, nodes: int | None = None) -> dict[str, Any]:
    """Return the seat of our client with these options; a seed other than 0 makes it play another game."""
    settings = {**options["settings"], "noise": seed, **({"nodes": nodes} if nodes else {})}
    return {"kind": "ours", "options": {"weights": options["weights"], "settings": settings}}
