"""Whether two executables answer alike is asked with the states of whole games."""

import sys
from pathlib import Path

import pytest

from economancy.commands.cli import main

TRACES = sorted(map(str, (Path(__file__).parents[3] / "traces").glob("simple-2p-*.json")))


def program(folder: Path, name: str, builtin: str) -> str:
    """Return an executable that plays a built-in."""
    path = folder / name
    path.write_text(f"#!{sys.executable}\nfrom economancy.player import main\nmain('{builtin}')\n")
    path.chmod(0o755)
    return str(path)


def test_the_same_player_gives_the_same_answers(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    old, new = (program(tmp_path, name, "random") for name in ("old", "new"))
    assert main(["bench", "answers", old, *TRACES, "--new", new, "--states", "50"]) == 0
    assert "50 states of" in capsys.readouterr().out


def test_another_player_is_found(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    old, new = program(tmp_path, "old", "points"), program(tmp_path, "new", "attack")
    assert main(["bench", "answers", old, *TRACES, "--new", new, "--states", "50"]) == 1
    assert " 0 answers differ" not in capsys.readouterr().out


def test_a_player_that_does_not_answer_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    silent = tmp_path / "silent"
    silent.write_text("#!/bin/sh\n")
    silent.chmod(0o755)
    new = program(tmp_path, "new", "random")
    assert main(["bench", "answers", str(silent), *TRACES, "--new", new, "--states", "5"]) == 2
    assert "expected 5 answers" in capsys.readouterr().err
