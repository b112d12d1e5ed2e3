"""The page that says how a player speaks: anybody can use it, on a phone and in the dark."""

import re
from pathlib import Path

import pytest
from selenium.webdriver import Chrome

from coinfight.game import GAME as COINFIGHT
from economancy.game import GAME as ECONOMANCY
from gamekit.game import AnyGame
from gamekit.pages.protocol.formats import protocol_page
from lost_cities.game import GAME as LOST_CITIES
from santorini.game import GAME as SANTORINI
from tests.axe import in_light_and_dark
from tests.gamekit.nim import NIM
from tests.windows import overflow, window_of
from thud.game import GAME as THUD

pytest_plugins = ("tests.browser",)

GAMES: list[AnyGame] = [ECONOMANCY, COINFIGHT, SANTORINI, LOST_CITIES, THUD, NIM]


@pytest.mark.parametrize(
    "game",
    [pytest.param(game, marks=() if game is THUD else pytest.mark.ci) for game in GAMES],
    ids=lambda game: game.name,
)
def test_axe_finds_nothing_and_nothing_overflows_at_360_pixels(
    game: AnyGame, browser: Chrome, axe: str, tmp_path: Path
) -> None:
    page = tmp_path / "page.html"
    page.write_text(protocol_page(game))
    browser.get(page.as_uri())
    assert in_light_and_dark(browser, axe) == []
    with window_of(browser, 360, 740):
        assert overflow(browser) == 0
        assert in_light_and_dark(browser, axe) == []


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_what_is_typed_or_named_is_set_as_code_and_no_backtick_is_seen(game: AnyGame) -> None:
    page = protocol_page(game)
    assert f"<code>{game.command_line()} referee</code>" in page
    assert "`" not in re.sub(r"<(style|pre)\b.*?</\1>", "", page, flags=re.DOTALL)
