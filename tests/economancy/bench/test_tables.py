"""The measurement of tables of three and four."""

import argparse
import re
from collections import Counter
from dataclasses import replace

import pytest

from economancy.bench import tables as bench_tables
from economancy.bench.fair_openings import FAIR, fair_seed, least_share
from economancy.bench.table_rows import GROUPS, PercentBar, TableGroup, rows
from economancy.bench.tables import Tally, play_from_start
from economancy.game import GAME
from economancy.policy import OURS, builtin
from gamekit.game import ChildSettings
from gamekit.tournament.arena import GameResult, GameSettings, make_opening, play_job

MIXED = TableGroup(
    "mixes",
    "mixes",
    (("points", "simple", "random"), ("points", "simple", "simple"), ("points", "decent:20", "simple")),
    PercentBar((50, 50, 50, 50), least=True),
    table_bar=PercentBar((1, 1, 1, 1), least=True),
    draws_bar=PercentBar((99, 99, 99, 99), figure="draws"),
)
LOSING = TableGroup("copies", "losing", (("random", "points", "points"),), PercentBar((50, 50, 50, 50), least=True))
"""Rows that take no time."""


@pytest.mark.parametrize("seats", [3, 4])
def test_the_rows_are_those_that_are_asked_for(seats: int) -> None:
    found = rows(seats)
    assert list(dict.fromkeys(row.group for row in found)) == list(GROUPS)
    for row in found:
        for table in row.tables:
            assert len(table) == seats
            assert table.count(table[0]) == 1  # whose wins count
            assert OURS in table
            assert all(callable(builtin(name)) for name in table)
    mixes = next(row for row in found if row.group == "mixes")
    assert len({tuple(sorted(table)) for table in mixes.tables}) == len(mixes.tables) == {3: 3, 4: 7}[seats]
    assert all(len(set(table)) > 2 for table in mixes.tables)
    for number in mixes.tables_with("points", "decent"):
        assert {"points", "decent"} <= {*mixes.tables[number]}


def test_a_bar_is_at_least_or_at_most() -> None:
    least, most = PercentBar((60, 40, 75, 60), least=True), PercentBar((36, 28, 36, 28), figure="upper bound")
    assert [least.met(1, share) for share in (0.39, 0.4, 0.41)] == [False, True, True]
    assert [most.met(1, share) for share in (0.27, 0.28, 0.29)] == [True, True, False]
    assert (least.words(2), most.words(0)) == ("at least 75", "upper bound at most 36")


def measured(*words: str) -> bool:
    """Measure little rows, as by a command line of these words; return whether all bars are met."""
    parser = argparse.ArgumentParser()
    bench_tables.add_arguments(parser, GAME)
    return bench_tables.run(parser.parse_args([*words, "--jobs", "1"]), GAME, lambda seats: [MIXED, LOSING])


def test_a_row_is_printed_with_each_of_its_tables_and_its_draws(capsys: pytest.CaptureFixture[str]) -> None:
    words = ("--seats", "3", "--base", "--games", "18", "--rows", "mixes")
    assert measured(*words)
    printed = capsys.readouterr().out
    block, header, mean, *tables, draws = printed.splitlines()[-7:]
    assert block.startswith("3 seats, base shop")
    assert header.split() == ["games", "won", "%", "(95", "%)", "start", "random", "draws", "%", "bar"]
    figures = r"[\d.]+ \([\d.]+…[\d.]+\) +[\d.]+ +[\d.]+ +[\d.]+ "
    assert re.fullmatch(rf"mixes +18 +{figures} +at least 50", mean)
    for rivals, line in zip(("simple, random", "simple, simple", "decent, simple"), tables, strict=True):
        assert re.fullmatch(rf"  {rivals} +6 +{figures} +at least 1", line)
    assert re.fullmatch(rf"  where points and decent sit +6 +{figures} +draws at most 99", draws)
    assert measured(*words)
    assert capsys.readouterr().out == printed


def test_the_worst_table_counts_whatever_the_mean(capsys: pytest.CaptureFixture[str]) -> None:
    tally = Tally()
    for table, winner in ((0, 0), (1, 0), (2, 1)):
        tally.add(game(table, 0, winner), "a")
    half = PercentBar((50, 50, 50, 50), least=True)
    assert bench_tables.print_row(replace(MIXED, bar=half, table_bar=None, draws_bar=None), tally, 0)
    assert not bench_tables.print_row(replace(MIXED, bar=half, table_bar=half, draws_bar=None), tally, 0)
    missed = [line for line in capsys.readouterr().out.splitlines() if line.endswith(": missed")]
    assert [line.split("  ")[1] for line in missed] == ["decent, simple"]


def test_a_missed_bar_is_said_and_told(capsys: pytest.CaptureFixture[str]) -> None:
    assert not measured("--seats", "3", "--simple", "--games", "6", "--rows", "copies")
    assert capsys.readouterr().out.splitlines()[-1].endswith("at least 50: missed")


def test_every_table_and_rotation_has_as_many_games_half_of_them_from_openings() -> None:
    jobs = list(bench_tables.jobs_of(MIXED, "simple", 18, 2, (1, 0, 0)))
    for job in jobs:
        opening = GameSettings(GAME, ChildSettings(GAME.wires[0], 1.0), opening=2 * (job.block % 2))
        assert play_from_start(2, 1.0, job).played.start == play_job(opening, job).played.start
    assert Counter(job.block % 2 for job in jobs) == {0: 9, 1: 9}
    assert len({job.seed for job in jobs}) == len(jobs) == 18
    seats = Counter((job.table, [player.name for player in job.players].index("points")) for job in jobs)
    assert seats == {(table, seat): 2 for table in range(3) for seat in range(3)}
    for other in bench_tables.jobs_of(LOSING, "simple", 6, 2, (1, 0, 1)):
        same = next(job for job in jobs if job.block == other.block)
        assert same.opening_seed == other.opening_seed
        assert same.seed != other.seed


@pytest.mark.parametrize(("days", "number"), [(1, 4), *(pytest.param(n, 20, marks=pytest.mark.long) for n in (1, 2))])
def test_no_seat_is_lost_after_an_opening(days: int, number: int) -> None:
    plain = [make_opening(GAME, 3, "simple", days, seed).state for seed in range(number)]
    fair = [make_opening(GAME, 3, "simple", days, fair_seed("simple", 3, days, seed)).state for seed in range(number)]
    assert fair_seed("simple", 3, days, 5) == fair_seed("simple", 3, days, 5)
    worst, worst_of_fair = (min(least_share(state, 99) for state in states) for states in (plain, fair))
    assert worst < FAIR / 2
    assert worst_of_fair > FAIR * 0.7  # by other playouts: chance
    assert len(set(fair)) > number / 2


def game(table: int, block: int, winner: int | None) -> GameResult:
    returns = tuple(1 / 3 if winner is None else float(seat == winner) for seat in range(3))
    return GameResult(0, table, block, "simple", ("a", "b", "c"), 1, returns, None, None, (), 9, 30, ((), (), ()))


def test_wins_count_and_draws_do_not() -> None:
    tally = Tally()
    for winner in (0, 0, 1, None, None, 2):
        tally.add(game(0, 0, winner), "a")
        tally.add(game(1, 0, 0), "a")
    one, both = tally.cell([0]), tally.cell()
    assert (one.games, both.games) == (6, 12)
    assert (one.won.mean, one.draws) == pytest.approx((1 / 3, 1 / 3))
    assert (both.won.mean, both.draws) == pytest.approx((2 / 3, 1 / 6))


def test_games_from_the_start_and_from_openings_are_told_apart() -> None:
    tally = Tally()
    for block, winner in ((0, 0), (0, 0), (1, 0), (1, 1), (2, 1), (2, 1)):
        tally.add(game(0, block, winner), "a")
    assert tally.cell().by_start == (0.5, 0.5)
    tally.add(game(0, 3, 1), "a")
    assert tally.cell().by_start[1] == pytest.approx(1 / 3)


def test_a_forfeit_of_a_built_in_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    tally = Tally()
    tally.add(game(0, 0, 0), "a")
    assert bench_tables.print_row(replace(LOSING, bar=None), tally, 0)
    tally.add(replace(game(0, 1, None), returns=None, forfeit=1, faults=(1,), reason="our bug: KeyError"), "a")
    assert not bench_tables.print_row(replace(LOSING, bar=None), tally, 0)
    assert capsys.readouterr().out.splitlines()[-1] == "  forfeits: 1, as of b: our bug: KeyError"
