"""The command `lost-cities`: gamekit's commands, and what only this game has."""

from collections.abc import Mapping, Sequence

from gamekit.commands.main import main as run_command
from lost_cities.game import GAME

OWN: Mapping[str, str] = {name: f"lost_cities.commands.{name}" for name in ("bot", "analyse", "train", "verify")}


def main(argv: Sequence[str] | None = None) -> int:
    """Run a subcommand; return the exit status: 2 for wrong usage, 130 after Ctrl-C."""
    return run_command(GAME, OWN, argv)
