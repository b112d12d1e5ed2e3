"""The page of `view` in a browser: stepped through, switched to what a seat sees, and what the moves were worth."""

import base64
import io
from pathlib import Path
from typing import Any

import pytest
from selenium.webdriver import ActionChains, Chrome
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.select import Select
from selenium.webdriver.support.wait import WebDriverWait

from gamekit.analysis.frames import read_games
from gamekit.analysis.games import Appraiser
from gamekit.deadline import NO_DEADLINE
from gamekit.game import AnyGame
from gamekit.game.appraisal import Grade
from gamekit.pages.replay import MOST_CANDIDATES
from gamekit.pages.watch import watch_page
from gamekit.wire.json_stream import values_of
from tests.gamekit.goofspiel import GOOFSPIEL
from tests.gamekit.nim import NIM
from tests.gamekit.watched import A_WHILE, GAMES, data_of, played, players
from tests.waiting import ENOUGH
from tests.windows import window_of

pytest_plugins = ("tests.browser",)


def open_page(browser: Chrome, game: AnyGame, folder: Path) -> None:
    path = folder / f"{game.name}.html"
    path.write_text(watch_page(game, "a game", (folder / f"{game.name}.json").read_bytes(), A_WHILE))
    browser.get(path.as_uri())


def text(browser: Chrome, selector: str) -> str:
    return str(browser.execute_script("return document.querySelector(arguments[0]).innerText", selector))


def test_one_steps_through_a_game_by_keys_slider_and_address(browser: Chrome, folder: Path) -> None:
    open_page(browser, NIM, folder)
    body = browser.find_element(By.TAG_NAME, "body")
    assert text(browser, "#where") == "Turn 1: Ann"
    body.send_keys(Keys.ARROW_RIGHT)
    assert text(browser, "#where") == "Turn 2: Bob"
    body.send_keys(Keys.END)
    assert text(browser, "#where") == "The end"
    assert "wins" in text(browser, "#sentence")
    body.send_keys(Keys.ARROW_RIGHT, Keys.HOME, Keys.ARROW_LEFT)
    assert text(browser, "#count").startswith("1 / ")
    browser.find_element(By.ID, "slider").send_keys(Keys.ARROW_RIGHT)
    browser.find_element(By.CSS_SELECTOR, "[data-go=next]").click()
    assert text(browser, "#count").startswith("3 / ")
    browser.get(f"{browser.current_url.split('#')[0]}#1.2")
    assert text(browser, "#count").startswith("2 / ")
    assert browser.execute_script("return document.querySelectorAll('#board button:not(:disabled)').length") == 0


def test_a_switch_shows_what_a_seat_sees(browser: Chrome, folder: Path) -> None:
    class Blind(type(GOOFSPIEL)):  # type: ignore[misc]
        """Goofspiel whose board lists the prizes to come, as far as they are known."""

        def draw_text(self, observation: Any, names: Any) -> str:
            return f"prizes {observation.state.prizes}"

    game = Blind()
    open_page(browser, game, folder)
    assert "0" not in text(browser, "#board")
    Select(browser.find_element(By.ID, "eyes")).select_by_visible_text("Ann")
    assert text(browser, "#board").count(" 0") == 4
    open_page(browser, NIM, folder)
    assert not browser.find_element(By.ID, "eyes").is_displayed()


def test_the_whole_game_is_printed(browser: Chrome, folder: Path) -> None:
    from pypdf import PdfReader  # noqa: PLC0415 - slow to import

    open_page(browser, NIM, folder)
    printed = browser.execute_cdp_cmd("Page.printToPDF", {})
    pages = [page.extract_text() for page in PdfReader(io.BytesIO(base64.b64decode(printed["data"]))).pages]
    (one,) = data_of(NIM, (folder / "nim.json").read_bytes())["games"]
    for frame in one["frames"][:-1]:
        assert any(frame["move"] in page for page in pages)
    assert one["ending"] in pages[-1]
    assert not any("Play" in page.replace("Player", "") for page in pages)


@pytest.mark.parametrize("width", [360, 1200])
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_no_page_is_wider_than_its_window(game: AnyGame, width: int, browser: Chrome, folder: Path) -> None:
    with window_of(browser, width, 700):
        open_page(browser, game, folder)
        assert browser.execute_script("return document.documentElement.scrollWidth") == width


def open_nim(browser: Chrome, tmp_path: Path, place: str = "") -> Any:
    """Open the page of a game of nim with a blunder, and return what `analyse` says of its decisions."""
    trace = players("Ann", "Bob") + played(NIM, "random", "random", seed=2)
    path = tmp_path / "nim.html"
    path.write_text(watch_page(NIM, "a game", trace))
    browser.get("about:blank")
    browser.get(path.as_uri() + place)
    (watched,) = read_games(NIM, values_of(trace))
    found = Appraiser(NIM, 1).appraise(watched.rounds, NO_DEADLINE)
    WebDriverWait(browser, ENOUGH).until(lambda _: "Looking" not in text(browser, "#source"))
    return found


def test_the_graph_has_a_line_a_seat_and_a_click_goes_there(browser: Chrome, tmp_path: Path) -> None:
    found = open_nim(browser, tmp_path)
    lines = browser.find_elements(By.CSS_SELECTOR, "#graph polyline")
    assert [len(str(line.get_attribute("points")).split()) for line in lines] == [len(found.worths)] * 2
    width = int(browser.execute_script("return document.querySelector('#graph').clientWidth"))
    graph = browser.find_element(By.ID, "graph")
    ActionChains(browser).move_to_element_with_offset(graph, width // 2 - 12, 0).click().perform()
    assert text(browser, "#count") == f"{len(found.worths)} / {len(found.worths)}"
    ActionChains(browser).move_to_element_with_offset(graph, 12 - width // 2, 0).click().perform()
    assert text(browser, "#count").startswith("1 / ")


def test_mistakes_are_counted_listed_and_marked_and_can_be_gone_to(browser: Chrome, tmp_path: Path) -> None:
    found = open_nim(browser, tmp_path)
    worst = found.worst(10)
    assert worst
    listed = browser.find_elements(By.CSS_SELECTOR, "#costliest button")
    assert [int(str(one.get_attribute("data-step"))) + 1 for one in listed] == [one.number for one in worst]
    assert len(browser.find_elements(By.CSS_SELECTOR, "#graph .mark.blunder")) == len(worst)
    rows = [row.text.split() for row in browser.find_elements(By.CSS_SELECTOR, "#counts tr")[1:]]
    assert [row[3] for row in rows] == [str(found.count(seat, Grade.BLUNDER)) for seat in (0, 1)]
    listed[0].click()
    assert text(browser, "#count").startswith(f"{worst[0].number} / ")
    assert "lost 100% of a win: a blunder" in text(browser, "#cost")
    browser.find_element(By.TAG_NAME, "body").send_keys(Keys.HOME, "m")
    assert text(browser, "#count").startswith(f"{min(one.number for one in worst if one.number > 1)} / ")


def test_candidates_are_listed_and_the_chosen_one_is_marked_on_the_board(browser: Chrome, tmp_path: Path) -> None:
    worst = open_nim(browser, tmp_path).worst(1)[0]
    browser.execute_script("show(0, arguments[0])", worst.number - 1)
    buttons = browser.find_elements(By.CSS_SELECTOR, "#candidates button")
    listed = [one for at, one in enumerate(worst.candidates) if at < MOST_CANDIDATES or one == worst.played]
    words = [NIM.action_text(one.action) + " (played)" * (one == worst.played) for one in listed]
    assert [button.text for button in buttons] == words
    marked = browser.find_elements(By.CSS_SELECTOR, "#board .picked")
    assert [one.get_attribute("data-click") for one in marked] == ["{}-{}".format(*worst.step.action)]
    buttons[0].click()
    marked = browser.find_elements(By.CSS_SELECTOR, "#board .picked")
    assert [one.get_attribute("data-click") for one in marked] == ["{}-{}".format(*worst.best.action)]


def test_the_line_that_is_expected_is_played_and_left_again(browser: Chrome, tmp_path: Path) -> None:
    worst = open_nim(browser, tmp_path).worst(1)[0]
    browser.execute_script("show(0, arguments[0])", worst.number - 1)
    before = text(browser, "#board")
    body = browser.find_element(By.TAG_NAME, "body")
    body.send_keys(Keys.ARROW_DOWN)
    after = NIM.apply(worst.step.state, {worst.step.seat: worst.best.action})
    assert [len(line.split(": ")[1]) for line in text(browser, "#board").splitlines() if "|" in line] == [
        left for left in after.heaps if left
    ]
    assert text(browser, "#sentence").startswith("Expected: ")
    body.send_keys(Keys.ARROW_UP)
    assert text(browser, "#board") == before
    browser.find_element(By.CSS_SELECTOR, "#plies button").click()
    browser.find_element(By.ID, "line-back").click()
    assert text(browser, "#board") == before


def test_without_time_the_game_is_shown_and_nothing_is_known_but_the_end(browser: Chrome, tmp_path: Path) -> None:
    path = tmp_path / "nim.html"
    path.write_text(watch_page(NIM, "a game", played(NIM, "nim", "random"), seconds=0))
    browser.get(path.as_uri())
    WebDriverWait(browser, ENOUGH).until(lambda _: "Nothing is known" in text(browser, "#source"))
    assert "not looked at" in text(browser, "#cost")
    assert not browser.find_element(By.ID, "mistakes").is_displayed()


def test_what_was_not_looked_at_is_interpolated_and_said_to_be(browser: Chrome, tmp_path: Path) -> None:
    open_nim(browser, tmp_path)
    script = """
        game().points = [{ frame: 0, shares: [0.2, 0.8] }, { frame: 4, shares: [0.6, 0.4] }];
        return [sharesAt(0), sharesAt(2), sharesAt(5)]"""
    known, between, beyond = browser.execute_script(script)
    assert (known["shares"], known["interpolated"]) == ([0.2, 0.8], False)
    assert between["interpolated"]
    assert between["shares"] == pytest.approx([0.4, 0.6])
    assert beyond is None
    browser.execute_script("show(0, 2)")
    assert "interpolated" in text(browser, "#legend")


def test_playing_goes_on_by_itself_until_it_is_stopped(browser: Chrome, tmp_path: Path) -> None:
    open_nim(browser, tmp_path)
    body = browser.find_element(By.TAG_NAME, "body")
    body.send_keys(" ")
    WebDriverWait(browser, ENOUGH).until(lambda _: text(browser, "#count").startswith("3 / "))
    body.send_keys(" ")
    assert text(browser, "#play").endswith("Play")


def test_the_address_keeps_the_place(browser: Chrome, tmp_path: Path) -> None:
    open_nim(browser, tmp_path, "#1.2")
    assert text(browser, "#count").startswith("2 / ")
    browser.find_element(By.TAG_NAME, "body").send_keys(Keys.ARROW_RIGHT)
    WebDriverWait(browser, ENOUGH).until(lambda _: browser.current_url.endswith("#1.3"))


def test_a_step_says_what_to_type_to_try_it_from_there(browser: Chrome, tmp_path: Path) -> None:
    open_nim(browser, tmp_path, "#1.2")
    assert text(browser, "#type") == "Try it from here, type: nim play --from TRACE --step 2"
    browser.find_element(By.TAG_NAME, "body").send_keys(Keys.END)
    assert not browser.find_element(By.ID, "type").is_displayed()


def test_every_control_has_a_name(browser: Chrome, tmp_path: Path) -> None:
    open_nim(browser, tmp_path)
    controls = [one for one in browser.find_elements(By.CSS_SELECTOR, "button, input, select") if one.is_displayed()]
    assert len(controls) >= 8
    assert all(control.accessible_name.strip() for control in controls)
