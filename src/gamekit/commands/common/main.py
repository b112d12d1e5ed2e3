"""Running a game's command: its subcommand, signals, and what could not be written."""

import os
import re
import signal
import sys
import threading
from collections.abc import Callable, Mapping, Sequence
from random import Random
from types import FrameType

from gamekit.commands.common.completion import ASKED, complete
from gamekit.commands.common.parsing import COMMANDS, parser_of
from gamekit.commands.common.status import Status
from gamekit.commands.common.version import version_text
from gamekit.compiled import NoCoreError
from gamekit.game import AnyGame
from gamekit.game.source import OURS, bug_text, is_ours, place_in
from gamekit.output import Unwritten, safe_streams
from gamekit.text import escaped_lines

_IMPORT_SECONDS = 0.02  # until a signal that came during an import is looked at again (guessed)
_looks = iter(range(100))  # two seconds in all: a module of somebody else may compute for ever


def main(game: AnyGame, own: Mapping[str, str], argv: Sequence[str] | None = None) -> int:
    """Run a subcommand of a game; `own` are the modules of its own commands, which may replace common ones.

    Returns the exit status, one of `Status`, or 128 and the number of the signal that ended it.
    """
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # read when numpy is imported; more threads only fight for cores
    words = _joined(sys.argv[1:] if argv is None else argv)
    return finished(lambda: _run(game, own, words), f"{game.name} {''.join(words[:1])}")


def finished(run: Callable[[], int], who: str) -> int:
    """Run a command of that name; return its exit status, or that of Ctrl-C, or of what could not be written."""
    with safe_streams() as failed:
        try:
            try:
                status = run()
            finally:
                sys.stdout.flush()
        except Unwritten as error:
            if error.nobody_reads:  # as when `head` has seen enough
                return 128 + signal.SIGPIPE
            return complain_as(who, str(error), Status.UNWRITTEN)
        except KeyboardInterrupt:
            return Status.INTERRUPTED
        return Status.UNWRITTEN if failed() else status


def _run(game: AnyGame, own: Mapping[str, str], words: Sequence[str]) -> int:
    """Run the subcommand that the words ask for. Raises SystemExit and Unwritten."""
    signal.signal(signal.SIGINT, _interrupt)
    for number in (signal.SIGTERM, signal.SIGHUP):
        if signal.getsignal(number) != signal.SIG_IGN:  # as under nohup
            signal.signal(number, _end)
    if ASKED in os.environ:
        complete(game, own)
    if words[:1] == ["--version"]:
        print(f"{game.name} {version_text()}")
        return Status.FINE
    parser = parser_of(game, own, words)
    arguments = parser.parse_args(words)
    if arguments.command is None:
        names = ", ".join({**COMMANDS, **own})
        parser.error(f"expected a COMMAND, one of {names}; `{game.command_line()} --help` explains them")
    try:
        return int(arguments.run(arguments, game))
    except NoCoreError as error:
        return complain(game, arguments.command, str(error))
    except Exception as error:
        line = bug_text(game, error)
        if line.startswith(OURS):
            line = _broken_promise(game)
            if not line:
                raise
        return complain(game, arguments.command, line)


def _joined(words: Sequence[str]) -> list[str]:
    """Return the words, negative numbers with an exponent joined to their option: argparse takes -1e3 for one."""
    joined: list[str] = []
    for word in words:
        if joined and joined[-1].startswith("--") and re.fullmatch(r"-[0-9.]+[eE][-+]?[0-9]+", word):
            joined[-1] += f"={word}"
        else:
            joined.append(word)
    return joined


def _interrupt(number: int, frame: FrameType | None) -> None:
    """End by an exception, once: a second Ctrl-C must not cut short what is cleared away after the first."""
    if _put_off(number, frame):
        return
    signal.signal(number, _stay)  # not SIG_IGN, which programs started from here on would inherit
    raise KeyboardInterrupt


def _put_off(number: int, frame: FrameType | None) -> bool:
    """Let a signal come again later if something is being imported, for two seconds in all at most, and tell so.

    An import may take the exception for something else; one out of a dataclass's `exec` ends Python by the signal,
    though it was caught.
    """
    while frame and frame.f_code is not _run.__code__:
        if frame.f_code.co_filename.startswith("<frozen importlib") and next(_looks, None) is not None:
            again = threading.Timer(_IMPORT_SECONDS, signal.pthread_kill, (threading.main_thread().ident, number))
            again.daemon = True
            again.start()
            return True
        frame = frame.f_back
    return False


def _stay(number: int, frame: object) -> None:
    """Let the end take its course."""


def _end(number: int, frame: FrameType | None) -> None:
    """End by an exception, once, so that children and folders on the way out are cleared away."""
    if _put_off(number, frame):
        return
    for each in (signal.SIGTERM, signal.SIGHUP):
        signal.signal(each, _stay)
    sys.exit(128 + number)


def words_of(error: Exception) -> str:
    """Return an error in words for a person: of one of the operating system the file and the reason, no number."""
    if isinstance(error, OSError) and error.strerror:
        return f"{error.filename}: {error.strerror}" if error.filename else error.strerror
    return str(error)


def job_words(game: AnyGame, error: Exception) -> str:
    """Return in words a job of another process that failed: with its traceback, or where the game has its bug."""
    if place := place_in(game, getattr(error, "frames", ())):
        return f"{error}, {place}"
    traced = getattr(error, "__notes__", [])  # where nobody knows whose bug it is
    if traced and (told := _broken_promise(game)):
        traced = [told]
    return "\n".join([str(error), *traced])


def _broken_promise(game: AnyGame) -> str:
    """Return in words which promise of its contract a game of one's own breaks; "" if none, and for a game of ours."""
    if is_ours(game):
        return ""
    from gamekit.probes.contract.words import tested  # noqa: PLC0415 - seldom needed

    kept, told = tested(game, Random(1))
    return "" if kept else f"the game does not keep its contract:\n{told}"


def complain(game: AnyGame, command: str, message: str, status: int = Status.USAGE) -> int:
    """Say on standard error why a command ends; return its exit status. Each line of the message is escaped."""
    return complain_as(f"{game.name} {command}", message, status)


def complain_as(who: str, message: str, status: int = Status.USAGE) -> int:
    """Say on standard error why a command of that name ends; return its exit status."""
    print(f"{who}:", "\n".join(escaped_lines(message)), file=sys.stderr)
    return status
