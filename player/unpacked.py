"""The program in a packed executable: it leaves nothing behind, however it ends, once it has begun.

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


def run(load: Callable[[], Callable[[], int]]) -> None:
    """Load a player, which returns its loop, remove what it was loaded from, play, and exit with its status."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)  # or Ctrl-C ends the imports with a traceback
    os.environ["OPENBLAS_NUM_THREADS"] = "1"  # read once, when numpy is imported; more threads only fight for cores
    gc.disable()  # to look for garbage among what stays takes 5 to 9 % of the time to the first answer (measured)
    play = load()
    gc.freeze()  # nor is it looked for there later
    gc.enable()
    if hasattr(sys, "frozen"):
        remove(Path(sys.executable))
    sys.exit(play())


def remove(program: Path) -> None:
    """Remove the folder of the program. Python modules that are imported later come from memory."""
    import pyimod01_archive  # type: ignore[import-not-found]  # noqa: PLC0415 - PyInstaller's, in the executable alone

    content = program.read_bytes()
    pyimod01_archive.open = lambda *_: BytesIO(content)
    shutil.rmtree(program.parent, ignore_errors=True)
