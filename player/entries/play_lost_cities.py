"""The program in player/lost-cities."""

from collections.abc import Callable

from unpacked import run


def load() -> Callable[[], int]:
    """Import the player, whose compiled core and weights are read with it, and return its loop."""
    from lost_cities.player import main  # noqa: PLC0415 - after the environment is set
    from lost_cities.search.core import library  # noqa: PLC0415
    from lost_cities.search.weights import trained  # noqa: PLC0415

    library()
    trained()
    return main


if __name__ == "__main__":
    run("lost-cities", load)
