"""Probes of how a player speaks JSON values over its pipes; each starts it, returns a note, or raises Flaw."""

import json
import os
import signal
from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Any

import orjson

from gamekit.answer import Answer, Failure, Kind
from gamekit.game import Fault
from gamekit.probes.bench import AnyBench
from gamekit.probes.json_bench import JsonBench, JsonRun
from gamekit.probes.place import Ending, is_told
from gamekit.probes.text import shorten
from gamekit.wire.json_stream import dumps

_PIECE_SECONDS = 0.05  # between the pieces of a message, so that each is read alone (guessed)

_Bench = JsonBench[Any, Any]
_Run = JsonRun[Any, Any]


def answers(bench: _Bench) -> str:
    """Expect any output for a state while the input stays open."""
    with bench.player() as run:
        came = run.answer(bench.samples.first)
        if isinstance(came, Answer) or came.kind in (Kind.GARBAGE, Kind.FLOOD):
            return f"{came.seconds:.2f} s, start included"
        by_hand = "Run it by hand, and read what it writes to standard error."
        raise run.flaw(run.explain(came), "" if came.kind == Kind.LATE else by_hand)


def only_moves(bench: _Bench) -> str:
    """Expect the first output to be a move, legal or not."""
    with bench.player() as run:
        came = run.answer(bench.samples.first)
        if isinstance(came, Failure):
            raise run.flaw(run.explain(came))
        try:
            bench.game.decode_action(came.value)
        except ValueError:
            raise run.flaw(f"the first that it wrote is {shorten(came.value)}") from None
    return ""


def no_newline(bench: _Bench) -> str:
    """Expect any answer to the first observation, sent without a newline."""
    with bench.player() as run:
        came = run.ask(bench.line(bench.samples.first).rstrip())
        if isinstance(came, Failure):
            raise run.flaw(run.explain(came))
    return ""


def one_after_the_other(bench: _Bench) -> str:
    """Expect an answer to each observation of a row, each sent when the one before is answered."""
    with bench.player() as run:
        for observation in bench.samples.row:
            run.move_upon(bench.line(observation), observation)
    return ""


def glued(bench: _Bench) -> str:
    """Expect an answer to each observation of a row, sent all at once and without separators."""
    first, *others = bench.samples.row
    with bench.player() as run:
        run.move_upon(b"".join(bench.line(observation).rstrip() for observation in (first, *others)), first)
        for observation in others:
            run.move_upon(b"", observation, "sent at once with the state before, ")
    return ""


def pretty(bench: _Bench) -> str:
    """Expect an answer to observations that are spread over many lines."""
    return _each(bench, lambda value: orjson.dumps(value, option=orjson.OPT_INDENT_2))


def other_json(bench: _Bench) -> str:
    """Expect an answer to observations whose keys are in another order, with odd blanks and escaped characters."""
    return _each(bench, lambda value: _odd(value).encode())


def extra_keys(add: Callable[[dict[str, Any]], dict[str, Any]], bench: _Bench) -> str:
    """Expect a legal answer to observations to which keys were added that nobody knows."""
    return _each(bench, lambda value: dumps(add(value)))


def _each(bench: _Bench, write: Callable[[Any], bytes]) -> str:
    """Expect a legal answer to an observation of each kind, each written in this way for a fresh process."""
    for number, observation in enumerate(bench.samples.kinds):
        if number and bench.time_is_up():
            break
        with bench.player() as run:
            run.move_upon(write(json.loads(bench.line(observation))) + b"\n", observation)
    return ""


def _odd(value: object) -> str:
    """Return a JSON text as nobody writes it: keys backwards, all but letters and digits escaped, odd blanks."""
    if isinstance(value, dict):
        return "{" + " ,".join(f"{_odd(key)} :\t{_odd(value[key])}" for key in reversed(value)) + " }"
    if isinstance(value, list):
        return "[" + " ,".join(map(_odd, value)) + " ]"
    if isinstance(value, str) and value.isascii():
        return '"' + "".join(letter if letter.isalnum() else f"\\u{ord(letter):04x}" for letter in value) + '"'
    return json.dumps(value)


def pieces(bench: _Bench) -> str:
    """Expect an answer to an observation whose bytes arrive a few at a time, and none before the last."""
    first, second, *_ = bench.samples.row
    line = bench.line(second)
    step = len(line) // 7 + 1
    *parts, last = (line[i : i + step] for i in range(0, len(line), step))
    with bench.player() as run:
        run.move(first)  # while it starts, pieces would pile up
        for part in parts:
            early = run.ask(part, _PIECE_SECONDS)
            if isinstance(early, Answer):
                raise run.flaw(f"answered {shorten(early.value)} before the state was complete")
            if early.kind != Kind.LATE:
                raise run.flaw(f"after a part of a state: {run.explain(early)}")
        run.move_upon(last, second, "after a state in seven pieces, ")
    return ""


def one_answer(bench: _Bench) -> str:
    """Expect silence after each answer."""
    for number, observation in enumerate(bench.samples.kinds):
        if number and bench.time_is_up():
            break
        with bench.player() as run:
            run.move(observation)
            run.stays_quiet()
    return ""


def bad_input(lines: Sequence[bytes], bench: _Bench) -> str:
    """Expect bad lines to be passed over, and the next good observation answered."""
    good = bench.samples.first
    for bad in lines:
        with bench.player() as run:
            message, where = bad + b"\n" + bench.line(good), f"after the line {bad.decode()!r}, "
            run.move_upon(message, good, where, bench.patience)
    return ""


def end(bench: _Bench) -> str:
    """Expect the player to exit upon each kind of end, its input left open."""
    note = ""
    for state, seat in bench.samples.ends:
        with bench.player() as run:
            run.move(bench.samples.first)
            message = dumps(bench.game.encode_end(bench.game.observe(state, None), None, seat))
            note = run.exits(message + b"\n") or note
    return note


def fault(bench: _Bench) -> str:
    """Expect the player to exit when somebody has forfeited."""
    last = bench.samples.row[-1]
    other = Fault(1 if last.seat == 0 else 0, f"no answer within {bench.timeout:g} s")
    with bench.player() as run:
        run.move(bench.samples.first)
        return run.exits(dumps(bench.game.encode_end(last.state, other, last.seat)) + b"\n")


def end_of_input(bench: _Bench) -> str:
    """Expect the player to exit when its input is closed in the middle of a game."""
    with bench.player() as run:
        run.move(bench.samples.first)
        run.close_input()
        return run.exits(b"")


def _reads_no_more(bench: AnyBench, run: _Run) -> None:
    run.close_input()


def _is_killed(bench: AnyBench, run: _Run) -> None:
    os.kill(run.pid, signal.SIGKILL)
    run.close_input()


ENDINGS: Mapping[str, Ending] = MappingProxyType(
    {"the end": is_told, "the end of input": _reads_no_more, "being killed": _is_killed}
)
"""How a player's process comes to its end, in words."""
