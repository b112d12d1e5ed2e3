"""The command of a little game: `python little_bot.py nim bot random`."""

import sys
from pathlib import Path

if __name__ == "__main__":
    root = Path(__file__).parents[2]
    sys.path[:0] = [str(root), str(root / "src")]

    from gamekit.commands.common.main import main
    from gamekit.game import AnyGame
    from tests.gamekit.clicked import Clicked, Far
    from tests.gamekit.goofspiel import GOOFSPIEL
    from tests.gamekit.nim import NIM

    games: list[AnyGame] = [NIM, GOOFSPIEL, Clicked(), Far()]
    sys.exit(main(next(game for game in games if game.name == sys.argv[1]), {}, sys.argv[2:]))
