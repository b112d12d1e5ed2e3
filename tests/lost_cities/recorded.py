"""Finds the games that were recorded over the real server; tests skip, saying so, where there are none."""

import json
from pathlib import Path
from typing import Any

import pytest

PATH = Path(__file__).parents[3] / "shared" / "traces" / "lost-cities" / "games.jsonl"

SEATS = ("server", "client")


def games() -> list[dict[str, Any]]:
    """Return the recorded games, or skip the test."""
    if not PATH.exists():
        pytest.skip(f"expected recorded games at {PATH}")
    return [json.loads(line) for line in PATH.read_text().splitlines()]
