"""How the play page of each game looks in Chromium: on a phone, to a screen reader, in motion; and its set-up."""

import re
import shlex
import sys
from pathlib import Path
from random import Random

import pytest
from selenium.webdriver import Chrome

from tests.axe import in_light_and_dark
from tests.playing import Page, served
from tests.test_play_pages import SHORT, by_clicks, of_games, play, until_asked, until_moved, whole_game
from tests.windows import window_of

pytest_plugins = ("tests.browser",)


@of_games("coinfight")
def test_axe_finds_nothing_and_nothing_overflows_at_360_pixels(browser: Chrome, axe: str, game: str) -> None:
    with play(game, *SHORT[game]) as links, Page(browser, links[0]) as page:
        for moved in (False, True):
            if moved:
                by_clicks(page, Random(1))
            until_asked(page)
            page.run("for (const each of document.querySelectorAll('details')) each.open = true")
            page.click("#ask-hint")
            page.wait_for("document.querySelector('#hint li') !== null")
            assert in_light_and_dark(browser, axe) == []
            with window_of(browser, 360, 740):
                assert page.run("return document.documentElement.scrollWidth === document.documentElement.clientWidth")
        page.click("#restart")
        page.wait_for("document.querySelector('#setup').open")
        assert in_light_and_dark(browser, axe) == []


@of_games("thud")
def test_on_a_phone_what_is_asked_stands_on_the_screen_below_the_board(browser: Chrome, game: str) -> None:
    with play(game, *SHORT[game]) as links, Page(browser, links[0]) as page, window_of(browser, 390, 740):
        assert until_asked(page)
        page.run("document.querySelector('#board').scrollIntoView()")
        assert page.run(
            "const { top, bottom } = document.querySelector('#ask').getBoundingClientRect();"
            "return innerHeight / 2 < top && bottom <= innerHeight"
        )


@pytest.mark.ci
def test_economancys_cards_are_drawn_in_its_rules(browser: Chrome) -> None:
    with play("economancy", *SHORT["economancy"]) as links, Page(browser, links[0]) as page:
        page.run("document.querySelector('#rules').open = true")
        assert page.count(".rules figure .card") > 4
        assert page.text(".rules figure .player-name") == "Ann"


@pytest.mark.ci
def test_axe_finds_nothing_on_the_pages_beside_the_game_and_at_its_end(browser: Chrome, axe: str) -> None:
    with play("coinfight", *SHORT["coinfight"]) as links:
        for address in (links[0].partition("seat")[0], f"{links[0]}x"):
            browser.get(address)
            assert in_light_and_dark(browser, axe) == []
        browser.get_log("browser")  # type: ignore[no-untyped-call] # that a link is wrong is a complaint
        with Page(browser, links[0]) as page:
            whole_game(page, by_clicks, Random(4))
            assert in_light_and_dark(browser, axe) == []


@pytest.mark.ci
def test_what_moves_glides_unless_the_reader_wants_no_motion(browser: Chrome) -> None:
    with play("santorini", *SHORT["santorini"]) as links, Page(browser, links[0]) as page:
        page.wait_for("news !== null")
        page.run(
            "window.glides = 0; const animate = Element.prototype.animate;"
            "Element.prototype.animate = function (...words) { glides += 1; return animate.apply(this, words); }"
        )
        try:
            for wish in ("no-preference", "reduce"):
                features = [{"name": "prefers-reduced-motion", "value": wish}]
                browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": features})
                page.run("window.glides = 0")
                for _ in range(2):
                    assert until_asked(page)
                    by_clicks(page, Random(1))
                assert until_asked(page)
                assert page.count("#board [data-from]") > 0
                assert page.run("return glides > 0") is (wish != "reduce")
        finally:
            browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": []})


def test_the_set_up_takes_spaces_in_any_order(browser: Chrome) -> None:
    with play("santorini", *SHORT["santorini"]) as links, Page(browser, links[0]) as page:
        assert until_asked(page)
        assert page.count("#board .clickable") == 25
        moment = page.run("return news.moment")
        for name in ("d4", "a2"):
            page.click(f'#board [data-click="{name}"]')
        until_moved(page, moment)
        assert re.search(r"\ba2\b.*\bd4\b|\bd4\b.*\ba2\b", page.text("#latest"))


def test_opponent_seat_and_variant_are_chosen_on_the_page(browser: Chrome) -> None:
    with play("coinfight", *SHORT["coinfight"]) as links, Page(browser, links[0]) as page:
        assert until_asked(page)
        page.click("#restart")
        for field, value in (("setup-count", "3"), ("setup-own", "1"), ("setup-0", "random"), ("setup-1", "randy")):
            page.run(
                "const field = document.getElementById(arguments[0]); field.value = arguments[1];"
                "field.dispatchEvent(new Event('change'))",
                field,
                value,
            )
        page.click("#setup .main")
        page.wait_for("news.game === 1")
        assert page.run("return news.setup.seats") == ["random", "person", "randy"]
        assert page.text("#you") == "You are Player 2."
        browser.refresh()
        assert until_asked(page)
        assert page.text("#you") == "You are Player 2."


def test_a_crashed_program_s_last_words_stand_on_the_page(browser: Chrome, tmp_path: Path) -> None:
    bot = tmp_path / "bot.py"
    bot.write_text("import sys\nsys.exit('out of <i>ideas</i>')\n")
    command = [sys.executable, "-m", "santorini", "play", "--no-keep", "--port", "0"]
    words = [*command, "--quiet", "person", f"{sys.executable} {bot}"]
    said = f"Player 2 (bot.py) forfeits: exited with status 1\nsantorini check {shlex.quote(words[-1])} tells more\n"
    with served(words, errors=said) as links, Page(browser, links[0]) as page:
        assert until_asked(page)
        by_clicks(page, Random(1))
        page.wait_for("news.over !== null")
        assert page.text("#crash pre") == "out of <i>ideas</i>"
