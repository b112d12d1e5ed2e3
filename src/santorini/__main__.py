"""The command `santorini`."""

import sys
from collections.abc import Sequence

from gamekit.commands.main import main as run_command
from santorini.game import GAME

OWN = {name: f"santorini.commands.{name}" for name in ("verify", "train")}
"""The commands that only this game has, or has in its own way."""


def main(argv: Sequence[str] | None = None) -> int:
    """Run a subcommand; return the exit status."""
    return run_command(GAME, OWN, argv)


if __name__ == "__main__":
    sys.exit(main())
