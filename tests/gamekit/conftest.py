"""Players as processes of a test, of which none is left when it ends, and a folder of played games."""

import os
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from gamekit.game import Surroundings
from gamekit.wire.child import ChildPlayer
from gamekit.wire.json_stream import JsonSplitter
from gamekit.wire.pipes import Pipes
from tests.gamekit.children import BAD_PLAYERS, Start, left
from tests.gamekit.watched import GAMES, played, players


@pytest.fixture
def test_name(request: pytest.FixtureRequest) -> Iterator[str]:
    name = f"{os.getpid()} {request.node.name}"
    yield name
    assert left(name, set())


@pytest.fixture
def start(test_name: str) -> Iterator[Start]:
    started: list[ChildPlayer] = []

    def start(*command: str, memory: int | None = None, max_output: int = 1 << 20) -> ChildPlayer:
        if command[0] not in ("/bin/cat", "/bin/sh", sys.executable):
            command = (sys.executable, str(BAD_PLAYERS), *command)
        pipes = Pipes(command, env={"TEST": test_name}, surroundings=Surroundings(memory=memory))
        player = ChildPlayer(pipes, JsonSplitter(max_output), max_output=max_output)
        started.append(player)
        return player

    yield start
    for player in started:
        player.close()


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the current folder, in which are a trace of each game and an empty file."""
    monkeypatch.chdir(tmp_path)
    for game in GAMES:
        Path(f"{game.name}.json").write_bytes(players("Ann", "Bob") + played(game, "random", game.ours))
    Path("empty.json").write_bytes(b"")
    return tmp_path
