"""Probes of how a player speaks lines; each starts it, returns a note, or raises Flaw."""

import socket
import subprocess
import time
from typing import Any

from gamekit.answer import Answer, Failure, Kind
from gamekit.probes.bench import AnyBench
from gamekit.probes.probe import Flaw
from gamekit.probes.text import shorten
from gamekit.wire.tcp import HOST, PORT
from lost_cities.probes.bench import LinesBench, LinesRun
from lost_cities.protocol.lines import ERROR, board
from lost_cities.rules import View

QUIET_SECONDS = 0.2
"""How long to listen for output that should not come (guessed)."""

MANY_ERRORS = 1000
_PIECE = 0.002  # seconds between two bytes
_REJECTED = f"{ERROR}  Invalid play.\n".encode()


def _first(bench: LinesBench) -> bytes:
    """Return the bytes of a game's first question."""
    view = bench.samples.first.state
    assert isinstance(view, View)
    return "".join(f"{line}\n" for line in board(view)).encode()


def one_answer(bench: LinesBench) -> str:
    """Expect silence after an answer."""
    with bench.player() as run:
        run.line(_first(bench), bench.samples.first)
        more = run.ask(b"", QUIET_SECONDS)
        if isinstance(more, Answer):
            raise run.flaw(f"after its answer it wrote {shorten(more.value)}, unasked")
    return ""


def split(bench: LinesBench) -> str:
    """Expect an answer to a board whose bytes come one by one, and none before the last line is complete."""
    *parts, last = _first(bench).splitlines(keepends=True)
    with bench.player() as run:
        run.line(b"".join(parts) + last, bench.samples.first)
        for part in (*parts, last[:-7]):
            for byte in part:
                early = run.ask(bytes([byte]), 0.0)
                if isinstance(early, Answer):
                    raise run.flaw(f"answered {shorten(early.value)} before the question was complete")
                time.sleep(_PIECE)
        run.line(last[-7:], bench.samples.first, "after a board in single bytes, ")
    return ""


def errors(bench: LinesBench) -> str:
    """Expect another answer to the same question after an error."""
    with bench.player() as run:
        first = run.line(_first(bench), bench.samples.first)
        second = run.line(_REJECTED, bench.samples.first, "after an error, ")
        if first == second:
            raise run.flaw(f"answered {first!r} again", "The same answer gets the same error: change it.")
    return ""


def long_error(bench: LinesBench) -> str:
    """Expect one answer to an error that goes on over several lines."""
    with bench.player() as run:
        run.line(_first(bench), bench.samples.first)
        more = b"undefined method for nil\n\n   from somewhere:12\n"
        run.line(_REJECTED + more, bench.samples.first, "after an error of four lines, ")
        if isinstance(again := run.ask(b"", QUIET_SECONDS), Answer):
            raise run.flaw(f"after its answer to an error of several lines it wrote {shorten(again.value)}, unasked")
    return ""


def endless_errors(bench: LinesBench) -> str:
    """Expect the player to give up when every answer is wrong."""
    with bench.player() as run:
        came = run.ask(_first(bench))
        for number in range(MANY_ERRORS):
            if isinstance(came, Failure):
                if came.kind == Kind.LATE:
                    raise run.flaw("waits for ever after an error")
                return f"after {number} errors, with status {run.exits()}"
            came = run.ask(_REJECTED)
        raise run.flaw(f"went on after {MANY_ERRORS} errors")


def end(bench: LinesBench) -> str:
    """Expect the player to exit with status 0 after the last line."""
    with bench.player() as run:
        run.line(_first(bench), bench.samples.first)
        run.tell_end(*bench.samples.ends[0])
        if status := run.exits():
            raise run.flaw(f"exited with status {status}")
    return ""


def closed(after: int | None, bench: LinesBench) -> str:
    """Expect a failing status when the server closes after so many bytes (None: after the answer to a question)."""
    with bench.player() as run:
        if after is None:
            run.line(_first(bench), bench.samples.first)
        else:
            run.ask(_first(bench)[:after], 0.0)
        run.close_input()
        if not (status := run.exits(bench.timeout)):  # its start included
            raise run.flaw("exited with status 0, as if the game had ended")
        return f"status {status}" + ("" if run.errors().count("\n") == 1 else "; not one line on standard error")


def nobody(bench: LinesBench) -> str:
    """Expect a failing status soon when nobody listens."""
    if PORT not in bench.command:
        return "it speaks over its pipes"
    with socket.create_server(("127.0.0.1", 0)) as free:
        host, port = free.getsockname()
    command = [{HOST: host, PORT: str(port)}.get(word, word) for word in bench.command]
    try:
        done = subprocess.run(
            command, stdin=subprocess.DEVNULL, capture_output=True, timeout=bench.timeout, check=False
        )
    except subprocess.TimeoutExpired:
        raise Flaw(f"still running after {bench.timeout:g} s") from None
    if not done.returncode:
        raise Flaw("exited with status 0, as if a game had been played")
    return f"status {done.returncode}"


def is_closed(bench: AnyBench, run: Any) -> None:
    """Close the connection in mid-game."""
    assert isinstance(run, LinesRun)
    run.close_input()
