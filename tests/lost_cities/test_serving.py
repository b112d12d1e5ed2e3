"""`--server` runs a game as the quiz's server does, byte for byte."""

import contextlib
import io
import os
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from gamekit.settings import Settings
from lost_cities.player.client import Client, GameLostError, play_game
from lost_cities.player.serving import FIRST_SECONDS, MOST_AT_ONCE, Server, computer, listening, person, serve_game
from lost_cities.policy import builtin
from lost_cities.protocol.table import ServedGame
from lost_cities.recorded import SIDES, questions, replay
from lost_cities.rules import State, deal, new_game
from tests.lost_cities.recorded import games

EXECUTABLE = str(Path(__file__).parents[2] / "player" / "lost-cities")


def served(game: Any) -> bytes:
    """Serve a recorded game with the answers that were given in it; return all bytes that the client got."""
    first, _ = next(questions(game))
    own: list[str] = [line for side, line in game["answers"] if side == "server"]
    client = [line for side, line in game["answers"] if side == "client"]
    server, end = socket.socketpair()

    def answer(state: State, lines: list[str]) -> str:
        return own.pop(0)

    def serve() -> None:
        with server:
            serve_game(server, ServedGame(first), answer)

    thread = threading.Thread(target=serve)
    thread.start()
    with end:
        end.sendall("".join(f"{line}\n" for line in client).encode())
        data = b""
        while chunk := end.recv(65536):
            data += chunk
    thread.join(10)
    assert not own
    return data


def test_the_client_of_every_recorded_game_gets_the_bytes_of_the_real_server() -> None:
    for game in games():
        expected = "".join(f"{line}\n" for line in replay(game).lines[SIDES.index("client")]).encode()
        assert served(game) == expected, game["id"]


def test_a_client_that_leaves_ends_the_game_with_a_line() -> None:
    server, end = socket.socketpair()
    end.close()
    with server, pytest.raises(GameLostError, match=r"closed the connection|broke"):
        serve_game(server, ServedGame(new_game(*deal(Random(1)), 1)), computer(builtin("simple"), Random(1)))


def test_a_person_reads_the_lines_and_types_answers(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO("nonsense\n"))
    server, end = socket.socketpair()
    with server, end, pytest.raises(GameLostError, match="the end of the input"):
        serve_game(server, ServedGame(new_game(*deal(Random(1)), 0)), person)
    shown = capsys.readouterr().out
    assert shown.count("Your play?") == 1
    assert shown.endswith("Error:  Invalid play.\n")


@pytest.mark.parametrize("player", [(sys.executable, "-m", "lost_cities.player"), (EXECUTABLE,)], ids=["here", "built"])
def test_the_command_serves_games_one_after_another(player: tuple[str, ...]) -> None:
    if not os.path.exists(player[0]):
        pytest.skip("expected player/lost-cities: ./build.sh makes it")
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = str(free.getsockname()[1])
    with subprocess.Popen([*player, "--server", port, "bred", "--games", "2"], stderr=subprocess.PIPE) as server:
        for _ in range(2):
            for _ in range(200):
                done = subprocess.run([*player, "127.0.0.1", port], capture_output=True, text=True, check=False)
                if "nobody listens" not in done.stderr:
                    break
            assert done.returncode == 0, done.stderr
            assert done.stdout.startswith("Game over.\nFinal Score:  ")
        assert server.wait(10) == 0


@pytest.fixture
def address() -> Iterator[tuple[str, int]]:
    """Serve one game; it must have been played in the end."""
    with listening(0, "127.0.0.1") as listener:
        found: list[int] = []
        server = Server(builtin("bred"), Random(1), games=1)
        thread = threading.Thread(target=lambda: found.append(server.run(listener)), daemon=True)
        thread.start()
        yield "127.0.0.1", listener.getsockname()[1]
        thread.join(10)
        assert found == [0]


def play_at(address: tuple[str, int]) -> Client:
    client = Client(builtin("simple"), Settings(Random(1)))
    with socket.create_connection(address) as connection:
        play_game(connection, client)
    return client


def test_a_silent_client_keeps_nobody_from_playing(address: tuple[str, int]) -> None:
    with socket.create_connection(address):
        assert play_at(address).over()


def test_who_leaves_without_an_answer_has_played_no_game(address: tuple[str, int]) -> None:
    for _ in range(3):
        socket.create_connection(address).close()
    assert play_at(address).over()


def test_a_server_for_all_machines_listens_at_addresses_of_both_kinds() -> None:
    if not socket.has_dualstack_ipv6():
        pytest.skip("no IPv6 here")
    with listening(0, "::") as listener:
        for host in ("::1", "127.0.0.1"):
            socket.create_connection((host, listener.getsockname()[1])).close()


@pytest.mark.parametrize("opponent", ["bred", "person"])
def test_clients_that_never_answer_keep_no_place_from_others(opponent: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO())  # the person leaves when asked
    policy = None if opponent == "person" else builtin(opponent)
    now = [0.0]
    with listening(0, "127.0.0.1") as listener, contextlib.ExitStack() as silent:
        server = Server(policy, Random(1), 1, lambda: now[0])
        thread = threading.Thread(target=server.run, args=(listener,), daemon=True)
        thread.start()
        address = listener.getsockname()
        for _ in range(MOST_AT_ONCE if policy else 1):
            silent.enter_context(socket.create_connection(address)).sendall(b"nonsense\n")
        last = silent.enter_context(socket.create_connection(address, timeout=10))
        last.settimeout(0.2)
        with pytest.raises(TimeoutError):
            last.recv(1)
        last.settimeout(10)
        now[0] = FIRST_SECONDS
        with contextlib.suppress(GameLostError):  # the person has left
            play_game(last, Client(builtin("simple"), Settings(Random(1))))
        thread.join(10)
        assert not thread.is_alive()


@pytest.mark.parametrize("words", [["x"], ["1", "nobody"], ["70000"]])
def test_a_port_or_player_that_there_is_not_is_said_in_a_line(words: list[str]) -> None:
    command = [sys.executable, "-m", "lost_cities.player", "--server", *words]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=20)
    assert done.returncode in {1, 2}
    assert done.stderr.count("\n") == 1


def test_a_seed_that_is_no_text_costs_the_server_a_line() -> None:
    command = [sys.executable, "-m", "lost_cities.player", "--server", "0", "--games", "0"]
    environment = {**os.environb, b"LOST_CITIES_SEED": b"\xff"}
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False, timeout=20)
    assert done.returncode == 0
    assert done.stderr.count("\n") == 1


def connected(port: int) -> socket.socket:
    """Return a connection to a server that is about to listen."""
    for _ in range(200):
        with contextlib.suppress(ConnectionRefusedError):
            return socket.create_connection(("127.0.0.1", port))
        time.sleep(0.05)
    raise AssertionError("nobody listens")


def test_a_person_who_types_what_is_no_text_is_asked_again() -> None:
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    command = [sys.executable, "-m", "lost_cities.player", "--server", str(port), "person"]
    environment = {**os.environ, "LOST_CITIES_SEED": "1", "PYTHONIOENCODING": "utf-8:strict"}
    pipe = subprocess.PIPE
    with subprocess.Popen(command, env=environment, stdin=pipe, stdout=pipe) as server, connected(port):
        out, _ = server.communicate(b"\xff\n", timeout=20)
    assert out.endswith(b"Error:  Invalid play.\n")
    assert server.returncode == 1


def test_a_bug_of_ours_ends_its_game_and_not_the_server(capfd: pytest.CaptureFixture[str]) -> None:
    bred, calls = builtin("bred"), []

    def wrong_once(view: Any, rng: Random, deadline: Any) -> Any:
        calls.append(view)
        if len(calls) == 1:
            raise KeyError("a bug")
        return bred(view, rng, deadline)

    with listening(0, "127.0.0.1") as listener:
        found: list[int] = []
        server = Server(wrong_once, Random(1), games=2)
        thread = threading.Thread(target=lambda: found.append(server.run(listener)), daemon=True)
        thread.start()
        for _ in range(3):  # the first game may end before it counts
            with contextlib.suppress(GameLostError, OSError):
                play_at(("127.0.0.1", listener.getsockname()[1]))
        thread.join(10)
        assert found == [1]
    assert "a bug" in capfd.readouterr().err
