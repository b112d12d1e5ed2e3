"""How long tests wait for what happens soon."""

import time
from collections.abc import Callable

ENOUGH = 20.0  # seconds for what happens soon on any machine, however busy


def soon(condition: Callable[[], bool], seconds: float = ENOUGH) -> bool:
    """Tell whether something becomes true within some seconds."""
    until = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > until:
            return False
        time.sleep(0.005)
    return True
