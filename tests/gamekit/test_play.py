"""The command `play` through nothing but the `Game` objects of the little games: in the terminal, and by clicking."""

import contextlib
import json
import os
import signal
import subprocess
import sys
import urllib.request
from functools import partial
from pathlib import Path

import pytest
from selenium.webdriver import Chrome
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.remote.webelement import WebElement

from gamekit.commands.common.main import main
from gamekit.game import AnyGame
from tests.forks import forked
from tests.gamekit import little
from tests.gamekit.clicked import Far
from tests.gamekit.goofspiel import GOOFSPIEL
from tests.gamekit.nim import NIM
from tests.playing import Page, by_number, served
from tests.windows import overflow, window_of

pytest_plugins = ("tests.browser",)

TYPED: dict[str, AnyGame] = {"nim": NIM, "goofspiel": GOOFSPIEL, "far": Far()}


def command(game: str, *arguments: str) -> list[str]:
    return [sys.executable, little.__file__, game, "play", "--seed", "1", "--no-keep", *arguments]


# In the terminal


def text(game: str, typed: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Play in the terminal with these lines typed, the standard output being no terminal."""
    words = ["play", "--text", "--seed", "1", "--no-keep", *arguments]
    return forked(partial(main, TYPED[game], {}), words, typed=typed)


@pytest.mark.parametrize(
    ("game", "typed", "seats"),
    [(NIM, "0\n" * 12, ["person", "nim"]), (GOOFSPIEL, "5\n4\n3\n2\n1\n", ["match", "person", "random"])],
    ids=["nim", "goofspiel"],
)
def test_a_whole_game_in_the_terminal_is_a_trace_that_follows_the_rules(
    game: AnyGame, typed: str, seats: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "game.json"
    done = text(game.name, typed, "-o", str(path), *seats)
    assert (done.returncode, done.stderr) == (0, "")
    assert " win" in done.stdout.splitlines()[-1]
    assert max(map(len, done.stdout.splitlines())) <= 80
    assert "\x1b" not in done.stdout
    assert main(game, {}, ["verify", str(path)]) == 0
    assert capsys.readouterr().out == f"{path}: ok\n"


def test_the_screen_shows_the_state_the_question_hints_and_what_happened() -> None:
    done = text("nim", "?\ntake 2 of heap 1\n")
    for part in (
        "heap 3: |||||",
        "Take how many?",
        "  1  take 2 of heap 1",
        "leaves nim-sum 0",
        "You: take 2 of heap 1",
    ):
        assert part in done.stdout
    assert done.stdout.endswith("Goodbye.\n")
    assert "games played on" in text("goofspiel", "?\n").stdout


def test_hidden_prizes_are_not_on_the_screen() -> None:
    done = text("goofspiel", "", "person", "match")
    assert done.stdout.count("Prize") == 1
    assert "You: 0 points, cards (1, 2, 3, 4, 5)" in done.stdout


def test_wrong_input_is_asked_again() -> None:
    done = text("goofspiel", "6\n-1\nmany\n\n2\n")
    assert done.stdout.count("Expected 1, 2, 3, 4, 5, or the beginning of a name; got ") == 4
    assert "You: 2" in done.stdout
    assert "Expected 0 to 999" in text("far", "-1\n").stdout


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--text", "nim", "random"], "at least one `person`; programs alone play with `nim referee`"),
        (["person", "nm"], "expected a built-in"),
        (["person"] * 6, "at most 5 SEATs, got 6"),
        (["--seats", "6"], "invalid choice"),
        (["--port", "65536"], "port from 0 to 65535"),
        (["--variant", "wide"], "wide"),
        (["-o", "game.json"], "-o goes with --text"),
        (["--host", "nowhere.invalid", "--port", "0"], "nim play: cannot listen at nowhere.invalid"),
    ],
)
def test_wrong_usage_exits_2_and_says_what_was_expected(
    arguments: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    try:
        status = main(NIM, {}, ["play", *arguments])
    except SystemExit as exit_:
        status = int(str(exit_.code))
    assert status == 2
    assert message in capsys.readouterr().err


def test_a_trace_that_cannot_be_written_is_said_before_the_first_move(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(NIM, {}, ["play", "--text", "-o", "no/such/folder/game.json"]) == 4
    assert "nim play: cannot write no/such/folder/game.json: No such file" in capsys.readouterr().err


# In the browser


def serving(game: str, *arguments: str, interrupts: int = 1) -> contextlib.AbstractContextManager[list[str]]:
    return served(command(game, "--port", "0", *arguments), interrupts)


def test_the_link_names_the_address_that_the_server_listens_at() -> None:
    with serving("nim", "--host", "localhost") as links:
        assert links[0].startswith("http://127.0.0.1:")


def test_a_second_ctrl_c_ends_it_as_quietly_as_one() -> None:
    with serving("nim", interrupts=2):
        pass


@pytest.mark.parametrize("number", [signal.SIGHUP, signal.SIGTERM])
def test_a_terminal_that_closes_ends_it_as_quietly_as_ctrl_c(number: signal.Signals) -> None:
    with served(command("nim", "--port", "0"), number=number) as links:
        urllib.request.urlopen(by_number(links[0])).close()


def test_a_bot_whose_file_name_is_no_utf_8_plays_under_an_escaped_name(tmp_path: Path) -> None:
    bot = Path(os.fsdecode(os.fsencode(tmp_path) + b"/bot-\xff.sh"))
    bot.write_text("#!/bin/sh\nexec cat\n")
    bot.chmod(0o755)
    with (
        serving("nim", "person", str(bot)) as links,
        urllib.request.urlopen(f"{by_number(links[0])}/news?after=-1") as answer,
    ):
        shown = json.load(answer)
    assert shown["names"][1].endswith("bot-\\xff.sh")
    assert shown["question"] is not None


def verified(game: AnyGame, page: Page, path: Path) -> None:
    with urllib.request.urlopen(by_number(str(page.run("return document.querySelector('#download').href")))) as answer:
        path.write_bytes(answer.read())
    assert main(game, {}, ["verify", str(path)]) == 0


def test_a_game_on_the_page_by_clicking_the_board(browser: Chrome, tmp_path: Path) -> None:
    with serving("nim", "person", "random") as links, Page(browser, links[0]) as page:
        while page.wait_until("ask", "over") == "ask":
            moment = page.run("return news.moment")
            assert "on the board" in page.text("p.note:last-of-type")
            assert page.count("#board .clickable") == page.count("#board [data-click]")
            page.click("#board [data-click]")
            page.wait_moment(moment)
        assert page.text("#title") in ("You win", "random wins")
        verified(NIM, page, tmp_path / "game.json")
        page.click("#watch")
        browser.switch_to.window(browser.window_handles[-1])
        page.wait_for("document.querySelector('#count').textContent.startsWith('1 / ')")
        assert "Player 1" in page.text("main")
        browser.switch_to.window(page.window)
        page.click("#again")
        page.wait_until("ask")
        assert page.text("#latest") == "The game begins."


def test_a_game_is_tried_again_from_a_step_of_the_page_to_watch_it(browser: Chrome) -> None:
    with serving("nim", "person", "random") as links, Page(browser, links[0]) as page:
        while page.wait_until("ask", "over") == "ask":
            moment = page.run("return news.moment")
            page.click("#board .clickable")
            page.wait_moment(moment)
        browser.get(f"{links[0]}/watch/0#1.3")
        page.wait_for("document.querySelector('#count').textContent.startsWith('3 / ')")
        page.click("#try")
        page.wait_for("typeof news !== 'undefined' && news !== null && news.game === 1")
        assert browser.current_url == links[0]
        assert page.run("return [news.seat, news.story.length]") == [0, 2]
        page.click("#board .clickable")
        page.wait_for("news.story.length > 2")


def test_a_game_survives_ctrl_c_and_goes_on_from_its_file(tmp_path: Path) -> None:
    words = [word for word in command("nim", "--port", "0") if word != "--no-keep"]

    def playing(*arguments: str) -> subprocess.Popen[str]:
        pipe = subprocess.PIPE
        return subprocess.Popen([*words, *arguments], stdout=pipe, text=True, cwd=tmp_path)

    with playing("person", "random") as process:
        assert process.stdout is not None
        link = by_number(process.stdout.readline().split()[-1])
        body = json.dumps({"moment": 0, "action": [2, 1]}).encode()
        request = urllib.request.Request(f"{link}/move", body, {"Content-Type": "application/json"})
        urllib.request.urlopen(request).close()
        process.send_signal(signal.SIGINT)
        assert "Go on with it: nim play --from nim-1.json" in process.stdout.read()
    with playing("--from", "nim-1.json") as process:
        assert process.stdout is not None
        link = by_number(process.stdout.readline().split()[-1])
        with urllib.request.urlopen(f"{link}/news?after=-1") as answer:
            news = json.load(answer)
        process.send_signal(signal.SIGINT)
    assert news["story"][0] == ["You: take 1 of heap 3"]
    assert news["names"] == ["You", "random"]


def test_two_people_bid_in_secret_on_their_pages(browser: Chrome, tmp_path: Path) -> None:
    with serving("goofspiel", "person", "person") as links:
        pages = [Page(browser, link) for link in links]
        for played in range(5):
            with pages[0] as page:
                page.wait_until("ask")
                assert page.text("p.note:last-of-type").startswith("Keys: digits for moves")  # nothing to click on
                page.click("#controls .option:last-child")
                page.wait_until("wait")
                assert page.text("#help") == f"You have chosen: {5 - played}."
            with pages[1] as page:
                page.wait_until("ask")
                page.wait_for("news.chosen.length === 1")
                assert page.text("#chosen") == "Player 1 has chosen."
                assert f"Player 1: {5 - played}" not in page.text("#latest")
                page.click("#controls .option")
                page.wait_for(f"news.story.length === {played + 1}")
                assert page.text("#latest").startswith(f"Player 1: {5 - played}")
        with pages[0] as page:
            page.wait_until("over")
            verified(GOOFSPIEL, page, tmp_path / "game.json")


def test_a_move_of_several_clicks_can_be_taken_back_and_made_by_the_keyboard(browser: Chrome) -> None:
    with serving("clicked", "person", "person") as links, Page(browser, links[0]) as page:
        page.wait_until("ask")
        assert page.count("#board .clickable") == 3
        assert page.count("#all .option") == 12
        page.click('[data-click="heap 1"] rect')
        assert page.count("#board .picked") == 1
        assert page.count("#board .clickable") == 3  # 2, 3 or 4 of this heap; taking one has only a button
        assert page.text("#controls") == "take 1 of heap 2"
        browser.switch_to.active_element.send_keys(Keys.ESCAPE)
        assert (page.count("#board .picked"), page.count("#board .clickable")) == (0, 3)
        focus(page, '[data-click="heap 0"]').send_keys(Keys.ENTER)
        assert browser.switch_to.active_element.get_attribute("data-click") == "2"
        browser.switch_to.active_element.send_keys(Keys.SPACE)
        page.wait_until("wait")
        assert page.text("#latest") == "You: take 2 of heap 1"


def focus(page: Page, selector: str) -> WebElement:
    page.run("document.querySelector(arguments[0]).focus()", selector)
    return page.browser.switch_to.active_element


def test_a_number_past_what_javascript_counts_is_sent_exactly(browser: Chrome) -> None:
    with serving("far", "person", "person") as links, Page(browser, links[0]) as page:
        page.wait_until("ask")
        field = browser.find_element(By.ID, "number")
        field.send_keys(Keys.CONTROL, "a")
        field.send_keys("-3", Keys.ENTER)
        assert "expected a whole number from 0 to 999" in page.text("#trouble")
        field.send_keys(Keys.CONTROL, "a")
        field.send_keys(str(10**29 + 1), Keys.ENTER)
        page.wait_until("wait")


def test_a_hint_is_listed_with_the_name_of_its_move(browser: Chrome) -> None:
    with serving("nim", "person", "nim") as links, Page(browser, links[0]) as page:
        page.wait_until("ask")
        page.click("#ask-hint")
        page.wait_for("document.querySelector('#hint li') !== null")
        assert page.text("#hint li") == "take 2 of heap 1 leaves nim-sum 0"


def test_no_page_is_wider_than_its_window(browser: Chrome) -> None:
    with serving("nim", "--variant", "tall", "person", "person") as links, Page(browser, links[0]) as page:
        page.wait_until("ask")
        for width in (360, 1200):
            with window_of(browser, width, 700):
                assert overflow(browser) == 0
