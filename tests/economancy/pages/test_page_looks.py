"""How the page of a trace looks: on paper, at any width, in light and dark."""

import base64
import io
import re
from pathlib import Path
from typing import Any

import pytest
from selenium.webdriver import ActionChains, Chrome
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.select import Select
from selenium.webdriver.support.wait import WebDriverWait

from tests.economancy.pages.traced import TRACES, open_page, press
from tests.waiting import ENOUGH
from tests.windows import window_of

pytest_plugins = ("tests.browser",)


def command(browser: Chrome, name: str, **parameters: object) -> dict[str, Any]:
    result: dict[str, Any] = browser.execute_cdp_cmd(name, parameters)
    return result


@pytest.mark.ci
def test_it_prints_a_page_for_every_move_and_nothing_else(browser: Chrome, pages: Any) -> None:
    from pypdf import PdfReader  # noqa: PLC0415 - slow to import

    open_page(browser, pages("small", (TRACES / "simple-2p-attack-decent.json").read_bytes()))
    Select(browser.find_element(By.ID, "print-what")).select_by_visible_text("this day")
    steps = browser.execute_script("return game().frames.filter(({ length }) => length === 1)")
    printed = command(browser, "Page.printToPDF", preferCSSPageSize=True)
    paper = PdfReader(io.BytesIO(base64.b64decode(printed["data"]))).pages
    assert len(paper) == len(steps) == 4
    for number, (sheet, step) in enumerate(zip(paper, steps, strict=True), start=1):
        text = re.sub(r"\s+", " ", sheet.extract_text())
        assert text.startswith(step["move"])
        assert f"{step['moment']}: Player {step['seat'] + 1} · {number} of " in text
        for words in ("Ghost", "Incantation", "Player 1", "Player 2", "Sorcerer's Stipend"):
            assert words in text
        assert "Print" not in text
        assert "Win share" not in text
        assert float(sheet.mediabox.width) > float(sheet.mediabox.height)
    assert not browser.find_elements(By.CSS_SELECTOR, "#paper article")


@pytest.mark.ci
def test_texts_of_the_graph_are_inside_it(golden_traces: list[Path], browser: Chrome, pages: Any) -> None:
    (longest,) = (path for path in golden_traces if path.name == "simple-4p-points-simple-random-decent-0.json")
    open_page(browser, pages("longest", longest.read_bytes() * 2, 1))
    WebDriverWait(browser, ENOUGH).until(lambda _: browser.find_elements(By.CSS_SELECTOR, "#graph svg"))
    script = """
        const svg = document.querySelector("#graph svg");
        const end = ({ x, width }) => x + width - svg.clientWidth;
        return [...svg.querySelectorAll("text")].map((one) => [one.textContent, end(one.getBBox())])"""
    found = browser.execute_script(script)
    assert {"1", "100%"} < {text for text, _ in found}
    assert all(sticks_out <= 1 for _, sticks_out in found), found


@pytest.mark.parametrize(("width", "least"), [(1366, 60), (1920, 110)])
def test_cards_are_as_large_as_the_screen_allows(width: int, least: int, browser: Chrome, pages: Any) -> None:
    text = (TRACES / "base-4p-decent-economancy-random-simple.json").read_bytes()
    with window_of(browser, width, width * 9 // 16):
        open_page(browser, pages("four", text))
        script = """
            const stage = document.querySelector(".stage");
            const words = document.createRange();
            const gaps = [...document.querySelectorAll(".card:has(.card-cost)")].map((card) => {
                words.selectNodeContents(card.querySelector(".card-name"));
                const right = Math.max(...[...words.getClientRects()].map((one) => one.right));
                return card.querySelector(".card-cost").getBoundingClientRect().left - right;
            });
            const { offsetWidth } = document.querySelector(".card");
            return [offsetWidth, stage.scrollHeight - stage.clientHeight, Math.min(...gaps)]"""
        card, hidden, gap = browser.execute_script(script)
    assert card >= least
    assert hidden <= 0
    assert gap >= 0  # between a name and the price beside it


@pytest.mark.parametrize(("width", "height"), [(390, 844), (768, 1024), (1280, 800), (1920, 1080)])
def test_nothing_sticks_out_at_any_width(width: int, height: int, browser: Chrome, pages: Any) -> None:
    text = (TRACES / "base-4p-decent-economancy-random-simple.json").read_bytes()
    with window_of(browser, width, height):
        open_page(browser, f"{pages('four', text)}#1.40")
        script = """
            const stage = document.querySelector(".stage");
            const box = (element) => element.getBoundingClientRect();
            return {
                wide: document.documentElement.scrollWidth,
                outside: [...document.querySelectorAll("button, .card, .player, .shop, input")]
                    .filter((one) => one.offsetParent)
                    .filter((one) => box(one).left < -1 || box(one).right > innerWidth + 1).length,
                scrolls: stage.scrollHeight > stage.clientHeight + 1,
                deck: box(document.querySelector(".deck")).bottom,
            }"""
        found = browser.execute_script(script)
    assert found["wide"] <= width
    assert found["outside"] == 0
    assert found["deck"] <= height + 1
    assert height < 1080 or width < 1200 or not found["scrolls"]


def test_a_card_is_shown_large_while_the_pointer_is_on_it(browser: Chrome, pages: Any) -> None:
    open_page(browser, pages("small", (TRACES / "simple-2p-attack-decent.json").read_bytes()))
    ghost = browser.find_elements(By.CSS_SELECTOR, ".pile .card")[2]
    ActionChains(browser).move_to_element(ghost).perform()
    large = browser.find_element(By.CSS_SELECTOR, ".zoom")
    assert "Day 3: +1 coin." in large.text
    assert large.size["width"] > 1.2 * ghost.size["width"]
    press(browser, Keys.ARROW_RIGHT)
    assert not browser.find_elements(By.CSS_SELECTOR, ".zoom")


def test_every_control_has_a_name(browser: Chrome, pages: Any) -> None:
    open_page(browser, pages("small", (TRACES / "simple-2p-attack-decent.json").read_bytes()))
    controls = [one for one in browser.find_elements(By.CSS_SELECTOR, "button, input, select") if one.is_displayed()]
    assert len(controls) >= 8
    assert all(control.accessible_name.strip() for control in controls)
    cards = browser.find_elements(By.CSS_SELECTOR, ".pile .card")
    assert cards[2].accessible_name == "Ghost, costs 2, attack 3, defence 2. Day 3: +1 coin. (4 left)"


SHOWN = [
    ("#sentence", 4.5),
    ("#where", 4.5),
    ("#ending", 4.5),
    (".label", 4.5),
    (".player-facts", 4.5),
    (".pile .left", 4.5),
    (".card-name", 4.5),
    (".card-cost", 4.5),
    (".card-text", 4.5),
    (".card-attack", 3),  # large text
    (".card-defence", 3),
    (".coin", 4.5),
    ("#cost", 4.5),
    (".fine", 4.5),
    ("#legend", 4.5),
    ("#play", 4.5),
]


"""Texts, and the contrast that WCAG 2 asks of them (AA)."""


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_texts_stand_out_from_what_is_behind_them(scheme: str, browser: Chrome, pages: Any) -> None:
    command(browser, "Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": scheme}])
    try:
        open_page(browser, pages("base", (TRACES / "base-2p-decent-economancy.json").read_bytes(), 2))
        script = """
            const rgb = (text) => text.match(/[\\d.]+/g).map(Number);
            const behind = (element) => {
                for (let one = element; one; one = one.parentElement) {
                    const color = rgb(getComputedStyle(one).backgroundColor);
                    if (color.length === 3 || color[3] > 0) return color;
                    if (one.matches(".coin")) return rgb("rgb(217, 154, 11)"); // the darkest of its gradient
                }
            };
            return arguments[0].map((selector) => [...document.querySelectorAll(selector)]
                .map((one) => [rgb(getComputedStyle(one).color), behind(one)]))"""
        found = browser.execute_script(script, [selector for selector, _ in SHOWN])
    finally:
        command(browser, "Emulation.setEmulatedMedia", features=[])
    for (selector, least), pairs in zip(SHOWN, found, strict=True):
        assert pairs, selector
        for ink, paper in pairs:
            assert contrast(ink, paper) >= least, (selector, ink, paper)


def contrast(one: list[float], other: list[float]) -> float:
    """Return the contrast of two colours as WCAG 2 defines it."""
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


def luminance(color: list[float]) -> float:
    channels = [
        share / 12.92 if share <= 0.04045 else ((share + 0.055) / 1.055) ** 2.4
        for share in (c / 255 for c in color[:3])
    ]
    return 0.2126 * channels[0] + 0.7152 * channels[1] + 0.0722 * channels[2]
