"""Who meets at which tables in a tournament, as its arguments say."""

import argparse
from collections.abc import Sequence
from itertools import islice
from random import Random

from gamekit.commands.common.entries import Entry, require_different
from gamekit.game import AnyGame
from gamekit.seeds import derive_seed
from gamekit.text.counts import counted
from gamekit.text.numbers import positive, seconds
from gamekit.tournament.balance import balance, balanced_tables, endless_tables
from gamekit.tournament.schedule import make_tables

GAMES = 100
"""Games at each table, where each combination of players has one."""

_MOST_TABLES = 5000
"""That are laid in advance for --seconds (guessed: nobody has that many)."""

Tables = list[tuple[int, ...]]
"""As indices into the players."""


def add_table_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare which tables there are."""
    parser.add_argument(
        "--games",
        type=positive,
        metavar="N",
        help=f"games at each table, rounded up to whole blocks ({GAMES}; with --tables and --seconds one block)",
    )
    parser.add_argument(
        "--tables",
        type=positive,
        metavar="N",
        help="not all combinations of players, but so many tables, at which all sit and meet equally often",
    )
    parser.add_argument(
        "--seconds",
        type=seconds,
        metavar="S",
        help="as many such tables as fit into this time; the first ones are the same whatever fits",
    )
    parser.add_argument(
        "--drop-after",
        type=positive,
        metavar="N",
        help="at three seats and more: a player leaves after N games with a fault of its own, all its games are void, "
        "and its tables are played again with the others",
    )
    who = parser.add_mutually_exclusive_group()
    who.add_argument("--copies", action="store_true", help="tables may also have several copies of a player")
    who.add_argument("--table", action="store_true", help="one table of exactly these SEATs, which may repeat")
    parser.add_argument("--gauntlet", action="store_true", help="only tables of the first player against others")


def different_players(arguments: argparse.Namespace, entries: Sequence[Entry]) -> list[Entry]:
    """Return the players without those that --table repeats. Raises ValueError if two others are called the same."""
    require_different(entries, copies=arguments.copies or arguments.table)
    return list({entry.name: entry for entry in entries}.values()) if arguments.table else list(entries)


def lay_tables(arguments: argparse.Namespace, game: AnyGame, entries: Sequence[Entry]) -> Tables:
    """Return the tables, for players as they were given. Sets --seats and --games. Raises ValueError."""
    designed = arguments.tables or arguments.seconds
    if designed and (arguments.copies or arguments.table or arguments.gauntlet):
        raise ValueError("--tables and --seconds lay tables of their own: leave out --copies, --table and --gauntlet")
    if arguments.drop_after and (arguments.seats < 3 or arguments.copies or arguments.table or arguments.gauntlet):
        raise ValueError("--drop-after needs --seats 3 or more, and neither --copies nor --table nor --gauntlet")
    arguments.games = arguments.games or (1 if designed else GAMES)
    if arguments.table:
        return [_one_table(arguments, game, entries)]
    players = len(entries)
    if designed and players > arguments.seats:
        rng = Random(derive_seed(arguments.seed, 1))
        if arguments.tables:
            return balanced_tables(players, arguments.seats, arguments.tables, rng)
        return list(islice(endless_tables(players, arguments.seats, rng), _MOST_TABLES))
    tables = make_tables(players, arguments.seats, copies=arguments.copies, gauntlet=arguments.gauntlet)
    if not tables:
        fill = f"{counted(players, 'players')} fill{'s' if players == 1 else ''}"
        raise ValueError(f"{fill} no table of {arguments.seats}: give more SEATs, or use --copies")
    return tables


def _one_table(arguments: argparse.Namespace, game: AnyGame, entries: Sequence[Entry]) -> tuple[int, ...]:
    if arguments.gauntlet:
        raise ValueError("--gauntlet chooses tables, and --table is one: leave out one of them")
    if len(entries) not in game.seats:
        raise ValueError(f"expected a table of {game.seats[0]} to {game.seats[-1]} SEATs, got {len(entries)}")
    if arguments.seats not in (game.seats[0], len(entries)):
        raise ValueError(f"--table with {len(entries)} SEATs has {len(entries)} seats: leave out --seats")
    arguments.seats = len(entries)
    names = [each.name for each in different_players(arguments, entries)]
    return tuple(names.index(entry.name) for entry in entries)


def balance_line(arguments: argparse.Namespace, tables: Sequence[tuple[int, ...]], players: int) -> str:
    """Return in words how balanced tables are that were laid for it, else nothing."""
    return f"; {balance(tables, players).line(players)}" if arguments.tables and len(tables) > 1 else ""
