"""The command `play`: people play against programs or each other, in a browser or in the terminal."""

import argparse
import shlex
from collections.abc import Sequence
from random import Random

from gamekit.commands.common.arguments import (
    a_seat,
    add_limit_argument,
    add_sandbox_argument,
    add_timeout_argument,
    add_variant_arguments,
    program_of,
    surroundings_asked,
    variants_of,
)
from gamekit.commands.common.main import complain, words_of
from gamekit.commands.verify import open_trace
from gamekit.game import AnyGame, ChildSettings
from gamekit.seeds import new_root
from gamekit.text.numbers import natural, positive
from gamekit.web.kept import Continuation, read_kept
from gamekit.web.party import PERSON, Party, are_offered
from gamekit.wire.json_stream import read_values

HELP = "play yourself, in a browser or in the terminal"
DESCRIPTION = """Starts a game and prints a link for each person; who opens the link plays that seat in a browser. A
SEAT is `person`, a built-in's name, the path of an executable (with a slash: ./bot), or a quoted command
("python bot.py"). Without SEATs you play against our player. Ctrl-C ends it; a game in the middle is kept in a file,
and --from goes on with it, or with any trace from any step. If a browser does not know the name in the link
(NAME.localhost), put 127.0.0.1 in its place."""
EXAMPLES = (
    "{game} play",
    "{game} play --host 0.0.0.0 person person",
)


def add_arguments(parser: argparse.ArgumentParser, game: AnyGame) -> None:
    """Declare the command's arguments."""
    add_variant_arguments(parser, game)
    parser.add_argument(
        "--seats",
        type=int,
        choices=tuple(game.seats),
        help=f"number of seats; {game.ours} plays those that are not named",
    )
    add_limit_argument(parser, game, f"end a new game after N {game.length_noun}")
    add_timeout_argument(parser, game)
    add_sandbox_argument(parser, "off")
    parser.add_argument(
        "--seed", type=natural, metavar="N", help="the seed of all chance, of the game and of the built-ins"
    )
    # Another port each time: at one that is known somebody else may listen between two games, and what a browser then
    # takes from there, such as a service worker, stays with the address.
    parser.add_argument("--port", type=_port, default=0, metavar="P", help="port of the page (any free one)")
    parser.add_argument(
        "--host",
        metavar="ADDRESS",
        help="serve at this address of your machine, for others on your network; 0.0.0.0: at all (default: only you)",
    )
    parser.add_argument("--no-open", action="store_true", help="do not open the page in your browser")
    parser.add_argument("--no-keep", action="store_true", help="do not keep the game in a file of the current folder")
    parser.add_argument("--from", dest="start", metavar="FILE", help="go on with the game in this file, any trace")
    parser.add_argument(
        "--step", type=positive, metavar="N", help="with --from: from this step, as counted on the page to watch it"
    )
    parser.add_argument(
        "--seat", type=positive, metavar="N", help="with --from: your seat, from 1 (default: the one that moves first)"
    )
    parser.add_argument("--quiet", action="store_true", help="do not show what programs write to their standard error")
    parser.add_argument("--text", action="store_true", help="play in this terminal, several persons at one keyboard")
    parser.add_argument("-o", "--output", metavar="FILE", help="with --text: write the game's trace here")
    parser.add_argument("players", nargs="*", metavar="SEAT", help=f"`{PERSON}`, or a player: {a_seat(game)}")


def run(arguments: argparse.Namespace, game: AnyGame) -> int:
    """Open the table; return the exit status."""
    try:
        party = _party(arguments, game)
        if arguments.text:
            from gamekit.web.terminal import play_in_terminal  # noqa: PLC0415 - import no more than is asked for

            status = play_in_terminal(party, arguments.output, kept=not arguments.no_keep)
        else:
            from gamekit.web.http.server import serve  # noqa: PLC0415 - slow to import

            browser, kept = not arguments.no_open, not arguments.no_keep
            status = serve(party, arguments.host, arguments.port, browser=browser, kept=kept)
    except (OSError, ValueError) as error:
        return complain(game, "play", words_of(error))
    if arguments.seed is None:
        print(f"The same chance again: --seed {party.seed}", flush=True)
    return status


def _party(arguments: argparse.Namespace, game: AnyGame) -> Party:
    """Return the people and programs of the game. Raises ValueError."""
    kept = _kept(arguments, game)
    texts = _fill(arguments.players, arguments.seats, game) if kept is None else _fill_kept(arguments, kept, game)
    try:
        programs = tuple(None if text == PERSON else program_of(game, text) for text in texts)
    except ValueError as error:
        if arguments.players:
            raise
        raise ValueError(f"{error}. To play now: {game.command_line('play', PERSON, 'random')}") from None
    people = programs.count(None)
    if not people:
        raise ValueError(f"expected at least one `{PERSON}`; programs alone play with `{game.command_line('referee')}`")
    if arguments.output is not None and not arguments.text:
        raise ValueError("-o goes with --text; in the browser, the page offers the finished game for download")
    (variant,) = variants_of(arguments, game, len(texts))
    if kept is not None and kept.variant is not None:
        game.new_game(len(texts), kept.variant, Random(0))
        variant = kept.variant
    seed = new_root() if arguments.seed is None else arguments.seed
    where, _ = surroundings_asked(arguments)
    asked = ChildSettings(arguments.wire, arguments.timeout, where, strict=False)
    begun = kept.table if kept else None
    limit = arguments.max_length
    return Party(texts, programs, variant, game, asked, seed, begun, max_length=limit, quiet=arguments.quiet)


def _kept(arguments: argparse.Namespace, game: AnyGame) -> Continuation | None:
    """Return the game to go on with, None for a new one. Raises OSError and ValueError."""
    if arguments.start is None:
        if arguments.step or arguments.seat:
            raise ValueError("--step and --seat go with --from FILE")
        return None
    if arguments.variant or arguments.variants or arguments.seats:
        raise ValueError(f"--from brings its own seats and {game.variant_noun}: leave out the options that choose them")
    with open_trace(arguments.start) as file:
        try:
            return read_kept(game, read_values(file.read), arguments.step)
        except ValueError as error:
            raise ValueError(f"{arguments.start}: {error}") from error


def _fill_kept(arguments: argparse.Namespace, kept: Continuation, game: AnyGame) -> tuple[str, ...]:
    """Return a SEAT for each seat of a game to go on with: those given, else those who played it. Raises ValueError.

    A file may be a stranger's: of its players, only built-ins that the page offers are started.
    """
    seats, named = game.seats_of(kept.table.state), list(arguments.players)
    if not named and kept.seats is not None and arguments.step is None and arguments.seat is None:
        if not are_offered(game, kept.seats):
            raise ValueError(f"it was played by {' '.join(map(shlex.quote, kept.seats))}: type these SEATs")
        return kept.seats
    if PERSON in named and arguments.seat is None:
        return _fill(named, seats, game)
    own = kept.seat if arguments.seat is None else arguments.seat - 1
    if own >= seats:
        raise ValueError(f"expected --seat from 1 to {seats}, got {own + 1}")
    others = [text for text in named if text != PERSON]
    if len(others) > seats - 1:
        raise ValueError(f"expected at most {seats - 1} SEATs beside your own, got {len(others)}")
    others += [game.ours] * (seats - 1 - len(others))
    return (*others[:own], PERSON, *others[own:])


def _fill(named: Sequence[str], seats: int | None, game: AnyGame) -> tuple[str, ...]:
    """Return a SEAT for each seat: those given (a person if none is), then our player."""
    named = list(named) or [PERSON]
    seats = max(game.seats[0], len(named)) if seats is None else seats
    most = min(seats, game.seats[-1])
    if len(named) > most:
        raise ValueError(f"expected at most {most} SEATs, got {len(named)}")
    return (*named, *[game.ours] * (seats - len(named)))


def _port(text: str) -> int:
    if not text.isascii() or not text.isdecimal() or int(text) > 65535:
        raise argparse.ArgumentTypeError(f"expected a port from 0 to 65535, got {text!r}")
    return int(text)
