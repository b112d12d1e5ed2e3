"""Games that the public environment played: no part of the repository, and tests skip where they are absent."""

import json
from pathlib import Path
from typing import Any

import pytest

FILE = Path(__file__).parents[2] / "../shared/traces/thud/games.jsonl"


def golden_games() -> list[dict[str, Any]]:
    """Return the games, or skip the test that asks for them."""
    if not FILE.exists():
        pytest.skip(f"no golden games at {FILE}")
    return [json.loads(line) for line in FILE.read_text().splitlines()]
