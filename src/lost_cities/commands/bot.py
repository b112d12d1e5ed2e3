"""The command `bot`: a built-in as a player, in whatever way it is spoken to."""

import argparse

from gamekit.commands import bot
from gamekit.commands.common.main import complain
from gamekit.game import AnyGame
from lost_cities.player import connect, new_client

HELP = "play as a built-in: on standard input and output, or at a server"
DESCRIPTION = """Plays as one of the built-ins. With HOST PORT it connects to a server, as our executable does. Without,
it is spoken to on standard input: in the server's lines, or in JSON values (`--wire json`), which it tells by the first
byte. Settings come from the environment, as our executable's do."""
EXAMPLES = (
    "{game} bot bred localhost 9016",
    "{game} bot {ours} < lines.txt",
)


def add_arguments(parser: argparse.ArgumentParser, game: AnyGame) -> None:
    """Declare the command's arguments."""
    bot.add_arguments(parser, game)
    parser.add_argument("host", nargs="?", metavar="HOST", help="the server to connect to")
    parser.add_argument("port", nargs="?", metavar="PORT")


def run(arguments: argparse.Namespace, game: AnyGame) -> int:
    """Play; return the exit status."""
    if arguments.host is None:
        return bot.run(arguments, game)
    try:
        return connect(new_client(arguments.name), arguments.host, arguments.port or "")
    except ValueError as error:
        return complain(game, "bot", str(error))
