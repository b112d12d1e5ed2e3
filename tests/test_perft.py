"""The numbers of ways from the start of each game whose rules hide nothing: any change of the rules shows in them."""

from collections.abc import Sequence
from random import Random

import pytest

from coinfight.game import GAME as COINFIGHT
from economancy.game import GAME as ECONOMANCY
from gamekit.bench.perft import count
from gamekit.bench.registry import benches_of
from gamekit.game import AnyGame
from lost_cities.game import GAME as LOST_CITIES
from santorini.game import GAME as SANTORINI
from tests.gamekit.nim import Nim
from thud.game import GAME as THUD


@pytest.mark.parametrize(
    ("game", "ways"),
    [
        (Nim(), [12, 113, 810]),
        (COINFIGHT, [4, 22, 140]),
        (ECONOMANCY, [16, 361]),
        (SANTORINI, [300]),
        (THUD, [656]),
    ],
    ids=["nim", "coinfight", "economancy", "santorini", "thud"],
)
def test_the_ways_from_the_start_are_as_many_as_ever(game: AnyGame, ways: Sequence[int]) -> None:
    start = game.new_game(2, game.variants[0], Random(0))
    assert [count(game, start, rounds) for rounds in range(1, len(ways) + 1)] == ways


def test_a_game_is_over_with_its_last_way() -> None:
    """Of one stick there is one way to take it, however far one looks."""
    nim = Nim()
    start = nim.decode_state({**nim.encode_state(nim.new_game(2, "standard", Random(0))), "heaps": [1]})
    assert count(nim, start, 5) == 1


def test_what_is_hidden_is_not_counted() -> None:
    assert "perft" in benches_of(COINFIGHT)
    assert "perft" not in benches_of(LOST_CITIES)
