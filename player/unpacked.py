"""The program in a packed executable: it leaves nothing behind, however it ends, once it has begun.

launcher.sh has unpacked it into a temp folder and has become it. It removes the folder once everything is in memory or
in files that are open: these need no name; or when it cannot start.
"""

import contextlib
import gc
import importlib
import os
import signal
import sys
from collections.abc import Callable, Sequence
from importlib.machinery import EXTENSION_SUFFIXES, ExtensionFileLoader, ModuleSpec
from io import BufferedReader
from itertools import islice
from typing import NoReturn

OPEN_FILES = "/proc/self/fd"
MOST_FOLDERS = 16
"""How many folders of killed players one start removes (guessed)."""
MOST_FILES = 65536
"""No number of an open file of ours is above (guessed)."""


def run(game: str, load: Callable[[], Callable[[], int]], later: Sequence[str] = ()) -> None:
    """Load a player, which returns its loop, remove what it was loaded from, play, and exit with its status.

    `later`: modules that bring extension modules and that the player imports when it needs them. What keeps the player
    from starting is said in one line; the exit status is then 1.
    """
    for number in range(3):  # a closed stream's number must not become a file of ours: not every sh sees to that
        try:
            os.fstat(number)
        except OSError:
            os.open(os.devnull, os.O_RDWR)
    signal.signal(signal.SIGINT, signal.SIG_DFL)  # or Ctrl-C ends the imports with a traceback
    os.environ["OPENBLAS_NUM_THREADS"] = "1"  # read once, when numpy is imported; more threads only fight for cores
    gc.disable()  # to look for garbage among what stays takes 5 to 9 % of the time to the first answer (measured)
    top = os.path.dirname(sys.executable) if hasattr(sys, "frozen") else None
    try:
        play = load()
        if not os.path.isdir(OPEN_FILES):
            for name in later:
                importlib.import_module(name)
        if top is not None:
            hold(top, kept=bool(later))
    except Exception as error:
        give_up(game, error, top)
    gc.freeze()  # nor is it looked for there later
    gc.enable()
    if top is not None:
        sweep(top)
        remove(top)
    sys.exit(play())


def give_up(game: str, error: BaseException, top: str | None) -> NoReturn:
    """Say in a line why a player cannot start, remove its folder, and exit with status 1."""
    while error.__cause__ is not None:  # numpy's own error has a page of advice, and no reason
        error = error.__cause__
    text = " ".join(f"{game}: cannot start, {type(error).__name__}: {error}".split())
    with contextlib.suppress(OSError):
        os.write(2, f"{text}\n".encode(errors="replace"))
    os.closerange(3, MOST_FILES)  # if no more may be opened, the folder could not be read
    if top is not None:
        remove(top)
    os._exit(1)  # without a word about the closed files


class OpenModules:
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


def hold(top: str, kept: bool) -> None:
    """Open what a program loads late from its folder, which is about to be removed: modules, and extension modules only
    if they are to be `kept`.

    PyInstaller's reader of modules opens its archive anew for each of them; here it gets the file that is open. This
    saves no time: it is for a folder that is gone before the first answer, however the program ends.
    """
    import pyimod01_archive  # type: ignore[import-not-found]  # noqa: PLC0415 - PyInstaller's, in the executable alone

    archive = os.open(sys.executable, os.O_RDONLY)  # stays open; nobody reads it at the same time
    pyimod01_archive.open = lambda *_: os.fdopen(os.dup(archive), "rb")
    if kept:
        sys.meta_path.insert(0, OpenModules(top))
    os.close(os.open(top, os.O_RDONLY))  # one more can be opened: to remove the folder, and for each late import


def remove(top: str) -> None:
    """Remove a folder and what is in it, as far as that can be done. (The import of shutil takes longer.)"""
    for folder, folders, files in os.walk(top, topdown=False):
        for name in files:
            with contextlib.suppress(OSError):
                os.unlink(os.path.join(folder, name))
        for name in folders:
            with contextlib.suppress(OSError):
                os.rmdir(os.path.join(folder, name))
    with contextlib.suppress(OSError):
        os.rmdir(top)


def sweep(top: str) -> None:
    """If the folder of this program had no lock, remove what killed players left beside it without one, a few at most.

    The launcher holds the file `alive` of each open for writing, and its program inherits it. Nobody gets a lease to
    read such a file while somebody holds it, in whatever namespace, nor from a file system that has no leases.
    """
    beside, name = os.path.split(top)
    game, unlocked, _ = name.partition("-unlocked-")
    if not unlocked:
        return
    import fcntl  # noqa: PLC0415 - most players do without

    signal.signal(signal.SIGIO, signal.SIG_IGN)  # which says that somebody wants to write
    with contextlib.suppress(OSError), os.scandir(beside) as entries:
        ours = (entry for entry in entries if entry.name.startswith(game + unlocked) and _is_own_folder(entry))
        for entry in islice(ours, MOST_FOLDERS):
            with contextlib.suppress(OSError):
                os.rmdir(entry)  # of one that was killed before there was anything in it
            with contextlib.suppress(OSError), open(os.path.join(entry, "alive"), "rb") as alive:
                fcntl.fcntl(alive, fcntl.F_SETLEASE, fcntl.F_RDLCK)
                remove(entry.path)


def _is_own_folder(entry: "os.DirEntry[str]") -> bool:
    return entry.is_dir(follow_symlinks=False) and entry.stat().st_uid == os.geteuid()
