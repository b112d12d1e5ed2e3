"""How a move is told and marked on the board, where it happens."""

import pytest

from gamekit.game import YOU, Change, Observation, Section
from thud.game import GAME
from thud.pages.rules import SECTIONS
from thud.pages.words import cell_name, explanation, headline
from thud.rules import CELLS, DWARF, EMPTY, START, TROLL, Move, State, apply, legal_actions


def at(name: str) -> int:
    return next(cell for cell in CELLS if cell_name(cell) == name)


def position(dwarfs: str, trolls: str, moves: int) -> State:
    cells = [EMPTY if cell in CELLS else piece for cell, piece in enumerate(START)]
    for piece, names in ((DWARF, dwarfs), (TROLL, trolls)):
        for name in names.split():
            cells[at(name)] = piece
    return State("".join(cells), moves)


HURL = position("d5 e5 f5", "i5 o9", 20)
STRIKE = position("d5 f9", "e5 o9", 20)
SHOVE = position("k5 k6 a8", "g6 f6 e6", 21)
STEP = position("k5 a8", "i6", 21)
WALK = position("d5", "o9", 20)


@pytest.mark.parametrize(
    ("before", "way", "story", "note"),
    [
        (WALK, "d5 d9", "the dwarf on d5 walks to d9", ""),
        (STRIKE, "d5 e5", "the dwarf on d5 strikes at e5 and kills a troll", "strikes, kills a troll"),
        (
            HURL,
            "f5 i5",
            "the dwarf on f5 is hurled by a line of 3 to i5 and kills a troll",
            "hurled by a line of 3, kills a troll",
        ),
        (STEP, "i6 j6", "the troll on i6 walks to j6 and kills a dwarf", "kills a dwarf"),
        (
            SHOVE,
            "g6 j6",
            "the troll on g6 is shoved by a line of 3 to j6 and kills 2 dwarfs",
            "shoved by a line of 3, kills 2 dwarfs",
        ),
    ],
)
def test_a_move_is_told_as_what_it_is(before: State, way: str, story: str, note: str) -> None:
    source, target = way.split()
    move, seat = Move(at(source), at(target)), before.moves % 2
    name = ("Ann", "Bob")[seat]
    assert GAME.story(before, {seat: move}, apply(before, move), ("Ann", "Bob"))[0] == f"{name}: {story}"
    option = next(one for one in GAME.question(Observation(before, seat), ("Ann", "Bob")).options if one.action == move)
    assert (option.label, option.note) == (f"{source} to {target}", note)


@pytest.mark.parametrize(
    ("before", "way", "words"),
    [
        (STRIKE, "d5 e5", "a single dwarf strikes"),
        (HURL, "f5 i5", "a line of 3 dwarfs throws its first up to 3 spaces"),
        (STEP, "i6 j6", "A troll kills every dwarf"),
        (SHOVE, "g6 j6", "a line of 3 trolls throws its first up to 3 spaces"),
    ],
)
def test_hurl_shove_and_kills_are_explained(before: State, way: str, words: str) -> None:
    source, target = way.split()
    assert words in explanation(before, Move(at(source), at(target)))
    assert explanation(WALK, Move(at("d5"), at("d9"))) == ""


def test_the_way_the_line_and_the_dead_are_marked() -> None:
    move = Move(at("g6"), at("j6"))
    after = apply(SHOVE, move)
    page = GAME.draw_page(Observation(after, 0), ("Ann", "Bob"), (Change(SHOVE, {1: move}, after),))
    marks = ("line", "to", "way", "dead")
    assert [page.count(f' {mark}"') + page.count(f'"{mark}"') for mark in marks] == [3, 1, 1, 2]
    assert page.count('data-from="g6"') == 1
    assert "Shove: a line of 3 trolls" in page


def test_the_board_says_whose_pieces_are_what_and_what_they_are_worth() -> None:
    page = GAME.draw_page(Observation(State(), 0), (YOU, "<b>"))
    assert "<b>You</b> are to move" in page
    assert "<b>32 dwarfs</b>, 32 points" in page
    assert "<b>8 trolls</b>, 32 points" in page
    assert "<b>&lt;b&gt;</b>" in page


def test_the_end_is_said_in_plain_words() -> None:
    over = State(moves=500)
    assert headline(over) == "Move 500 of 500: dwarfs 32, trolls 32; all moves are made"
    assert GAME.outcome(over, ("Ann", "Bob")) == "A draw: dwarfs 32, trolls 32 (all moves are made)"
    ahead = position("d5", "", 20)
    assert GAME.outcome(ahead, (YOU, "Bob")) == "You win: dwarfs 1, trolls 0 (no troll is left)"


@pytest.mark.parametrize("section", [one for one in SECTIONS if one.last], ids=lambda one: one.title)
def test_the_pictures_of_the_rules_show_legal_moves(section: Section[State]) -> None:
    (change,) = section.last
    for seat, move in change.actions.items():
        assert move in legal_actions(change.before, seat)
