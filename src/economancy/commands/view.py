"""`economancy view`: a trace as a page to watch, or as text."""

import argparse
import math
import sys
import time
import webbrowser
from pathlib import Path

from economancy.analysis.analysed import Analyst, source_of
from economancy.analysis.appraisal import Appraisal, appraise
from economancy.analysis.trace import Trace, read_trace
from economancy.commands.verify import open_trace
from economancy.pages.page import page
from economancy.pages.screen import new_console
from economancy.pages.trace_text import story
from economancy.replay import Mismatch
from gamekit.wire.json_stream import read_values

HELP = "watch a trace: a page for the browser, or text"
DESCRIPTION = """Makes one page of a trace or of a tournament's stream: every move with the board before it, each seat's
chance to win, and the moves that cost most. The page needs no network; print it for a PDF. With --text it is told in
the terminal."""

ROLLOUTS = 600
"""Rollouts for each seat of a position without a trained value (guessed: it takes about 0.15 s)."""

PAGE_SECONDS = 15.0
"""How long the analysis for a page may take, unless said otherwise (30 s are allowed for the whole page)."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    parser.add_argument("trace", metavar="TRACE", help="a trace's file; - is standard input")
    where = parser.add_mutually_exclusive_group()
    where.add_argument("-o", dest="out", type=Path, metavar="FILE", help="the page (TRACE's name, with .html, here)")
    where.add_argument("--text", action="store_true", help="tell the game in the terminal instead")
    parser.add_argument("--open", action="store_true", help="open the page in the browser")
    parser.add_argument(
        "--seconds",
        type=_seconds,
        metavar="S",
        help=f"how long to analyse; 0: not at all ({PAGE_SECONDS:g}; as text 0); the rest is interpolated",
    )
    parser.add_argument("--seed", type=int, default=1, metavar="N", help="of the analysis (%(default)s)")


def run(arguments: argparse.Namespace) -> int:
    """Write the page or tell the game; return the exit status."""
    try:
        with open_trace(arguments.trace) as file:
            trace = read_trace(read_values(file.read))
        appraisals = _appraise(trace, arguments)
        if arguments.text:
            console = new_console()
            for item in story(trace, appraisals):
                console.print(item)
            return 0
        out = arguments.out or Path(f"{_title(arguments.trace)}.html")
        out.write_text(page(_title(arguments.trace), trace, appraisals, source_of(appraisals)), encoding="utf-8")
    except Mismatch as mismatch:
        print(f"economancy view: {arguments.trace}: {mismatch}", file=sys.stderr)
        return 1
    except OSError as error:
        print(f"economancy view: {error.filename or arguments.trace}: {error.strerror}", file=sys.stderr)
        return 2
    print(out)
    if arguments.open:
        webbrowser.open(out.resolve().as_uri())
    return 0


def _title(path: str) -> str:
    return "trace" if path == "-" else Path(path).stem


def _appraise(trace: Trace, arguments: argparse.Namespace) -> list[Appraisal]:
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
