"""Players that are spoken to in lines, over pipes or over a connection that they make."""

import socket
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gamekit.answer import Answer, Failure
from gamekit.wire.json_stream import MalformedInput, Value
from gamekit.wire.lines import LineSplitter, open_line_child, with_address

ECHO = """
import socket, sys
stream = socket.create_connection((sys.argv[1], int(sys.argv[2]))).makefile("rw")
for line in stream:
    print("this goes nowhere")
    stream.write(line.upper())
    stream.flush()
"""
OVER_TCP = [sys.executable, "-c", ECHO, "HOST", "PORT"]
OVER_PIPES = [sys.executable, "-c", "import sys\nfor line in sys.stdin: print(line.upper(), end='', flush=True)"]


@given(st.lists(st.text(st.characters(exclude_characters="\n\r", codec="utf-8"))), st.lists(st.integers(1, 40)))
def test_lines_are_found_however_their_bytes_are_split(lines: list[str], sizes: list[int]) -> None:
    rest = "".join(f"{line}\n" for line in lines).encode()
    splitter = LineSplitter()
    found: list[Value | MalformedInput] = []
    for size in sizes:
        found += splitter.feed(rest[:size])
        rest = rest[size:]
    found += [*splitter.feed(rest), *splitter.close()]
    lines[:1] = [line.removeprefix("\ufeff") for line in lines[:1]]
    assert found == [Value(line, number) for number, line in enumerate(lines, 1)]


def test_a_byte_order_mark_is_skipped_at_the_very_start_alone() -> None:
    splitter = LineSplitter()
    text = "\ufeffone\n\ufefftwo\n".encode()
    found = [item for at in range(len(text)) for item in splitter.feed(text[at : at + 1])]
    assert found == [Value("one", 1), Value("\ufefftwo", 2)]


def test_a_last_line_may_lack_its_newline() -> None:
    splitter = LineSplitter()
    assert [*splitter.feed(b"one\r\ntwo")] == [Value("one", 1)]
    assert [*splitter.close()] == [Value("two", 2)]
    assert [*splitter.close()] == []


@pytest.mark.parametrize("size", [1, 4, 100])
def test_a_line_that_is_too_long_is_an_error_once_and_the_next_one_is_read(size: int) -> None:
    splitter = LineSplitter(max_bytes=10)
    text = b"0123456789\n" + b"x" * 50 + b"\nafter\n" + b"y" * 50
    chunks = [text[at : at + size] for at in range(0, len(text), size)]
    found = [item for chunk in chunks for item in splitter.feed(chunk)]
    too_long = "expected at most 10 bytes, got more"
    expected = [Value("0123456789", 1), MalformedInput(too_long, 2), Value("after", 3), MalformedInput(too_long, 4)]
    assert [*found, *splitter.close()] == expected


@pytest.mark.parametrize("end", ["", "; sys.exit(0)"], ids=["runs on", "exits"])
def test_a_player_that_never_ends_its_line_is_a_flood_and_fills_no_memory(end: str) -> None:
    program = (
        f"import sys\nfor _ in range(6000): sys.stdout.write('x' * 1000)\nsys.stdout.flush(){end}\nsys.stdin.read()"
    )
    with open_line_child([sys.executable, "-c", program], {}) as child:
        for _ in range(3):
            came = child.ask(b"", 10)
            assert isinstance(came, Failure)
            assert (came.kind, came.reason) == ("flood", "wrote more than 1048576 bytes without an answer")


@pytest.mark.parametrize("command", [OVER_TCP, OVER_PIPES], ids=["tcp", "pipes"])
def test_each_message_is_answered_by_a_line(command: list[str]) -> None:
    with open_line_child(command, {}) as child:
        for word in ("one", "two"):
            answer = child.ask(f"{word}\n".encode(), 10)
            assert isinstance(answer, Answer)
            assert answer.value == word.upper()
        child.tell(b"three\n")


@pytest.mark.parametrize("command", [OVER_TCP, OVER_PIPES], ids=["tcp", "pipes"])
def test_a_long_message_passes_though_nobody_takes_it_at_once(command: list[str]) -> None:
    with open_line_child(command, {}) as child:
        answer = child.ask(b"x" * 900_000 + b"\n", 20)
        assert isinstance(answer, Answer)
        assert answer.value == "X" * 900_000


def test_a_path_alone_is_given_the_address_and_a_command_keeps_its_words() -> None:
    assert with_address(["./bot"]) == ["./bot", "HOST", "PORT"]
    assert with_address(["python", "bot.py"]) == ["python", "bot.py"]


@pytest.mark.parametrize(
    ("program", "kind", "reason"),
    [
        ("import sys; sys.exit(3)", "dead", "exited with status 3"),
        ("import time; time.sleep(60)", "late", "no answer within 1 s"),
        (ECHO.replace("for line in stream:", "import time\nstream.close()\ntime.sleep(60)\nfor line in ():"), "", ""),
    ],
    ids=["dies", "never connects", "keeps its socket"],
)
def test_a_client_that_does_not_answer_is_a_failure(program: str, kind: str, reason: str) -> None:
    with open_line_child([sys.executable, "-c", program, "HOST", "PORT"], {}) as child:
        answer = child.ask(b"one\n", 1)
    assert isinstance(answer, Failure)
    if kind:
        assert (answer.kind, answer.reason) == (kind, reason)


def test_closing_the_connection_is_a_failure_of_its_own_kind() -> None:
    program = ECHO.partition("for")[0].replace(".makefile", "; stream.shutdown(2) #") + "\nimport time; time.sleep(60)"
    with open_line_child([sys.executable, "-c", program, "HOST", "PORT"], {}) as child:
        answer = child.ask(b"one\n", 5)
    assert isinstance(answer, Failure)
    assert (answer.kind, answer.reason) == ("closed", "closed the connection")


def test_the_end_of_our_half_reaches_a_client_that_connects_later() -> None:
    with open_line_child(OVER_TCP, {}) as child:
        child.tell(b"")
        answer = child.ask(b"", 10)
    assert isinstance(answer, Failure)
    assert answer.reason == "exited with status 0"


@pytest.mark.parametrize("first", ["look.close()", ""], ids=["closed again", "silent"])
def test_who_connects_to_look_first_plays_on_the_connection_on_which_it_answers(first: str) -> None:
    look = f"import socket, sys\nlook = socket.create_connection((sys.argv[1], int(sys.argv[2])))\n{first}"
    with open_line_child([sys.executable, "-c", look + ECHO, "HOST", "PORT"], {}) as child:
        for word in ("one", "two"):
            answer = child.ask(f"{word}\n".encode(), 10)
            assert isinstance(answer, Answer)
            assert answer.value == word.upper()


def waiting(files: list[str]) -> str:
    """Return a program that says where its port stands, and waits until it may go on."""
    return f"""
import pathlib, sys, time
port, go = map(pathlib.Path, {files})
port.write_text(sys.argv[2])
while not go.exists(): time.sleep(0.001)
"""


THIEF = """
import pathlib, socket, sys, time
port, go = map(pathlib.Path, sys.argv[1:])
while not (port.exists() and port.read_text()): time.sleep(0.001)
for _ in range(3):
    try:
        stream = socket.create_connection(("127.0.0.1", int(port.read_text())), 5)
        stream.sendall(b"stolen\\n")
        print(stream.recv(100))
    except ConnectionError:
        print(b"")
go.touch()
"""


def test_a_stranger_that_connects_first_is_told_nothing_and_the_child_is_waited_for(tmp_path: Path) -> None:
    files = [str(tmp_path / name) for name in ("port", "go")]
    with open_line_child([sys.executable, "-c", waiting(files) + ECHO, "HOST", "PORT"], {}) as child:
        environment = Path(f"/proc/{child.pid}/environ").read_bytes().rstrip(b"\0").split(b"\0")
        copied = dict(variable.split(b"=", 1) for variable in environment)  # the mark of the child among them
        thief = subprocess.Popen([sys.executable, "-c", THIEF, *files], env=copied, stdout=subprocess.PIPE)
        answer = child.ask(b"secret\n", 20)
        told, _ = thief.communicate(timeout=20)
    assert isinstance(answer, Answer)
    assert answer.value == "SECRET"
    assert told.split() == [b"b''"] * 3


FLOOD = """
import pathlib, socket, sys, time
port, go = map(pathlib.Path, sys.argv[1:])
while not (port.exists() and port.read_text()): time.sleep(0.001)
links = [socket.socket() for _ in range(500)]
for link in links:
    link.setblocking(False)
    link.connect_ex(("127.0.0.1", int(port.read_text())))
go.touch()
sys.stdin.read()
"""


def test_a_stranger_that_connects_hundreds_of_times_keeps_no_child_away(tmp_path: Path) -> None:
    files = [str(tmp_path / name) for name in ("port", "go")]
    command = [sys.executable, "-c", FLOOD, *files]
    with subprocess.Popen(command, stdin=subprocess.PIPE) as flood:
        with open_line_child([sys.executable, "-c", waiting(files) + ECHO, "HOST", "PORT"], {}) as child:
            answer = child.ask(b"one\n", 20)
        assert flood.stdin
        flood.stdin.close()
    assert isinstance(answer, Answer)
    assert answer.value == "ONE"


@pytest.mark.parametrize("begun", ["subprocess.run(words)", "subprocess.run(words, start_new_session=True)"])
def test_what_a_child_starts_may_connect_for_it(begun: str) -> None:
    wrapper = f"import subprocess, sys\nwords = [sys.executable, '-c', {ECHO!r}, *sys.argv[1:]]\n{begun}"
    with open_line_child([sys.executable, "-c", wrapper, "HOST", "PORT"], {}) as child:
        answer = child.ask(b"one\n", 20)
    assert isinstance(answer, Answer)
    assert answer.value == "ONE"


def test_a_child_may_connect_by_a_socket_of_ipv6() -> None:
    if not socket.has_dualstack_ipv6():
        pytest.skip("this machine has no IPv6")
    mapped = ECHO.replace("sys.argv[1]", "'::ffff:' + sys.argv[1]")
    with open_line_child([sys.executable, "-c", mapped, "HOST", "PORT"], {}) as child:
        answer = child.ask(b"one\n", 20)
    assert isinstance(answer, Answer)
    assert answer.value == "ONE"
