"""The play page of each of the five games in Chromium: whole games by clicks and by keys, moves taken back, hints, two
people, reloads, a connection that goes silent.
"""

import contextlib
import itertools
import json
import socket
import subprocess
import sys
import threading
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from urllib.parse import urlsplit

import pytest
from selenium.webdriver import ActionChains, Chrome
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

from tests.playing import Page, by_number, served

pytest_plugins = ("tests.browser",)

SHORT = {
    "economancy": ["--simple", "person", "points"],
    "santorini": ["person", "alphabeta:2"],
    "coinfight": ["--hand", "small", "person", "greedy"],
    "lost_cities": ["person", "simple"],
    "thud": ["--max-moves", "10", "person", "random"],
}
"""By module what to play so that a game is short, or as short as the rules let it be."""

NAMES = [*SHORT]


def of_games(quick: str) -> pytest.MarkDecorator:
    """Return the five games as a parameter: one for every test run, the others for the long one."""
    marked = [pytest.param(name, marks=[] if name == quick else pytest.mark.long) for name in NAMES]
    return pytest.mark.parametrize("game", marked)


def play(game: str, *arguments: str) -> contextlib.AbstractContextManager[list[str]]:
    command = [sys.executable, "-m", game, "play", "--no-keep", "--seed", "3", "--port", "0"]
    return served([*command, *arguments])


def until_asked(page: Page) -> bool:
    """Wait until the page asks for a move, or the game is over; tell whether it asks."""
    page.wait_for("news !== null && !sending && (news.question !== null || news.over !== null)")
    return page.run("return news.over") is None


def until_moved(page: Page, moment: object) -> None:
    page.wait_for(f"!sending && (news.moment !== {json.dumps(moment)} || news.own !== null || news.over !== null)")


ASKED = "return news.question !== null && news.own === null && !sending && news.moment === arguments[0]"


def by_clicks(page: Page, rng: Random) -> None:
    """Make a move by clicking, anything that the page offers."""
    moment = page.run("return news.moment")
    while page.run(ASKED, moment):
        lit = page.browser.find_elements(By.CSS_SELECTOR, "#board .clickable")
        offered = page.browser.find_elements(By.CSS_SELECTOR, "#controls .option, #controls form .main")
        rng.choice(lit or offered).click()
    until_moved(page, moment)


ARROWS = (Keys.ARROW_LEFT, Keys.ARROW_RIGHT, Keys.ARROW_UP, Keys.ARROW_DOWN)


def by_keys(page: Page, rng: Random) -> None:
    """Make a move by keys, whatever has the focus."""
    moment = page.run("return news.moment")

    def press(*keys: str) -> None:
        page.browser.switch_to.active_element.send_keys(*keys)

    while page.run(ASKED, moment):
        if page.count("#board .clickable"):
            for _ in range(rng.randint(1, 3)):
                press(rng.choice(ARROWS))
            if page.run("return document.activeElement.matches('#board .clickable')"):
                press(Keys.ENTER)
        elif page.count("#number"):
            press("0", Keys.ENTER)
        else:
            keys = page.run("return [...document.querySelectorAll('#controls [data-key]')].map((b) => b.dataset.key)")
            assert isinstance(keys, list)
            for digit in rng.choice(keys):
                press(digit)
            page.wait_for(f"sending || news.own !== null || news.moment !== {json.dumps(moment)}")
    until_moved(page, moment)


def whole_game(page: Page, move: Callable[[Page, Random], None], rng: Random) -> None:
    moves = 0
    while until_asked(page):
        move(page, rng)
        moves += 1
        assert moves < 400
    assert int(str(page.run("return news.story.length"))) >= moves
    link = by_number(str(page.run("return document.querySelector('#download').href")))
    with urllib.request.urlopen(link) as answer:
        assert json.loads(answer.read().splitlines()[-1])


@of_games("coinfight")
def test_a_whole_game_by_clicks(browser: Chrome, game: str) -> None:
    with play(game, *SHORT[game]) as links, Page(browser, links[0]) as page:
        whole_game(page, by_clicks, Random(1))


@of_games("thud")
def test_a_whole_game_by_keys_alone(browser: Chrome, game: str) -> None:
    with play(game, *SHORT[game]) as links, Page(browser, links[0]) as page:
        whole_game(page, by_keys, Random(2))
        page.browser.switch_to.active_element.send_keys("1")  # a new game
        page.wait_for("news.game === 1")


WATCHED = {
    "economancy": ["--simple", "points", "random"],
    "santorini": ["greedy", "random"],
    "coinfight": ["greedy", "randy"],
    "lost_cities": ["simple", "random"],
    "thud": ["rusher", "random"],
}
"""By module a short tournament in which mistakes are made."""


def tournament(game: str, folder: Path) -> tuple[Path, Path]:
    """Return the trace and the page of the first game of a tournament."""
    page = folder / "page.html"
    command = [sys.executable, "-m", game, "tournament", "--games", "2", "--seed", "2", "--out", str(folder / "out")]
    subprocess.run([*command, *WATCHED[game]], capture_output=True, check=True, timeout=100)
    trace = min((folder / "out" / "traces").iterdir())
    enough = ["--seconds", "40"]  # on a busy machine, too
    view = [sys.executable, "-m", game, "view", str(trace), "-o", str(page), *enough]
    subprocess.run(view, capture_output=True, check=True, timeout=100)
    return trace, page


@pytest.mark.ci
@of_games("coinfight")
def test_of_a_game_of_a_tournament_a_mistake_is_opened_and_tried_from_there_to_the_end(
    browser: Chrome, game: str, tmp_path: Path
) -> None:
    trace, watched = tournament(game, tmp_path)
    browser.get(watched.as_uri())
    ActionChains(browser).move_to_element(browser.find_element(By.ID, "graph")).click().perform()
    middle = int(browser.execute_script("return at.step"))
    assert middle > 0
    mistakes = browser.find_elements(By.CSS_SELECTOR, "#costliest button")
    latest = max(mistakes, key=lambda one: int(str(one.get_attribute("data-step"))))  # so that the rest is short
    step = int(str(latest.get_attribute("data-step"))) + 1
    latest.click()
    assert browser.execute_script("return at.step + 1") == step
    typed = str(browser.execute_script("return document.querySelector('#type code').textContent")).split()
    assert typed[1:] == ["play", "--from", str(trace), "--step", str(step)]
    start = ["--from", str(trace), *typed[4:], SHORT[game][-1]]  # the person sits where the mistake was made
    with play(game, *start) as links, Page(browser, links[0]) as page:
        assert until_asked(page)
        before = int(str(page.run("return news.story.length")))
        assert before < step
        whole_game(page, by_clicks, Random(1))
        assert int(str(page.run("return news.story.length"))) > before


@of_games("thud")
def test_a_move_is_taken_back_and_played_another_way(browser: Chrome, game: str) -> None:
    with play(game, *SHORT[game]) as links, Page(browser, links[0]) as page:
        assert until_asked(page)
        before, story = page.run("return news.board"), page.run("return news.story.length")
        assert page.run("return document.querySelector('#take-back').hidden")
        by_clicks(page, Random(1))
        page.wait_for("!sending && news.may_take_back && (news.question || news.over)")
        page.click("#take-back")
        page.wait_for(f"!sending && news.question && news.story.length === {story}")
        assert page.run("return news.board") == before
        by_clicks(page, Random(5))
        page.wait_for(f"news.story.length > {story}")


@of_games("coinfight")
def test_a_hint_is_shown_and_followed_by_a_click(browser: Chrome, game: str) -> None:
    with play(game, *SHORT[game]) as links, Page(browser, links[0]) as page:
        assert until_asked(page)
        moment = page.run("return news.moment")
        page.click("#ask-hint")
        page.wait_for("document.querySelector('#hint li button') !== null")
        if page.count("#board .clickable"):
            assert page.count("#board .hinted") > 0
        page.click("#hint li button")
        until_moved(page, moment)
        assert page.count("#hint li") == 0


@of_games("lost_cities")
def test_two_people_play_in_two_windows_with_a_reload_and_a_second_tab(browser: Chrome, game: str) -> None:
    options = SHORT[game][:-2]
    with play(game, *options, "person", "person") as links:
        pages = [Page(browser, link) for link in links]
        for number in range(6):
            for page in pages:
                with page:
                    page.wait_for("news !== null && !sending")
                    if page.run("return news.question !== null && news.own === null"):
                        by_clicks(page, Random(number))
        versions = []
        for page in pages:
            with page:
                versions.append(int(str(page.run("return news.version"))))
        shown = ("#title", "#latest", "#board")
        for page in pages:
            with page:
                page.wait_for(f"!sending && news.version >= {max(versions)}")
                before = [page.text(selector) for selector in shown]
                page.browser.refresh()
                page.wait_for("typeof news !== 'undefined' && news !== null")
                assert [page.text(selector) for selector in shown] == before
        with Page(browser, links[0]) as second:
            second.wait_for("news !== null")
            again = [second.text(selector) for selector in shown]
        with pages[0]:
            assert [pages[0].text(selector) for selector in shown] == again


def test_either_of_two_people_leaves_and_both_agree_to_a_new_game(browser: Chrome) -> None:
    with play("coinfight", "person", "person") as links:
        first, second = (Page(browser, link) for link in links)
        with first:
            assert until_asked(first)
            by_clicks(first, Random(1))
        with second:
            second.wait_for("news !== null && news.story.length === 1")
            second.run("window.confirm = () => true")
            second.click("#leave")
            second.wait_for("news.over !== null")
            assert second.text("#title") == "You have left the game."
        with first:
            first.wait_for("news.over !== null")
            assert first.text("#title") == "Player 2 has left the game."
            first.click("#again")
            first.wait_for("news.agreed.length === 1")
            assert "It begins when all agree" in first.text("#agreed")
        with second:
            second.wait_for("news.agreed.length === 1")
            assert second.text("#agreed") == "Player 1 would like a new game. Do you agree?"
            second.click("#again")
            second.wait_for("news.game === 1 && news.over === null")
        with first:
            first.wait_for("news.game === 1 && news.question !== null")


class Wire:
    """A way to a server that can be cut so that nobody is told: nothing comes through, and nothing is closed."""

    def __init__(self, link: str) -> None:
        parts = urlsplit(link)
        self.target = ("127.0.0.1", int(parts.port or 0))
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.link = by_number(link).replace(f":{parts.port}/", f":{self.listener.getsockname()[1]}/")
        self.cut = False
        threading.Thread(target=self._serve, daemon=True).start()

    def _serve(self) -> None:
        with contextlib.suppress(OSError):
            while True:
                near, _ = self.listener.accept()
                far = socket.create_connection(self.target)
                for source, sink in itertools.permutations((near, far)):
                    threading.Thread(target=self._carry, args=(source, sink, self.cut), daemon=True).start()

    def _carry(self, source: socket.socket, sink: socket.socket, dead: bool) -> None:
        with contextlib.suppress(OSError):
            while data := source.recv(1 << 16):
                dead = dead or self.cut  # for ever: what was cut once is not mended by new cables
                if not dead:
                    sink.sendall(data)
            if not dead:
                sink.shutdown(socket.SHUT_WR)


@contextlib.contextmanager
def wire(link: str) -> Iterator[Wire]:
    made = Wire(link)
    yield made
    made.listener.close()


@pytest.mark.ci
@of_games("coinfight")
def test_a_connection_that_goes_silent_is_said_tried_again_and_no_click_is_lost(browser: Chrome, game: str) -> None:
    with play(game, *SHORT[game]) as links, wire(links[0]) as way, Page(browser, way.link) as page:
        assert until_asked(page)
        assert page.run("return [LIMITS.news, LIMITS.click]") == [30000, 10000]
        page.run("Object.assign(LIMITS, { news: 1500, click: 800 }); wake()")
        way.cut = True
        moment = page.run("return news.moment")
        if page.count("#board .clickable"):
            page.run("choose(news.question.options[0])")
        else:
            page.click("#controls .option")
        page.wait_for("document.querySelector('#trouble').textContent.includes('your click is kept')")
        way.cut = False
        until_moved(page, moment)
        page.wait_for("document.querySelector('#trouble').hidden")
        way.cut = True  # now nothing is clicked
        page.wait_for("document.querySelector('#trouble').textContent.startsWith('The connection is lost')")
        way.cut = False
        page.run("dispatchEvent(new Event('online'))")
        page.wait_for("document.querySelector('#trouble').hidden")
