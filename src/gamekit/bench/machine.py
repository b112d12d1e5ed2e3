"""How fast this machine is now, printed beside times so that those of two machines can be compared; and a busy one."""

import contextlib
import subprocess
import sys
import time
from collections.abc import Iterator

_COMPUTE = """
import os
parent = os.getppid()
while os.getppid() == parent:
    sum(range(1_000_000))
"""


def loop_milliseconds() -> float:
    """Return the CPU time of a loop of a million turns, in milliseconds."""
    started = time.process_time()
    for _ in range(1_000_000):
        pass
    return (time.process_time() - started) * 1000


@contextlib.contextmanager
def busy_beside(programs: int) -> Iterator[None]:
    """Keep so many other programs computing; they end with this process, however it ends."""
    with contextlib.ExitStack() as stack:
        for _ in range(programs):
            process = stack.enter_context(subprocess.Popen([sys.executable, "-P", "-c", _COMPUTE]))
            stack.callback(process.kill)
        yield
