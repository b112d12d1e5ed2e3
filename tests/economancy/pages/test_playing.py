"""`economancy play` in Chromium: whole games by clicking, reloads, lost connections, hints."""

import contextlib
import json
import sys
import urllib.error
import urllib.request
from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random

import pytest
from selenium.webdriver import ActionChains, Chrome
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.remote.webelement import WebElement
from selenium.webdriver.support.ui import WebDriverWait

from economancy.commands.cli import main
from tests.playing import Page, by_number, served
from tests.waiting import ENOUGH

pytest_plugins = ("tests.browser",)

COMMAND = (sys.executable, "-m", "economancy", "play", "--no-keep", "--port", "0")
POINTS = ("Incantation", "Board of Monopoly")
PASS = "#controls [data-action='[\"Pass\"]']"
Move = tuple[int, int | str]


def serving(*arguments: str) -> contextlib.AbstractContextManager[list[str]]:
    """Start `economancy play`; return its links. It must end quietly at Ctrl-C, whoever is still connected."""
    return served([*COMMAND, *arguments])


def soon(browser: Chrome, condition: Callable[[Chrome], object]) -> None:
    """Wait until something becomes true; fail if it does not."""
    WebDriverWait(browser, ENOUGH, poll_frequency=0.02).until(condition)


KIND = """
const words = { "How much": "bid", "Attack with": "attack", "Buy which": "buy" };
if (document.body.dataset.kind !== "ask" || document.body.dataset.sending) return document.body.dataset.kind ?? "";
const title = document.querySelector("#title").textContent;
return Object.entries(words).find(([start]) => title.startsWith(start))?.[1] ?? "defend";
"""


class WizardPage(Page):
    """A seat's page, used as a person does: by what can be seen and clicked."""

    def __init__(self, browser: Chrome, link: str, seat: int, wanted: Sequence[str] = POINTS, bid: int = 0) -> None:
        super().__init__(browser, link)
        self.link, self.seat, self.wanted, self.bid = link, seat, wanted, bid
        self.clicked: list[Move] = []
        self.kinds: set[str] = set()

    @property
    def kind(self) -> str:
        """What the page asks for: bid, attack, defend, buy; or wait, or over."""
        return str(self.run(KIND))

    def all(self, selector: str) -> list[WebElement]:
        return self.browser.find_elements(By.CSS_SELECTOR, selector)

    def one(self, selector: str) -> WebElement:
        return self.browser.find_element(By.CSS_SELECTOR, selector)

    def wait_until(self, *kinds: str) -> str:
        soon(self.browser, lambda _: self.kind in kinds)
        return self.kind

    def choose(self, element: WebElement, action: int | str) -> None:
        """Click a move and wait until it has been taken."""
        before = self.run("return news.moment")
        element.click()
        self.wait_for(f"news.moment !== {json.dumps(before)} || news.own !== null")  # not only that another has chosen
        assert not self.one("#trouble").is_displayed()
        self.clicked.append((self.seat, action))

    def reload(self) -> None:
        """Reload the page; it must come back as it was."""
        shown = self.text("#title"), self.text("#latest")
        self.browser.refresh()
        self.wait_until("bid", "attack", "defend", "buy", "wait", "over")
        assert (self.text("#title"), self.text("#latest")) == shown

    def move(self, rng: Random) -> None:
        """Click a move: the usual bid, any card in a fight, a wanted card of the shop."""
        kind = self.kind
        self.kinds.add(kind)
        if kind == "bid":
            bids = self.all("#controls :is(button.number, form .main)")  # of many coins 0 is what stands in the field
            bid = min(len(bids) - 1, self.bid)
            self.choose(bids[bid], bid)
        elif kind == "buy":
            offered = self.all(", ".join(f'.shop .clickable[data-click="buy-{name}"]' for name in self.wanted))
            if offered:
                self.choose(offered[0], str(offered[0].get_attribute("data-card")))
            else:
                self.choose(self.one(PASS), "Pass")
        else:
            cards = self.all(".player .clickable")
            stop = self.all("#controls .option")
            option = rng.choice([*cards, *stop])
            click = option.get_attribute("data-click")
            self.choose(option, int(click.rpartition("-")[2]) if click else 0)


def verified(page: WizardPage, path: Path) -> list[Move]:
    """Download the finished game, verify it with the command, and return its moves."""
    with urllib.request.urlopen(by_number(str(page.run("return document.querySelector('#download').href")))) as answer:
        path.write_bytes(answer.read())
    assert main(["verify", str(path)]) == 0
    names, *lines = [json.loads(line) for line in path.read_text().splitlines()]
    assert names["meta"] == "players"
    return [(asked["player"], move[0]) for asked, move in zip(lines[:-1:2], lines[1::2], strict=True)]


@pytest.mark.ci
def test_two_people_play_a_whole_game_by_clicking_with_reloads_in_the_middle(
    browser: Chrome, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    rng = Random(3)
    with serving("person", "person") as links:
        pages = [WizardPage(browser, links[0], 0, POINTS), WizardPage(browser, links[1], 1, ("Ghost", "Worker"), bid=1)]
        while True:
            for page in pages:
                with page:
                    if page.wait_until("bid", "attack", "defend", "buy", "wait", "over") not in ("wait", "over"):
                        page.move(rng)
                        if rng.random() < 0.3:
                            page.reload()
            if page.kind == "over":
                break
        with pages[0]:
            pages[0].wait_until("over")
            moves = verified(pages[0], tmp_path / "game.json")
        assert {kind for page in pages for kind in page.kinds} == {"bid", "attack", "defend", "buy"}
        clicked = [move for page in pages for move in page.clicked]
        assert {seat: [m for m in moves if m[0] == seat] for seat in (0, 1)} == {
            seat: [m for m in clicked if m[0] == seat] for seat in (0, 1)
        }
    assert capsys.readouterr().out.endswith("game.json: ok\n")


@pytest.mark.ci
def test_a_person_plays_a_whole_game_against_programs_watches_it_and_begins_another(
    browser: Chrome, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    rng = Random(1)
    with (
        serving("--base", "--seed", "1", "person", "points", "simple") as links,
        WizardPage(browser, links[0], 0) as page,
    ):
        while page.wait_until("bid", "attack", "defend", "buy", "over") != "over":
            page.move(rng)
            if len(page.clicked) == 5:
                page.reload()
        days = page.browser.execute_script(
            "return [...document.querySelectorAll('#told .heading')].map((each) => each.textContent)"
        )
        assert days == [f"Day {day}" for day in range(1, len(days) + 1)] != []
        assert [move for move in verified(page, tmp_path / "game.json") if move[0] == 0] == page.clicked
        page.one("#again").click()
        page.wait_until("bid")
        assert page.text("#latest").startswith("The game begins.")
        assert page.run("return document.querySelector('#last').href") == f"{links[0]}/watch/0"
        assert page.one("#last").is_displayed()
        browser.get(f"{links[0]}/watch/0")
        soon(browser, lambda _: page.all(".board .player"))
        assert "Player 1" in page.text("body")
        assert "points" in page.text("body")
    assert capsys.readouterr().out.endswith("game.json: ok\n")


def test_a_lost_connection_is_said_and_loses_nothing(browser: Chrome) -> None:
    with serving("person", "person") as links:
        mine, theirs = WizardPage(browser, links[0], 0), WizardPage(browser, links[1], 1)
        with mine:
            mine.wait_until("bid")
            offline(browser, True)
            mine.one("button.number").click()
            soon(browser, lambda _: "connection is lost" in mine.text("#trouble"))
        with theirs:
            theirs.wait_until("bid")
            theirs.choose(theirs.all("button.number")[2], 2)
        with mine:
            offline(browser, False)
            mine.wait_until("buy")  # the click was kept
            assert "You bid 0. Player 2 bids 2." in mine.text("#latest")


def offline(browser: Chrome, lost: bool) -> None:
    conditions = {"offline": lost, "latency": 0, "downloadThroughput": -1, "uploadThroughput": -1}
    browser.execute_cdp_cmd("Network.enable", {})
    browser.execute_cdp_cmd("Network.emulateNetworkConditions", conditions)


@pytest.mark.ci
def test_a_hint_shows_the_chances_of_the_moves_and_goes_with_the_moment(browser: Chrome) -> None:
    with serving("--seed", "1", "person", "points") as links, WizardPage(browser, links[0], 0) as page:
        page.wait_until("bid")
        page.one("#ask-hint").click()
        soon(browser, lambda _: page.all("#hint li"))
        rows = [row.text for row in page.all("#hint li")]
        assert sorted(row[0] for row in rows) == ["0", "1", "2", "3"]
        shares = [int(row.split("we choose it ")[1].split("%")[0]) for row in rows]
        assert sum(shares) == pytest.approx(100, abs=2)
        page.choose(page.all("button.number")[0], 0)
        page.wait_until("buy")
        assert not page.all("#hint li")


@pytest.mark.ci
def test_the_keyboard_alone_plays(browser: Chrome) -> None:
    with serving("--seed", "1", "person", "points") as links, WizardPage(browser, links[0], 0) as page:
        page.wait_until("bid")
        tab_to(browser, "1").send_keys(Keys.ENTER)
        page.wait_until("buy")
        assert "You bid 1." in page.text("#latest")
        tab_to(browser, "Ghost", Keys.ARROW_RIGHT).send_keys(Keys.SPACE)
        page.wait_until("bid")
        assert "You buy a Ghost." in page.text("#latest")


def tab_to(browser: Chrome, label: str, key: str = Keys.TAB) -> WebElement:
    """Press the tabulator, or another key, until what has the focus is called so."""
    for _ in range(40):
        browser.switch_to.active_element.send_keys(key)
        element = browser.switch_to.active_element
        if (element.accessible_name or "").startswith(label):
            return element
    raise AssertionError(f"the tabulator does not come to {label}")


def test_a_double_click_is_one_move(browser: Chrome) -> None:
    with serving("--seed", "1", "person", "points") as links, WizardPage(browser, links[0], 0) as page:
        page.wait_until("bid")
        ActionChains(browser).double_click(page.all("button.number")[0]).perform()
        page.wait_until("buy")
        ActionChains(browser).double_click(page.one(PASS)).perform()
        page.wait_until("bid")
        assert page.text("#latest").startswith("You pass.")
        assert page.text("#when") == "Day 2 · Investing"
        assert not page.one("#trouble").is_displayed()


@pytest.mark.ci
def test_more_coins_than_buttons_are_bid_by_typing(browser: Chrome) -> None:
    shop = ("--shop", "Magic Bean Stock=2,Senior Worker=4")
    with serving("--seed", "1", *shop, "person", "random") as links, WizardPage(browser, links[0], 0) as page:
        while page.wait_until("bid", "buy", "attack", "defend") != "bid" or page.all("button.number"):
            if page.kind == "bid":
                page.choose(page.all("button.number")[0], 0)
            elif page.all(".shop .clickable"):
                page.choose(page.all(".shop .clickable")[-1], "any")
            else:
                page.choose([*page.all(".player .clickable"), *page.all("#controls .option")][-1], "any")
        page.one("#number").send_keys(Keys.CONTROL, "a")
        page.one("#number").send_keys("99999", Keys.ENTER)
        assert "expected a whole number from 0 to" in page.text("#trouble")
        page.one("#number").send_keys(Keys.CONTROL, "a")
        page.one("#number").send_keys("2", Keys.ENTER)
        page.wait_until("buy", "attack", "defend")
        assert "You bid 2." in page.text("#latest")


# The command


def test_another_seat_s_link_is_refused_by_the_real_server() -> None:
    with serving("person", "person") as links:
        stolen = links[0].replace("/seat/0/", "/seat/1/")
        with pytest.raises(urllib.error.HTTPError) as refusal:
            urllib.request.urlopen(by_number(stolen))
        assert refusal.value.code == 403
        assert "not the link of Player 2" in refusal.value.read().decode()
