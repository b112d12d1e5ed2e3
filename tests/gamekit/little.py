"""The command of a little game as a program: python little.py nim tournament ..."""

import sys
from pathlib import Path

if __name__ == "__main__":
    root = Path(__file__).parents[2]
    sys.path[:1] = [str(root / "src"), str(root)]

    from gamekit.commands.common.main import main
    from gamekit.game import AnyGame
    from tests.gamekit.clicked import Clicked, Far
    from tests.gamekit.fixed import FIXED
    from tests.gamekit.goofspiel import GOOFSPIEL
    from tests.gamekit.nim import NIM

    games: dict[str, AnyGame] = {
        "nim": NIM,
        "fixed": FIXED,
        "goofspiel": GOOFSPIEL,
        "clicked": Clicked(),
        "far": Far(),
    }
    sys.exit(main(games[sys.argv[1]], {}, sys.argv[2:]))
