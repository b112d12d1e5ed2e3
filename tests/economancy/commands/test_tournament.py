"""The command `tournament` with Economancy: its openings and shops, and programs that break its protocol."""

import json
import shlex
from pathlib import Path
from typing import Any

import pytest

from economancy.bench.arena import DECENT
from economancy.commands.cli import main

BAD_PLAYERS = Path(__file__).parents[1] / "bad_players.py"
EXECUTABLE = shlex.join(DECENT)
TIMEOUT = "3"  # seconds: more than a start on a busy machine, and a few players use it up


def document(capsys: pytest.CaptureFixture[str], *words: str, status: int = 0) -> Any:
    """Run a command with --json; return the document, which is all that stands on standard output."""
    assert main([*words, "--json"]) == status
    out = capsys.readouterr().out
    assert out.count("\n") == 1
    return json.loads(out)


def games_in(folder: Path) -> list[dict[str, Any]]:
    """Return the games on record, in order and without what differs from run to run."""
    lines = [json.loads(line) for line in (folder / "games.jsonl").read_text().splitlines()]
    return sorted(({**line, "seconds": None} for line in lines[1:]), key=lambda line: int(line["game"]))


def test_each_block_has_an_opening_of_its_own_and_all_its_rotations_share_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    document(
        capsys,
        "tournament",
        "--games",
        "6",
        "--openings",
        "2",
        "--seed",
        "1",
        "--out",
        str(tmp_path / "out"),
        "attack",
        "decent",
    )
    openings: dict[int, set[str]] = {}
    traces = {int(path.stem.rsplit("-", 1)[1]): path for path in (tmp_path / "out" / "traces").iterdir()}
    for row in games_in(tmp_path / "out"):
        first = json.loads(traces[row["game"]].read_text().splitlines()[1])
        openings.setdefault(row["block"], set()).add(json.dumps([first["players"], first["shop"]]))
    assert [len(found) for found in openings.values()] == [1, 1, 1]
    assert len(set.union(*openings.values())) == 3


def test_a_shop_is_of_cards_that_there_are(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["tournament", "attack", "decent", "--shop", "Lamp"]) == 2
    assert "expected each card once" in capsys.readouterr().err
