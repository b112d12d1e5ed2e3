"""The compiled cores under the thread sanitizer, briefly; `python -m tests.threads` does it for longer."""

from pathlib import Path

import pytest

from tests.threads import GAMES, RACES, ROOT, check, sanitizer

SLOW = {"coinfight", "lost_cities", "santorini"}
"""Cores that show the same as the others, in some seconds of a processor each."""
CORES = [pytest.param(game, marks=pytest.mark.long if game in SLOW else ()) for game in GAMES]
needs_sanitizer = pytest.mark.skipif(sanitizer() is None, reason="expected gcc and its thread sanitizer (libtsan)")


@needs_sanitizer
@pytest.mark.parametrize("game", CORES)
def test_four_threads_may_be_in_every_entry_of_a_core_at_once(game: str) -> None:
    status, text, entries = check(game, 0.0)
    assert status == 0, text
    assert {line.split()[1].rstrip(":") for line in text.splitlines()} == entries


@needs_sanitizer
def test_a_race_is_found(tmp_path: Path) -> None:
    sources = [*(ROOT / "src/coinfight/search").glob("*.c"), ROOT / "src/gamekit/clock.c"]
    for part in sources:
        text = part.read_text().replace("    Move moves[MAX_MOVES]", "    static Move moves[MAX_MOVES]")
        copy = tmp_path / part.relative_to(ROOT)
        copy.parent.mkdir(parents=True, exist_ok=True)
        copy.write_text(text)
    for _ in range(8):  # threads that a busy machine lets run one after the other are in no race
        status, text, _ = check("coinfight", 0.0, tmp_path / "src/coinfight/search/core.c")
        if status == RACES:
            break
    assert status == RACES
    assert "data race" in text
