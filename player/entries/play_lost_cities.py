"""The program in player/lost-cities."""

from collections.abc import Callable

from unpacked import run


def load() -> Callable[[], int]:
    """Import the player, whose compiled core and weights are read with it, and return its loop."""
    from lost_cities.player import main  # noqa: PLC0415 - after the environment is set

    return main


if __name__ == "__main__":
    run(load)
