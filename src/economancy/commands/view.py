"""`economancy view`: a trace as a page to watch, or as text."""

import argparse
import math
import time

from economancy.analysis.analyst import Analyst, source_of
from economancy.analysis.appraisal import GameAppraisal, appraise
from economancy.analysis.trace import Trace, read_trace
from economancy.pages.page import page
from economancy.pages.trace_text import story
from gamekit.commands.common.main import complain
from gamekit.commands.common.status import Status
from gamekit.commands.verify import open_trace
from gamekit.commands.view import add_page_arguments, title_of, write_page
from gamekit.game import AnyGame
from gamekit.pages.telling import new_console
from gamekit.traces import Mismatch
from gamekit.wire.json_stream import read_values

HELP = "watch a trace: a page for the browser, or text"
DESCRIPTION = """Makes one page of a trace or of a tournament's stream: every move with the board before it, each seat's
chance to win, and the moves that cost most. The page needs no network; print it for a PDF. With --text it is told in
the terminal."""
EXAMPLES = ("{game} view --open game.json", "{game} view --text --seconds 10 game.json")

ROLLOUTS = 600
"""Rollouts for each seat of a position without a trained value (guessed: it takes about 0.15 s)."""

PAGE_SECONDS = 15.0
"""How long the analysis for a page may take, unless said otherwise (30 s are allowed for the whole page)."""


def add_arguments(parser: argparse.ArgumentParser, game: AnyGame) -> None:
    """Declare the command's arguments."""
    add_page_arguments(parser)
    parser.add_argument(
        "--seconds",
        type=_seconds,
        metavar="S",
        help=f"how long to analyse; 0: not at all ({PAGE_SECONDS:g}; as text 0); the rest is interpolated",
    )
    parser.add_argument("--seed", type=int, default=1, metavar="N", help="random seed of the analysis (%(default)s)")


def run(arguments: argparse.Namespace, game: AnyGame) -> int:
    """Write the page or tell the game; return the exit status."""
    try:
        with open_trace(arguments.trace) as file:
            trace = read_trace(game, read_values(file.read))
        appraisals = _appraise(trace, arguments)
        if arguments.text:
            console = new_console()
            for item in story(trace, appraisals):
                console.print(item)
            return Status.FINE
        write_page(arguments, page(title_of(arguments.trace), trace, appraisals, source_of(appraisals)))
    except Mismatch as mismatch:
        return complain(game, "view", f"{arguments.trace}: {mismatch}")
    except OSError as error:
        return complain(game, "view", f"{error.filename or arguments.trace}: {error.strerror}")
    return Status.FINE


def _appraise(trace: Trace, arguments: argparse.Namespace) -> list[GameAppraisal]:
    analyst = Analyst(arguments.seed, ROLLOUTS)
    deadline = time.monotonic() + _budget(arguments)
    return appraise(trace.games, analyst, time.monotonic, deadline, analyst.rollouts_for)


def _budget(arguments: argparse.Namespace) -> float:
    if arguments.seconds is not None:
        return float(arguments.seconds)
    return 0 if arguments.text else PAGE_SECONDS


def _seconds(text: str) -> float:
    try:
        seconds = float(text)
    except ValueError:
        seconds = math.nan
    if not 0 <= seconds < math.inf:
        raise argparse.ArgumentTypeError(f"expected a number of seconds from 0, got {text!r}")
    return seconds
