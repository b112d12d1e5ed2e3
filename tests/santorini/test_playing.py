"""A person at the table: in the terminal, in the browser by clicks, and the page as a program asks it."""

import re
import signal
import subprocess
import sys
from random import Random

import pytest
from selenium.webdriver import Chrome

from santorini.game import GAME
from tests.gamekit.tables import served
from tests.waiting import ENOUGH, soon

pytest_plugins = ("tests.browser",)

PLAY = [sys.executable, "-m", "santorini", "play", "--no-keep", "--seed", "1", "--cards", "Atlas-Pan"]


@pytest.mark.ci
def test_a_person_plays_a_whole_game_on_the_page() -> None:
    with served(GAME, "person", "random") as table:
        table.play_on(Random(1))
        assert table.session.table.over


def test_in_the_terminal_moves_are_chosen_by_the_beginning_of_their_names() -> None:
    typed = "tokens on a1 and\ntokens on a1 and b1\n"
    command = [*PLAY, "--text", "--no-keep", "person", "random"]
    done = subprocess.run(command, input=typed, capture_output=True, text=True, timeout=ENOUGH, check=False)
    assert done.returncode == 0
    assert "300 moves, such as: tokens on a1 and b1." in done.stdout
    assert " 23  tokens on a1 and e5" in done.stdout  # those that begin so are listed
    assert "You: tokens on a1 and b1" in done.stdout


def test_in_the_browser_a_turn_is_clicked_with_the_power_of_the_card(browser: Chrome) -> None:
    with subprocess.Popen([*PLAY, "--port", "0", "person", "random"], stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        try:
            found = re.search(r"http://\S+", process.stdout.readline())
            assert found
            browser.get(found[0])

            def click(name: str) -> None:
                script = "document.querySelector(arguments[0]).dispatchEvent(new MouseEvent('click', {bubbles: true}))"
                where = f'[data-click="{name}"].clickable'
                assert soon(lambda: bool(browser.execute_script("return document.querySelector(arguments[0])", where)))
                browser.execute_script(script, where)

            def page() -> str:
                return str(browser.execute_script("return document.body.innerText"))

            for name in ("a1", "e1"):
                click(name)
            assert soon(lambda: "Move a token, then build" in page())
            free = [space for space in ("a2", "b2", "b1") if not _token_on(browser, space)]
            for name in ("a1", free[0], "a1", "cap"):
                click(name)
            assert soon(lambda: f"a1 to {free[0]}, build a1 to a dome" in page())
            assert browser.execute_script("return document.querySelectorAll('#board .dome').length") == 1
        finally:
            process.send_signal(signal.SIGINT)
            process.wait(ENOUGH)


def _token_on(browser: Chrome, space: str) -> bool:
    script = "return document.querySelector(arguments[0] + ' title').textContent"
    return "token" in str(browser.execute_script(script, f'[data-click="{space}"]'))
