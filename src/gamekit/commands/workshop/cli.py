"""Starting the command `gamekit`: Ctrl-C ends what is still imported without a word."""

import importlib
from collections.abc import Sequence

from gamekit.commands.common.start import quiet_start


def main(argv: Sequence[str] | None = None) -> int:
    """Run a command; return the exit status."""
    return quiet_start("gamekit") or int(importlib.import_module("gamekit.commands.workshop.command").main(argv))
