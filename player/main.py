"""The program in the executable: the player, which leaves nothing behind, however it ends, once it has begun.

launcher.sh has unpacked it into a temp folder and has become it. It removes the folder once everything is in memory.
"""

import gc
import os
import shutil
import signal
import sys
from collections.abc import Callable
from io import BytesIO
from pathlib import Path


def load() -> Callable[[], int]:
    """Import what comes in files of its own (numpy, say), read the weights, and return the player's loop."""
    os.environ["OPENBLAS_NUM_THREADS"] = "1"  # read once, when numpy is imported; more threads only fight for cores
    import numpy  # noqa: F401, PLC0415 - after the line above
    import orjson  # noqa: F401, PLC0415

    from economancy.player import main  # noqa: PLC0415
    from economancy.search.value import preload, trained  # noqa: PLC0415

    preload()
    trained("simple", 2)  # what unpacking weights imports; the others are unpacked when they are asked for
    return main


def remove(program: Path) -> None:
    """Remove the folder of the program. Python modules that are imported later come from memory."""
    import pyimod01_archive  # type: ignore[import-not-found]  # noqa: PLC0415 - PyInstaller's, in the executable alone

    content = program.read_bytes()
    pyimod01_archive.open = lambda *_: BytesIO(content)
    shutil.rmtree(program.parent, ignore_errors=True)


if __name__ == "__main__":
    signal.signal(signal.SIGINT, signal.SIG_DFL)  # or Ctrl-C ends the imports with a traceback
    gc.disable()  # to look for garbage among what stays takes 5 to 9 % of the time to the first answer (measured)
    play = load()
    gc.freeze()  # nor is it looked for there later
    gc.enable()
    if hasattr(sys, "frozen"):
        remove(Path(sys.executable))
    sys.exit(play())
