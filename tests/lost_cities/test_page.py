"""A game in the browser: cards and piles are clicked, points grow, hints are shown."""

import sys
from collections.abc import Iterator

import pytest
from selenium.webdriver import Chrome
from selenium.webdriver.common.by import By
from selenium.webdriver.support.ui import WebDriverWait

from tests.playing import served
from tests.waiting import ENOUGH

pytest_plugins = ("tests.browser",)


@pytest.fixture
def link() -> Iterator[str]:
    """Serve a table at which the browser plays against simple; give the link."""
    words = "-m lost_cities play --no-keep --seed 3 --port 0 person simple"
    with served([sys.executable, *words.split()]) as links:
        yield links[0]


def click(browser: Chrome, *names: str) -> None:
    """Click on the first element that can be clicked, of those with one of these words in their names if there are."""
    selector = ", ".join(f'.clickable[data-click~="{name}"]' for name in names) or ".clickable"
    element = WebDriverWait(browser, ENOUGH).until(lambda page: page.find_elements(By.CSS_SELECTOR, selector))
    browser.execute_script("arguments[0].dispatchEvent(new MouseEvent('click', {bubbles: true}))", element[0])


def wait_for(browser: Chrome, text: str) -> None:
    WebDriverWait(browser, ENOUGH).until(lambda page: text in page.find_element(By.TAG_NAME, "body").text)


@pytest.mark.ci
def test_turns_are_played_by_clicks_and_points_grow(browser: Chrome, link: str) -> None:
    browser.get(link)
    for _ in range(4):
        wait_for(browser, "Your play?")
        click(browser)
        click(browser, "expedition", "pile")
        wait_for(browser, "Where do you draw from?")
        click(browser, "deck")
    wait_for(browser, "deck 36")
    text = browser.find_element(By.TAG_NAME, "body").text
    assert "simple: play " in text
    assert browser.find_elements(By.CSS_SELECTOR, ".lc .badge")


@pytest.mark.ci
def test_a_hint_says_what_each_play_is_worth(browser: Chrome, link: str) -> None:
    browser.get(link)
    wait_for(browser, "Your play?")
    for button in browser.find_elements(By.TAG_NAME, "button"):
        if button.text == "Hint":
            button.click()
    wait_for(browser, "(by learned values)")
