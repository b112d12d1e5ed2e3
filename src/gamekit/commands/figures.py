"""The command `figures`: what was measured of our player, and whether it still holds."""

import argparse
import contextlib
import io
import os
import re
import shlex
import sys
from collections.abc import Iterator, Mapping, Sequence
from itertools import takewhile
from pathlib import Path

from gamekit.bench.figures import Figure, Row, read_figures
from gamekit.bench.quantity import Quantity, agree, printed
from gamekit.commands.common.main import complain, words_of
from gamekit.commands.common.parsing import parser_of
from gamekit.commands.common.status import Status
from gamekit.game import AnyGame
from gamekit.text.numbers import positive

HELP = "list what was measured of our player, or measure one of it again"
DESCRIPTION = """Lists the figures of our player, numbered: what was measured, by which command, and what it printed.
With N, measures that one again by a smaller command. It holds if the same seed gives the same numbers, where they are
counted; elsewhere if the 95 % interval of the difference covers 0, and a ratio of times if it lies in its interval. Of
a figure without numbers the exit status alone is looked at. The commands name files as from the folder with the
sources."""
EXAMPLES = (
    "{game} figures",
    "{game} figures 3",
)

_WIDTH = "200"
"""The columns of the terminal that commands print for, so that no name is broken."""


def add_arguments(parser: argparse.ArgumentParser, game: AnyGame) -> None:
    """Declare the command's arguments."""
    parser.add_argument("number", nargs="?", type=positive, metavar="N", help="the figure to measure again")
    parser.add_argument("--whole", action="store_true", help="with N, by the whole command, which may take hours")
    parser.add_argument(
        "--set",
        action="append",
        default=[],
        metavar="WORD=PATH",
        help="what a word in capitals of the command stands for; may be repeated",
    )
    parser.add_argument("--file", type=Path, default=figures_file(game), help="the figures (%(default)s)")


def figures_file(game: AnyGame) -> Path:
    """Return the path of a game's figures."""
    return Path(sys.modules[type(game).__module__].__file__ or "").with_name("FIGURES.txt")


def run(arguments: argparse.Namespace, game: AnyGame) -> int:
    """List the figures or measure one again; return the exit status."""
    try:
        if arguments.file == figures_file(game) and not arguments.file.exists():
            raise ValueError(f"nothing was measured of {game.name}: there is no {arguments.file} (--file FILE)")
        figures = read_figures(arguments.file)
        if arguments.number is None:
            for number, figure in enumerate(figures, 1):
                _list(number, figure)
            return Status.FINE
        if arguments.number > len(figures):
            raise ValueError(f"expected a figure from 1 to {len(figures)}, got {arguments.number}")
        return _measure(arguments, game, figures[arguments.number - 1])
    except (OSError, ValueError) as error:
        return complain(game, "figures", words_of(error))


def _list(number: int, figure: Figure) -> None:
    print(f"{number:3}  {figure.title}\n     {figure.run.command}   (commit {figure.commit})")
    width = max((len(row.name) for row in figure.run.rows), default=0)
    for row in figure.run.rows:
        print(f"       {row.name:{width}}  {row.measured}  {row.note}".rstrip())


def _measure(arguments: argparse.Namespace, game: AnyGame, figure: Figure) -> int:
    """Run a figure's command, and compare what it prints; return the exit status. Raises ValueError."""
    measurement = figure.run if arguments.whole else figure.small
    command = _with_paths(figure, measurement.command, arguments.set)
    print(figure.title, command, sep="\n", flush=True)
    environment, words = words_of_command(command)
    parsed = parser_of(game, arguments.own, words).parse_args(words)
    output = io.TextIOWrapper(io.BytesIO(), encoding="utf-8", write_through=True)
    with _environment({"COLUMNS": _WIDTH, **environment}), contextlib.redirect_stdout(output):
        status = int(parsed.run(parsed, game))
    output.seek(0)
    text = output.read()
    print(text, end="", flush=True)
    rows = measurement.rows or figure.run.rows
    verdicts = [_compared(row, printed(text, row.name), len(rows)) for row in rows]
    small = not arguments.whole and bool(verdicts) and status == Status.NO  # a bar is for the whole size
    if status != Status.FINE:
        print(
            f"exit status {status}: {'a bar is missed at this size, which does not count' if small else 'expected 0'}"
        )
    held = all(verdicts) and (small or status == Status.FINE)
    alone = "" if rows else ", by the exit status alone"
    print(f"figure {arguments.number}: {'holds' if held else 'does not hold'}{alone}")
    return Status.FINE if held else Status.NO


def _with_paths(figure: Figure, command: str, settings: Sequence[str]) -> str:
    """Return a command whose words that stand for paths are replaced. Raises ValueError."""
    paths = dict(setting.partition("=")[::2] for setting in settings)
    for word, text in figure.needs.items():
        if not paths.get(word):
            raise ValueError(f"expected --set {word}=PATH, where {word} is {text}")
        command = re.sub(rf"\b{word}\b", lambda match: shlex.quote(paths[match[0]]), command)
    return command


def words_of_command(command: str) -> tuple[dict[str, str], list[str]]:
    """Return what a command, as typed, puts into the environment, and its words behind the game's name."""
    words = shlex.split(command)
    environment = dict(word.partition("=")[::2] for word in takewhile(re.compile("[A-Z_]+=").match, words))
    return environment, words[len(environment) + 1 :]


@contextlib.contextmanager
def _environment(changes: Mapping[str, str]) -> Iterator[None]:
    """Change the environment meanwhile."""
    before = {name: os.environ.get(name) for name in changes}
    os.environ.update(changes)
    try:
        yield
    finally:
        for name, value in before.items():
            if value is None:
                del os.environ[name]
            else:
                os.environ[name] = value


def _compared(row: Row, found: Quantity | None, times: int) -> bool:
    """Print what a row says and what was found; return whether they agree."""
    held = found is not None and agree(row.measured, found, times)
    print(f"{row.name}: {row.measured}, now {found or 'not printed'}: {'holds' if held else 'does not hold'}")
    return held
