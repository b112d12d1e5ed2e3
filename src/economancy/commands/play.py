"""`economancy play`: a table to sit down at, in a browser or in the terminal."""

import argparse
import random
import sys
from collections.abc import Sequence

from economancy.policy import OURS
from economancy.rules.game import new_game
from economancy.tournament.seats import add_shop_arguments, add_timeout_argument, program_of, shop_of
from economancy.web.party import PERSON, Party

HELP = "play yourself, in a browser or in the terminal"
DESCRIPTION = """Opens a table and prints a link for each person at it: whoever has the link plays that seat in a
browser. A SEAT is `person`, or as elsewhere a built-in's name (decent), the path of an executable (with a slash:
player/economancy), or a quoted command ("python bot.py"). Without SEATs you play against ours. Ctrl-C ends it."""

PORT = 8000


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    add_shop_arguments(parser)
    parser.add_argument("--seats", type=int, choices=(2, 3, 4), help=f"how many; {OURS} takes those that are not named")
    add_timeout_argument(parser)
    parser.add_argument("--seed", type=int, metavar="N", help="what all chance of the built-ins comes from")
    parser.add_argument(
        "--port", type=_port, default=PORT, metavar="P", help="where the page is served; 0: any free port (%(default)s)"
    )
    parser.add_argument(
        "--host",
        metavar="ADDRESS",
        help="let others on your network in, at this address of your machine; 0.0.0.0: at any (default: only you)",
    )
    parser.add_argument("--text", action="store_true", help="play in this terminal, against programs")
    parser.add_argument("-o", "--output", metavar="FILE", help="with --text: write the finished game's trace here")
    parser.add_argument("players", nargs="*", metavar="SEAT", help=f"`{PERSON}`, a built-in, a path, or a command")


def run(arguments: argparse.Namespace) -> int:
    """Open the table; return the exit status."""
    try:
        party = _party(arguments)
        if arguments.text:
            from economancy.web.terminal import play_in_terminal  # noqa: PLC0415 - import no more than is asked for

            return play_in_terminal(party, arguments.output)
        try:
            from economancy.web.server import serve  # noqa: PLC0415 - it needs the extra `web`
        except ModuleNotFoundError as error:
            return _usage(f"expected the packages of the extra `web`, which ./build.sh installs: {error}")
        return serve(party, arguments.host, arguments.port)
    except (OSError, ValueError) as error:
        return _usage(str(error))


def _party(arguments: argparse.Namespace) -> Party:
    """Return who plays what. Raises ValueError."""
    seats = _fill(arguments.players, arguments.seats)
    for text in seats:
        if text != PERSON:
            program_of(text)
    people = seats.count(PERSON)
    if not people:
        raise ValueError(f"expected at least one `{PERSON}`; programs alone play with `economancy referee`")
    if arguments.text and people > 1:
        raise ValueError(f"expected one `{PERSON}` with --text, got {people}: more play in a browser")
    if arguments.output is not None and not arguments.text:
        raise ValueError("-o goes with --text; in the browser the finished game is there to download")
    seed = random.SystemRandom().getrandbits(32) if arguments.seed is None else arguments.seed
    return Party(new_game(len(seats), shop_of(arguments, len(seats))), seats, arguments.timeout, seed)


def _fill(named: Sequence[str], seats: int | None) -> tuple[str, ...]:
    """Return the seats, those that nobody named taken by a person, if there is nobody yet, and by ours."""
    named = list(named) or [PERSON]
    seats = max(2, len(named)) if seats is None else seats
    if len(named) > min(seats, 4):
        raise ValueError(f"expected at most {min(seats, 4)} SEATs, got {len(named)}")
    return (*named, *[OURS] * (seats - len(named)))


def _port(text: str) -> int:
    if not text.isascii() or not text.isdecimal() or int(text) > 65535:
        raise argparse.ArgumentTypeError(f"expected a port from 0 to 65535, got {text!r}")
    return int(text)


def _usage(message: str) -> int:
    print(f"economancy play: {message}", file=sys.stderr)
    return 2
