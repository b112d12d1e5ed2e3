"""The command `tournament` with Economancy: its openings and shops, and programs that break its protocol."""

import json
import os
import re
import shlex
import sys
from multiprocessing import resource_tracker
from pathlib import Path
from typing import Any

import psutil
import pytest

from economancy.bench.arena import DECENT
from economancy.commands.cli import main
from tests.waiting import soon

BAD_PLAYERS = Path(__file__).parents[1] / "bad_players.py"
EXECUTABLE = shlex.join(DECENT)
TIMEOUT = "3"  # seconds: more than a start on a busy machine, and a few players use it up


def bad(kind: str, argument: str = "") -> str:
    return shlex.join([sys.executable, str(BAD_PLAYERS), kind, *filter(None, [argument])])


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


def marked(mark: str) -> list[list[str]]:
    """Return the commands of live processes with this mark in their environment."""
    found = []
    for process in psutil.process_iter():
        try:
            if process.environ().get("TEST") == mark and process.pid != os.getpid():
                found.append(process.cmdline())
        except psutil.Error:  # gone, a zombie, or not ours to look at
            continue
    return found


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
    with pytest.raises(SystemExit, match="2"):
        main(["tournament", "attack", "decent", "--shop", "Lamp"])
    assert "expected each card once" in capsys.readouterr().err


REASONS = {
    bad("good"): None,
    bad("forks_child"): None,
    bad("flood_stderr"): None,
    bad("ignores_end"): None,
    bad("silent"): "no answer within 3 s",
    bad("slow", "5"): "no answer within 3 s",
    bad("half_json"): "no answer within 3 s",
    bad("dead_at_once"): "exited with status 1",
    bad("dead_later"): "killed by SIGSEGV",
    bad("garbage"): "wrote what is no JSON: .*thinking",
    bad("flood_stdout"): "wrote more than 1048576 bytes without an answer",
    bad("illegal_move"): 'illegal move: expected a bid from 0 to 3, got \\["Nonesuch"\\]',
    bad("answers_twice"): "illegal move: expected a card's name out of .*, got \\[0\\]",
    bad("wrong_shape"): "wrong shape: expected array of one element",
    bad("closes_output"): "closed its output",
}


def test_in_a_gauntlet_of_bad_players_each_is_named_with_its_reason_and_all_games_are_played(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    mark = f"{os.getpid()} {tmp_path}"
    resource_tracker.ensure_running()  # it outlives the tournament, so it must not get the mark
    monkeypatch.setenv("TEST", mark)
    words = ("--gauntlet", "--games", "2", "--timeout", TIMEOUT, "--jobs", "4", "--out", str(tmp_path))
    found = document(capsys, "tournament", *words, "points", *REASONS)
    assert found["games"] == 2 * len(REASONS)
    forfeits = {name: {each["reason"] for each in found["forfeits"] if each["player"] == name} for name in REASONS}
    for name, reason in REASONS.items():
        assert len(forfeits[name]) == (reason is not None), (name, forfeits[name])
        assert all(re.match(reason or "", each) for each in forfeits[name]), (name, forfeits[name])
    for player in found["players"]:
        bad_one = REASONS.get(player["name"]) is not None
        assert player["forfeits"] == (2 if bad_one else 0)
        assert player["score"]["mean"] == 0 or not bad_one
    assert soon(lambda: not marked(mark), 5), marked(mark)
    errors = [path.read_text() for path in (tmp_path / "errors").iterdir()]
    assert len(errors) == len(found["forfeits"])
    assert sum("no licence found" in text for text in errors) == 2
    assert main(["verify", *map(str, (tmp_path / "traces").iterdir())]) == 0
