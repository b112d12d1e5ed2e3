"""The golden games of the real framework: found beside the project, never copied into it."""

import json
from pathlib import Path
from typing import Any

import pytest

FILE = Path(__file__).parents[3] / "shared" / "traces" / "coinfight" / "games.jsonl"


def golden_games() -> list[dict[str, Any]]:
    """Return the games, or skip the test that asks."""
    if not FILE.exists():
        pytest.skip(f"no golden games at {FILE}")
    return [json.loads(line) for line in FILE.read_text().splitlines()]
