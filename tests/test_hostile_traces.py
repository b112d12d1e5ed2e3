"""Whatever a trace's file is called and holds, `verify` of every game reads it within bounds and says one line."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from coinfight.commands.cli import main as coinfight
from economancy.commands.cli import main as economancy
from lost_cities.commands.cli import main as lost_cities
from santorini.commands.cli import main as santorini
from tests.gamekit.test_commands import program
from thud.commands.cli import main as thud

COMMANDS = {
    "coinfight": coinfight,
    "economancy": economancy,
    "lost_cities": lost_cities,
    "santorini": santorini,
    "thud": thud,
}


@pytest.mark.parametrize("game", COMMANDS)
@pytest.mark.parametrize("name", ["trace.json", "trace.jsonl", "trace.txt"])
def test_hostile_files_are_one_line(
    name: str, game: str, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("deep" + name).write_text("[" * 100_000 + "\n")
    with Path("endless" + name).open("wb") as file:
        file.truncate(60 << 30)
    for kind in ("deep", "endless"):
        assert COMMANDS[game](["verify", kind + name]) == 1, kind
        said = capsys.readouterr()
        assert (said.out + said.err).count("\n") == 1, kind


def test_a_pipe_that_nobody_writes_to_is_waited_for_ten_seconds(tmp_path: Path) -> None:
    """By every game's own `verify`, and by `view`: all at once, each in a process of its own."""
    os.mkfifo(tmp_path / "pipe")
    words = [[sys.executable, "-m", game, "verify"] for game in COMMANDS]
    words += [program("nim", "verify"), program("nim", "view")]
    commands = [
        subprocess.Popen([*each, "pipe"], cwd=tmp_path, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        for each in words
    ]
    for command in commands:
        out, err = command.communicate(timeout=60)
        assert (command.returncode, out) == (2, ""), command.args
        assert "nobody has written to this pipe for 10 s" in err, command.args
        assert err.count("\n") == 1
