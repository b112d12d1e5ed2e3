"""How coins and moves are shown and told, and what a hint says in a lost position."""

from collections.abc import Iterator
from itertools import islice
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from coinfight.game import GAME
from coinfight.pages import words
from coinfight.pages.rules import SECTIONS
from coinfight.rules import Action, State, apply, is_over, legal_actions, new_game
from coinfight.search import two_seats
from gamekit.deadline import NO_DEADLINE
from gamekit.game import YOU, Change, Observation, Section


def after_turns(seats: int, turns: int, seed: int) -> State:
    """Return a state after so many random turns, or the last one in which somebody moves."""
    state, rng = new_game(seats), Random(seed)
    for _ in range(turns):
        following = apply(state, rng.choice(legal_actions(state)))
        if is_over(following):
            break
        state = following
    return state


@given(st.integers(2, 6), st.integers(0, 60), st.integers(0, 1000))
def test_clicks_choose_each_move_and_none_begins_with_another(seats: int, turns: int, seed: int) -> None:
    state = after_turns(seats, turns, seed)
    clicks = {words.clicks_of(state, action) for action in legal_actions(state)}
    assert len(clicks) == len(legal_actions(state))
    assert not any(each[:length] in clicks for each in clicks for length in range(1, len(each)))


def test_a_stack_without_end_is_drawn_and_its_number_is_written() -> None:
    state = State((1, 5), (10**30, 2), ((2, 1), (3, 10**30)), 0)
    assert f"{10**30} x 5" in GAME.draw_page(Observation(state, 0), ("a", "b"))


def test_what_was_paid_and_what_was_taken_from_where_is_marked() -> None:
    before = State((1, 5, 10, 25), (3, 2, 0, 1), ((2, 1, 2, 0), (3, 3, 2, 1)), 8)
    action = Action(10, (3, 1, 0, 0))
    after = apply(before, action)
    page = GAME.draw_page(Observation(after, 1), ("Ann", YOU), (Change(before, {0: action}, after),))
    table, ann, you = page.split("<section")[1:]
    assert (table.count(" new"), table.count('class="gone"')) == (1, 4)
    assert ann.count(" new") == 4
    assert " new" not in you
    assert "<mark>paid 10, took 3 x 1, 1 x 5</mark>" in ann
    assert [part.count("data-click") for part in (table, ann, you)] == [5, 0, 4]


def test_moves_are_told_in_coins() -> None:
    state = State((1, 5, 10, 25), (3, 2, 0, 1), ((2, 1, 2, 0), (3, 3, 2, 1)), 8)
    action = Action(10, (3, 1, 0, 0))
    assert GAME.action_text(action, state) == "pay 10, take 3 x 1, 1 x 5"
    assert GAME.action_text(action) == "pay 10, take 4 coins"
    assert GAME.action_text(Action(1, (0, 0, 0, 0))) == "pay 1, take no coins"


def test_the_story_says_who_is_out_and_who_wins() -> None:
    state = State((1, 5), (0, 0), ((1, 0), (0, 1)), 0)
    action = Action(1, (0, 0))
    told = GAME.story(state, {0: action}, apply(state, action), (YOU, "Bob"))
    assert told == ["You: pay 1, take nothing", "You are out", "Bob wins with the last coins"]


def wrong_replies(state: State, action: Action) -> tuple[int, int]:
    after = apply(state, action)
    replies = [] if is_over(after) else two_seats.moves(after)
    return sum(not two_seats.wins(after, reply) for reply in replies), len(replies)


def lost_positions() -> Iterator[State]:
    for seed in range(100):
        state = after_turns(2, 1 + seed % 9, seed)
        if not any(two_seats.wins(state, action) for action in legal_actions(state)):
            yield state


def test_in_a_lost_position_hints_begin_with_what_leaves_the_most_wrong_replies() -> None:
    best = []
    for state in islice(lost_positions(), 8):
        hints = GAME.hints(Observation(state, state.turn % 2), Random(1), NO_DEADLINE)
        shares = []
        for hint in hints:
            wrong, replies = wrong_replies(state, hint.action)
            shares.append(wrong / max(1, replies))
            told = f"but {wrong} of {replies} replies are mistakes"
            assert hint.text == (f"loses, {told}" if wrong else "loses, whatever the reply")
        assert shares == sorted(shares, reverse=True)
        best.append(shares[0])
    assert max(best) > 0


@pytest.mark.parametrize("section", [one for one in SECTIONS if one.last], ids=lambda one: one.title)
def test_the_pictures_of_the_rules_show_legal_moves(section: Section[State]) -> None:
    (change,) = section.last
    for action in change.actions.values():
        assert action in legal_actions(change.before)
