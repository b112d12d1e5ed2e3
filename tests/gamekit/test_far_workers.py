"""Workers on other machines: what they send is looked at, and who is gone or lacks something is not waited for."""

import importlib
import logging
import pickle
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future
from dataclasses import replace
from functools import partial
from typing import Any

import pytest

from gamekit.game import ChildSettings
from gamekit.tournament.arena import MOST_REASON, GameSettings, Job, Player, Report, play_job
from gamekit.tournament.cluster import ClusterExecutor
from gamekit.tournament.rows import check_report
from gamekit.tournament.runner import FarExecutor, LostJob, run_jobs
from tests.gamekit.jobs import square
from tests.gamekit.nim import NIM
from tests.waiting import soon

JOB = Job(3, 0, 1, NIM.variants[0], (Player("a", "nim"), Player("b", "random")), 7, 8)
PLAY = partial(play_job, GameSettings(NIM, ChildSettings(NIM.wires[0], 1.0), keep_trace=True))


class Sending(FarExecutor):
    """Plays here, and sends what is made of that."""

    def __init__(self, made: Callable[[Any], object]) -> None:
        self.made = made

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        future: Future[Any] = Future()
        future.set_result(self.made(pickle.loads(pickle.dumps(fn(*args, **kwargs)))))
        return future


def sent(made: Callable[[Report], object]) -> list[object]:
    """Return what comes of a game whose report is changed on its way."""

    def batch(results: tuple[list[Report], float]) -> object:
        return [made(results[0][0])], results[1]

    check: Callable[[Job, Any], object] = check_report
    return list(run_jobs(PLAY, [JOB], partial(Sending, batch), workers=1, check=check))


def other(**values: Any) -> Callable[[Report], Report]:
    """Return what changes how a game went."""
    return lambda report: replace(report, played=replace(report.played, **values))


def beside(**values: Any) -> Callable[[Report], Report]:
    """Return what changes a report, but not how the game went."""
    return lambda report: replace(report, **values)


def test_what_a_worker_sends_of_a_game_is_kept_as_it_is() -> None:
    (report,) = sent(lambda report: report)
    here = PLAY(JOB)
    assert isinstance(report, Report)
    assert report.trace == here.trace
    assert replace(report.played, seconds=()) == replace(here.played, seconds=())


WRONG: dict[str, Callable[[Report], object]] = {
    "none": lambda report: None,
    "row": lambda report: report.played,
    "another game": other(game=10**9),
    "true for a number": other(block=True),
    "no number": other(game="3"),
    "variant": other(variant="x"),
    "seats": other(seats=("x", "y")),
    "seed": other(seed=8),
    "texts": other(returns=("a", "b")),
    "too few": other(returns=(1.0,)),
    "not a number": other(returns=(float("nan"), 0.0)),
    "no returns": other(returns=None),
    "forfeit": other(forfeit=99, returns=None),
    "faults": other(faults=(2,), reason="x"),
    "reason": other(reason=5),
    "seconds": other(seconds=((-1.0,), ())),
    "no json": other(length=object()),
    "trace": beside(trace=b"junk"),
    "trace of others": lambda report: replace(report, trace=(report.trace or b"").replace(b'"a"', b'"c"')),
    "text for a trace": beside(trace="junk"),
    "line of a trace": lambda report: replace(report, trace=(report.trace or b"") + b"{\n"),
    "errors": beside(errors=("x",)),
    "no errors": beside(errors=5),
    "slowdown": beside(slowdown="x"),
    "starved": beside(starved=(2,)),
}


@pytest.mark.parametrize("name", WRONG)
def test_what_a_worker_sends_that_is_no_result_of_its_game_is_a_line(name: str) -> None:
    with pytest.raises(LostJob, match=r"^game 3 \(a, b; .*\): what a worker sent is no result of it: .") as error:
        sent(WRONG[name])
    assert "\n" not in str(error.value)
    assert len(str(error.value)) < 500


def test_a_reason_that_a_worker_sends_is_cut() -> None:
    (report,) = sent(other(faults=(0,), forfeit=0, returns=None, reason="x" * 1_000_000))
    assert isinstance(report, Report)
    assert report.played.reason == "x" * MOST_REASON


NO_BATCH = [None, ([], 0.1), ([1, 2], 0.1), (5, 0.1), ([1], "x"), ([1], -1), ([1], float("nan")), ([1], None)]


@pytest.mark.parametrize("batch", NO_BATCH, ids=str)
def test_what_is_no_batch_of_results_is_a_line(batch: object) -> None:
    with pytest.raises(LostJob, match=r"^1: (what a worker sent is no result of it|lost 3 times): .") as error:
        list(run_jobs(square, [1], partial(Sending, lambda results: batch), workers=1))
    assert "\n" not in str(error.value)


def test_workers_that_cannot_be_reached_any_more_are_a_lost_job() -> None:
    def nobody() -> Executor:
        raise OSError("no worker within 10 s")

    with pytest.raises(LostJob, match="no worker within 10 s"):
        list(run_jobs(square, [1], nobody, workers=1))


@pytest.fixture(scope="module")
def cluster() -> Iterator[Any]:
    """A scheduler and a worker, in threads."""
    distributed = pytest.importorskip("distributed", reason="the extra `cluster` is not installed")
    options = {"processes": False, "protocol": "tcp://", "host": "127.0.0.1", "dashboard_address": None}
    with distributed.LocalCluster(n_workers=1, threads_per_worker=1, **options) as started:
        yield started


class OfAnotherEnvironment:
    """An object whose module a worker lacks."""

    def __reduce__(self) -> tuple[Callable[[str], object], tuple[str]]:
        return importlib.import_module, ("no_module_of_that_name",)


_versions = iter(["1.0 (here)", "1.0 (there)"])


def version() -> str:
    return next(_versions)


def test_a_worker_that_lacks_something_or_has_another_version_is_named(cluster: Any) -> None:
    executor = ClusterExecutor(cluster.scheduler_address)
    worker = cluster.workers[0].address
    try:
        with pytest.raises(OSError, match=f"^the worker at {worker} .*: No module named 'no_module_of_that_name'$"):
            executor.lacking(OfAnotherEnvironment(), str)
        assert executor.lacking(NIM, str) is None
        said = executor.lacking(NIM, version)
        assert (
            said == f"the worker at {worker} may play otherwise: it has version 1.0 (there), and here it is 1.0 (here)"
        )
    finally:
        executor.shutdown()


def test_an_end_while_jobs_are_under_way_is_no_traceback_of_a_library(cluster: Any) -> None:
    ClusterExecutor(cluster.scheduler_address).shutdown()
    for name in ("distributed.client", "distributed.core", "distributed.comm.tcp", "tornado.application"):
        assert not logging.getLogger(name).isEnabledFor(logging.ERROR)


def test_the_last_worker_that_ends_is_not_waited_for_without_end(cluster: Any) -> None:
    executor = ClusterExecutor(cluster.scheduler_address, patience=0.2)
    try:
        assert executor.gone() is None
        cluster.scale(0)
        assert soon(lambda: executor.gone() is not None)
        assert executor.gone() == f"no worker is left at {cluster.scheduler_address} for 0.2 s: the last one ended"
        cluster.scale(1)
        assert soon(lambda: executor.gone() is None)
    finally:
        executor.shutdown()
