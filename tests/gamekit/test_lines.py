"""Players that are spoken to in lines, over pipes or over a connection that they make."""

import sys
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gamekit.answer import Answer, Failure
from gamekit.wire.json_stream import Value
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
    found: list[Value] = []
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


@pytest.mark.parametrize("command", [OVER_TCP, OVER_PIPES], ids=["tcp", "pipes"])
def test_each_message_is_answered_by_a_line(command: list[str]) -> None:
    with open_line_child(command, {}, None) as child:
        for word in ("one", "two"):
            answer = child.ask(f"{word}\n".encode(), 10)
            assert isinstance(answer, Answer)
            assert answer.value == word.upper()
        child.tell(b"three\n")


@pytest.mark.parametrize("command", [OVER_TCP, OVER_PIPES], ids=["tcp", "pipes"])
def test_a_long_message_passes_though_nobody_takes_it_at_once(command: list[str]) -> None:
    with open_line_child(command, {}, None) as child:
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
def test_a_client_that_does_not_answer_is_a_failure_in_time(program: str, kind: str, reason: str) -> None:
    started = time.monotonic()
    with open_line_child([sys.executable, "-c", program, "HOST", "PORT"], {}, None) as child:
        answer = child.ask(b"one\n", 1)
    assert isinstance(answer, Failure)
    assert time.monotonic() - started < 5
    if kind:
        assert (answer.kind, answer.reason) == (kind, reason)


def test_closing_the_connection_is_a_failure_of_its_own_kind() -> None:
    program = ECHO.partition("for")[0].replace(".makefile", "; stream.shutdown(2) #") + "\nimport time; time.sleep(60)"
    with open_line_child([sys.executable, "-c", program, "HOST", "PORT"], {}, None) as child:
        answer = child.ask(b"one\n", 5)
    assert isinstance(answer, Failure)
    assert (answer.kind, answer.reason) == ("closed", "closed the connection")


def test_the_end_of_our_half_reaches_a_client_that_connects_later() -> None:
    with open_line_child(OVER_TCP, {}, None) as child:
        child.tell(b"")
        answer = child.ask(b"", 10)
    assert isinstance(answer, Failure)
    assert answer.reason == "exited with status 0"


@pytest.mark.parametrize("first", ["look.close()", ""], ids=["closed again", "silent"])
def test_who_connects_to_look_first_plays_on_the_connection_on_which_it_answers(first: str) -> None:
    look = f"import socket, sys\nlook = socket.create_connection((sys.argv[1], int(sys.argv[2])))\n{first}"
    with open_line_child([sys.executable, "-c", look + ECHO, "HOST", "PORT"], {}, None) as child:
        for word in ("one", "two"):
            answer = child.ask(f"{word}\n".encode(), 10)
            assert isinstance(answer, Answer)
            assert answer.value == word.upper()
