"""The program in player/lost-cities."""

import sys
from collections.abc import Callable

from unpacked import run


def load() -> Callable[[], int]:
    """Import the player, whose compiled core and weights are read with it, and return its loop."""
    from lost_cities.player import main  # noqa: PLC0415 - after the environment is set
    from lost_cities.search.core import library  # noqa: PLC0415
    from lost_cities.search.weights import trained  # noqa: PLC0415

    if "--server" in sys.argv:
        import lost_cities.player.serving  # noqa: F401, PLC0415 - its file is gone later
    library()
    trained()
    return main


if __name__ == "__main__":
    run("lost-cities", load)
