"""Whatever a trace's file is called and holds, `verify` of every game reads it within bounds and says one line."""

import os
from pathlib import Path

import pytest

from coinfight.commands.cli import main as coinfight
from economancy.commands.cli import main as economancy
from gamekit.commands import verify
from lost_cities.commands.cli import main as lost_cities
from santorini.commands.cli import main as santorini
from thud.commands.cli import main as thud

COMMANDS = {"coinfight": coinfight, "economancy": economancy, "lost": lost_cities, "santorini": santorini, "thud": thud}


@pytest.mark.parametrize("game", COMMANDS)
@pytest.mark.parametrize("name", ["trace.json", "trace.jsonl", "trace.txt"])
def test_hostile_files_are_one_line(
    name: str, game: str, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(verify, "WRITER_SECONDS", 0.05)
    monkeypatch.chdir(tmp_path)
    os.mkfifo("pipe" + name)
    Path("deep" + name).write_text("[" * 100_000 + "\n")
    with Path("endless" + name).open("wb") as file:
        file.truncate(60 << 30)
    for kind, status in (("pipe", 2), ("deep", 1), ("endless", 1)):
        assert COMMANDS[game](["verify", kind + name]) == status, kind
        said = capsys.readouterr()
        assert (said.out + said.err).count("\n") == 1, kind
