"""What the table shows: points as they grow, what everybody may know, and what the last moves did."""

from dataclasses import replace
from random import Random

from gamekit.game import YOU, Change, Observation
from lost_cities.game import GAME
from lost_cities.pages.rules import EXAMPLES, SECTIONS, TABLE
from lost_cities.pages.words import WORDS, action_text, card_text
from lost_cities.rules import Card, Discard, Draw, Memory, Play, State, apply, observe, score


def drawn(state: State, seat: int | None, *last: Change[State, object]) -> str:
    return GAME.draw_page(Observation(GAME.observe(state, seat), seat), (YOU, "Bob"), last)  # type: ignore[arg-type]


def change(before: State, seat: int, action: Play | Discard | Draw, reader: int) -> Change[State, object]:
    after = apply(before, action)
    return Change(GAME.observe(before, reader), {seat: action}, GAME.observe(after, reader))  # type: ignore[arg-type]


def test_each_expedition_shows_its_points_and_each_side_the_sum() -> None:
    page = drawn(TABLE, 0)
    for side in TABLE.expeditions:
        assert f"<b>{sum(map(score, side))} points</b>" in page
        for pile in side:
            assert not pile or f">{score(pile):+d}</text>" in page
    assert page.count('class="badge"') == sum(bool(pile) for side in TABLE.expeditions for pile in side)


def test_suits_are_told_apart_by_sign_and_word_beside_colour() -> None:
    page = drawn(TABLE, 0)
    assert all(f"<title>{word} " in page for word in WORDS)
    assert "<title>Desert pile: Desert 2, Desert 3 on top</title>" in page


def test_cards_that_the_other_was_seen_to_pick_up_are_shown_and_the_rest_are_backs() -> None:
    known = TABLE.hands[1][0]
    state = replace(TABLE, memories=(Memory(), Memory((known,))))
    page = drawn(state, 0)
    assert page.count("<title>a hidden card</title>") == 7
    assert page.count(f"<title>{card_text(known)}</title>") >= 1


def test_what_the_other_laid_and_where_it_drew_is_marked() -> None:
    start = GAME.new_game(2, "standard", Random(4))
    laid = start.hands[0][0]
    first = change(start, 0, Play(laid), 1)
    playing = apply(start, Play(laid))
    second = change(playing, 0, Draw(), 1)
    page = drawn(apply(playing, Draw()), 1, first, second)
    assert page.count(f'class="s{laid.suit} new"') == 1
    assert page.count("<title>drawn from the deck</title>") == 1
    assert page.count("data-from") == 0


def test_the_card_that_one_drew_is_marked_with_where_it_came_from() -> None:
    start = GAME.new_game(2, "standard", Random(4))
    playing = apply(start, Discard(start.hands[0][0]))
    page = drawn(apply(playing, Draw()), 0, change(playing, 0, Draw(), 0))
    assert page.count('data-from="deck"') == 1


def test_a_long_name_is_cut_in_the_picture() -> None:
    page = GAME.draw_page(Observation(TABLE, None), ("n" * 200, "Bob"))
    assert f'">{"n" * 39}…</text>' in page


def test_actions_in_words() -> None:
    state = observe(TABLE, 0)
    assert [action_text(action) for action in (Play(Card(0, 0)), Discard(Card(4, 10)), Draw(), Draw(2))] == [
        "play Desert investment",
        "discard Volcano 10",
        "draw from the deck",
        "draw from the Mountain pile",
    ]
    assert action_text(Draw(0), state) == "pick up Desert 3"


def test_the_examples_of_the_rules_are_counted_as_the_rules_count() -> None:
    (items,) = (section.items for section in SECTIONS if section.title == "Points")
    assert [item.rpartition("= ")[2] for item in items] == [f"{score(pile)} points." for pile in EXAMPLES]
