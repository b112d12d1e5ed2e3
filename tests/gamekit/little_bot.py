"""The command of a little game: `python little_bot.py nim bot random`."""

import sys
from pathlib import Path

if __name__ == "__main__":
    root = Path(__file__).parents[2]
    sys.path[:0] = [str(root), str(root / "src")]

    from gamekit.commands.common.main import main
    from tests.gamekit.goofspiel import GOOFSPIEL
    from tests.gamekit.nim import NIM

    sys.exit(main(GOOFSPIEL if sys.argv[1] == "goofspiel" else NIM, {}, sys.argv[2:]))
