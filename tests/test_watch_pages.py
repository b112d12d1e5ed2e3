"""The page to watch a game of each kind: what it shows, how large it is, and that anybody can use it."""

from functools import cache
from pathlib import Path
from random import Random

import pytest
from selenium.webdriver import Chrome
from selenium.webdriver.common.by import By
from selenium.webdriver.support.wait import WebDriverWait

from coinfight.game import GAME as COINFIGHT
from economancy.game import GAME as ECONOMANCY
from gamekit.game import AnyGame
from gamekit.pages.watch import watch_page
from gamekit.referee import play_builtins
from gamekit.traces import TraceWriter
from lost_cities.game import GAME as LOST_CITIES
from santorini.game import GAME as SANTORINI
from tests.axe import in_light_and_dark
from tests.waiting import ENOUGH
from tests.windows import overflow, window_of
from thud.game import GAME as THUD

pytest_plugins = ("tests.browser",)

GAMES: list[AnyGame] = [ECONOMANCY, COINFIGHT, SANTORINI, LOST_CITIES, THUD]
MOVES = 12
"""How many values of a long game's trace are shown: the page says that it breaks off."""


def trace_of(game: AnyGame, moves: int = 2 * MOVES) -> bytes:
    """Return the beginning of a game between random players."""
    lines: list[bytes] = []
    start = game.new_game(2, game.variants[0], Random(5))
    play_builtins(game, start, ["random", "random"], 5, trace=TraceWriter(game, lines.append))
    return b"".join(line + b"\n" for line in lines[: moves + (not game.perfect_information)])


@cache
def page_of(game: AnyGame) -> str:
    """Return the page to watch the beginning of a game, all of it looked at."""
    return watch_page(game, "a game", trace_of(game), seconds=30)


def open_page(browser: Chrome, game: AnyGame, folder: Path) -> None:
    path = folder / "page.html"
    path.write_text(page_of(game))
    browser.get(path.as_uri())
    WebDriverWait(browser, ENOUGH).until(lambda _: "Looking" not in browser.find_element(By.ID, "source").text)


@pytest.mark.parametrize(
    "game",
    [pytest.param(game, marks=pytest.mark.ci if game in (SANTORINI, THUD) else ()) for game in GAMES],
    ids=lambda game: game.name,
)
def test_every_game_has_a_graph_candidates_and_costs(game: AnyGame, browser: Chrome, tmp_path: Path) -> None:
    open_page(browser, game, tmp_path)
    assert len(browser.find_elements(By.CSS_SELECTOR, "#graph polyline")) == 2
    known, played = browser.execute_script(
        "return [game().decisions.size, game().frames.filter(({ move }) => move !== undefined).length]"
    )
    assert known == played > 2
    assert browser.find_elements(By.CSS_SELECTOR, "#candidates .played")
    assert browser.find_element(By.ID, "cost").text


@pytest.mark.parametrize(
    "game",
    [pytest.param(game, marks=() if game is ECONOMANCY else pytest.mark.ci) for game in GAMES],
    ids=lambda game: game.name,
)
def test_axe_finds_nothing_and_nothing_overflows_at_360_pixels(
    game: AnyGame, browser: Chrome, axe: str, tmp_path: Path
) -> None:
    open_page(browser, game, tmp_path)
    assert in_light_and_dark(browser, axe) == []
    with window_of(browser, 360, 740):
        assert overflow(browser) == 0
        assert in_light_and_dark(browser, axe) == []


@pytest.mark.parametrize(
    ("game", "moves"),
    [pytest.param(SANTORINI, 80, marks=pytest.mark.ci), (COINFIGHT, 80), (ECONOMANCY, 80), (LOST_CITIES, 160)],
)
def test_the_page_of_a_usual_game_has_at_most_300_kilobytes(game: AnyGame, moves: int) -> None:
    assert len(watch_page(game, "a game", trace_of(game, moves), seconds=3).encode()) < 300_000


@pytest.mark.long
@pytest.mark.parametrize(("game", "names"), [(LOST_CITIES, ["simple", "random"]), (THUD, ["random", "random"])])
def test_the_page_of_a_whole_game_with_all_moves_looked_at_has_at_most_300_kilobytes(
    game: AnyGame, names: list[str]
) -> None:
    lines: list[bytes] = []
    play_builtins(game, game.new_game(2, game.variants[0], Random(5)), names, 5, trace=TraceWriter(game, lines.append))
    text = watch_page(game, "a game", b"".join(line + b"\n" for line in lines), seconds=100)
    assert len(text.encode()) < 300_000
