"""The program in player/economancy."""

from collections.abc import Callable

from unpacked import run


def load() -> Callable[[], int]:
    """Import what comes in files of its own (numpy, say), open the weights, and return the player's loop."""
    import numpy  # noqa: F401, PLC0415 - after the environment is set
    import orjson  # noqa: F401, PLC0415

    from economancy.player import main  # noqa: PLC0415
    from economancy.search.value import hold  # noqa: PLC0415

    hold()
    return main


if __name__ == "__main__":
    run(load, later=["numpy.random"])
