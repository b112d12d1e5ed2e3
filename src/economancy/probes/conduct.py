"""Probes that are more than a state and a legal answer; each starts the player, returns a note, or raises Flaw."""

import os
import signal
from collections.abc import Callable, Mapping
from dataclasses import replace
from types import MappingProxyType

import orjson
import psutil

from economancy.probes.bench import Bench, Run, action_of, encode, shorten
from economancy.probes.states import (
    Situations,
    attack_and_defence,
    every_phase,
    first_state,
    is_sold_out,
    look,
    sold_out,
    table,
)
from economancy.protocol import Dialect, encode_state
from economancy.rules.game import new_game, new_shop
from economancy.rules.state import OUT, Buying, End, Fault, Observation, Phase, State
from gamekit.wire.answer import Answer, Failure
from gamekit.wire.json_stream import dumps

_PIECE_SECONDS = 0.05  # between the pieces of a message, so that each is read alone (guessed)


def answers(bench: Bench) -> str:
    """Expect any output for a state while the input stays open."""
    with bench.player() as run:
        came = run.ask(bench.line(first_state()))
        if isinstance(came, Answer) or came.kind in ("garbage", "flood"):
            return f"{came.seconds:.2f} s, start included"
        if came.kind != "late":
            raise run.flaw(run.explain(came), "Run it by hand, and read what it writes to standard error.")
        run.close_input()
        if isinstance(run.ask(b""), Answer):
            raise run.flaw(f"{came.reason}, but one as soon as its input was closed")
        raise run.flaw(came.reason)


def only_moves(bench: Bench) -> str:
    """Expect the first output to be an array of one integer."""
    with bench.player() as run:
        came = run.ask(bench.line(first_state()))
        if isinstance(came, Failure):
            raise run.flaw(run.explain(came))
        if not isinstance(came.value, list) or len(came.value) != 1:
            raise run.flaw(f"the first that it wrote is {shorten(came.value)}")
    return ""


def legal_answers(situations: Situations, bench: Bench) -> str:
    """Expect a legal answer to each observation, each from a fresh process."""
    for observation in situations():
        with bench.player() as run:
            run.move(observation)
    return ""


def purchases_when_sold_out(bench: Bench) -> str:
    """Expect legal purchases; a card that is sold out is legal, too."""
    note = ""
    for observation in sold_out():
        with bench.player() as run:
            action = action_of(run.move(observation))
            if is_sold_out(observation, action):
                note = f"it named {action}, which is sold out: legal, but the coins are lost"
    return note


def one_after_the_other(separator: bytes, bench: Bench) -> str:
    """Expect an answer to each of the states of a day, each sent when the one before is answered."""
    with bench.player() as run:
        for observation in _day():
            run.move(observation, bench.line(observation).rstrip() + separator)
    return ""


def glued(bench: Bench) -> str:
    """Expect an answer to each of the states of a day, sent all at once and without separators."""
    first, *others = _day()
    with bench.player() as run:
        run.move(first, b"".join(bench.line(observation).rstrip() for observation in (first, *others)))
        for observation in others:
            run.move(observation, b"", "sent at once with the state before, ")
    return ""


def _day() -> list[Observation]:
    """Return states that one seat may be shown in a row."""
    state = new_game(2)
    return [Observation(replace(state, phase=phase), 0) for phase in (state.phase, Buying())] + [
        look(state.phase, table(2), 0)
    ]


def pretty(bench: Bench) -> str:
    """Expect an answer to states that are spread over many lines."""
    for observation in every_phase():
        text = orjson.dumps(orjson.loads(bench.line(observation)), option=orjson.OPT_INDENT_2)
        with bench.player() as run:
            run.move(observation, text + b"\n")
    return ""


def other_json(bench: Bench) -> str:
    """Expect an answer to states whose keys are in another order, with odd blanks and escaped characters."""
    for observation in every_phase():
        text = orjson.dumps(_reversed(orjson.loads(bench.line(observation))))
        text = text.replace(b":", b" :\t").replace(b",", b" ,").replace(b"'", b"\\u0027")
        with bench.player() as run:
            run.move(observation, text + b"\n")
    return ""


def _reversed(value: object) -> object:
    """Return a JSON value with the keys of every object in the opposite order."""
    if isinstance(value, dict):
        return {key: _reversed(value[key]) for key in reversed(value)}
    return [_reversed(item) for item in value] if isinstance(value, list) else value


def pieces(bench: Bench) -> str:
    """Expect an answer to a state whose bytes arrive a few at a time, and none before the last."""
    first, second, _ = _day()
    line = bench.line(second)
    step = len(line) // 7 + 1
    *parts, last = (line[i : i + step] for i in range(0, len(line), step))
    with bench.player() as run:
        run.move(first)  # while it starts, pieces would pile up
        for part in parts:
            early = run.ask(part, _PIECE_SECONDS)
            if isinstance(early, Answer):
                raise run.flaw(f"answered {shorten(early.value)} before the state was complete")
            if early.kind != "late":
                raise run.flaw(f"after a part of a state: {run.explain(early)}")
        run.move(second, last, "after a state in seven pieces, ")
    return ""


def spelling(dialect: Dialect, bench: Bench) -> str:
    """Expect legal answers to the attacking phase in one spelling."""
    for observation in attack_and_defence():
        with bench.player() as run:
            run.move(observation, encode(observation, dialect) + b"\n")
    return ""


def one_answer(bench: Bench) -> str:
    """Expect silence after each answer."""
    for observation in every_phase():
        with bench.player() as run:
            run.move(observation)
            run.stays_quiet()
    return ""


def extra_keys(bench: Bench) -> str:
    """Expect a legal answer to a state with keys that the assignment does not name."""
    for observation in every_phase():
        state = orjson.loads(bench.line(observation))
        text = orjson.dumps({**state, "round": 7, "phase": {**state["phase"], "since": "noon"}})
        with bench.player() as run:
            run.move(observation, text + b"\n")
    return ""


def bad_input(bench: Bench) -> str:
    """Expect bad input to be passed over, and the next good state answered."""
    good = first_state()
    for bad in (b"this is no JSON", b"{]", b'{"day": 1}', b'{"day": "one", "phase": [], "players": 3}', b"42"):
        with bench.player() as run:
            run.move(good, bad + b"\n" + bench.line(good), f"after the line {bad.decode()!r}, ")
    return ""


def _last(phase: Phase, seat: int | None = 0, out: bool = False) -> bytes:
    state = State(2, phase, new_shop(2), (OUT if out else table(2)[0], table(2)[1]))
    return dumps(encode_state(state, seat)) + b"\n"


def end(bench: Bench) -> str:
    """Expect the player to exit upon each kind of end, its input left open."""
    note = ""
    for message in (_last(End(0)), _last(End(None)), _last(End(1), out=True)):
        with bench.player() as run:
            run.move(first_state())
            note = run.exits(message) or note
    return note


def fault(bench: Bench) -> str:
    """Expect the player to exit when somebody has forfeited."""
    with bench.player() as run:
        run.move(first_state())
        return run.exits(_last(Fault(1, "no answer within 10 s")))


def end_of_input(bench: Bench) -> str:
    """Expect the player to exit when its input is closed in the middle of a game."""
    with bench.player() as run:
        run.move(first_state())
        run.close_input()
        return run.exits(b"")


def _is_told(run: Run) -> None:
    run.send(_last(End(0)))


def _is_killed(run: Run) -> None:
    os.kill(run.pid, signal.SIGKILL)
    run.close_input()


ENDINGS: Mapping[str, Callable[[Run], None]] = MappingProxyType(
    {"the end": _is_told, "the end of input": Run.close_input, "being killed": _is_killed}
)
"""How a player's process comes to its end, in words."""


def leaves_no_process(ending: str, bench: Bench) -> str:
    """Expect no process of the player's left after an ending, among those that it started either."""
    with bench.player() as run:
        run.move(first_state())
        ENDINGS[ending](run)
        if found := run.leftovers():
            raise run.flaw(f"after {ending} there still run: " + ", ".join(_name(pid) for pid in found))
    return ""


def leaves_no_files(bench: Bench) -> str:
    """Expect the temporary folder (TMPDIR) and the working folder empty after every ending."""
    for ending, come_to_it in ENDINGS.items():
        folder = bench.new_folder()
        with bench.player(folder) as run:
            run.move(first_state())
            come_to_it(run)
            run.leftovers()
            for place, where in ((run.temp, "temporary"), (folder, "working")):
                if names := sorted(os.listdir(place)):
                    raise run.flaw(f"after {ending} there lie in its {where} folder: {', '.join(names)[:200]}")
    return ""


def works_elsewhere(bench: Bench) -> str:
    """Expect a legal answer from a player that is started in another, empty working folder."""
    with bench.player(bench.new_folder()) as run:
        run.move(first_state())
    return ""


def _name(pid: int) -> str:
    """Return the command line of a process, or of one that is gone its number."""
    try:
        return " ".join(psutil.Process(pid).cmdline())[:60] or f"process {pid}"
    except psutil.Error:
        return f"process {pid}"
