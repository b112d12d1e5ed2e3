"""What `check` tries on a program that is started for every turn: its answers, its two lines, its end."""

import subprocess
from collections.abc import Callable
from functools import partial

from coinfight.protocol import LineError, decode_action, decode_state, encode_state
from coinfight.rules import Action, State, new_game, objection
from coinfight.wire import MOST
from gamekit.game import AnyGame
from gamekit.probes import games, place
from gamekit.probes.bench import Bench
from gamekit.probes.probe import Flaw, Probe, Suite
from gamekit.probes.standard import advice, measured, whole_games
from gamekit.probes.text import shorten

START = encode_state(new_game(2))
LAST_COIN = "3 75\n8x1, 9x5, 6x10, 3x25\n1x1, 0x5, 0x10, 0x25\n0x1, 0x5, 0x10, 0x25\n3x1, 0x5, 0x10, 0x25\n"
SPELLINGS = {
    "lines that end in CR LF": START.replace("\n", "\r\n"),
    "no newline at the end": START.rstrip("\n"),
    "spaces round numbers and commas": START.replace(", ", " ,  ").replace("x", " x "),
}
OTHER_COINS = {
    "coins of 1, 7 and 50": "2 4\n3x2, 1x7\n2x2, 1x7\n1x2, 0x7, 1x50\n",
    "one denomination": "2 1\n3x5\n2x5\n1x5\n",
    "pools in any order": "2 0\n1x25, 3x1\n1x25, 2x5\n1x10\n",
    "counts past 64 bits": "2 0\n99999999999999999999999x1\n2x5, 123456789012345678901234567890x10\n1x1\n",
    "forty seats": encode_state(new_game(40)),
}
BAD = {
    "nothing": "",
    "words": "this is no state\n",
    "a pool too few": "2 0\n1x1\n1x1\n",
    "a pair without x": "2 0\n1x1\n1y1\n1x1\n",
    "an empty hand that is to move": "2 1\n1x1\n1x1\n0x1\n",
}

AnyBench = Bench[State, Action]


def _run(bench: AnyBench, text: str) -> "subprocess.CompletedProcess[bytes]":
    """Run the player once with this input. Raises Flaw if it does not end within the time limit."""
    with bench.placed(None) as there:
        words, environment = bench.bare(there)
        try:
            return subprocess.run(
                words, input=text.encode(), capture_output=True, env=environment, timeout=bench.timeout, check=False
            )
        except subprocess.TimeoutExpired:
            raise Flaw(f"did not end within {bench.timeout:g} s", sent=text) from None


def _answered(bench: AnyBench, text: str, name: str = "") -> "subprocess.CompletedProcess[bytes]":
    """Run the player once; its answer must be legal, and written in at most two lines."""
    state, done = decode_state(text), _run(bench, text)
    shown = done.stdout.decode("latin-1")
    where = f"{name}: " if name else ""
    errors = done.stderr.decode(errors="replace")
    try:
        found = objection(state, decode_action(shown, state.denominations))
        wrong = found.reason if found else None
    except LineError as error:
        wrong = str(error)
    if len(done.stdout) > MOST:
        wrong = f"wrote {len(done.stdout)} bytes; at {MOST} the framework hangs"
    elif not wrong and shown.count("\n") > 2:
        wrong = f"wrote {shown.count(chr(10))} lines"
    if wrong:
        raise Flaw(f"{where}answered {shorten(shown)}: {wrong}", sent=text, stderr=errors)
    return done


def answers_all(texts: dict[str, str], bench: AnyBench) -> str:
    """Expect a legal answer to each text."""
    for name, text in texts.items():
        _answered(bench, text, name)
    return ""


def status(bench: AnyBench) -> str:
    """Expect status 0 and a silent standard error."""
    done = _answered(bench, START)
    if done.returncode or done.stderr:
        raise Flaw(f"status {done.returncode}, {len(done.stderr)} bytes on standard error", sent=START)
    return ""


def reads_all(bench: AnyBench) -> str:
    """Expect that all of a long input is read: what is written to a program that has ended kills the framework."""
    with bench.placed(None) as there:
        words, environment = bench.bare(there)
        child = subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, env=environment)
        assert child.stdin is not None
        try:
            child.stdin.write(START.encode() + b"\n" * (1 << 20))
            child.stdin.close()
        except BrokenPipeError:
            raise Flaw("ended before it had read all of its input", sent=START) from None
        finally:
            child.kill()
            child.wait()
    return ""


def bad_input(bench: AnyBench) -> str:
    """Expect no answer, a status that is not 0, and one line on standard error."""
    for name, text in BAD.items():
        done = _run(bench, text)
        lines = done.stderr.count(b"\n")
        if done.stdout or not done.returncode or lines != 1:
            came = f"status {done.returncode}, {len(done.stdout)} bytes written, {lines} lines of errors"
            raise Flaw(f"{name}: {came}", sent=text, stderr=done.stderr.decode(errors="replace"))
    return ""


def _is_over(bench: object, run: object) -> None:
    """Do nothing: a program of one turn ends by itself."""


_READ = "Read standard input to its end, write the coin and the change as two lines, and end."
_STATE = "Read the numbers out of each pair by their order and spelling on the wire, whatever the denominations."


def _probe(name: str, checks: str, run: Callable[[AnyBench], str], todo: str, *needs: str) -> Probe:
    return Probe(name, checks, run, todo, needs)


_REQUIRED = (
    _probe("first-move", "answers a game's first state legally", games.first_move, _READ),
    _probe("legal", "answers legally throughout random games", games.legal_answers_at_random, _READ, "first-move"),
    _probe("two-lines", "writes a coin and its change, and no more", partial(answers_all, {"": START}), _READ, "legal"),
    _probe("reads-all", "reads all of its input before it ends", reads_all, _READ, "first-move"),
    _probe("last-coin", "pays its last coin", partial(answers_all, {"": LAST_COIN}), "Nobody may pass.", "legal"),
    _probe(
        "leaves-nothing", "leaves no process behind", partial(place.leaves_no_process, "its answer", _is_over),
        "End what your program starts before it ends.", "first-move",
    ),
)  # fmt: skip
_ADVICE = (
    _probe("status", "ends with status 0 and writes no errors", status, "Say nothing where all is well.", "two-lines"),
    _probe("spellings", "reads other line ends and spaces", partial(answers_all, SPELLINGS), _STATE, "two-lines"),
    _probe("other-coins", "plays with any coins and seats", partial(answers_all, OTHER_COINS), _STATE, "two-lines"),
    _probe("bad-input", "answers bad input with one line of error", bad_input, "Check before you answer.", "two-lines"),
    _probe(
        "works-elsewhere", "works from any folder", place.works_elsewhere,
        "Look for your files beside the program.", "first-move",
    ),
    _probe(
        "files", "leaves no files in its working or temporary folder",
        partial(place.leaves_no_files, {"its answer": _is_over}), "Write no files.", "works-elsewhere",
    ),
)  # fmt: skip


def suite(game: AnyGame) -> Suite:
    """Return the probes by name, in the order of running."""
    tables = whole_games(game.name, game.seats, ("two-lines",))
    speed = {name: probe for name, probe in measured(tables).items() if name == "speed"}
    required = {probe.name: probe for probe in _REQUIRED}
    return Suite({**required, **tables, **advice(_ADVICE), **speed}, Bench)
