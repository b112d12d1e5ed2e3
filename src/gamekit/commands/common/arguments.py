"""Arguments of the command line that several commands share: seats, variants, times, sizes."""

import argparse
import os
import re
import shlex
from collections.abc import Sequence
from functools import partial
from random import Random

from gamekit.builtins import builtin_names, is_brought, policy_of
from gamekit.game import AnyGame, Sandbox, Surroundings
from gamekit.processes.sandbox import missing
from gamekit.seats import Program
from gamekit.text.numbers import positive, seconds

_MOST_LISTED = 6  # variants in a help text (guessed: two lines of it)


def a_seat(game: AnyGame) -> str:
    """Return what a SEAT may be, for help texts."""
    return f"a built-in ({', '.join(builtin_names(game))}), a path, or a quoted command"


def address(text: str) -> str:
    """Return the address of a scheduler, HOST:PORT with tcp:// before it or not. Raises ArgumentTypeError."""
    if not re.fullmatch(r"(tcp://)?[^\s/]+:[0-9]{1,5}", text):
        raise argparse.ArgumentTypeError(f"expected tcp://HOST:PORT, got {text!r}")
    return text


def program_of(game: AnyGame, seat: str) -> Program:
    """Return a built-in's name, or the words of the command that a SEAT names. Raises ValueError.

    A text with a slash or a blank that names a file whole is that file.
    """
    if ("/" in seat or " " in seat) and os.path.isfile(seat):
        return (seat if "/" in seat else f"./{seat}",)
    if is_brought(seat):
        policy_of(game, seat)
        return seat
    if " " in seat.strip():
        try:
            return tuple(shlex.split(seat))
        except ValueError as error:
            raise ValueError(f"expected a command as for a shell, got {seat!r} ({error})") from None
    if "/" in seat:
        return (seat,)
    try:
        policy_of(game, seat)
    except ValueError as error:
        raise ValueError(f"{error}; or a path with a slash, or a quoted command") from None
    return seat


def add_variant_arguments(parser: argparse.ArgumentParser, game: AnyGame, *, several: bool = False) -> None:
    """Declare --VARIANT and its shortcuts; `several` allows shortcuts for more than one variant, played in turns."""
    parser.set_defaults(variant=None, variants=None)
    if not game.variants[1:] and not game.variant_options:
        return  # an empty group makes argparse fail in --help
    group = parser.add_mutually_exclusive_group()
    noun = game.variant_noun
    known = _listed(game.variants)
    if game.variants[1:] or game.variant_options:
        group.add_argument(
            f"--{noun}", dest="variant", metavar=noun.upper(), help=f"{known} or another (default: {game.variants[0]})"
        )
    for option, variants in game.variant_options.items():
        if several or len(variants) == 1:
            what = _listed(variants) + (" in turns" if variants[1:] else "")
            group.add_argument(option, dest="variants", action="store_const", const=variants, help=f"{noun}: {what}")


def _listed(variants: Sequence[str]) -> str:
    """Return variants for a help text: all, or of many the first two, the last and their number."""
    if len(variants) <= _MOST_LISTED:
        return ", ".join(variants)
    return f"{variants[0]}, {variants[1]}, ... {variants[-1]} ({len(variants)} in all)"


def variants_of(arguments: argparse.Namespace, game: AnyGame, seats: int) -> tuple[str, ...]:
    """Return the variants that the arguments select. Raises ValueError if one does not exist for so many seats."""
    chosen = (arguments.variant,) if arguments.variant is not None else arguments.variants or game.variants[:1]
    for variant in chosen:
        game.new_game(seats, variant, Random(0))
    return tuple(chosen)


def add_seats_argument(parser: argparse.ArgumentParser, game: AnyGame) -> None:
    """Declare --seats, where there is a choice."""
    parser.add_argument(
        "--seats",
        type=int,
        choices=tuple(game.seats),
        default=game.seats[0],
        help="number of seats at a table (%(default)s)",
    )


def add_limit_argument(parser: argparse.ArgumentParser, game: AnyGame, what: str) -> None:
    """Declare the limit of a game's length, as `max_length`, where the game has one; `what` says what it is for."""
    parser.set_defaults(max_length=None)
    if game.max_length is not None:
        parser.add_argument(
            f"--max-{game.length_noun}",
            dest="max_length",
            type=partial(_limit, game),
            metavar="N",
            help=f"{what} ({game.max_length})",
        )


def _limit(game: AnyGame, text: str) -> int:
    number = positive(text)
    try:
        game.with_limit(game.new_game(game.seats[0], game.variants[0], Random(0)), number)
    except ValueError as error:
        raise argparse.ArgumentTypeError(str(error)) from None
    return number


def add_sandbox_argument(parser: argparse.ArgumentParser, default: str) -> None:
    """Declare --sandbox."""
    parser.add_argument(
        "--sandbox",
        choices=("auto", "require", "off"),
        default=default,
        help="run each player's program in a sandbox of its own (bubblewrap): no network, its own files, to be read, "
        "and a temp folder; auto: where there is one (%(default)s)",
    )


def surroundings_asked(arguments: argparse.Namespace) -> tuple[Surroundings, str | None]:
    """Return where programs run by --sandbox and --memory, and why there is no sandbox though one would be used.

    Raises ValueError if one is required.
    """
    reason = None if arguments.sandbox == "off" else missing()
    if arguments.sandbox == "require" and reason:
        raise ValueError(f"--sandbox require: {reason}")
    boxed = arguments.sandbox != "off" and not reason
    memory = getattr(arguments, "memory", None)
    return Surroundings(memory=memory, sandbox=Sandbox() if boxed else None), reason


def add_timeout_argument(parser: argparse.ArgumentParser, game: AnyGame) -> None:
    """Declare --timeout and --wire."""
    parser.add_argument(
        "--timeout",
        type=seconds,
        default=game.answer_seconds,
        metavar="S",
        help="seconds for an answer, the start of the player included (%(default)s)",
    )
    add_wire_argument(parser, game)


def add_wire_argument(parser: argparse.ArgumentParser, game: AnyGame) -> None:
    """Declare --wire, where there is a choice."""
    if len(game.wires) > 1:
        parser.add_argument(
            "--wire",
            "--dialect",
            choices=game.wires,
            default=game.wires[0],
            help="the protocol that players speak (%(default)s)",
        )
    else:
        parser.set_defaults(wire=game.wires[0])
