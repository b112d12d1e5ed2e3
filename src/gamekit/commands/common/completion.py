"""Words that a shell offers to complete a command line, where it asks for some: `register-python-argcomplete NAME`."""

import os
from collections.abc import Mapping

from gamekit.builtins import builtin_names
from gamekit.commands.common.parsing import parser_of
from gamekit.game import AnyGame

ASKED = "_ARGCOMPLETE"
"""Stands in the environment when a shell asks."""


def complete(game: AnyGame, own: Mapping[str, str]) -> None:
    """Answer the shell and end the process."""
    import argcomplete  # noqa: PLC0415 - only then

    class Words(argcomplete.completers.FilesCompleter):
        """Files; for a player, built-ins as well."""

        def __call__(self, prefix: str, **asked: object) -> list[str]:
            players = getattr(asked["action"], "metavar", None) in ("SEAT", "CMD")
            builtins = [name.removesuffix("[:N]") for name in builtin_names(game)]  # those without a number
            names = [name for name in builtins if name.startswith(prefix) and ":" not in name]
            return [*(names if players else ()), *super().__call__(prefix)]

    line = os.environ.get("COMP_LINE", "")
    words = line.split()[1:] if line.endswith((" ", "\t")) else line.split()[1:-1]
    argcomplete.autocomplete(parser_of(game, own, words), default_completer=Words())
