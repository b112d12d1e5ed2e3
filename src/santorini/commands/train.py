"""The command `train`: learn a value of boards: games of the search against itself, and a fit to them."""

import argparse
import json
from contextlib import closing
from dataclasses import asdict
from pathlib import Path

from gamekit.commands.common.main import complain, words_of
from gamekit.files import OwnFolder, read_whole, replace_file
from gamekit.game import AnyGame
from gamekit.text.numbers import positive

HELP = "learn a value of boards from self-play"
DESCRIPTION = """`train play FOLDER` writes files of games that the search plays against itself with a value; files that
are there already are left, so it can be stopped and started again. `train fit FILE --data FOLDER ...` fits a value to
such games and writes it, with FILE.json beside it: how it was made, and how well it predicts positions held out. A
wide value is kept after each pass in FILE.state.npz: the same command goes on from there. Remove it when done."""
EXAMPLES = (
    "{game} train play games --files 40 --games 400",
    "{game} train fit wide.bin --data games --passes 4",
)


def add_arguments(parser: argparse.ArgumentParser, game: AnyGame) -> None:
    """Declare the command's arguments."""
    steps = parser.add_subparsers(dest="step", required=True, metavar="STEP")
    play = steps.add_parser("play", help="play games of the search against itself")
    play.add_argument("folder", type=Path)
    play.add_argument("--value", default="hand", help="what the search values boards with: a file, or hand")
    play.add_argument("--files", type=positive, default=60, help="how many files to write (60)")
    play.add_argument("--games", type=positive, default=400, help="games a file (400)")
    play.add_argument(
        "--nodes", type=positive, default=2000, help="boards that the search may look at in a turn (2000)"
    )
    play.add_argument("--base", type=float, default=0.2, help="share of games without cards (0.2)")
    play.add_argument("--seed", type=int, default=1)
    fit = steps.add_parser("fit", help="fit a value to games")
    fit.add_argument("file", type=Path)
    fit.add_argument("--data", type=Path, nargs="+", required=True, help="folders of games, or files")
    fit.add_argument("--kind", choices=("linear", "wide"), default="wide")
    fit.add_argument(
        "--share",
        type=float,
        default=0.5,
        help="how much of a target is the result; the rest is the score of the search (0.5)",
    )
    fit.add_argument("--passes", type=positive, default=10, help="how often to go through the positions (10)")
    fit.add_argument("--seed", type=int, default=1)


def run(arguments: argparse.Namespace, game: AnyGame) -> int:
    """Train; return the exit status."""
    try:
        return _play(arguments) if arguments.step == "play" else _fit(arguments)
    except (OSError, ValueError) as error:
        return complain(game, "train", words_of(error))


def _play(arguments: argparse.Namespace) -> int:
    from santorini.training.self_play import play_games  # noqa: PLC0415 - help needs no numpy
    from santorini.training.weights import LARGEST  # noqa: PLC0415

    value = None if arguments.value == "hand" else read_whole(Path(arguments.value), LARGEST)
    with closing(OwnFolder(arguments.folder)) as folder:
        for number in range(arguments.files):
            name = f"{arguments.seed}-{number}.npz"
            if name not in folder.names():
                seed = arguments.seed * 1000 + number
                positions = play_games(value, arguments.games, arguments.nodes, seed, arguments.base)
                folder.replace(name, positions.packed())
                print(f"{folder.path / name}: {len(positions)} positions", flush=True)
    return 0


def _fit(arguments: argparse.Namespace) -> int:
    from santorini.training.fitting import Recipe, fit  # noqa: PLC0415 - help needs no numpy

    files = [file for path in arguments.data for file in (sorted(path.glob("*.npz")) if path.is_dir() else [path])]
    recipe = Recipe(arguments.kind, arguments.share, arguments.passes, arguments.seed)
    state = arguments.file.with_suffix(".state.npz")
    value, found = fit(files, recipe, state, lambda line: print(line, flush=True))
    replace_file(arguments.file, value)
    record = {**asdict(recipe), "files": [f"{file.parent.name}/{file.name}" for file in files], **found}
    replace_file(arguments.file.with_suffix(".json"), json.dumps(record, indent=1).encode() + b"\n")
    return 0
