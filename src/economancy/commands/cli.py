"""The command `economancy`: gamekit's commands, and what only this game has."""

from collections.abc import Mapping, Sequence

from gamekit.commands.common.start import start

OWN: Mapping[str, str] = {name: f"economancy.commands.{name}" for name in ("train", "tabulate", "exploit")}
"""Its own commands by their modules."""


def main(argv: Sequence[str] | None = None) -> int:
    """Run a subcommand; return the exit status: 2 for wrong usage, 130 after Ctrl-C."""
    return start("economancy.game", OWN, argv)
