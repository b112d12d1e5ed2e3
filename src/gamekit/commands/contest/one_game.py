"""One game of a tournament played again, alone: its trace, and the bytes on the wire."""

import contextlib
import dataclasses
import sys
import time
from pathlib import Path

from gamekit.commands.common.status import Status
from gamekit.commands.contest.departures import Departures
from gamekit.files import new_file
from gamekit.output import writing
from gamekit.seats import how_to_check
from gamekit.text import escaped, escaped_lines
from gamekit.tournament.arena import play_job
from gamekit.wire.log import logging_to


def play_again(departures: Departures, number: int, log: Path | None) -> int:
    """Play the game of a number; print its trace, and say how it went; return the exit status.

    Raises ValueError if there is no such game, OSError and Unwritten.
    """
    try:
        job = departures.job(number)
    except ValueError as error:
        raise ValueError(f"--game: {error}") from None
    settings = dataclasses.replace(departures.contest.settings, keep_trace=True)
    with contextlib.ExitStack() as stack:
        if log is not None:
            stack.enter_context(writing(log))
            file = stack.enter_context(new_file(log))
            begun = time.monotonic()

            def note(pid: int, way: str, content: bytes) -> None:
                file.write(f"{time.monotonic() - begun:9.3f} process {pid} {way} {content!r}\n".encode())

            stack.enter_context(logging_to(note))
        report = play_job(settings, job)
    sys.stdout.buffer.write(report.trace or b"")
    sys.stdout.buffer.flush()
    played = report.played
    how = "" if played.reason is None else f": fault of {played.seats[played.culprit or 0]}: {escaped(played.reason)}"
    print(f"{job}; shares {', '.join(f'{share:.3g}' for share in played.shares())}{how}", file=sys.stderr)
    for name, text in zip(played.seats, report.errors or (), strict=False):
        if text.strip():
            print(f"standard error of {name} ended:", *escaped_lines(text), sep="\n  ", file=sys.stderr)
    for seat in dict.fromkeys(played.faults):
        if advice := how_to_check(settings.game, job.players[seat].program):
            print(advice, file=sys.stderr)
    return Status.FAULT if played.faults else Status.FINE
