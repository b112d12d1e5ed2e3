"""The command `bot`: a built-in as a player, in whatever way it is spoken to."""

import argparse
import os
from collections.abc import Callable

from gamekit.commands.bot import player_of
from gamekit.commands.main import complain
from gamekit.commands.status import Status
from gamekit.game import AnyGame
from gamekit.player import loop
from lost_cities.player import connect, new_client, pipe
from lost_cities.player.client import GameLostError

HELP = "play as a built-in: on standard input and output, or at a server"
DESCRIPTION = """Plays as one of the built-ins. With HOST PORT it connects to a server, as our executable does. Without,
it is spoken to on standard input: in the server's lines, or in JSON values (`--wire json`), which it tells by the first
byte. Settings come from the environment, as our executable's do."""


def add_arguments(parser: argparse.ArgumentParser, game: AnyGame) -> None:
    """Declare the command's arguments."""
    parser.add_argument("name", help=f"the built-in: {', '.join(sorted(game.policy_names))}")
    parser.add_argument("host", nargs="?", metavar="HOST", help="the server to connect to")
    parser.add_argument("port", nargs="?", metavar="PORT")


def run(arguments: argparse.Namespace, game: AnyGame) -> int:
    """Play; return the exit status."""
    try:
        client = new_client(arguments.name)
        if arguments.host is not None:
            return connect(client, arguments.host, arguments.port or "")
        first = os.read(0, 1 << 16)
        if not first.lstrip().startswith(b"{"):
            return pipe(client, _after(first))
        return loop.play(player_of(game), game.policy(arguments.name), _after(first))
    except ValueError as error:
        return complain(game, "bot", str(error))
    except GameLostError as error:
        return complain(game, "bot", str(error), Status.NO)


def _after(first: bytes) -> Callable[[int], bytes]:
    """Return what reads standard input whose beginning has been read."""
    chunks = [first]
    return lambda count: chunks.pop() if chunks else os.read(0, count)
