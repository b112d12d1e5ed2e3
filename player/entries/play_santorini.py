"""The program in player/santorini."""

from collections.abc import Callable

from unpacked import run


def load() -> Callable[[], int]:
    """Import the player, whose compiled core and weights are read with it, and return its loop."""
    from santorini.player import main  # noqa: PLC0415 - after the environment is set
    from santorini.search.core import library  # noqa: PLC0415
    from santorini.search.decision import SHIPPED, read_value  # noqa: PLC0415

    library()
    read_value(SHIPPED)
    return main


if __name__ == "__main__":
    run("santorini", load)
