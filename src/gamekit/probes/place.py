"""Probes of what a player leaves where it ran, and whether it needs to run where it stands; over any wire."""

import os
from collections.abc import Callable, Mapping
from typing import Any

import psutil

from gamekit.probes.bench import AnyBench

Ending = Callable[[AnyBench, Any], None]
"""Brings a run of the player to its end; the bench and the run are given."""


def is_told(bench: AnyBench, run: Any) -> None:
    """Tell the player that the game is over."""
    run.tell_end(*bench.samples.ends[0])


def leaves_no_process(name: str, ending: Ending, bench: AnyBench) -> str:
    """Expect no process of the player's left after an ending, among those that it started either."""
    with bench.player() as run:
        run.move(bench.samples.first)
        ending(bench, run)
        if found := run.leftovers():
            raise run.flaw(f"after {name} there still run: " + ", ".join(_name(pid) for pid in found))
    return ""


def leaves_no_files(endings: Mapping[str, Ending], bench: AnyBench) -> str:
    """Expect the temporary folder (TMPDIR) and the working folder empty after each ending, named in words."""
    for name, come_to_it in endings.items():
        folder = bench.new_folder()
        with bench.player(folder) as run:
            run.move(bench.samples.first)
            come_to_it(bench, run)
            run.leftovers()
            for place, where in ((run.temp, "temporary"), (folder, "working")):
                if names := sorted(os.listdir(place)):
                    raise run.flaw(f"after {name} there lie in its {where} folder: {', '.join(names)[:200]}")
    return ""


def works_elsewhere(bench: AnyBench) -> str:
    """Expect a legal answer from a player that is started in another, empty working folder."""
    with bench.player(bench.new_folder()) as run:
        run.move(bench.samples.first)
    return ""


def _name(pid: int) -> str:
    """Return the command line of a process, or of one that is gone its number."""
    try:
        return " ".join(psutil.Process(pid).cmdline())[:60] or f"process {pid}"
    except psutil.Error:
        return f"process {pid}"
