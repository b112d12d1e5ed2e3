"""The command `economancy` and its subcommands."""

import argparse
import importlib
import os
import signal
import sys
from collections.abc import Sequence

COMMANDS = (
    "referee",
    "tournament",
    "sprt",
    "verify",
    "view",
    "analyse",
    "check",
    "bot",
    "bench",
    "play",
    "train",
    "exploit",
)


def main(argv: Sequence[str] | None = None) -> int:
    """Run a subcommand; return the exit status: 2 for wrong usage, 130 after Ctrl-C."""
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # read when numpy is imported; more threads only fight for cores
    parser = argparse.ArgumentParser(
        prog="economancy",
        description="Play, referee, check and measure games of Economancy.",
        epilog="`economancy COMMAND --help` explains a command.",
    )
    words = sys.argv[1:] if argv is None else list(argv)
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    for name in words[:1] if words[:1] and words[0] in COMMANDS else COMMANDS:  # import no more than is asked for
        module = importlib.import_module(f"economancy.commands.{name}")
        subparser = commands.add_parser(name, help=module.HELP, description=module.DESCRIPTION)
        module.add_arguments(subparser)
        subparser.set_defaults(run=module.run)
    arguments = parser.parse_args(words)
    signal.signal(signal.SIGTERM, _end)
    try:
        return int(arguments.run(arguments))
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:  # the reader of our output has gone, as `head` does
        sys.stderr.close()  # or Python complains about it at exit
        return 128 + signal.SIGPIPE


def _end(number: int, frame: object) -> None:
    """End by an exception, so that children and folders on the way out are cleared away."""
    sys.exit(128 + number)
