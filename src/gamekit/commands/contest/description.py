"""A tournament in words: what its games depend on, what its record knows, and the command that plays it again."""

import argparse
from collections.abc import Sequence

from gamekit.commands.common.entries import Entry
from gamekit.commands.contest.games import Contest
from gamekit.processes.sandbox import MEMORY
from gamekit.text import escaped
from gamekit.text.counts import counted
from gamekit.tournament.folder import recorded_settings
from gamekit.tournament.programs import identity, on_record

_ADDED = ("tables", "seconds", "drop_after")
"""Options that a record names where they are given."""


def resumed(arguments: argparse.Namespace, entries: Sequence[Entry]) -> dict[str, str]:
    """Take what the record knows with --resume: the seed, and who plays; return what it calls who is typed otherwise.

    Raises OSError, and ValueError if a player has changed.
    """
    arguments.programs = [identity(entry.program) for entry in entries]
    recorded = recorded_settings(arguments.out) if arguments.resume else {}
    seed = recorded.get("seed")
    if arguments.seed is None and isinstance(seed, int) and seed >= 0:
        arguments.seed = seed
    if recorded and "programs" not in recorded:  # of an earlier version
        arguments.programs = None
    known = on_record(recorded, arguments.programs or [])
    if known is None:
        return {}
    if known.changed and not arguments.changed:
        names = ", ".join(map(repr, known.changed))
        raise ValueError(f"{names}: another program than when the record was begun; --changed goes on all the same")
    arguments.players_on_record, arguments.programs = known.texts, known.programs
    arguments.changed_players = known.changed
    return dict(zip((entry.name for entry in entries), known.texts, strict=True))


def settings_of(arguments: argparse.Namespace, contest: Contest) -> dict[str, object]:
    """Return what the games depend on; it must be the same when a tournament is resumed."""
    names = ("programs", "seats", "games", "copies", "table", "gauntlet", "openings", "timeout", "wire", "memory")
    added = {name: getattr(arguments, name) for name in _ADDED if getattr(arguments, name) is not None}
    return {
        **{name: getattr(arguments, name) for name in names},
        **added,
        "players": arguments.players_on_record or arguments.player_names,
        f"{contest.settings.game.variant_noun}s": contest.variants,
        "seed": contest.seed,
    }


def in_words(arguments: argparse.Namespace, contest: Contest) -> dict[str, str]:
    """Return the settings as the page lists them."""
    game = contest.settings.game
    opening = f"{counted(arguments.openings, game.length_noun)} of random play" if arguments.openings else "none"
    sandboxed = any(player.surroundings.sandbox for player in contest.players)
    most = arguments.memory or (MEMORY if sandboxed else None)
    memory = f"{most >> 20} MiB for all processes of a player" if most else "no limit"
    return {
        "seats": str(arguments.seats),
        game.variant_noun: ", ".join(contest.variants),
        "opening": opening,
        "limit for an answer": f"{arguments.timeout:g} s",
        "sandbox": "one for each player's program" if sandboxed else "none",
        "memory": memory,
        "wire": arguments.wire,
        "games at a time": str(contest.workers),
    }


def command_again(arguments: argparse.Namespace, contest: Contest) -> str:
    """Return the command that plays the same games, for a shell."""
    game = contest.settings.game
    words: list[object] = ["tournament"]
    if arguments.variant is not None:
        words += [f"--{game.variant_noun}", arguments.variant]
    words += [option for option, chosen in game.variant_options.items() if chosen == arguments.variants]
    words += [] if arguments.table else ["--seats", arguments.seats]
    for name in _ADDED:
        value = getattr(arguments, name)
        words += [] if value is None else [f"--{name.replace('_', '-')}", f"{value:g}"]
    words += ["--games", arguments.games, "--openings", arguments.openings, "--timeout", arguments.timeout]
    words += ["--wire", arguments.wire] if len(game.wires) > 1 else []
    words += ["--memory", f"{arguments.memory >> 20}M"] if arguments.memory is not None else []
    words += [f"--{option}" for option in ("copies", "table", "gauntlet") if getattr(arguments, option)]
    return escaped(game.command_line(*map(str, [*words, "--seed", contest.seed, *_players(arguments)])))


def _players(arguments: argparse.Namespace) -> list[object]:
    named = ["--players", arguments.players_in] if arguments.players_in else []
    return [*named, *arguments.players]
