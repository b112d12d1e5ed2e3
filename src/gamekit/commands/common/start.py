"""Starting a game's command: importing takes a moment, in which Ctrl-C ends it without a word."""

import importlib
import os
import signal
import sys
from collections.abc import Mapping, Sequence


def start(module: str, own: Mapping[str, str], argv: Sequence[str] | None = None) -> int:
    """Run a subcommand of the GAME of a module, as `gamekit.commands.common.main.main` does; return the exit status."""
    if status := quiet_start(os.path.basename(sys.argv[0])):
        return status
    main = importlib.import_module("gamekit.commands.common.main").main
    return int(main(importlib.import_module(module).GAME, own, argv))


def quiet_start(who: str) -> int:
    """Let Ctrl-C end what is only being imported; return 0, or the exit status where these commands do not run, which a
    command of that name says.
    """
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, _leave)  # not by an exception, which an import may take for something else
    if refusal := foreign(sys.platform):
        print(f"{who}: {refusal}", file=sys.stderr)
        return 2
    return 0


def foreign(platform: str) -> str:
    """Return why these commands do not run on a platform, as `sys.platform` names it; empty if they do."""
    if platform.startswith("linux"):
        return ""
    return f"expected Linux, got {platform}: on Windows use WSL (wsl --install), elsewhere a virtual machine with Linux"


def _leave(number: int, frame: object) -> None:
    """End at once: nothing has been begun."""
    os._exit(128 + number)
