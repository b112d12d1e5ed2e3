"""The rules, a sentence each."""

import itertools
from dataclasses import replace
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lost_cities.protocol.lines import card_named
from lost_cities.rules import (
    DECK,
    INVESTMENT,
    Card,
    Discard,
    Draw,
    Memory,
    Pile,
    Play,
    State,
    apply,
    can_follow,
    deal,
    legal_actions,
    legal_draws,
    legal_plays,
    new_game,
    observe,
    players_to_move,
    returns,
    score,
    scores,
)
from tests.lost_cities.positions import random_game, seeds

EMPTY: tuple[Pile, ...] = ((),) * 5


def cards(names: str) -> Pile:
    return tuple(card_named(name) for name in names.split())


def fresh() -> State:
    return new_game(*deal(Random(1)), 0)


def test_there_are_sixty_cards_three_investments_and_2_to_10_in_each_of_five_suits() -> None:
    assert len(DECK) == 60
    for suit in range(5):
        values = [card.value for card in DECK if card.suit == suit]
        assert values == [INVESTMENT] * 3 + list(range(2, 11))


def test_each_player_is_dealt_eight_cards_and_44_are_left() -> None:
    state = fresh()
    assert [len(hand) for hand in state.hands] == [8, 8]
    assert len(state.deck) == 44


def test_a_game_needs_the_sixty_cards_and_a_seat_to_begin() -> None:
    hands, deck = deal(Random(1))
    with pytest.raises(ValueError, match="two hands of 8 cards"):
        new_game(hands, (*deck[:-1], deck[0]), 0)
    with pytest.raises(ValueError, match="seat 0 or 1"):
        new_game(hands, deck, 2)


@pytest.mark.parametrize(
    ("laid", "card", "may"),
    [
        ("", "InvD", True),
        ("", "10D", True),
        ("InvD", "InvD", True),
        ("InvD InvD", "2D", True),
        ("4D", "InvD", False),
        ("4D", "4D", False),
        ("4D", "3D", False),
        ("InvD 4D", "5D", True),
        ("InvD 4D", "10D", True),
    ],
)
def test_an_expedition_rises_and_investments_come_before_numbers(laid: str, card: str, may: bool) -> None:
    assert can_follow(card_named(card), cards(laid)) == may


@pytest.mark.parametrize(
    ("laid", "points"),
    [
        ("", 0),
        ("InvD", -40),
        ("InvD InvD InvD", -80),
        ("InvD InvD 6D 8D 10D", 12),
        ("2D", -18),
        ("2D 3D 4D 5D 6D 7D 8D", 15),
        ("2D 3D 4D 5D 6D 7D 8D 9D", 44),
        ("InvD 2D 3D 4D 5D 6D 7D 8D", 50),
        ("InvD InvD InvD 2D 3D 4D 5D 6D 7D 8D 9D 10D", 156),
    ],
)
def test_points_of_an_expedition(laid: str, points: int) -> None:
    assert score(cards(laid)) == points


@given(st.lists(st.sampled_from(DECK[:12]), max_size=12))
def test_points_are_numbers_less_20_times_investments_and_one_and_20_for_eight_cards(laid: list[Card]) -> None:
    numbers = [card.value for card in laid if card.value]
    expected = (sum(numbers) - 20) * (1 + laid.count(Card(0, INVESTMENT))) + 20 * (len(laid) >= 8) if laid else 0
    assert score(tuple(laid)) == expected


def test_a_card_may_be_discarded_that_could_be_played() -> None:
    assert legal_plays(cards("4D"), EMPTY) == (Play(Card(0, 4)), Discard(Card(0, 4)))


def test_equal_investments_are_one_action() -> None:
    assert legal_plays(cards("InvD InvD"), EMPTY) == (Play(Card(0, 0)), Discard(Card(0, 0)))


def test_every_pile_with_a_card_may_be_drawn_from_but_the_one_just_discarded_on() -> None:
    piles = (cards("4D"), (), cards("2M 3M"), (), cards("InvV"))
    assert legal_draws(piles, None) == (Draw(), Draw(0), Draw(2), Draw(4))
    assert legal_draws(piles, 2) == (Draw(), Draw(0), Draw(4))


def test_after_a_play_on_an_expedition_every_pile_may_be_drawn_from() -> None:
    state = replace(
        fresh(), hands=(cards("5D 2O 3O 4O 5O 6O 7O 8O"), fresh().hands[1]), discards=(cards("4D"), *EMPTY[1:])
    )
    state = apply(state, Play(Card(0, 5)))
    assert Draw(0) in legal_actions(state)


def test_a_turn_is_a_play_and_then_a_draw() -> None:
    state = fresh()
    assert (state.mover, state.drawing) == (0, False)
    state = apply(state, legal_actions(state)[0])
    assert (state.mover, state.drawing, len(state.hands[0])) == (0, True, 7)
    state = apply(state, Draw())
    assert (state.mover, state.drawing, len(state.hands[0])) == (1, False, 8)


def test_the_top_of_a_pile_is_drawn_and_everybody_knows_it() -> None:
    state = replace(fresh(), discards=(cards("4D 2D"), *EMPTY[1:]), drawing=True)
    state = apply(state, Draw(0))
    assert state.discards[0] == cards("4D")
    assert state.memories[0] == Memory(cards("2D"), pickups=1)
    assert observe(state, 1).memories[1].known == cards("2D")


def test_a_known_card_is_forgotten_when_it_is_laid() -> None:
    state = replace(fresh(), hands=(cards("4D 2O"), ()), memories=(Memory(cards("4D"), 1), Memory()))
    assert apply(state, Play(Card(0, 4))).memories[0] == Memory((), 1)
    assert apply(state, Discard(Card(1, 2))).memories[0] == Memory(cards("4D"), 1)


def test_the_game_is_over_when_the_deck_is_empty_and_cards_in_hand_count_nothing() -> None:
    state = replace(fresh(), deck=cards("2D"), drawing=True, expeditions=((cards("10D"), *EMPTY[1:]), EMPTY))
    assert returns(state) == (0, 0)
    state = apply(state, Draw())
    assert players_to_move(state) == ()
    assert scores(state) == (-10, 0)
    assert returns(state) == (-1, 1)
    assert legal_actions(state) == ()


def test_an_illegal_action_is_refused_and_named() -> None:
    with pytest.raises(ValueError, match="illegal action Draw"):
        apply(fresh(), Draw())


def test_the_seat_that_is_not_asked_has_no_actions() -> None:
    assert legal_actions(fresh(), 1) == ()
    assert legal_actions(observe(fresh(), 1)) == ()


@settings(max_examples=25)
@given(seeds)
def test_no_card_is_lost_or_doubled_and_each_answer_is_of_the_mover(seed: int) -> None:
    for state in random_game(seed):
        places = [*state.deck, *(card for hand in state.hands for card in hand)]
        places += [card for side in state.expeditions for pile in side for card in pile]
        places += [card for pile in state.discards for card in pile]
        assert sorted(places) == list(DECK)
        for seat, hand in enumerate(state.hands):
            assert list(hand) == sorted(hand)
            assert set(state.memories[seat].known) <= set(hand)
            waits = seat != state.mover or not state.drawing
            assert len(hand) == (8 if waits else 7)
        for side in state.expeditions:
            for pile in side:
                numbers = [card.value for card in pile]
                assert numbers == sorted(numbers)
                assert all(number < after for number, after in itertools.pairwise(numbers) if number)


@settings(max_examples=25)
@given(seeds)
def test_a_view_shows_nothing_of_the_deck_or_the_other_hand(seed: int) -> None:
    for state in list(random_game(seed))[:: 1 + seed % 9]:
        for seat in (0, 1):
            other = 1 - seat
            hidden = replace(
                state,
                deck=(Card(0, 2),) * len(state.deck),
                hands=(state.hands[0], ()) if other else ((), state.hands[1]),
            )
            assert observe(hidden, seat) == observe(state, seat)


@settings(max_examples=25)
@given(seeds)
def test_44_draws_come_from_the_deck_and_the_streak_counts_those_that_do_not(seed: int) -> None:
    streak = 0
    states = list(random_game(seed))
    for before, after in itertools.pairwise(states):
        if before.drawing:
            streak = 0 if len(after.deck) < len(before.deck) else streak + 1
        assert after.streak == streak
    if not players_to_move(states[-1]):
        assert sum(len(before.deck) - len(after.deck) for before, after in itertools.pairwise(states)) == 44
