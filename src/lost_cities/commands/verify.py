"""The command `verify`: replay traces under the rules; games written down over the quiz's server as well."""

import argparse

from gamekit.commands import verify
from gamekit.commands.main import complain
from gamekit.commands.status import Status
from gamekit.commands.verify import open_trace
from gamekit.game import AnyGame
from gamekit.text import escaped
from gamekit.wire.json_stream import Value, read_values
from lost_cities import golden

HELP = verify.HELP
DESCRIPTION = (
    verify.DESCRIPTION
    + """ A file of games over the quiz's server (JSON objects with "hands", "deck", "answers" and "streams") is told by
its first value: every byte that the server sent is made again from hands, deck and answers, and compared."""
)
add_arguments = verify.add_arguments


def run(arguments: argparse.Namespace, game: AnyGame) -> int:
    """Verify the traces; return the exit status."""
    return max(_verify(arguments, path, game) for path in arguments.traces)


def _verify(arguments: argparse.Namespace, path: str, game: AnyGame) -> int:
    try:
        with open_trace(path) as file:
            first = next(read_values(file.read), None) if path != "-" else None
            if not isinstance(first, Value) or not golden.is_golden(first.data):
                return verify.run(argparse.Namespace(**{**vars(arguments), "traces": [path]}), game)
            file.seek(0)
            return _verify_golden(path, list(read_values(file.read)))
    except OSError as error:
        return complain(game, "verify", f"{path}: {error.strerror}")


def _verify_golden(path: str, values: list[object]) -> int:
    for number, value in enumerate(values, 1):
        try:
            if not isinstance(value, Value) or not golden.is_golden(value.data):
                raise ValueError("expected an object of a game")
            assert isinstance(value.data, dict)
            golden.verify(value.data)
        except (ValueError, KeyError, TypeError, IndexError) as error:
            print(escaped(f"{path}: game {number}: {error or type(error).__name__}"))
            return Status.NO
    print(f"{escaped(path)}: ok, {len(values)} games")
    return Status.FINE
