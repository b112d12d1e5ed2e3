"""What a person writes on the command line: seats and shops."""

import argparse
import contextlib
import shlex
import time
from collections.abc import Iterator
from random import Random

from economancy.cards import BASE, SHOP_CARDS, SIMPLE
from economancy.player import MOVE_SECONDS
from economancy.policy import BUILTINS
from economancy.protocol import Dialect
from economancy.referee import BuiltinSeat, ChildSeat, Seat, seat_seed
from economancy.rules import new_shop
from economancy.state import Stock
from gamekit.match import ChildPlayer


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


def command_of(seat: str) -> list[str] | None:
    """Return the command that a SEAT stands for, or None for a built-in. Raises ValueError."""
    if seat in BUILTINS:
        return None
    if " " in seat.strip():
        return shlex.split(seat)
    if "/" in seat:
        return [seat]
    raise ValueError(
        f"expected a built-in ({', '.join(sorted(BUILTINS))}), a path with a slash, or a quoted command; got {seat!r}"
    )


@contextlib.contextmanager
def open_seat(text: str, seed: int, seat: int, timeout: float, dialect: Dialect = "referee") -> Iterator[Seat]:
    """Open a SEAT for a game with this seed; whatever it started is ended with it. Raises OSError and ValueError."""
    own_seed = seat_seed(seed, seat)
    command = command_of(text)
    if command is None:
        yield BuiltinSeat(BUILTINS[text], Random(own_seed), time.monotonic, min(timeout, MOVE_SECONDS))
    else:
        with ChildPlayer(command, env={"ECONOMANCY_SEED": str(own_seed)}) as child:
            yield ChildSeat(child, timeout, dialect)


def add_shop_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare --base, --simple and --shop, of which a caller may give one."""
    group = parser.add_mutually_exclusive_group()
    group.add_argument("--simple", action="store_const", const=SIMPLE, dest="cards", help="sell eight cards (default)")
    group.add_argument("--base", action="store_const", const=BASE, dest="cards", help="sell all thirteen cards")
    group.add_argument("--shop", metavar="CARDS", help='sell these: "Ghost=2,Worker" (without a number: as usual)')


def shop_of(arguments: argparse.Namespace, seats: int) -> tuple[Stock, ...]:
    """Return the shop that the arguments ask for. Raises ValueError."""
    if arguments.shop is not None:
        return parse_shop(arguments.shop, seats)
    return new_shop(seats, arguments.cards or SIMPLE)


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
