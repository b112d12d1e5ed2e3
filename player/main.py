"""The executable's entry: the player, in one file that leaves nothing behind however it ends, once it has begun.

The file's bootloader unpacks what it carries into a folder in the temp folder, starts itself once more, which
runs this, and removes the folder when that has ended. If it is killed it cannot. So this process ends when the
bootloader ends, and removes the folder itself once everything is imported: what comes as a file of its own
(numpy, say) and is not imported by then cannot be imported any more.
"""

import contextlib
import ctypes
import os
import signal
import sys
import threading

signal.signal(signal.SIGINT, signal.SIG_DFL)  # or Ctrl-C ends the imports with a traceback
os.environ["OPENBLAS_NUM_THREADS"] = "1"  # read once, when numpy is imported; more threads only fight for cores

from economancy.player import main  # noqa: E402 - see the lines above

PR_SET_PDEATHSIG = 1  # of linux/prctl.h
PF_EXITING = 4  # of linux/sched.h
ENDINGS = {signal.SIGHUP, signal.SIGINT, signal.SIGTERM}


def run(folder: str) -> int:
    """Play, with the bootloader's folder gone meanwhile; return the exit status."""
    end_with_parent(int(os.path.basename(folder)[4:12], 16))  # the name is _MEI, its process id, random letters
    restore_at_signal(folder)
    remove(folder)
    try:
        return main()
    finally:
        restore(folder)


def end_with_parent(pid: int) -> None:
    """Have the kernel kill this process when its parent ends, or end it now if that has happened already."""
    ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
    if os.getppid() != pid:
        os._exit(1)


def remove(folder: str) -> None:
    """Remove a folder and what is in it, as far as possible."""
    with contextlib.suppress(OSError):
        for path, _, files in os.walk(folder, topdown=False):
            for name in files:
                os.unlink(os.path.join(path, name))
            os.rmdir(path)


def restore(folder: str) -> None:
    """Make the folder again, empty: the bootloader is about to remove it, and complains if it is not there.

    Who kills the bootloader may close our input right after: then nobody would remove it any more.
    """
    with contextlib.suppress(OSError):
        if not is_being_killed(os.getppid()):
            os.mkdir(folder, 0o700)


def is_being_killed(pid: int) -> bool:
    """Tell whether SIGKILL waits for a process, or it is on its way out (see proc(5)). Raises OSError if it is gone."""
    with open(f"/proc/{pid}/status") as file:
        pending = [int(line.split()[1], 16) for line in file if line.startswith(("SigPnd:", "ShdPnd:"))]
    with open(f"/proc/{pid}/stat") as file:
        flags = int(file.read().rpartition(") ")[2].split()[6])
    return any(signals >> (signal.SIGKILL - 1) & 1 for signals in pending) or bool(flags & PF_EXITING)


def restore_at_signal(folder: str) -> None:
    """Have a thread wait for the signals that end the player, and restore the folder first."""
    signal.pthread_sigmask(signal.SIG_BLOCK, ENDINGS)  # in every thread, or another one takes them

    def wait() -> None:
        number = signal.sigwait(ENDINGS)
        restore(folder)
        signal.pthread_sigmask(signal.SIG_UNBLOCK, ENDINGS)
        signal.raise_signal(number)

    threading.Thread(target=wait, daemon=True).start()


if __name__ == "__main__":
    bundle: str = getattr(sys, "_MEIPASS", "")
    sys.exit(run(bundle) if os.path.basename(bundle).startswith("_MEI") else main())
