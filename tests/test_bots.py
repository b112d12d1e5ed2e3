"""`python -m GAME` is the game's command; its `bot NAME` plays as NAME, the way the game's executable plays."""

import json
import subprocess
import sys
from pathlib import Path
from random import Random

import pytest

from coinfight.commands.cli import main as coinfight
from coinfight.policy import RULE_PLAYERS
from coinfight.protocol import decode_action, decode_state
from tests.economancy.processes import BAD, END


def ran(words: list[str], text: bytes = b"") -> tuple[int, bytes, bytes]:
    """Run `python -m` with these words on an input; return the exit status and what was written."""
    done = subprocess.run([sys.executable, "-m", *words], input=text, capture_output=True, check=False)
    return done.returncode, done.stdout, done.stderr


@pytest.mark.parametrize("game", ["economancy", "santorini", "coinfight", "lost_cities", "thud"])
def test_a_game_as_a_module_is_its_command(game: str) -> None:
    status, out, err = ran([game, "bot", "nonsense"])
    assert (status, out) == (2, b"")
    assert err.startswith(f"{game.replace('_', '-')} bot: expected".encode())


@pytest.mark.parametrize("text", [b"42", b'[1]"timeout"hello\n"x"' + BAD + END])
def test_economancy_reads_alike_as_a_player_and_as_a_command(text: bytes) -> None:
    player, command = ran(["economancy.player"], text), ran(["economancy", "bot", "decent"], text)
    assert player == command
    assert player[1] == b""
    assert player[2]


def test_a_built_in_that_is_checked_by_its_name_is_the_one_that_plays(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    log = tmp_path / "log"
    monkeypatch.setenv("COINFIGHT_LOG", str(log))
    assert coinfight(["check", "all-high", "--only", "two-lines", "--jobs", "1"]) == 0
    for line in log.read_bytes().splitlines():
        record = json.loads(line)
        state = decode_state(record["state"])
        assert decode_action(record["answer"], state.denominations) == RULE_PLAYERS["all-high"](state, Random(1))
