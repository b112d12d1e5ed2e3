"""Paired games in the core, hundreds a second: two ways to play by values, or values against opponents by rule.

A PLAYER is `ours`, the name of an opponent by rule, or settings such as `weights=FILE.bin,winning=0.3`: a file with its
record beside it (else those shipped), and fields of `search.core.Style` that differ from those of ours.
"""

import argparse
from pathlib import Path

from gamekit.game import AnyGame
from gamekit.text.numbers import positive
from lost_cities.policy.by_values import STYLE
from lost_cities.search.core import Style, library
from lost_cities.search.weights import read, trained
from lost_cities.training.matches import OPPONENTS, CorePlayer, play_pairs, summary

HELP = "paired games in the core"


def add_arguments(parser: argparse.ArgumentParser, game: AnyGame) -> None:
    """Declare the benchmark's arguments."""
    parser.add_argument("one", metavar="PLAYER", help="whose games are counted")
    parser.add_argument("other", metavar="PLAYER", nargs="+", help="each of those it plays against")
    parser.add_argument(
        "--pairs", type=positive, default=1000, metavar="N", help="pairs of games with each (%(default)s)"
    )
    parser.add_argument("--seed", type=int, default=1, metavar="N", help="seed of the first deal (%(default)s)")


def run(arguments: argparse.Namespace, game: AnyGame) -> bool:
    """Measure; return whether every bar is met. Raises ValueError for no player."""
    core = library()
    one = _player(arguments.one)
    for name, other in [(name, _player(name)) for name in arguments.other]:
        margins, turns = play_pairs(core, one, other, arguments.pairs, arguments.seed)
        print(f"{name}: {summary(margins)}; at most {max(turns)} turns", flush=True)
    return True


def _player(text: str) -> CorePlayer:
    """Return the player of a text. Raises ValueError."""
    if text == "ours":
        return CorePlayer(STYLE, trained())
    if text in OPPONENTS:
        return OPPONENTS[text]
    style, weights = Style.from_buffer_copy(STYLE), trained()
    kinds = dict(Style._fields_)
    for setting in text.split(","):
        name, sign, value = setting.partition("=")
        try:
            if name == "weights" and sign:
                weights = read(Path(value))
            else:
                setattr(style, name, int(value) if kinds[name].__name__ == "c_int" else float(value))
        except (KeyError, ValueError, OSError) as error:
            known = ", ".join(("ours", *OPPONENTS, "weights=FILE", *(f"{each}=NUMBER" for each in kinds)))
            raise ValueError(f"expected one of {known}, got {setting!r}: {error}") from error
    return CorePlayer(style, weights)
