"""The wide value: kept up to date turn by turn, it is what it is when added up anew, on every path."""

from pathlib import Path
from random import Random

import numpy as np
import pytest

from santorini.search import core
from santorini.search.decision import SHIPPED, read_value
from santorini.training import wide
from santorini.training.fitting import targets
from santorini.training.self_play import PAIRS, Positions, play_games, random_start
from santorini.training.weights import NAMES


def untrained(seed: int = 1) -> wide.Wide:
    """Return a value with rows of all kinds that are not 0."""
    value = wide.Wide(seed)
    rows = value.arrays[0, : wide.ROWS]
    no_rival = wide.SHARED_ROWS + NAMES * wide.CARD_ROWS  # rows that no fit touches
    rows += np.random.default_rng(seed).normal(0, 0.03, rows.shape).astype(np.float32)
    rows[no_rival : no_rival + wide.CARD_ROWS] = 0
    return value


@pytest.fixture(scope="module")
def value(fitted: wide.Wide) -> bytes:
    return fitted.encode()


@pytest.fixture(scope="module")
def fitted() -> wide.Wide:
    return untrained()


@pytest.fixture(scope="module")
def positions() -> Positions:
    return play_games(None, games=20, nodes=50, seed=5)


def test_leaves_have_the_value_of_their_board_added_up_anew(value: bytes) -> None:
    engine, rng, compared = core.Engine(value, bits=4), Random(3), 0
    for cards in PAIRS:
        record = random_start(rng, cards)
        for _ in range(4):
            following = core.children(record)
            for (child, won), leaf in zip(following, engine.values_after(record), strict=True):
                if not won:
                    assert leaf == engine.value_of(child, 1)
                    compared += 1
            going_on = [child for child, won in following if not won]
            if not going_on:
                break
            record = rng.choice(going_on)
    assert compared > 5_000


@pytest.mark.parametrize("way", [core.Instructions.BASELINE, core.Instructions.PLAIN])
def test_all_instructions_have_the_same_results(value: bytes, positions: Positions, way: core.Instructions) -> None:
    fastest, other = core.Engine(value, bits=4), core.Engine(value, bits=4)
    other.take(way)
    for record in positions.records[::7]:
        assert other.values_after(record.tobytes()) == fastest.values_after(record.tobytes())


@pytest.mark.parametrize("way", [core.Instructions.BASELINE, core.Instructions.PLAIN])
def test_a_search_of_so_many_boards_is_the_same_on_all_machines(positions: Positions, way: core.Instructions) -> None:
    record, limits = positions.records[1].tobytes(), core.Limits(nodes=5_000)
    fastest, other = (core.Engine(read_value(SHIPPED), bits=12) for _ in range(2))
    other.take(way)
    assert other.search(record, 0, limits) == fastest.search(record, 0, limits)


def test_both_seats_value_a_board_alike(value: bytes, positions: Positions) -> None:
    engine = core.Engine(value, bits=4)
    for record in positions.records[::5]:
        assert engine.value_of(record.tobytes(), 0) == engine.value_of(record.tobytes(), 1)


def test_the_core_values_boards_as_the_fit_does_but_for_rounding(
    fitted: wide.Wide, value: bytes, positions: Positions
) -> None:
    engine = core.Engine(value, bits=4)
    by_core = np.array([engine.value_of(record.tobytes()) for record in positions.records]) / 256
    assert np.abs(by_core - fitted.logits(positions.records)).max() < 0.1


def test_a_fit_lowers_the_loss_and_goes_on_where_it_stopped(positions: Positions, tmp_path: Path) -> None:
    lesson = wide.Lesson(positions.records, targets(positions, 0.5), 10)
    learnt = wide.Lesson(lesson.records[:-10], lesson.targets[:-10], len(positions) - 10)
    passes: list[str] = []
    once = wide.fit(lesson, 3, 1, tmp_path / "once.npz", passes.append)
    assert [line.partition(":")[0] for line in passes] == ["pass 1", "pass 2", "pass 3"]
    assert once.held_out_loss(learnt) < wide.Wide(1).held_out_loss(learnt) - 0.05

    def stop(line: str) -> None:
        if line.startswith("pass 3"):
            raise InterruptedError

    with pytest.raises(InterruptedError):
        wide.fit(lesson, 3, 1, tmp_path / "twice.npz", stop)
    told: list[str] = []
    again = wide.fit(lesson, 3, 1, tmp_path / "twice.npz", told.append)
    assert told[0] == "going on after pass 2"
    assert (again.arrays == once.arrays).all()


def test_sums_that_might_not_fit_are_not_written() -> None:
    too_large = untrained()
    too_large.arrays[0, : wide.ROWS] = 0.99
    with pytest.raises(ValueError, match="expected sums within 128, got up to"):
        too_large.encode()


def test_the_bound_counts_a_row_for_the_pair_one_a_space_and_27_a_token() -> None:
    rows = np.full((wide.ROWS, wide.UNITS), 0.01, np.float32)
    assert wide.largest_sum(rows) == pytest.approx(0.01 * (1 + 25 + 4 * 27), rel=1e-4)
    assert wide.largest_sum(-rows) == pytest.approx(0.01 * (1 + 25 + 4 * 27), rel=1e-4)
