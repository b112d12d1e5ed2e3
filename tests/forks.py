"""Commands as processes that begin with all that a test has imported: a tenth of the time of a new interpreter's."""

import multiprocessing
import os
import signal
import subprocess
import sys
import tempfile
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import IO

STREAMS = ("stdin", "stdout", "stderr")
SECONDS = 100.0
"""For any command on any machine, however busy."""


def forked(
    main: Callable[[Sequence[str]], int],
    words: Sequence[str],
    *,
    typed: str = "",
    cwd: Path | None = None,
    environment: Mapping[str, str] | None = None,
) -> "subprocess.CompletedProcess[str]":
    """Run a command's entry with these words in a fork of this process; return its status and what it writes.

    Its streams are files, its environment is this one's or the given one, whose PYTHONPATH counts. Raises
    TimeoutExpired. Where a test is about the start of a command, or what it has imported, a fork shows nothing.
    """
    with tempfile.TemporaryFile() as read, tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as errors:
        read.write(typed.encode())
        read.seek(0)
        context = multiprocessing.get_context("fork")
        process = context.Process(target=_run, args=(main, words, (read, out, errors), cwd, environment))
        process.start()
        process.join(SECONDS)
        if process.exitcode is None:
            process.kill()
            process.join()
            raise subprocess.TimeoutExpired([*words], SECONDS)
        said = [os.pread(file.fileno(), os.fstat(file.fileno()).st_size, 0).decode() for file in (out, errors)]
        return subprocess.CompletedProcess([*words], process.exitcode, *said)


def _run(
    main: Callable[[Sequence[str]], int],
    words: Sequence[str],
    files: Sequence[IO[bytes]],
    cwd: Path | None,
    environment: Mapping[str, str] | None,
) -> None:
    """Be the command, up to its end."""
    for number, (name, file) in enumerate(zip(STREAMS, files, strict=True)):
        os.dup2(file.fileno(), number)
        stream = open(number, "w" if number else "r", encoding="utf-8", closefd=False)  # noqa: SIM115 - the process's own
        setattr(sys, name, stream)
    signal.signal(signal.SIGINT, signal.default_int_handler)
    if cwd is not None:
        os.chdir(cwd)
    if environment is not None:
        os.environ.clear()
        os.environ.update(environment)
        sys.path[:0] = environment.get("PYTHONPATH", "").split(os.pathsep)
    sys.argv = ["command", *words]
    sys.exit(main(words))
