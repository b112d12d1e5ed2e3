"""Random games: the rules against a plain model with lists of coins, and what always holds."""

from itertools import combinations
from random import Random

from hypothesis import given
from hypothesis import strategies as st

from coinfight.protocol import decode_action, decode_state, encode_action, encode_state
from coinfight.rules import (
    State,
    alive,
    apply,
    change_sets,
    is_over,
    largest_sets,
    legal_actions,
    new_game,
    seat_to_move,
    value,
)

COINS = st.lists(st.integers(1, 30), min_size=1, max_size=4, unique=True).map(lambda faces: tuple(sorted(faces)))


@st.composite
def games(draw: st.DrawFn) -> tuple[State, Random]:
    """Return a first state with any coins, and what plays it."""
    faces = draw(COINS)
    hand = draw(st.tuples(*(st.integers(0, 3) for _ in faces)).filter(any))
    return new_game(draw(st.integers(2, 5)), faces, hand), Random(draw(st.integers(0, 1000)))


def coins(state: State, pool: tuple[int, ...]) -> list[int]:
    return [face for face, count in zip(state.denominations, pool, strict=True) for _ in range(count)]


@given(games())
def test_games_are_those_of_a_plain_model(game: tuple[State, Random]) -> None:
    state, rng = game
    table, hands = coins(state, state.table), [coins(state, hand) for hand in state.hands]
    bound = sum(map(sum, hands))
    while not is_over(state):
        seat = seat_to_move(state)
        action = rng.choice(legal_actions(state))
        taken = [face for face, count in zip(state.denominations, action.change, strict=True) for _ in range(count)]
        assert sum(taken) < action.coin
        hands[seat].remove(action.coin)
        for coin in taken:
            table.remove(coin)
        table.append(action.coin)
        hands[seat] += taken
        state = apply(state, action)
        assert sorted(table) == coins(state, state.table)
        assert [sorted(hand) for hand in hands] == [coins(state, hand) for hand in state.hands]
        assert is_over(state) or any(state.hands[seat_to_move(state)])
        bound -= 1  # every turn loses a hand at least 1 of its value
        assert sum(map(sum, hands)) <= bound
    assert len(alive(state)) == 1


@given(COINS, st.lists(st.integers(0, 3), min_size=4, max_size=4), st.integers(1, 40))
def test_change_sets_are_all_subsets_worth_less(faces: tuple[int, ...], counts: list[int], coin: int) -> None:
    table = tuple(counts[: len(faces)])
    lying = [face for face, count in zip(faces, table, strict=True) for _ in range(count)]
    expected = {
        tuple(chosen.count(face) for face in faces)
        for size in range(len(lying) + 1)
        for chosen in combinations(lying, size)
        if sum(chosen) < coin
    }
    found = list(change_sets(faces, table, coin))
    assert found == sorted(expected)
    largest = [
        each for each in found if not any(other != each and all(map(int.__le__, each, other)) for other in found)
    ]
    assert largest_sets(faces, table, coin) == largest
    assert all(value(faces, each) < coin for each in found)


@given(games())
def test_texts_are_read_as_they_are_written(game: tuple[State, Random]) -> None:
    state, rng = game
    assert decode_state(encode_state(state)) == state
    action = rng.choice(legal_actions(state))
    assert decode_action(encode_action(state, action), state.denominations) == action
