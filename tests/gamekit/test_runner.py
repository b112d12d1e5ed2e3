"""Schedules, executors, the runner, records, and the watch on the machine's load."""

import fcntl
import multiprocessing
import os
from codecs import BOM_UTF8
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, ProcessPoolExecutor
from contextlib import closing
from functools import partial
from math import comb
from pathlib import Path

import pytest

from gamekit.files import OwnFolder
from gamekit.processes.load import PAUSE, LoadProbe, busy_before, busy_during, slowdown
from gamekit.seeds import derive_seed
from gamekit.tournament.pools import ProcessPool
from gamekit.tournament.records import Record, RecordError, read_settings
from gamekit.tournament.runner import FailedJob, LostJob, run_jobs
from gamekit.tournament.schedule import blocks_for, make_tables, schedule
from tests.gamekit import jobs
from tests.waiting import soon


def test_every_combination_of_different_players_is_a_table() -> None:
    assert make_tables(4, 2) == [(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)]
    assert len(make_tables(6, 4)) == comb(6, 4)
    assert make_tables(2, 3) == []


def test_with_copies_a_player_may_hold_several_seats() -> None:
    assert make_tables(2, 3, copies=True) == [(0, 0, 0), (0, 0, 1), (0, 1, 1), (1, 1, 1)]


def test_in_a_gauntlet_only_the_first_plays_the_others() -> None:
    assert make_tables(4, 2, gauntlet=True) == [(0, 1), (0, 2), (0, 3)]
    assert make_tables(4, 3, gauntlet=True) == [(0, 1, 2), (0, 1, 3), (0, 2, 3)]
    assert make_tables(3, 3, gauntlet=True, copies=True) == [(0, 1, 1), (0, 1, 2), (0, 2, 2)]


@pytest.mark.parametrize(
    ("games", "seats", "variants", "blocks"), [(1, 2, 1, 1), (4, 2, 1, 2), (7, 3, 1, 3), (8, 2, 2, 4), (9, 2, 2, 6)]
)
def test_games_are_rounded_up_to_whole_blocks_of_each_shop(games: int, seats: int, variants: int, blocks: int) -> None:
    assert blocks_for(games, seats, variants) == blocks


def test_in_a_block_every_player_holds_every_seat_once() -> None:
    for seats in (2, 3, 4):
        block = [slot.seats for slot in schedule([tuple(range(seats))], 1)]
        assert all(sorted(column) == list(range(seats)) for column in zip(*block, strict=True))
        assert [slot.rotation for slot in schedule([tuple(range(seats))], 1)] == list(range(seats))


def test_blocks_go_through_all_orders_around_the_table_in_each_shop() -> None:
    first = [slot for slot in schedule([(0, 1, 2)], 4, variants=2) if slot.rotation == 0]
    assert [slot.seats for slot in first] == [(0, 1, 2), (0, 1, 2), (0, 2, 1), (0, 2, 1)]


def test_games_are_numbered_in_order_and_all_tables_advance_together() -> None:
    slots = list(schedule(make_tables(3, 2), 2))
    assert [slot.number for slot in slots] == list(range(12))
    assert [(slot.block, slot.table) for slot in slots[::2]] == [(0, 0), (0, 1), (0, 2), (1, 0), (1, 1), (1, 2)]


def test_seeds_differ_along_every_path_and_depend_on_nothing_else() -> None:
    paths = [(a, b, *c) for a in range(8) for b in range(8) for c in ((), (0,), (1,))]
    assert len({derive_seed(1, *path) for path in paths}) == len(paths)
    assert derive_seed(1, 2, 3) == derive_seed(1, 2, 3) != derive_seed(2, 2, 3)


@pytest.mark.parametrize("workers", [1, 2])
def test_every_job_gives_its_result_once(workers: int) -> None:
    results = run_jobs(jobs.square, range(300), partial(ProcessPool, workers), workers=workers)
    assert Counter(results) == Counter(n * n for n in range(300))


def test_only_a_few_jobs_are_taken_before_results_come() -> None:
    taken = 0

    def source() -> Iterator[int]:
        nonlocal taken
        for number in range(1_000_000):
            taken += 1
            yield number

    results = run_jobs(jobs.square, source(), partial(ProcessPool, 1), workers=1)
    next(results)
    results.close()
    assert taken < 100


def test_a_job_that_raises_is_named_with_its_traceback() -> None:
    with pytest.raises(FailedJob, match=r"^3: ValueError: three is too much") as failure:
        list(run_jobs(jobs.fail_at_three, range(10), partial(ProcessPool, 1), workers=1))
    (traceback,) = failure.value.__notes__
    assert "fail_at_three" in traceback


def test_a_job_that_cannot_use_a_file_is_named_in_one_line() -> None:
    with pytest.raises(FailedJob, match=r"^/no/such/file: /no/such/file: No such file") as failure:
        list(run_jobs(open, ["/no/such/file"], partial(ProcessPool, 1), workers=1))
    assert not hasattr(failure.value, "__notes__")


POOLS: list[Callable[[], Executor]] = [
    partial(ProcessPool, 2),
    partial(ProcessPoolExecutor, 2, multiprocessing.get_context("spawn")),
]


@pytest.mark.parametrize("pool", POOLS, ids=["ours", "the library's"])
def test_a_killed_worker_costs_no_result(pool: Callable[[], Executor], tmp_path: Path) -> None:
    results = run_jobs(jobs.die_once, [(str(tmp_path / "died"), n) for n in range(20)], pool, workers=2)
    assert sorted(results) == list(range(20))
    assert (tmp_path / "died").exists()


def test_a_job_that_kills_its_worker_every_time_is_named_after_the_others_were_done() -> None:
    done: list[int] = []
    with pytest.raises(LostJob, match=r"^5: lost 3 times: its worker died, exit status -9"):
        done.extend(run_jobs(jobs.die_at_five, range(8), partial(ProcessPool, 2), workers=2))
    assert set(done) >= {0, 1, 2, 3, 4}


def test_a_run_that_is_given_up_leaves_its_with_blocks_and_no_worker(tmp_path: Path) -> None:
    pool = ProcessPool(1)
    pool.submit(jobs.wait_in_with_block, str(tmp_path))
    assert soon((tmp_path / "begun").exists)
    pool.shutdown(cancel_futures=True)
    assert (tmp_path / "left").exists()
    assert not multiprocessing.active_children()


def record(folder: Path, *, resume: bool = False, **settings: object) -> Record:
    return Record(OwnFolder(folder), "record", settings, key="job", resume=resume)


def test_a_record_may_begin_with_a_byte_order_mark(tmp_path: Path) -> None:
    record(tmp_path, seed=1).close()
    path = tmp_path / "record"
    path.write_bytes(BOM_UTF8 + path.read_bytes())
    assert read_settings(path) == {"seed": 1}
    assert list(record(tmp_path, seed=1, resume=True).rows) == []


def test_a_record_is_continued_where_it_stopped(tmp_path: Path) -> None:
    first = record(tmp_path, seed=1)
    first.append({"job": 7, "score": 0.5})
    first.close()
    again = record(tmp_path, seed=1, resume=True)
    again.append({"job": 8})
    again.close()
    assert again.rows == {7: {"job": 7, "score": 0.5}}
    assert list(record(tmp_path, seed=1, resume=True).rows) == [7, 8]
    assert read_settings(tmp_path / "record") == {"seed": 1}


def test_a_last_line_that_was_cut_off_does_not_count_and_is_replaced(tmp_path: Path) -> None:
    first = record(tmp_path, seed=1)
    first.append({"job": 1})
    first.append({"job": 2, "long": "x" * 100})
    first.close()
    path = tmp_path / "record"
    path.write_bytes(path.read_bytes()[:-20])
    again = record(tmp_path, seed=1, resume=True)
    assert list(again.rows) == [1]
    again.append({"job": 2})
    again.close()
    assert list(record(tmp_path, seed=1, resume=True).rows) == [1, 2]


@pytest.mark.parametrize("resume", [False, True])
@pytest.mark.parametrize("content", [b"", b'{"settings":{"see'], ids=["empty", "cut"])
def test_a_record_without_a_whole_first_line_is_begun_anew(tmp_path: Path, content: bytes, resume: bool) -> None:
    (tmp_path / "record").write_bytes(content)
    again = record(tmp_path, seed=1, resume=resume)
    assert again.rows == {}
    again.append({"job": 1})
    again.close()
    assert list(record(tmp_path, seed=1, resume=True).rows) == [1]


def test_a_job_on_record_twice_counts_once(tmp_path: Path) -> None:
    first = record(tmp_path)
    first.append({"job": 1, "score": 1})
    first.append({"job": 1, "score": 0})
    first.close()
    assert record(tmp_path, resume=True).rows == {1: {"job": 1, "score": 1}}


def test_a_record_is_not_continued_unasked_or_with_other_settings(tmp_path: Path) -> None:
    record(tmp_path, seed=1, games=2).close()
    with pytest.raises(RecordError, match="holds a record already"):
        record(tmp_path, seed=1, games=2)
    with pytest.raises(RecordError, match='other settings: games was 2 and is 3; shop was null and is "base"'):
        record(tmp_path, resume=True, seed=1, games=3, shop="base")


def test_a_record_has_one_writer(tmp_path: Path) -> None:
    first = record(tmp_path)
    with pytest.raises(RecordError, match="another process"):
        record(tmp_path, resume=True)
    first.close()
    record(tmp_path, resume=True).close()


def test_who_may_only_read_a_record_keeps_nobody_from_it_by_flock(tmp_path: Path) -> None:
    record(tmp_path).close()
    with open(tmp_path / "record", "rb") as reader:
        fcntl.flock(reader, fcntl.LOCK_EX)
        again = record(tmp_path, resume=True)
        again.append({"job": 1})
        with pytest.raises(OSError, match="Bad file descriptor"):
            fcntl.lockf(reader, fcntl.LOCK_EX | fcntl.LOCK_NB)
    with pytest.raises(RecordError, match="being written by another process"):
        record(tmp_path, resume=True)
    again.close()


def test_a_record_locked_by_a_reader_is_a_line_that_says_what_to_do(tmp_path: Path) -> None:
    record(tmp_path).close()
    with open(tmp_path / "record", "rb") as reader:
        fcntl.lockf(reader, fcntl.LOCK_SH)
        with pytest.raises(RecordError, match="only reads it: put a copy of mode 600 in its place"):
            record(tmp_path, resume=True)
    record(tmp_path, resume=True).close()


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can act as another user")
def test_another_user_opens_no_new_record_and_so_cannot_lock_it(tmp_path: Path) -> None:
    for folder in (tmp_path, *tmp_path.parents[:-1]):
        folder.chmod(folder.stat().st_mode | 0o011)
    (tmp_path / "public").write_text("")
    with closing(record(tmp_path)):
        os.seteuid(65534)
        try:
            assert (tmp_path / "public").read_text() == ""
            with pytest.raises(PermissionError):
                os.open(tmp_path / "record", os.O_RDONLY)
        finally:
            os.seteuid(0)


@pytest.mark.parametrize("damage", [b"{]\n", b"[]\n", b"{}\n", b'{"job": []}\n', b'{"job": true}\n'])
def test_a_record_with_a_damaged_line_is_refused(tmp_path: Path, damage: bytes) -> None:
    record(tmp_path).close()
    with open(tmp_path / "record", "ab") as file:
        file.write(damage + b'{"job": 1}\n')
    with pytest.raises(RecordError, match="line 2"):
        record(tmp_path, resume=True)


@pytest.mark.parametrize("damage", [b"\0" * 300, b'{"job": 2, \0\0\n', b"\0" * 300 + b"\n", b"x"])
def test_a_damaged_end_as_after_a_power_cut_is_dropped_and_said(tmp_path: Path, damage: bytes) -> None:
    first = record(tmp_path)
    first.append({"job": 1})
    first.close()
    with open(tmp_path / "record", "ab") as file:
        file.write(damage)
    again = record(tmp_path, resume=True)
    assert list(again.rows) == [1]
    assert "the last line was damaged" in str(again.damage)
    again.append({"job": 2})
    again.close()
    assert list(record(tmp_path, resume=True).rows) == [1, 2]


def test_a_file_that_is_no_record_is_left_as_it_is(tmp_path: Path) -> None:
    (tmp_path / "record").write_text("my notes")
    with pytest.raises(RecordError, match="is no record"):
        record(tmp_path)
    assert (tmp_path / "record").read_text() == "my notes"


def ticks(step: float) -> Callable[[], float]:
    now = iter(range(1_000_000))
    return lambda: next(now) * step


def test_the_slowdown_is_wall_time_over_processor_time() -> None:
    elapsed = {"cpu": 0.0}

    def cpu() -> float:
        elapsed["cpu"] += 0.001
        return elapsed["cpu"]

    assert slowdown(lambda: 3 * elapsed["cpu"], cpu) == pytest.approx(3, rel=0.2)


def test_the_load_is_looked_at_every_two_seconds() -> None:
    probe = LoadProbe(ticks(PAUSE / 4), lambda: 1.5)
    assert [probe.look() for _ in range(9)].count(1.5) == 3


def test_a_busy_machine_is_warned_of_and_an_idle_one_is_not() -> None:
    assert busy_before(lambda: 1.1) is None
    assert "3.0 times" in (busy_before(lambda: 3.0) or "")
    assert busy_during([]) is None
    assert busy_during([1.0, 1.2, 9.0]) is None
    assert "4.0 times" in (busy_during([1.0, 4.0, 9.0]) or "")
