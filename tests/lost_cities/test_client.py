"""The client at a server of the test's own: it plays a game to its end, and no server makes it hang or crash."""

import itertools
import socket
import subprocess
import sys
import threading
import tracemalloc
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from gamekit.deadline import Deadline
from gamekit.settings import Settings
from gamekit.wire.json_stream import loads
from lost_cities.player import main
from lost_cities.player.client import MOST_LINE, MOST_UNREAD, Client, GameLostError, lines_of, play_game
from lost_cities.player.serving import computer, serve_game
from lost_cities.policy import builtin
from lost_cities.protocol.lines import encode_action
from lost_cities.protocol.table import ServedGame
from lost_cities.rules import DECK, Action, Discard, Play, View, deal, legal_actions, new_game

BOARD = [f"{line}\n" for line in ServedGame(new_game(*deal(Random(1)), 0)).take(0)]


def client(policy: Any = None, **settings: Any) -> Client:
    return Client(policy or builtin("bred"), Settings(Random(1), **settings))


def talk(script: list[bytes], player: Client) -> tuple[list[str], str]:
    """Send each piece to a client, after it has answered the one before; return its answers and why it gave up."""
    server, end = socket.socketpair()
    error = ""

    def play() -> None:
        nonlocal error
        with end:
            try:
                play_game(end, player)
            except GameLostError as lost:
                error = str(lost)

    thread = threading.Thread(target=play)
    thread.start()
    answers = []
    with server:
        server.settimeout(10)
        for piece in script:
            server.sendall(piece)
            if piece.endswith((b"?\n", b"Error:  Invalid play.\n")):
                answers.append(server.recv(100).decode())
    thread.join(10)
    assert not thread.is_alive()
    return answers, error


def test_a_byte_order_mark_is_skipped_at_the_very_start_alone() -> None:
    pieces = iter([b"\xef\xbb", b"\xbfone\n\xef\xbb\xbftwo\n"])
    assert list(lines_of(lambda size: next(pieces, b""))) == ["one", "\ufefftwo"]


def test_a_question_is_answered_with_one_line() -> None:
    answers, error = talk(["".join(BOARD).encode()], client())
    assert len(answers) == 1
    assert answers[0].endswith("\n")
    assert error == "the server closed the connection before the game was over"


def test_lines_may_be_split_and_glued_anywhere() -> None:
    text = "".join(BOARD).encode()
    for chunks in ([text], [bytes([byte]) for byte in text], [text[:500], text[500:501], text[501:]]):
        assert list(lines_of(_reader(chunks))) == [line.rstrip("\n") for line in BOARD]


def _reader(chunks: list[bytes]) -> Any:
    parts = iter([*chunks, b""])
    return lambda size: next(parts)


def test_an_error_changes_the_answer_until_all_legal_ones_were_tried() -> None:
    question = "".join(BOARD).encode()
    answers, _ = talk([question, *[b"Error:  Invalid play.\n"] * 15], client())
    assert len(set(answers)) == len(answers) == 16


def test_after_some_tens_of_errors_the_client_gives_up() -> None:
    player = client()
    for line in BOARD:
        player.feed(line)
    for _ in range(MOST_UNREAD):
        assert player.feed("Error:  Invalid play.")
    with pytest.raises(GameLostError, match="40 questions or errors came without a readable board"):
        player.feed("Error:  Invalid play.")


def test_a_question_without_a_board_gets_the_first_legal_answer_of_the_last_one() -> None:
    player = client()
    for line in BOARD:
        player.feed(line.rstrip("\n"))
    view = player.reader.view()
    assert view
    first = encode_action(legal_actions(view)[0])
    assert [player.feed("Your play?") for _ in range(3)] == [first] * 3
    assert [player.feed(line) for line in (" Deck:  # (x)", "Score:  Your play?  ")] == [None, first]
    assert player.feed("Draw from?") == "n"


def test_a_question_before_any_board_gets_no_answer_and_the_next_board_is_answered() -> None:
    player = client()
    lines = [line.rstrip("\n") for line in BOARD]
    assert [player.feed(line) for line in ("Your play?", "Error:  x", "Draw from?")] == [None] * 3
    undisturbed = client()
    assert [player.feed(line) for line in lines] == [undisturbed.feed(line) for line in lines]
    assert undisturbed.answers == 1


def test_a_board_that_shows_too_many_of_a_card_is_answered_legally_too() -> None:
    player = client(_broken, strict=True)  # which is not asked
    lines = [line.rstrip("\n") for line in BOARD]
    lines[3] = "       You:  Inv Inv Inv Inv Inv 10 (-60)"
    assert [player.feed(line) for line in lines][-1] is not None


def test_after_forty_questions_without_a_readable_board_the_client_gives_up() -> None:
    player = client()
    assert [player.feed("Your play?") for _ in range(MOST_UNREAD)] == [None] * MOST_UNREAD
    with pytest.raises(GameLostError, match="40 questions or errors came without a readable board"):
        player.feed("Your play?")


@pytest.mark.parametrize(
    "noise",
    [
        b" Deck:  # (x)\n",
        b"Hand: none\n",
        b"You pick up the 4J.\n",
        b"x" * 3_000_000 + b"\n",
        b"\n" * 11_000,
        b"\xff\n",
    ],
    ids=["deck", "hand", "event", "3 MB", "11,000 lines", "bytes"],
)
def test_the_board_after_bad_lines_is_answered(noise: bytes) -> None:
    board = "".join(BOARD).encode()
    answers, error = talk([noise + board, noise + board], client())
    assert len(answers) == 2
    assert error == "the server closed the connection before the game was over"


def test_a_line_without_an_end_takes_no_memory() -> None:
    chunks = itertools.chain(itertools.repeat(b"x" * 65_536, 200), [b"  Your play?\n", b""])
    tracemalloc.start()
    (line,) = lines_of(lambda size: next(chunks))
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert len(line) == MOST_LINE
    assert line.endswith("xx  Your play?")
    assert peak < 1_000_000


def test_unknown_lines_after_an_error_are_passed_over() -> None:
    player = client()
    for line in BOARD:
        player.feed(line)
    assert player.feed("Error:  undefined method") is not None
    assert [player.feed(line) for line in ("   from server.rb:12", "", "\ufffd\ufffd", "Oceans")] == [None] * 4


@pytest.mark.parametrize(
    "sent",
    [
        b"",
        b"Deserts:\n  Oppo",
        b"Your play?\n",
        b"\xff\x00\n" * 20 + b"Draw from?\n",
        b" Deck:  #### (99)\n",
        b" Hand:  1D\n",
        b"x" * 20_000,
        b"\n" * 11_000,
    ],
    ids=["nothing", "half a line", "no board", "bytes", "a deck of 99", "no card", "no newline", "no question"],
)
def test_a_game_is_lost_only_when_the_server_closes(sent: bytes) -> None:
    server, end = socket.socketpair()
    with server, end:
        threading.Thread(target=_send_and_close, args=(server, sent), daemon=True).start()
        with pytest.raises(GameLostError, match="closed the connection"):
            play_game(end, client())


def _send_and_close(server: socket.socket, sent: bytes) -> None:
    with server:
        server.sendall(sent)


def test_nobody_listening_is_said_in_one_line_with_status_1(capfd: pytest.CaptureFixture[str]) -> None:
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    assert main(["127.0.0.1", str(port)]) == 1
    out, err = capfd.readouterr()
    assert out == ""
    assert err.startswith(f"lost-cities: nobody listens at 127.0.0.1 port {port}")
    assert err.count("\n") == 1


@pytest.mark.parametrize("words", [[], ["--pip"], ["localhost"], ["localhost", "x"], ["a", "b", "c"], ["--server"]])
def test_a_wrong_use_is_said_with_status_2(words: list[str], capfd: pytest.CaptureFixture[str]) -> None:
    assert main(words) == 2
    assert "usage: lost-cities HOST PORT" in capfd.readouterr().err


def _broken(view: View, rng: Random, deadline: Deadline) -> Action:
    raise ZeroDivisionError("ours")


def test_a_bug_of_ours_costs_an_answer_and_not_the_game() -> None:
    said: list[str] = []
    player = client(_broken, complain=said.append)
    answer = [player.feed(line) for line in BOARD][-1]
    assert answer
    assert said[0].startswith("our bug, playing Play(")
    assert ": ZeroDivisionError: ours in View(" in said[0]
    assert said[0].count("\n") == 0


def test_a_bug_of_ours_is_raised_where_it_is_to_show() -> None:
    player = client(_broken, strict=True)
    with pytest.raises(ZeroDivisionError):
        [player.feed(line) for line in BOARD]


def test_an_illegal_choice_of_a_policy_is_a_bug_too() -> None:
    said: list[str] = []

    def illegal(view: View, rng: Random, deadline: Deadline) -> Action:
        return next(action for action in _all_actions() if action not in legal_actions(view))

    player = client(illegal, complain=said.append)
    assert [player.feed(line) for line in BOARD][-1]
    assert "which is not legal" in said[0]


def _all_actions() -> Iterator[Action]:
    return itertools.chain(map(Play, DECK), map(Discard, DECK))


@pytest.fixture
def server() -> Iterator[int]:
    """Serve one game, simple on the server's side; give the port."""
    with socket.create_server(("127.0.0.1", 0)) as listener:

        def serve() -> None:
            connection, _ = listener.accept()
            with connection:
                serve_game(
                    connection, ServedGame(new_game(*deal(Random(3)), 1)), computer(builtin("simple"), Random(1))
                )

        thread = threading.Thread(target=serve)
        thread.start()
        yield listener.getsockname()[1]
        thread.join(10)


def test_a_whole_game_ends_with_its_last_lines_and_status_0(
    server: int, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Any
) -> None:
    log = tmp_path / "log"
    monkeypatch.setenv("LOST_CITIES_LOG", str(log))
    assert main(["127.0.0.1", str(server)]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "Game over."
    assert lines[1].startswith("Final Score:  ")
    assert len(lines) == 3
    records: list[Any] = [loads(line) for line in log.read_bytes().splitlines()]
    assert len(records) >= 44  # two answers a turn
    assert records[0].keys() == {"state", "answer", "seconds"}


EXECUTABLE = Path(__file__).parents[2] / "player" / "lost-cities"


@pytest.mark.skipif(not EXECUTABLE.exists(), reason="expected player/lost-cities: ./build.sh makes it")
def test_the_executable_plays_a_whole_game(server: int) -> None:
    command = [str(EXECUTABLE), "localhost", str(server)]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=60)
    assert done.stderr == ""
    assert done.returncode == 0
    assert done.stdout.startswith("Game over.\nFinal Score:  ")
    assert done.stdout.count("\n") == 3


def test_over_pipes_the_same_lines_are_answered() -> None:
    command = [sys.executable, "-m", "lost_cities.player", "--pipe"]
    done = subprocess.run(command, input="".join(BOARD), capture_output=True, text=True, check=False, timeout=20)
    assert done.stdout.count("\n") == 1
    assert done.returncode == 1
    assert done.stderr == "lost-cities: the input ended before the game was over\n"


def test_without_room_for_an_answer_it_says_so_and_ends_with_status_4() -> None:
    board = "".join(f"{line}\n" for line in ServedGame(new_game(*deal(Random(1)), 1)).take(1))
    words = [sys.executable, "-m", "lost_cities.player", "--pipe"]
    with open("/dev/full", "w") as full:
        done = subprocess.run(words, input=board, stdout=full, stderr=subprocess.PIPE, text=True, check=False)
    assert (done.returncode, done.stderr.count("\n")) == (4, 1), done.stderr
