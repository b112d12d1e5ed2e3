"""Why an answer did not come in time: the player is helped, step by step, and what makes it answer tells."""

from dataclasses import replace
from typing import TypeVar

from gamekit.answer import Answer, Delay, Failure, Kind
from gamekit.wire.child import ChildPlayer

_LATER = 0.25
"""Seconds for an answer that comes late by itself (guessed)."""

_ENDED = 1.0
"""For one that comes when the input is closed: the player exits before it is written (guessed: node takes 0.1)."""

_COMPUTES = 0.015
"""Of processor time in the first of these waits, in seconds: more than one tick of its clock (guessed)."""

_BUSY = 0.05
"""Of processor time meanwhile, in seconds: who waits uses none (guessed)."""

_WORDS = {
    Delay.SLOW: "it came a moment later: bound the time of a move",
    Delay.LINE: "it came when a line's end was sent: {reading}, and wait for no line's end",
    Delay.UNFLUSHED: "it came when the input was closed: flush each answer (Python: print(..., flush=True) or "
    "sys.stdout.flush()), and {reading}, not to the end of the input",
    Delay.UNFINISHED: "it wrote an answer without {ending}",
    Delay.BUSY: "it still computes: bound the time of a move, look for a loop that never ends",
    Delay.IDLE: "it waits, also when its input is closed: does it write an answer to each message?",
}


R = TypeVar("R", Answer, Failure, Answer | Failure)


def explained(came: R, child: ChildPlayer, *, ends_line: bool, ended: bool = False) -> R:
    """Return what came from a child that was asked; if it was late, with what makes it answer: it stays late.

    `ends_line`: what it was sent ends with a newline; `ended`: its input is closed already. A child that was late is
    not to be asked again: its input is closed.
    """
    if not isinstance(came, Failure) or came.kind != Kind.LATE or came.delay is not None:
        return came
    delay = _delay(child, ends_line, ended)
    words = _WORDS[delay].format(reading=child.splitter.reading, ending=child.splitter.ending)
    return replace(came, delay=delay, reason=f"{came.reason}; {words}")


def _delay(child: ChildPlayer, ends_line: bool, ended: bool) -> Delay:
    used = child.cpu_seconds()
    if _answers(child, b"", _LATER):
        return Delay.SLOW
    if child.unfinished:
        return Delay.UNFINISHED
    computes = child.cpu_seconds() - used > _COMPUTES  # then it is not what helps that makes it answer
    if not ends_line and not ended and _answers(child, b"\n", _LATER):
        return Delay.SLOW if computes else Delay.LINE
    if not ended:
        child.tell(b"")
        if _answers(child, b"", _ENDED):
            return Delay.SLOW if computes else Delay.UNFLUSHED
    return Delay.BUSY if child.cpu_seconds() - used > _BUSY else Delay.IDLE


def _answers(child: ChildPlayer, message: bytes, seconds: float) -> bool:
    """Tell whether something comes within some seconds of a message, be it an answer or not."""
    came = child.ask(message, seconds)
    return isinstance(came, Answer) or came.kind in (Kind.GARBAGE, Kind.FLOOD)
