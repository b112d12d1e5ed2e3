"""What a person writes on the command line: seats and shops."""

import argparse
import contextlib
import shlex
from collections.abc import Iterator

from economancy.policy import BUILTIN_NAMES, builtin
from economancy.protocol import Dialect
from economancy.referee import MOVE_TIMEOUT, Seat, seat_seed
from economancy.rules.cards import BASE, SHOP_CARDS, SIMPLE
from economancy.rules.game import new_shop
from economancy.rules.state import Stock
from economancy.tournament import arena

A_SEAT = f"a built-in ({', '.join(BUILTIN_NAMES)}), a path, or a quoted command"
"""What a SEAT may be, for help texts."""


def positive(text: str) -> int:
    """Return a whole number of at least 1. Raises ArgumentTypeError."""
    if not text.isascii() or not text.isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"expected a whole number >= 1, got {text!r}")
    return int(text)


def seconds(text: str) -> float:
    """Return a number of seconds above 0. Raises ArgumentTypeError."""
    with contextlib.suppress(ValueError):
        if 0 < (number := float(text)) < float("inf"):
            return number
    raise argparse.ArgumentTypeError(f"expected a number of seconds > 0, got {text!r}")


def program_of(seat: str) -> str | tuple[str, ...]:
    """Return a built-in's name, or the command that a SEAT stands for. Raises ValueError."""
    if " " in seat.strip():
        return tuple(shlex.split(seat))
    if "/" in seat:
        return (seat,)
    try:
        builtin(seat)
    except ValueError as error:
        raise ValueError(f"{error}; or a path with a slash, or a quoted command") from None
    return seat


@contextlib.contextmanager
def open_seat(text: str, seed: int, seat: int, timeout: float, dialect: Dialect = "referee") -> Iterator[Seat]:
    """Open a SEAT for a game with this seed; whatever it started is ended with it. Raises OSError and ValueError."""
    settings = arena.Settings(timeout=timeout, dialect=dialect, strict=False)
    with arena.open_seat(program_of(text), seat_seed(seed, seat), settings) as opened:
        yield opened


def add_shop_arguments(parser: argparse.ArgumentParser, *, both: bool = False) -> None:
    """Declare --base, --simple and --shop, and if asked for --both, of which a caller may give one."""
    group = parser.add_mutually_exclusive_group()
    group.add_argument("--simple", action="store_const", const=SIMPLE, dest="cards", help="sell eight cards (default)")
    group.add_argument("--base", action="store_const", const=BASE, dest="cards", help="sell all thirteen cards")
    group.add_argument("--shop", metavar="CARDS", help='sell these: "Ghost=2,Worker" (without a number: as usual)')
    if both:
        group.add_argument("--both", action="store_true", help="the simple and the base shop in turns")


def add_timeout_argument(parser: argparse.ArgumentParser) -> None:
    """Declare --timeout."""
    parser.add_argument(
        "--timeout",
        type=seconds,
        default=MOVE_TIMEOUT,
        metavar="S",
        help="seconds for a move, start-up included (%(default)s)",
    )


def shop_of(arguments: argparse.Namespace, seats: int) -> tuple[Stock, ...]:
    """Return the shop that the arguments ask for. Raises ValueError."""
    if arguments.shop is not None:
        return parse_shop(arguments.shop, seats)
    return new_shop(seats, arguments.cards or SIMPLE)


def shops_of(arguments: argparse.Namespace, seats: int) -> dict[str, tuple[Stock, ...]]:
    """Return the shops, by name, that arguments with --both ask for. Raises ValueError."""
    if arguments.both:
        return {"simple": new_shop(seats, SIMPLE), "base": new_shop(seats, BASE)}
    name = "custom" if arguments.shop is not None else "base" if arguments.cards == BASE else "simple"
    return {name: shop_of(arguments, seats)}


def parse_shop(text: str, seats: int) -> tuple[Stock, ...]:
    """Return the shop of a text like `Ghost=2,Worker`; a card without a number comes as often as usual.

    Raises ValueError, which lists the cards.
    """
    known = {card.name.lower(): card for card in SHOP_CARDS}
    stocks: dict[str, Stock] = {}
    for item in filter(None, (part.strip() for part in text.split(","))):
        name, _, count = (part.strip() for part in item.partition("="))
        card = known.get(name.lower())
        if card is None or (count and not count.isdecimal()) or card.name in stocks:
            names = ", ".join(card.name for card in SHOP_CARDS)
            raise ValueError(f"expected each card once as NAME or NAME=NUMBER out of {names}; got {item!r}")
        stocks[card.name] = Stock(card, int(count) if count else card.per_player * seats)
    return tuple(stocks[name] for name in sorted(stocks))
