"""The public framework plays with our program: what its tables credit us with has a name that `figures` finds."""

from pathlib import Path

import pytest

from coinfight.commands.cli import main

TABLES = """\
  Group 1, 2 players.  Scores:
    22 - coinfight by Ours
    2 - AllLow by Examples Team
  Group 1, 2 players.  Scores:
    1 - That's not AI! by Wookie
    0 - coinfight by Ours
"""


def fight(folder: Path, tables: str, errors: str = "") -> Path:
    """Return the folder of a build that prints these."""
    (folder / "tables").write_text(tables)
    (folder / "errors").write_text(errors)
    program = folder / "fight_all"
    program.write_text('#!/bin/sh\ncat "${0%/*}/tables"; cat "${0%/*}/errors" >&2\n')
    program.chmod(0o755)
    return folder


def test_our_score_in_each_table_is_printed_by_name(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["framework", str(fight(tmp_path, TABLES)), "--program", "/bin/true"]) == 0
    assert capsys.readouterr().out.splitlines()[-3:] == [
        "ours in table 1: 22",
        "ours in table 2: 0",
        "faults: 0 of ours, 0 of the framework's players",
    ]


def test_a_fault_of_ours_is_the_exit_status_1(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    errors = "Eliminated: coinfight took too long\nEliminated: MCTS took too long\n"
    assert main(["framework", str(fight(tmp_path, "", errors)), "--program", "/bin/true"]) == 1
    assert capsys.readouterr().out.endswith("faults: 1 of ours, 1 of the framework's players\n")
