"""Lines and answers: what the server sends is understood, and what it accepts is what the spec says."""

import re
from collections.abc import Sequence
from random import Random

import pytest
from hypothesis import given, settings

from lost_cities.protocol import values
from lost_cities.protocol.lines import (
    LineError,
    RejectedError,
    board,
    card_named,
    decode_action,
    encode_action,
    result,
)
from lost_cities.protocol.reading import Reader
from lost_cities.protocol.table import ServedGame
from lost_cities.rules import Card, Discard, Draw, Play, State, apply, deal, legal_actions, new_game, observe
from tests.lost_cities.positions import random_game, random_turns, seeds
from tests.lost_cities.test_rules import cards

START = State(
    deck=cards("2D"),
    hands=(cards("InvD 10D 2O 5O 6M 9J 5V 6V"), cards("2J 3J 4J 5J 6J 7J 8J 10J")),
    expeditions=((cards("4D"), (), (), (), ()), (cards("InvD 4D 9D"), (), (), (), ())),
    discards=(cards("InvD 2D"), (), (), (), ()),
    mover=0,
)


def test_a_board_has_23_lines_and_the_question_at_its_end() -> None:
    lines = board(observe(START, 0))
    assert len(lines) == 23
    assert lines[:8] == [
        "Deserts:",
        "  Opponent:  Inv 4 9 (-14)",
        "  Discards:  Inv 2 ",
        "       You:  4 (-16)",
        "Oceans:",
        "  Opponent:  ",
        "  Discards:  ",
        "       You:  ",
    ]
    assert lines[20:] == [
        " Deck:  # (1)",
        " Hand:  InvD 10D 2O 5O 6M 9J 5V 6V",
        "Score:  -16 (You) vs. -14 (Opponent).  Your play?",
    ]


@pytest.mark.parametrize(
    ("line", "action"),
    [
        ("10d", Play(Card(0, 10))),
        ("d10d", Discard(Card(0, 10))),
        (" D  10  D \r", Discard(Card(0, 10))),
        ("2O", Play(Card(1, 2))),
        ("dId", Discard(Card(0, 0))),
    ],
)
def test_case_and_blanks_of_a_play_do_not_matter(line: str, action: Play | Discard) -> None:
    assert decode_action(line, START) == action


@pytest.mark.parametrize(
    ("line", "error"),
    [
        ("", "Invalid play."),
        ("InvD", "Invalid play."),
        ("dd", "Invalid play."),
        ("1d", "Invalid play."),
        ("10", "Invalid play."),
        ("n", "Invalid play."),
        ("3d", "No such card."),
        ("2d", "No such card."),
        ("id", "You can't play that card."),
    ],
)
def test_a_play_is_rejected_with_the_servers_words(line: str, error: str) -> None:
    with pytest.raises(RejectedError, match=f"^{error}$"):
        decode_action(line, START)


@pytest.mark.parametrize(
    ("line", "error"),
    [("", "Invalid draw."), ("nn", "Invalid draw."), ("x", "Invalid draw."), ("o", "No cards there.")],
)
def test_a_draw_is_rejected_with_the_servers_words(line: str, error: str) -> None:
    with pytest.raises(RejectedError, match=f"^{error}$"):
        decode_action(line, apply(START, Play(Card(0, 10))))


def test_the_pile_just_discarded_on_has_no_cards_to_draw() -> None:
    drawing = apply(START, Discard(Card(0, 10)))
    with pytest.raises(RejectedError, match="No cards there"):
        decode_action("d", drawing)
    assert decode_action(" N ", drawing) == Draw()


def test_the_end_is_told_in_three_lines() -> None:
    over = apply(apply(START, Play(Card(0, 10))), Draw())
    assert result(over, 0) == ["Game over.", "Final Score:  -6 (You) vs. -14 (Opponent).", "Congratulations, you win."]
    assert result(over, 1)[2] == "I'm sorry, you lose."
    assert result(new_game(*deal(Random(1)), 0), 0)[2] == "The game is a draw."


@settings(max_examples=20)
@given(seeds)
def test_every_legal_action_is_an_answer_that_means_it(seed: int) -> None:
    for state in list(random_game(seed))[:: 1 + seed % 5]:
        for action in legal_actions(state):
            assert decode_action(encode_action(action), state) == action
            assert values.decode_action(encode_action(action)) == action


@settings(max_examples=20)
@given(seeds)
def test_who_reads_all_lines_knows_what_its_seat_sees_and_no_more(seed: int) -> None:
    turns = list(random_turns(seed))
    table, readers = ServedGame(turns[0][0]), (Reader(), Reader())
    for state, action in turns:
        asked = [readers[state.mover].feed(line) for line in table.take(state.mover)]
        assert asked[-1] == "question"
        assert "question" not in asked[:-1]
        assert readers[state.mover].view() == observe(state, state.mover)
        assert table.answer(encode_action(action)) == action


def test_a_reader_counts_errors_of_the_open_question() -> None:
    reader = Reader()
    for line in board(observe(START, 0)):
        reader.feed(line)
    assert reader.unread == 0
    assert reader.feed("Error:  Invalid play.") == "error"
    assert reader.feed("something that nobody knows") == ""
    assert reader.feed("") == ""
    assert reader.feed("Error:  Invalid play.") == "error"
    assert reader.unread == 2


NOISE = [
    "Deserts",
    "Deserts:",
    "Oceans:",
    " Deck:  # (x)",
    " Deck:  (45)",
    f" Deck:  # ({'9' * 5000})",
    "Hand: none",
    " Hand:  InvD 11D",
    "  Opponent:  2 (x)",
    "       You:  Inv 99",
    "Your opponent plays the 1D.",
    f"Your opponent plays the {'9' * 5000}D.",
    "You pick up the 4J.",
    "Score:  none",
    "x" * 10_000,
    "",
    "\ufffd\x00:",
]


def read(reader: Reader, lines: Sequence[str]) -> str:
    """Feed all lines; return what the last one asks for."""
    return [reader.feed(line) for line in lines][-1]


@pytest.mark.parametrize("line", NOISE)
def test_a_line_that_looks_like_a_piece_of_a_board_costs_nothing_before_a_whole_one(line: str) -> None:
    reader = Reader()
    assert read(reader, [line, *board(observe(START, 0))]) == "question"
    assert reader.unread == 0
    assert reader.view() == observe(START, 0)


@settings(max_examples=20)
@given(seeds)
def test_such_lines_before_every_board_of_a_game_change_nothing_that_is_seen(seed: int) -> None:
    turns, rng = list(random_turns(seed)), Random(seed)
    impossible = [line for line in NOISE if "pick up" not in line]  # in a whole game that may be possible
    table, reader = ServedGame(turns[0][0]), Reader()
    for state, action in turns:
        lines = table.take(0)
        if state.mover == 0:
            lines[-23:-23] = rng.choices(impossible, k=2)
            read(reader, lines)
            assert reader.view() == observe(state, 0)
        else:
            for line in lines:
                reader.feed(line)
        table.answer(encode_action(action))


@pytest.mark.parametrize("place", range(22))
def test_a_line_that_is_missing_or_cannot_be_read_costs_the_board(place: int) -> None:
    lines = board(observe(START, 0))
    without = lines[:place] + lines[place + 1 :]
    for broken in (without, [*lines[:place], "\ufffd" + lines[place], *lines[place + 1 :]]):
        reader = Reader()
        assert read(reader, broken) == "question"
        assert (reader.view(), reader.unread) == (None, 1)
        assert read(reader, lines) == "question"
        assert (reader.view(), reader.unread) == (observe(START, 0), 0)


@pytest.mark.parametrize("line", [" Deck:  # (x)", "Hand: none", "       You:  Inv 99", "at server.rb:12", ""])
def test_a_line_that_cannot_be_read_costs_nothing_inside_a_board_either(line: str) -> None:
    lines = board(observe(START, 0))
    for place in range(len(lines)):
        reader = Reader()
        read(reader, [*lines[:place], line, *lines[place:]])
        assert reader.view() == observe(START, 0)


def test_events_without_end_take_no_memory() -> None:
    reader = Reader()
    for _ in range(100):
        read(reader, ["Your opponent plays the 2O.", "You discard the 3V.", "Your opponent discards the 4V."])
    assert max(map(len, (*reader.expeditions[1], *reader.discards))) == 12


def test_a_card_that_the_board_shows_elsewhere_is_not_remembered_in_a_hand() -> None:
    reader = Reader()
    lie = [
        "Your opponent discards the 2O.",
        "Your opponent picks up the 2O.",
        "You discard the 3V.",
        "You pick up the 3V.",
    ]
    read(reader, [*lie, *board(observe(START, 0))])
    view = reader.view()
    assert view
    assert [memory.known for memory in view.memories] == [(), ()]


@pytest.mark.parametrize("name", ["", "D", "1D", "11D", "InvX", "inv", "5"])
def test_no_other_names_are_cards(name: str) -> None:
    with pytest.raises(LineError, match="expected a card such as InvD or 10V"):
        card_named(name)


@settings(max_examples=20)
@given(seeds)
def test_states_and_views_survive_json(seed: int) -> None:
    for state in list(random_game(seed))[:: 1 + seed % 9]:
        assert values.decode_state(values.encode_state(state)) == state
        view = observe(state, 0)
        assert values.decode_state(values.encode_state(view)) == view


@pytest.mark.parametrize(
    ("change", "error"),
    [
        ({"hand": ["2X"]}, r"expected a card such as InvD or 10V, got '2X' at \$\.hand"),
        ({"discards": []}, r"expected 5 piles at \$\.discards"),
        ({"discarded": "q"}, r"at \$\.discarded"),
        ({"memories": [[], []]}, r"at \$\.memories\[0\]"),
        ({"streak": "x"}, r"expected integer >= 0 at \$\.streak"),
    ],
)
def test_a_wrong_state_is_refused_with_the_path(change: dict[str, object], error: str) -> None:
    good = values.encode_state(observe(START, 0))
    with pytest.raises(ValueError, match=error):
        values.decode_state({**good, **change})


@pytest.mark.parametrize("whole", [True, False])
@pytest.mark.parametrize(
    ("key", "wrong", "expected"),
    [
        ("discards", [["5D"] * 30, [], [], [], []], "as often as in a game"),
        ("discards", [["5O"], [], [], [], []], "expected cards of Deserts at $.discards[0]"),
        ("expeditions", [[["5D"], [], [], [], []], [["5D"], [], [], [], []]], "as often as in a game"),
        ("deck", 60, "expected 60 cards, 7 or 8 in a hand"),
        ("deck", 3, "expected 60 cards, 7 or 8 in a hand"),
    ],
)
def test_cards_that_no_game_has_are_refused(whole: bool, key: str, wrong: object, expected: str) -> None:
    hands, deck = deal(Random(1))
    state = new_game(hands, deck, 0)
    value = values.encode_state(state if whole else observe(state, 0))
    value[key] = ["5D"] * wrong if whole and isinstance(wrong, int) else wrong
    with pytest.raises(ValueError, match=re.escape(expected) if not whole or key != "deck" else "expected"):
        values.decode_state(value)
