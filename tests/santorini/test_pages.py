"""How a board is drawn and asked about: for the terminal, for the page, and as clicks."""

from collections.abc import Iterator
from dataclasses import replace
from io import StringIO

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.console import Console

from gamekit.game import YOU, Change, Observation, Section
from santorini.game import GAME
from santorini.pages import board as page
from santorini.pages import questions, rules, text
from santorini.pages.board import BUTTONS
from santorini.rules import CARDS, SPACES, State, Turn, legal_turns, new_game, play, successors
from tests.santorini.boards import PAIRS, at, board, position


def positions() -> Iterator[State]:
    yield new_game()
    for number in range(0, len(PAIRS), 3):
        yield position(number, 12, number)


@given(st.integers(0, len(PAIRS) - 1), st.integers(0, 30), st.integers(0, 1000))
def test_clicks_choose_each_turn_and_no_other(pair: int, turns: int, seed: int) -> None:
    state = position(pair, turns, seed)
    choices = list(questions.choices(state))
    assert sorted(after for after, _, _ in choices) == list(successors(state))
    clicks = [clicks for _, _, clicks in choices]
    assert len(set(clicks)) == len(clicks)
    chosen = set(clicks)
    assert not any(each[:length] in chosen for each in clicks for length in range(1, len(each)))


def test_all_that_is_clicked_is_on_the_page() -> None:
    for state in positions():
        drawn = page.draw(state, ("one", "two"))
        for _, _, clicks in questions.choices(state):
            assert all(f'data-click="{click}"' in drawn for click in clicks)


def describe(state: State, turn: Turn) -> tuple[str, tuple[str, ...]]:
    return next((words, clicks) for after, words, clicks in questions.choices(state) if after == play(state, turn))


@pytest.mark.parametrize(
    ("card", "turn", "words", "clicks"),
    [
        (None, Turn(at("a1"), at("a2"), ((at("b1"), 1),)), "a1 to a2, build b1 to level 1", "a1 a2 b1"),
        (
            "Apollo",
            Turn(at("a1"), at("b2"), ((at("b1"), 1),)),
            "a1 to b2, build b1 to level 1 (Apollo swaps the two tokens)",
            "a1 b2 b1",
        ),
        (
            "Atlas",
            Turn(at("a1"), at("a2"), ((at("b1"), 4),)),
            "a1 to a2, build b1 to a dome (Atlas builds a dome at once)",
            "a1 a2 b1 cap",
        ),
        ("Atlas", Turn(at("a1"), at("a2"), ((at("b1"), 1),)), "a1 to a2, build b1 to level 1", "a1 a2 b1 end"),
        ("Demeter", Turn(at("a1"), at("a2"), ((at("b1"), 1),)), "a1 to a2, build b1 to level 1", "a1 a2 b1 end"),
        (
            "Demeter",
            Turn(at("a1"), at("a2"), ((at("a1"), 1), (at("b1"), 1))),
            "a1 to a2, build a1 to level 1 and b1 to level 1 (Demeter builds on two spaces)",
            "a1 a2 a1 b1",
        ),
        (
            "Hephastus",
            Turn(at("a1"), at("a2"), ((at("b1"), 2),)),
            "a1 to a2, build b1 to level 2 (Hephastus builds two levels)",
            "a1 a2 b1 b1",
        ),
        (
            "Prometheus",
            Turn(at("a1"), at("a2"), ((at("b1"), 1), (at("a3"), 1))),
            "a1 to a2, build b1 to level 1 and a3 to level 1 (Prometheus builds before moving, too)",
            "a1 first b1 a2 a3",
        ),
    ],
)
def test_a_turn_in_words_and_clicks(card: str | None, turn: Turn, words: str, clicks: str) -> None:
    state = board("a1 e5", "b2 e1", cards=(card, "Pan" if card else None))
    assert describe(state, turn) == (words, tuple(clicks.split()))
    assert questions.turn_text(state, play(state, turn)) == words


@pytest.mark.parametrize("card", [None, *CARDS])
def test_a_win_is_said(card: str | None) -> None:
    other = None if card is None else "Pan" if card != "Pan" else "Atlas"
    state = board("a1 e5", "e1 e2", "a1:2 b2:3", (card, other))
    assert describe(state, Turn(at("a1"), at("b2")))[0] == "a1 to b2, and wins"


def test_the_page_shows_heights_tokens_cards_and_buttons() -> None:
    for card in CARDS:
        state = board("a1 e5", "b2 e1", "a2:1 b1:2 c3:3 d4:4", (card, "Pan" if card != "Pan" else "Atlas"))
        drawn = page.draw(state, ("<me>", "you"))
        assert drawn.count("<g data-click") == len(SPACES)
        assert "&lt;me&gt;" in drawn
        assert "<me>" not in drawn
        assert drawn.count('class="dome"') == 1
        board_alone = drawn[drawn.index('role="group"') :]
        assert (board_alone.count('class="t0"'), board_alone.count('class="t1"')) == (2, 2)
        assert board_alone.count('class="roof"') == 1 + 2 + 3 + 3
        for name, _ in BUTTONS.get(card, ()):
            assert f'data-click="{name}"' in drawn


def test_the_terminal_shows_heights_and_tokens_in_40_columns() -> None:
    state = board("a1 e5", "b2 e1", "a1:1 a2:1 b1:2 c3:3 d4:4", ("Pan", "Atlas"))
    out = StringIO()
    Console(file=out, width=40).print(text.draw(state, ("one", "two")))
    lines = out.getvalue().splitlines()
    assert [line.split() for line in lines[2:6]] == [
        ["a", "b", "c", "d", "e"],
        ["1", "A1", "2", ".", ".", "B0"],
        ["2", "1", "B0", ".", ".", "."],
        ["3", ".", ".", "3", ".", "."],
    ]
    assert lines[6].split() == ["4", ".", ".", ".", "^", "."]
    assert "^ is a dome" in " ".join(lines)
    assert "one, Pan  to move" in lines[0]


def test_the_question_tells_the_power_and_the_hints_name_options() -> None:
    state = board("a1 e5", "e1 e2", "a1:2 b2:3", ("Pan", "Atlas"))
    asked = GAME.question(Observation(state, 0), ("one", "two"))
    assert "moving down two levels" in asked.help
    assert {option.action for option in asked.options} == set(GAME.legal_actions(state, 0))


def test_the_story_says_how_the_game_ended() -> None:
    state = board("a1 e5", "e1 e2", "a1:2 b2:3")
    after = play(state, Turn(at("a1"), at("b2")))
    assert GAME.story(state, {0: after}, after, ("Ann", "Bob"))[-1] == "Ann wins: a winning move"


def test_what_the_last_turn_did_is_marked_and_so_is_the_card_that_made_it_possible() -> None:
    before = board("a1 e5", "b2 e1", "b1:1", cards=("Minotaur", "Pan"))
    after = play(before, Turn(at("a1"), at("b2"), ((at("b1"), 2),)))
    drawn = page.draw(after, ("Ann", YOU), (Change(before, {0: after.told}, after),))
    assert drawn.count('class="ring"') == 2
    assert [drawn.count(f'data-from="{space}"') for space in ("a1", "b2", "e5")] == [1, 1, 0]
    assert drawn.count('class="roof new"') == 1
    assert "just now: pushes the rival&#x27;s token to c3" in drawn
    assert "</b> are to move" in drawn
    assert 'class="ring"' not in page.draw(after, ("Ann", YOU))


@pytest.mark.parametrize("section", [one for one in rules.SECTIONS if one.last], ids=lambda one: one.title)
def test_the_pictures_of_the_rules_show_legal_turns(section: Section[State]) -> None:
    (change,) = section.last
    assert change.after in successors(change.before)


def test_every_card_stands_in_the_rules() -> None:
    assert [item.partition(":")[0] for item in rules.SECTIONS[-1].items] == list(CARDS)


@given(st.integers(1, len(PAIRS) - 1), st.integers(0, 30), st.integers(0, 1000))
def test_a_card_is_named_with_a_turn_that_is_not_one_without_it(pair: int, turns: int, seed: int) -> None:
    state = position(pair, turns, seed)
    without = set(legal_turns(replace(state, mover=replace(state.mover, card=None))))
    for turn in legal_turns(state):
        assert bool(questions.power_used(state, turn)) == (turn not in without), turn
