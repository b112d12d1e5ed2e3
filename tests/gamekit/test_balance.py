"""Tables that are laid: everybody sits equally often, and meets everybody equally often; who was placed above whom."""

from pathlib import Path
from random import Random

import pytest

from gamekit.commands.common.entries import entries_of, require_different
from gamekit.tournament.arena import GameResult
from gamekit.tournament.balance import balance, balanced_tables, endless_tables
from gamekit.tournament.standings.pairs import Pairs
from tests.gamekit.nim import NIM


def test_twelve_players_at_sixty_tables_of_four_meet_five_or_six_times() -> None:
    found = balance(balanced_tables(12, 4, 60, Random(1)), 12)
    assert (found.tables, found.meetings) == ((20, 20), (5, 6))


@pytest.mark.parametrize(("players", "seats", "tables"), [(7, 3, 7), (9, 3, 12), (30, 4, 100), (5, 4, 3)])
def test_nobody_sits_or_meets_much_more_often_than_others(players: int, seats: int, tables: int) -> None:
    laid = balanced_tables(players, seats, tables, Random(2))
    assert all(len(set(table)) == seats for table in laid)
    found = balance(laid, players)
    assert found.tables[1] - found.tables[0] <= 1
    assert found.meetings[1] - found.meetings[0] <= 2


def test_tables_without_end_are_balanced_wherever_they_stop() -> None:
    tables = endless_tables(10, 4, Random(3))
    laid = [next(tables) for _ in range(50)]
    for stop in range(5, 50, 5):
        found = balance(laid[:stop], 10)
        assert found.tables[1] - found.tables[0] <= 1


def test_the_same_seed_lays_the_same_tables() -> None:
    assert balanced_tables(9, 4, 20, Random(4)) == balanced_tables(9, 4, 20, Random(4))


def game(number: int, returns: tuple[float, ...] | None, forfeit: int | None = None) -> GameResult:
    faults = () if forfeit is None else (forfeit,)
    return GameResult(number, 0, number, "v", ("a", "b", "c"), 1, returns, forfeit, "late", faults, 1, 1, ((), (), ()))


def test_above_is_who_has_more_and_below_everybody_is_who_forfeits() -> None:
    pairs = Pairs()
    pairs.add(game(0, (3, 1, 1)))
    pairs.add(game(1, None, forfeit=0))
    scores = pairs.scores()
    assert {pair: (score.mean, games) for pair, (score, games) in scores.items() if pair[0] < pair[1]} == {
        ("a", "b"): (0.5, 2),
        ("a", "c"): (0.5, 2),
        ("b", "c"): (0.5, 1),  # of the forfeited game nothing is known
    }


def test_players_are_named_one_by_one_in_a_file_or_by_their_folders(tmp_path: Path) -> None:
    (tmp_path / "seats").write_text("# ours\n\nheidi=python3 a=b/bot.py\nnim\n")
    (tmp_path / "bots/max").mkdir(parents=True)
    (tmp_path / "bots/.git").mkdir()
    found = entries_of(NIM, ["ours=nim", f"@{tmp_path}/seats"], tmp_path / "bots")
    assert [(each.name, each.program) for each in found] == [
        ("ours", "nim"),
        ("heidi", ("python3", "a=b/bot.py")),
        ("nim", "nim"),
        ("max", (f"{tmp_path}/bots/max/run",)),
    ]
    assert found[-1].folder == f"{tmp_path}/bots/max"


def test_a_file_of_seats_is_text_and_bounded(tmp_path: Path) -> None:
    for data, reason in ((b"\xff", "expected UTF-8"), (b"nim\n" * (1 << 19), "expected at most 1 MiB of SEATs")):
        (tmp_path / "seats").write_bytes(data)
        with pytest.raises(ValueError, match=f"{tmp_path}/seats: {reason}"):
            entries_of(NIM, [f"@{tmp_path}/seats"])


def test_two_players_of_one_name_are_refused_unless_they_are_copies() -> None:
    same = entries_of(NIM, ["a=nim", "a=nim"])
    other = entries_of(NIM, ["a=nim", "a=random"])
    require_different(same, copies=True)
    for entries, copies in ((same, False), (other, True)):
        with pytest.raises(ValueError, match="'a' is given twice"):
            require_different(entries, copies=copies)
