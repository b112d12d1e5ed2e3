"""The compiled core against the plain Python rules and values, position by position."""

from random import Random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from santorini.arrays.windows import COLUMNS, KINDS, OFF_BOARD, PLACES, SLOTS, windows
from santorini.bench import perft
from santorini.rules import State, successors
from santorini.search import core, hand
from santorini.search.decision import SHIPPED, read_value
from santorini.training import weights
from tests.santorini.boards import PAIRS, position

POSITIONS = st.builds(position, st.integers(0, len(PAIRS) - 1), st.integers(0, 30), st.integers(0, 10_000))
COUNTED = list(perft.KNOWN.items())


@given(POSITIONS)
def test_what_may_follow_is_what_the_plain_rules_say(state: State) -> None:
    found = core.children(core.encode(state))
    expected = {(core.encode(after), after.won) for after in successors(state)}
    assert set(found) == expected
    assert len(found) == len(expected)


@given(POSITIONS)
def test_a_record_is_the_state_it_was_made_of(state: State) -> None:
    assert core.decode(core.encode(state), state.turn) == state


@given(POSITIONS)
def test_the_own_winning_spaces_are_those_of_the_winning_turns(state: State) -> None:
    won = {next(iter(set(after.other.tokens) - set(state.mover.tokens))) for after in successors(state) if after.won}
    assert core.wins(core.encode(state)) == sum(1 << space for space in won)


@given(POSITIONS)
def test_the_rivals_winning_spaces_are_those_it_would_have_to_move(state: State) -> None:
    passed = State(state.other, state.mover, state.levels, state.turn + 1)
    assert core.wins(core.encode(state), 1) == core.wins(core.encode(passed), 0)


@given(POSITIONS)
def test_the_hand_made_value_is_that_of_plain_python(state: State) -> None:
    assert core.Engine(bits=4).value_of(core.encode(state)) == hand.value(state)


def made_up_value(seed: int) -> weights.BoardValue:
    """Return a linear value of random numbers that 16 bits hold."""
    rng = np.random.default_rng(seed)
    rows = (0.1 * rng.standard_normal((2, 2, weights.NAMES, 4, COLUMNS))).astype(np.float32)
    return weights.BoardValue(rows, (0.3 * rng.standard_normal((weights.NAMES, weights.NAMES))).astype(np.float32))


def value_in_python(value: weights.BoardValue, record: bytes) -> float:
    """Return the linear value of a board in logits, by the words that describe it in values.c."""
    seen = windows(np.frombuffer(record, np.uint8).reshape(1, -1))
    cards = [int(card) for card in seen.cards[0]]
    total = float(value.constant[cards[0], cards[1]])
    for token in range(4):
        player = token // 2
        level, owner, rival = seen.levels[0, token], cards[player], cards[1 - player]
        table = value.rows[player, 0, owner, level] + value.rows[player, 1, rival, level]
        total += float(table[seen.places[0, token]])
        for slot in range(SLOTS):
            kind = int(seen.kinds[0, token, slot])
            if kind != OFF_BOARD:
                total += float(table[PLACES + slot * KINDS + kind])
    return total


def test_the_linear_value_is_that_of_plain_python_but_for_rounding() -> None:
    value = made_up_value(seed=3)
    engine = core.Engine(value.encode(), bits=4)
    for number in range(60):
        record = core.encode(position(number, number % 30, number))
        assert engine.value_of(record) / weights.LOGIT == pytest.approx(value_in_python(value, record), abs=0.1)


@pytest.mark.parametrize("data", [b"", b"\x01\x00\x00\x00" * 40, made_up_value(1).encode()[:-1]])
def test_bytes_that_are_no_value_are_refused(data: bytes) -> None:
    with pytest.raises(ValueError, match="expected a value"):
        core.Engine(data, bits=4)


def test_a_value_is_the_same_for_a_board_turned_or_mirrored_on_average() -> None:
    """Learnt with random symmetries, the shipped value differs little between the eight views of a board."""
    engine = core.Engine(read_value(SHIPPED), bits=4)
    boards = [core.encode(position(number, 12, number)) for number in range(30)]
    differences = [abs(engine.value_of(board) - engine.value_of(_mirrored(board))) for board in boards]
    assert sum(differences) / len(differences) < weights.LOGIT / 2


def _mirrored(record: bytes) -> bytes:
    def space(number: int) -> int:
        return number // 5 * 5 + 4 - number % 5

    levels = [record[space(number)] for number in range(25)]
    tokens = [*sorted(map(space, record[25:27])), *sorted(map(space, record[27:29]))]
    return bytes([*levels, *tokens, *record[29:]])


@pytest.mark.parametrize(("cards", "counts"), COUNTED, ids=[f"{pair[0] or 'base'}" for pair, _ in COUNTED])
def test_the_core_counts_the_boards_of_the_known_table(
    cards: tuple[str | None, str | None], counts: tuple[tuple[int, ...], tuple[int, ...]]
) -> None:
    for board, expected in zip((perft.start, perft.middle), counts, strict=True):
        record = core.encode(board(*cards))
        assert tuple(core.perft(record, depth) for depth in range(1, len(expected) + 1)) == expected


@pytest.mark.parametrize(("cards", "counts"), COUNTED, ids=[f"{pair[0] or 'base'}" for pair, _ in COUNTED])
def test_the_plain_rules_count_the_first_turn_and_its_wins(
    cards: tuple[str | None, str | None], counts: tuple[tuple[int, ...], tuple[int, ...]]
) -> None:
    for board, expected in zip((perft.start, perft.middle), counts, strict=True):
        assert perft.count(board(*cards), 1) == expected[0]
    wins = sum(after.won for after in successors(perft.middle(*cards)))
    assert wins == (7 if cards[0] == "Pan" else 1)
    assert sum(after.won for after in successors(perft.start(*cards))) == 0


def test_random_games_in_the_core_reach_high_boards() -> None:
    """The positions that these tests compare hold caps, wins and full neighbourhoods: they would notice."""
    rng = Random(1)
    states = [position(rng.randrange(57), 30, rng.randrange(10_000)) for _ in range(60)]
    assert sum(max(state.levels) == 4 for state in states) > 20
    assert any(after.won for state in states for after in successors(state))
