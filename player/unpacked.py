"""The program in a packed executable: it leaves nothing behind, however it ends, once it has begun.

launcher.sh has unpacked it into a temp folder and has become it. It removes the folder once everything is in memory or
in files that are open: these need no name.
"""

import gc
import importlib
import os
import signal
import sys
from collections.abc import Callable, Sequence
from importlib.machinery import EXTENSION_SUFFIXES, ExtensionFileLoader, ModuleSpec
from io import BufferedReader

OPEN_FILES = "/proc/self/fd"


def run(load: Callable[[], Callable[[], int]], later: Sequence[str] = ()) -> None:
    """Load a player, which returns its loop, remove what it was loaded from, play, and exit with its status.

    `later`: modules that bring extension modules and that the player imports when it needs them.
    """
    for number in range(3):  # a closed stream's number must not become a file of ours: not every sh sees to that
        try:
            os.fstat(number)
        except OSError:
            os.open(os.devnull, os.O_RDWR)
    signal.signal(signal.SIGINT, signal.SIG_DFL)  # or Ctrl-C ends the imports with a traceback
    os.environ["OPENBLAS_NUM_THREADS"] = "1"  # read once, when numpy is imported; more threads only fight for cores
    gc.disable()  # to look for garbage among what stays takes 5 to 9 % of the time to the first answer (measured)
    play = load()
    if not os.path.isdir(OPEN_FILES):
        for name in later:
            importlib.import_module(name)
    gc.freeze()  # nor is it looked for there later
    gc.enable()
    if hasattr(sys, "frozen"):
        remove(sys.executable, kept=bool(later))
    sys.exit(play())


class Kept:
    """Finds extension modules, not yet imported, in files of a folder that stay open when they are removed."""

    def __init__(self, folder: str) -> None:
        self.files: dict[str, BufferedReader] = {}
        for inner, _, names in os.walk(folder):
            package = os.path.relpath(inner, folder).replace(os.sep, ".")
            prefix = "" if package == "." or package.endswith(".lib-dynload") else f"{package}."
            for name in names:
                module = prefix + name.partition(".")[0]
                if name.endswith(EXTENSION_SUFFIXES[0]) and module not in sys.modules:
                    self.files[module] = open(os.path.join(inner, name), "rb")  # noqa: SIM115 - for ever

    def find_spec(self, name: str, *_: object) -> ModuleSpec | None:
        """Return how to load a module, or None if its file is not one of these."""
        if name not in self.files:
            return None
        path = f"{OPEN_FILES}/{self.files[name].fileno()}"
        return ModuleSpec(name, ExtensionFileLoader(name, path), origin=path)


def remove(program: str, kept: bool) -> None:
    """Remove the folder of the program. Modules that are imported later come from files that stay open: extension
    modules only if they are to be `kept`.
    """
    import pyimod01_archive  # type: ignore[import-not-found]  # noqa: PLC0415 - PyInstaller's, in the executable alone

    archive = os.open(program, os.O_RDONLY)  # stays open; nobody reads it at the same time
    pyimod01_archive.open = lambda *_: os.fdopen(os.dup(archive), "rb")
    top = os.path.dirname(program)
    if kept:
        sys.meta_path.insert(0, Kept(top))
    for folder, folders, files in os.walk(top, topdown=False):  # the import of shutil takes longer
        for name in files:
            os.unlink(os.path.join(folder, name))
        for name in folders:
            os.rmdir(os.path.join(folder, name))
    os.rmdir(top)
