"""What a reader is told of a game: its rules, and which rounds are the last move."""

from random import Random

import pytest

from gamekit.answer import Choice
from gamekit.commands.common.main import main
from gamekit.game import YOU, does
from gamekit.pages.rules import rules_html
from gamekit.pages.telling import latest
from gamekit.table import Table
from tests.gamekit.goofspiel import GOOFSPIEL
from tests.gamekit.nim import NIM, State


def test_rules_are_printed_with_the_goal_first_and_with_pictures(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(NIM, {}, ["rules"]) == 0
    assert [line.rstrip() for line in capsys.readouterr().out.split("\n")] == [
        "The goal",
        "  Who takes the last stick wins.",
        "",
        "A turn",
        "  Take sticks of one heap.",
        "    - Any: at least one",
        "",
        "    heap 1: |||",
        "    heap 2: |",
        "    Two <heaps>",
        "",
        "",
    ]


def test_rules_that_are_not_written_down_are_said_to_be_missing(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(GOOFSPIEL, {}, ["rules"]) == 2
    assert capsys.readouterr().err == "goofspiel rules: the rules of this game are not written down here\n"
    assert rules_html(GOOFSPIEL) == ""


def test_rules_on_a_page_are_escaped_and_nothing_in_their_pictures_can_be_clicked() -> None:
    page = rules_html(NIM)
    assert "<h3>The goal</h3>" in page
    assert "Two &lt;heaps&gt;" in page
    assert "Heap 2" in page
    assert "data-click" not in page


def test_the_last_move_of_a_reader_is_all_since_the_reader_chose_and_of_others_what_the_last_seat_did() -> None:
    table = Table.begin(NIM, State((3, 4, 5), 3))
    for action in ((0, 1), (0, 1), (1, 2), (2, 1)):
        table = table.answered(table.asked()[0], Choice(action, 0.0))
    rounds = table.rounds()
    played = {seat: [dict(one.actions) for one in latest(NIM, rounds, seat)] for seat in (None, 0, 1, 2)}
    assert played == {
        None: [{0: (2, 1)}],
        0: [{0: (2, 1)}],
        1: [{2: (1, 2)}, {0: (2, 1)}],
        2: [{0: (2, 1)}],
    }
    assert latest(NIM, [], 0) == ()


def test_of_choices_made_at_once_only_those_of_the_last_round_are_the_last_move() -> None:
    table, rng = Table.begin(GOOFSPIEL, GOOFSPIEL.new_game(2, "standard", Random(1))), Random(2)
    for _ in range(4):
        for seat in table.asked():
            action = rng.choice(GOOFSPIEL.legal_actions(table.state, seat))
            table = table.answered(seat, Choice(action, 0.0))
    for reader in (None, 0, 1):
        assert [one.after for one in latest(GOOFSPIEL, table.rounds(), reader)] == [
            GOOFSPIEL.observe(table.state, reader)
        ]


def test_the_reader_wins_as_you_and_others_by_name() -> None:
    assert (does(YOU, "win"), does("Ann", "win")) == ("You win", "Ann wins")
