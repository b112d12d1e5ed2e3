"""The program in player/economancy."""

from collections.abc import Callable

from unpacked import run


def load() -> Callable[[], int]:
    """Import what comes in files of its own (numpy, say), read the weights, and return the player's loop."""
    import numpy  # noqa: F401, PLC0415 - after the environment is set
    import orjson  # noqa: F401, PLC0415

    from economancy.player import main  # noqa: PLC0415
    from economancy.search.value import preload, trained  # noqa: PLC0415

    preload()
    trained("simple", 2)  # what unpacking weights imports; the others are unpacked when they are asked for
    return main


if __name__ == "__main__":
    run(load)
