"""Runs probes on a player: several at a time, each once what it needs has passed, and those that measure alone."""

from collections.abc import Collection, Generator, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor

from gamekit.probes.bench import AnyBench
from gamekit.probes.probe import Flaw, Probe, Result, Status


def with_needs(names: Collection[str], probes: Mapping[str, Probe]) -> list[Probe]:
    """Return the named probes and all that they need, in the order of the table. Raises KeyError."""
    wanted: set[str] = set()
    queue = [*names]
    while queue:
        if (name := queue.pop()) not in wanted:
            wanted.add(name)
            queue += probes[name].needs
    return [probe for name, probe in probes.items() if name in wanted]


def inspect(bench: AnyBench, probes: Sequence[Probe], jobs: int) -> Generator[Result, None, None]:
    """Yield the result of each probe, in order, running so many at a time.

    What a probe needs must stand before it, and those that run alone last. Raises OSError if the player
    cannot be started. When the caller stops early, the players that run are killed.
    """
    futures: dict[str, Future[Result]] = {}
    with ThreadPoolExecutor(jobs) as pool:
        try:
            for probe in probes:
                if not probe.alone:  # a waiting probe blocks no earlier one: the pool takes them in order
                    futures[probe.name] = pool.submit(_result, probe, bench, futures)
            for future in list(futures.values()):
                yield future.result()
            for probe in probes:
                if probe.alone:
                    futures[probe.name] = Future()
                    futures[probe.name].set_result(_result(probe, bench, futures))
                    yield futures[probe.name].result()
        except BaseException:  # Ctrl-C, too
            bench.stop()
            pool.shutdown(cancel_futures=True)
            raise


def _result(probe: Probe, bench: AnyBench, others: Mapping[str, Future[Result]]) -> Result:
    """Run a probe, or say which of those that it needs has not passed."""
    for name in probe.needs:
        if others[name].result().status != "ok":
            return Result(probe, "not run", note=f"needs {name}")
    try:
        return Result(probe, "ok", note=probe.run(bench))
    except Flaw as flaw:
        status: Status = "fail" if probe.required else "advice"
        return Result(probe, status, "", flaw.came, flaw.todo or probe.todo, flaw.sent, flaw.stderr)
