"""The program in player/economancy."""

import os
from collections.abc import Callable

from unpacked import OPEN_FILES, run


def load() -> Callable[[], int]:
    """Import what comes in files of its own (numpy, say), open the weights and the core, and return the player's loop.

    The core is loaded when it is first needed: in most games never. Only where open files have no names, it is loaded
    now.
    """
    import numpy  # noqa: F401, PLC0415 - after the environment is set
    import orjson  # noqa: F401, PLC0415

    from economancy.player import main  # noqa: PLC0415
    from economancy.search import value  # noqa: PLC0415

    value.hold()
    core = os.path.join(os.path.dirname(value.__file__), "core.so")
    if not os.path.isdir(OPEN_FILES):
        from economancy.search.core import library  # noqa: PLC0415

        library()
    elif os.path.exists(core):
        os.environ.setdefault("ECONOMANCY_CORE", f"{OPEN_FILES}/{os.open(core, os.O_RDONLY)}")
    return main


if __name__ == "__main__":
    run("economancy", load, later=["numpy.random"])
