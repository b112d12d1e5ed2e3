"""A game at one keyboard: several persons, moves taken back, the game kept, and moves typed as people write them."""

import io
import json
import re
from pathlib import Path
from random import Random
from typing import Any

import pytest

from coinfight.game import GAME as COINFIGHT
from coinfight.rules import Action
from coinfight.rules import State as CoinState
from gamekit.commands.common.main import main
from gamekit.game import AnyGame, Observation
from gamekit.web.person import chosen, example
from lost_cities.game import GAME as LOST_CITIES
from lost_cities.pages.words import card_text
from lost_cities.rules import Discard
from santorini.game import GAME as SANTORINI
from santorini.rules import place
from tests.gamekit.goofspiel import GOOFSPIEL
from tests.gamekit.nim import NIM
from thud.game import GAME as THUD
from thud.pages.words import cell_name


class Keyboard:
    """Plays in the terminal, in a folder of its own."""

    def __init__(self, patch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], folder: Path) -> None:
        self.patch, self.capsys, self.folder = patch, capsys, folder
        patch.chdir(folder)

    def play(self, game: AnyGame, typed: str, *words: str) -> str:
        """Return what is printed."""
        self.patch.setattr("sys.stdin", io.StringIO(typed))
        assert main(game, {}, ["play", "--text", "--seed", "1", *words]) == 0
        return self.capsys.readouterr().out

    @property
    def files(self) -> list[Path]:
        return sorted(self.folder.iterdir())


@pytest.fixture
def keyboard(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> Keyboard:
    return Keyboard(monkeypatch, capsys, tmp_path)


def test_two_persons_play_at_one_keyboard(keyboard: Keyboard) -> None:
    shown = keyboard.play(NIM, "0\n" * 12, "person", "person")
    assert "Player 1: Take how many?" in shown
    assert "Player 2: Take how many?" in shown
    assert "Player 2: take 1 of heap 1" in shown
    assert "You" not in shown
    assert "Player 2 wins" in shown


def test_persons_who_choose_in_secret_are_asked_to_look_away(keyboard: Keyboard) -> None:
    shown = keyboard.play(GOOFSPIEL, "1\n\n2\n\n", "person", "person", "--no-keep")
    assert "Player 2 is asked. Enter when nobody else looks" in shown
    assert "Player 1 is asked. Enter when nobody else looks" in shown


def test_a_game_is_kept_and_the_line_says_what_to_type(keyboard: Keyboard) -> None:
    assert "The game is kept. Watch it: nim view nim-1.json" in keyboard.play(NIM, "0\n" * 12, "person", "person")
    shown = keyboard.play(NIM, "0\n", "person", "random")
    assert "The game is kept. Go on with it: nim play --text --from nim-2.json\nGoodbye.\n" in shown
    assert "heap 2: ||||\nheap 3: |||||\n" in keyboard.play(NIM, "", "--from", "nim-2.json", "--no-keep")
    again = "--from nim-3.json person uct:5"  # which a file alone does not start
    assert f"Go on with it: nim play --text {again}\n" in keyboard.play(NIM, "0\n", "person", "uct:5")
    assert "heap 2: ||||\n" in keyboard.play(NIM, "", "--no-keep", *again.split())
    assert len(keyboard.files) == 3


def test_a_game_is_not_kept_where_nothing_was_played_or_nobody_wants_it(keyboard: Keyboard) -> None:
    keyboard.play(NIM, "")
    keyboard.play(NIM, "0\n", "--no-keep")
    assert keyboard.files == []


def test_a_move_is_taken_back_and_the_trace_has_the_line_that_was_played(keyboard: Keyboard) -> None:
    shown = keyboard.play(NIM, "u\ntake 3 of heap 1\nu\ntake 1 of heap 1\nq\n", "-o", "game.json", "person", "nim")
    assert "Nothing can be taken back here." in shown
    assert "Taken back." in shown
    values = [json.loads(line) for line in Path("game.json").read_text().splitlines()]
    notes = [value for value in values if isinstance(value, dict) and value.get("meta") == "taken-back"]
    assert [note["actions"][0] for note in notes] == [[0, [0, 3]]]
    assert [0, 1] in values
    assert [0, 3] not in values


def test_no_screen_says_click() -> None:
    games: list[AnyGame] = [COINFIGHT, LOST_CITIES, SANTORINI, THUD]
    for game in games:
        state = game.new_game(2, game.variants[0], Random(1))
        (seat,) = game.players_to_move(state)
        asked = game.question(Observation(game.observe(state, seat), seat), ("Ann", "Bob"))
        assert not re.search("click", f"{asked.title} {asked.help}", re.IGNORECASE)


def typed(game: AnyGame, state: Any, seat: int, text: str) -> tuple[Any, ...]:
    return chosen(game.question(Observation(game.observe(state, seat), seat), ("Ann", "Bob")), text)


def test_santorinis_moves_are_typed_as_spaces_and_tokens_in_any_order() -> None:
    start = SANTORINI.new_game(2, "base", Random(1))
    first = place(start, (16, 18))
    assert typed(SANTORINI, start, 0, "b4 d4") == typed(SANTORINI, start, 0, "D4 B4") == (first.told,)
    second = place(first, (0, 4))
    (turn,) = typed(SANTORINI, second, 0, "b4 b3 b4")
    assert SANTORINI.action_text(turn, second) == "b4 to b3, build b4 to level 1"
    assert typed(SANTORINI, second, 0, "b4 b4") == ()
    assert typed(SANTORINI, second, 0, "b4") == ()


def test_an_end_that_may_be_left_out_is_not_typed() -> None:
    start = SANTORINI.new_game(2, "Demeter-Pan", Random(1))
    state = place(place(start, (16, 18)), (0, 4))
    (once,), (twice,) = (typed(SANTORINI, state, 0, text) for text in ("b4 b3 b4", "b4 b3 b4 c4"))
    assert once.levels.count(1) == 1
    assert twice.levels.count(1) == 2


def test_coins_are_typed_as_paid_and_taken() -> None:
    state = CoinState((1, 5, 10, 25), (3, 2, 0, 1), ((2, 1, 2, 0), (3, 3, 2, 1)), 8)
    assert typed(COINFIGHT, state, 0, "10 5 1 1") == (Action(10, (2, 1, 0, 0)),)
    assert typed(COINFIGHT, state, 0, "pay 10") == ()  # the beginning of several names
    assert typed(COINFIGHT, state, 0, "pay 10, take nothing") == (Action(10, (0, 0, 0, 0)),)


def test_thuds_moves_are_typed_as_two_spaces_and_cards_by_their_words() -> None:
    state = THUD.new_game(2, "standard", Random(1))
    (move,) = typed(THUD, state, 0, "f1 f5")
    assert (cell_name(move.source), cell_name(move.target)) == ("f1", "f5")
    deal = LOST_CITIES.new_game(2, "standard", Random(4))
    card = deal.hands[0][-1]
    words = example(LOST_CITIES.question(Observation(LOST_CITIES.observe(deal, 0), 0), ("Ann", "Bob")))
    assert len(typed(LOST_CITIES, deal, 0, words)) == 1
    assert typed(LOST_CITIES, deal, 0, f"{card_text(card)} pile") == (Discard(card),)
