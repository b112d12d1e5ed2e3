"""A game's command and its subcommands: those that every game has, and what only this one has."""

import argparse
import importlib
import os
import signal
import sys
from collections.abc import Mapping, Sequence

from gamekit.game import AnyGame

COMMANDS: Mapping[str, str] = {
    name: f"gamekit.commands.{name}"
    for name in ("referee", "tournament", "sprt", "verify", "view", "play", "check", "bot")
}
"""The commands of every game, by the module that each is. A module has HELP and DESCRIPTION (with {game} for the
game's name), `add_arguments(parser, game)` and `run(arguments, game)`, which returns the exit status."""


def main(game: AnyGame, own: Mapping[str, str], argv: Sequence[str] | None = None) -> int:
    """Run a subcommand of a game; `own` are the modules of its own commands, which may replace common ones.

    Returns the exit status: 2 for wrong usage, 130 after Ctrl-C.
    """
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # read when numpy is imported; more threads only fight for cores
    parser = argparse.ArgumentParser(
        prog=game.name,
        description=f"Play, referee, check and measure games of {game.name}.",
        epilog=f"`{game.name} COMMAND --help` explains a command.",
    )
    words = sys.argv[1:] if argv is None else list(argv)
    modules = {**COMMANDS, **own}
    commands = parser.add_subparsers(dest="command", metavar="COMMAND")
    for name in words[:1] if words[:1] and words[0] in modules else modules:  # import no more than is asked for
        module = importlib.import_module(modules[name])
        description = module.DESCRIPTION.replace("{game}", game.name)
        subparser = commands.add_parser(name, help=module.HELP, description=description)
        module.add_arguments(subparser, game)
        subparser.set_defaults(run=module.run)
    arguments = parser.parse_args(words)
    if arguments.command is None:
        parser.error(f"expected a COMMAND, one of {', '.join(modules)}; `{game.name} --help` explains them")
    signal.signal(signal.SIGTERM, _end)
    try:
        return int(arguments.run(arguments, game))
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:  # the reader of our output has gone, as `head` does
        sys.stderr.close()  # or Python complains about it at exit
        return 128 + signal.SIGPIPE


def _end(number: int, frame: object) -> None:
    """End by an exception, so that children and folders on the way out are cleared away."""
    sys.exit(128 + number)


def words_of(error: OSError | ValueError) -> str:
    """Return an error in words for a person: of one of the operating system the file and the reason, no number."""
    if isinstance(error, OSError) and error.strerror and error.filename:
        return f"{error.filename}: {error.strerror}"
    return str(error)


def complain(game: AnyGame, command: str, message: str, status: int = 2) -> int:
    """Say on standard error why a command ends; return its exit status."""
    print(f"{game.name} {command}: {message}", file=sys.stderr)
    return status
