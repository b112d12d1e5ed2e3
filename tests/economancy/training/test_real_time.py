"""Real-time dynamic programming. Small, for it solves thousands of decisions."""

from argparse import Namespace
from dataclasses import replace
from itertools import combinations_with_replacement
from pathlib import Path

import numpy as np
import pytest

from economancy.arrays.games import batch_of
from economancy.arrays.keys import keys
from economancy.commands import tabulate
from economancy.commands.cli import main
from economancy.game import GAME
from economancy.rules.game import apply, new_game
from economancy.search.look_ahead import Search
from economancy.search.value import WEIGHTS, arrays_of
from economancy.search.value_table import ValueTable
from economancy.training.best_response.exact import best_response
from economancy.training.best_response.response import Response, SecondStrategy
from economancy.training.tabular.real_time import EXPLORATION, RISKED, Exploration, RealTime
from tests.economancy.search.test_look_ahead import VALUES, networks

VALUE = replace(VALUES[2], views=2)
START = batch_of([new_game(2)])


def begun(seed: int = 1, exploration: Exploration = EXPLORATION) -> RealTime:
    return RealTime(VALUE, Search(VALUE), START, games=64, seed=seed, exploration=exploration)


def test_a_position_met_gets_the_value_of_its_solution() -> None:
    made = begun()
    made.advance()
    assert (made.decisions, len(made.table().keys)) == (1, 1)
    assert made.table().find(START).outcomes == pytest.approx(Search(VALUE).solve(START).outcomes)


@pytest.mark.parametrize(("decisions", "most"), [(2000, 0.02), pytest.param(20_000, 0.005, marks=pytest.mark.long)])
def test_nobody_gains_much_on_a_table_where_play_has_been(decisions: int, most: float) -> None:
    """An exact best response over the same values gains less than on the networks alone."""
    made = begun()
    while made.decisions < decisions:
        made.advance()
    value = replace(VALUE, table=made.table())

    def gain(search: Search) -> float:
        found = best_response(START, Response(value=value, rival=SecondStrategy(search, pruned=0)), 1)
        return float(found.outcomes @ [1, 0, 0.5]) - 0.5

    assert gain(Search(value)) < min(most, gain(Search(VALUE)) / 2)


def test_only_positions_with_enough_visits_are_kept() -> None:
    made = begun()
    for _ in range(30):
        made.advance()
    every, visited = made.table(), made.table(5)
    assert 0 < len(visited.keys) < len(every.keys)
    assert set(visited.keys.tolist()) < set(every.keys.tolist())
    assert (np.diff(every.keys) > 0).all()


@pytest.mark.ci
def test_games_that_begin_where_others_ended_lead_to_more_positions() -> None:
    def met(share: float) -> int:
        made = begun(exploration=Exploration(restarted=share, ends=8))  # soon none of them is the start
        while made.decisions < 1500:
            made.advance()
        return len(made.table().keys)

    assert met(0.5) > met(0)


def test_a_seat_that_slips_takes_actions_that_the_values_say_are_bad() -> None:
    def bids_met(slipping: float) -> int:
        """Return how many pairs of bids were met on the first morning."""
        coldest = [1e-6]  # a seat that wanders takes the best action
        made = begun(exploration=Exploration(slipping=slipping, latest=1, heats=coldest))
        for _ in range(40):
            made.advance()
        table = made.table()
        after = [apply(new_game(2), dict(enumerate(bids))) for bids in combinations_with_replacement(range(4), 2)]
        return len(table.find(batch_of(after)).rows)

    assert bids_met(1) > bids_met(0)


def test_first_purchases_are_those_of_a_player_that_risks_a_little() -> None:
    """By values with which it buys another card than a player that risks nothing."""
    value, after_bids = replace(networks(2, 6), views=2), apply(new_game(2), {0: 0, 1: 0})

    def bought(risked: float = RISKED) -> list[str]:
        """Return the cards that both seats have bought on some first day."""
        made = RealTime(value, Search(value), START, games=64, exploration=Exploration(wandering=0), risked=risked)
        for _ in range(6):
            made.advance()
        mornings = {card: batch_of([apply(after_bids, {0: card, 1: card})]) for card in ("Ghost", "Board of Monopoly")}
        return [card for card, morning in mornings.items() if len(made.table().find(morning).rows)]

    assert bought() == ["Ghost"]
    assert bought(risked=0) == ["Board of Monopoly"]


def test_it_goes_on_where_it_was() -> None:
    made, other = begun(), begun(2)
    for _ in range(30):
        made.advance()
    other.restore(made.state())
    assert other.decisions == made.decisions
    assert (other.table().keys == made.table().keys).all()
    assert (other.table().outcomes == made.table().outcomes).all()
    assert other.rng.random() == made.rng.random()
    for _ in range(30):
        other.advance()
    assert len(other.table().keys) > len(made.table().keys)


def test_tabulate_makes_a_table_and_goes_on(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["tabulate", "simple", str(tmp_path), "--decisions", "1000", "--looks", "2"]) == 0
    assert len(capsys.readouterr().out.splitlines()) == 2
    file = tmp_path / "simple-2-opening.npz"
    table = ValueTable.of(arrays_of(file.read_bytes()))
    found, _ = keys(START)
    assert found[0] in table.keys
    assert file.with_suffix(".json").exists()
    assert main(["tabulate", "simple", str(tmp_path), "--decisions", "1500", "--looks", "3"]) == 0
    first, *looks = capsys.readouterr().out.splitlines()
    assert first.startswith("going on from 1,")
    assert len(looks) == 1


def test_tabulate_refuses_the_checkpoint_of_another_computation(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    few = Namespace(shop="simple", folder=tmp_path, seed=1, decisions=100, looks=1, weights=None)
    assert tabulate.run(few, GAME) == 0
    few.seed = 2
    assert tabulate.run(few, GAME) == 2
    assert "got ['simple', 1, " in capsys.readouterr().err


def test_train_makes_a_table_over_its_own_weights_if_asked(tmp_path: Path) -> None:
    sizes = ["--decisions", "600", "--hidden", "4", "--looks", "1", "--games", "2"]
    assert main(["train", "simple", str(tmp_path), *sizes, "--table", "300"]) == 0
    again = ["--weights", str(tmp_path / "simple-2.npz"), "--decisions", "300"]
    assert main(["tabulate", "simple", str(tmp_path / "again"), *again]) == 0
    one, other = (tmp_path / folder / "simple-2-opening.npz" for folder in ("opening", "again"))
    assert one.read_bytes() == other.read_bytes()


def test_tables_are_for_two_seats(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["train", "simple", str(tmp_path), "--seats", "3", "--table", "300"]) == 2
    assert "expected --seats 2 with --table, got 3" in capsys.readouterr().err


def test_tabulate_refuses_a_file_without_networks_and_those_of_another_shop(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    np.savez(tmp_path / "other.npz", keys=np.zeros(1))
    for file in (tmp_path / "other.npz", Path(WEIGHTS) / "base-2.npz"):
        assert main(["tabulate", "simple", str(tmp_path), "--weights", str(file)]) == 2
        assert f"expected a weights file in {file}: " in capsys.readouterr().err
