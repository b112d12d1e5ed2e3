"""The command `thud`: gamekit's commands, and what only this game has."""

from collections.abc import Mapping, Sequence

from gamekit.commands.common.start import start

OWN: Mapping[str, str] = {name: f"thud.commands.{name}" for name in ("verify", "page", "pairs", "league", "bundle")}
"""Its own commands by their modules; `verify` reads the environment's games, too."""


def main(argv: Sequence[str] | None = None) -> int:
    """Run a subcommand; return the exit status: 2 for wrong usage, 130 after Ctrl-C."""
    return start("thud.game", OWN, argv)
