"""What people see of a game, over random games of each: sound drawings that fit a phone, and words for people."""

import re
from collections.abc import Iterator
from html.parser import HTMLParser
from random import Random
from typing import Any

import pytest
from selenium.webdriver import Chrome

from coinfight.game import GAME as COINFIGHT
from economancy.game import GAME as ECONOMANCY
from economancy.rules.cards import SHOP_CARDS
from gamekit.answer import Choice
from gamekit.game import YOU, AnyGame
from gamekit.pages.assets import asset
from gamekit.pages.rules import rules_html, rules_lines
from gamekit.pages.telling import board, latest, plain_text, tell
from gamekit.table import Table
from lost_cities.game import GAME as LOST_CITIES
from santorini.game import GAME as SANTORINI
from thud.game import GAME as THUD

pytest_plugins = ("tests.browser",)

GAMES: list[AnyGame] = [COINFIGHT, LOST_CITIES, SANTORINI, THUD]
NAMES = (YOU, "<Bob>", "Cleo", "Dora")
VOID = {"br", "hr", "img", "input", "link", "meta"}
RAW = re.compile(
    r"[a-z]_[a-z]|\b[a-z]+-[A-Z]|\bView\b|\bState\b|\(\w+=|[\[\]{}]|\b\d+(?:,\d+)+\b|\bYou \w*[^s]s\b(?! )"
)
"""Names of the program, classes, lists of numbers, and verbs that do not go with "You"."""


def games(game: AnyGame, count: int) -> Iterator[Table[Any]]:
    """Yield random games, of several variants, up to their ends."""
    for seed in range(count):
        rng = Random(seed)
        seats = game.seats[seed % 2 % len(game.seats)]
        table = Table.begin(game, game.new_game(seats, rng.choice(game.variants), rng))
        while not table.over:
            for seat in table.asked():
                action = rng.choice(game.legal_actions(table.shown, seat))
                table = table.answered(seat, Choice(action, 0.0))
        yield table


def moments(table: Table[Any]) -> Iterator[Table[Any]]:
    """Yield the beginnings of a game: the first, one in the middle, the last, and the whole."""
    tables, replayed = [Table.begin(table.game, table.rounds()[0].before)], table.all_steps()
    for step in replayed:
        tables.append(tables[-1].answered(step.seat, Choice(step.action, 0.0)))
    for at in (0, 1, 2, len(tables) // 2, len(tables) - 2, len(tables) - 1):
        yield tables[at]


class Elements(HTMLParser):
    """Reads a fragment: what is open, all attributes, and the words that are shown."""

    def __init__(self, fragment: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.attributes: list[tuple[str, str]] = []
        self.words: list[str] = []
        self.feed(fragment)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.attributes += [(name, value or "") for name, value in attrs]
        self.words += [value or "" for name, value in attrs if name in ("aria-label", "title")]
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        self.open.pop()

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.words.append(data)

    def values(self, name: str) -> list[str]:
        return [value for attribute, value in self.attributes if attribute == name]


def drawing(table: Table[Any], seat: int | None) -> str:
    return board(table.game, table.shown, seat, NAMES, latest(table.game, table.rounds(), seat))


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_a_drawing_has_all_that_is_clicked_and_nothing_with_an_id_or_a_script(game: AnyGame) -> None:
    for table in games(game, 3):
        for moment in moments(table):
            for seat in (*moment.asked(), None):
                read = Elements(drawing(moment, seat))
                assert not read.values("id")
                assert not [name for name, _ in read.attributes if name.startswith("on")]
                assert set(read.values("data-from")) <= {*read.values("data-click")}
                if seat is not None:
                    options = game.question(moment.observation(seat), NAMES).options
                    assert {click for one in options for click in one.clicks} <= {*read.values("data-click")}


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_what_people_read_has_no_names_of_the_program_and_no_raw_values(game: AnyGame) -> None:
    for table in games(game, 3):
        said = [line for played in table.rounds() for line in tell(game, played, NAMES, 0)]
        said += [game.action_text(step.action, game.observe(step.state, step.seat)) for step in table.all_steps()]
        said += [game.action_text(step.action) for step in table.all_steps()]
        for moment in moments(table):
            said += Elements(drawing(moment, 0)).words
            for seat in moment.asked():
                asked = game.question(moment.observation(seat), NAMES)
                said += [asked.title, asked.help, *(f"{one.label} {one.note}" for one in asked.options)]
        assert not [line for line in said if RAW.search(line)]


@pytest.mark.parametrize("game", [*GAMES, ECONOMANCY], ids=lambda game: game.name)
def test_the_rules_begin_with_the_goal_and_have_pictures(game: AnyGame) -> None:
    assert game.rules_text()[0].title == "The goal"
    assert Elements(rules_html(game)).open == []
    assert "<figure>" in rules_html(game)
    text = [plain_text(part) for part in rules_lines(game)]
    assert not [line for line in text if RAW.search(line)]


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_no_drawing_is_wider_than_a_phone(game: AnyGame, browser: Chrome) -> None:
    parts = [
        rules_html(game),
        *(drawing(moment, seat) for table in games(game, 2) for moment in moments(table) for seat in (0, None)),
    ]
    style = "".join(
        (str(asset("gamekit.pages", "colours.css")), str(asset("gamekit.pages", "elements.css")), game.page_style())
    )
    sheets = "".join(f'<div class="board sheet">{part}</div>' for part in parts)
    browser.get("about:blank")
    script = """document.documentElement.innerHTML = arguments[0]; document.body.style.width = "340px";
        return [...document.querySelectorAll(".sheet")].map((sheet) => sheet.scrollWidth - sheet.clientWidth)"""
    assert browser.execute_script(script, f"<style>{style}</style>{sheets}") == [0] * len(parts)


def test_every_card_of_the_shop_stands_in_economancys_rules() -> None:
    (cards,) = (section.items for section in ECONOMANCY.rules_text() if section.title == "Cards")
    assert [item.partition(":")[0].rstrip("*") for item in cards] == [card.name for card in SHOP_CARDS]
