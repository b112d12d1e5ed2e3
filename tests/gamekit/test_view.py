"""The command `view` through nothing but the `Game` objects of the little games: what the page and the text hold."""

import base64
import io
import json
import os
import re
import subprocess
from pathlib import Path
from random import Random
from typing import Any

import pytest
from pypdf import PdfReader
from selenium.webdriver import ActionChains, Chrome
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.select import Select
from selenium.webdriver.support.wait import WebDriverWait

from gamekit.analysis.frames import MOST_LETTERS, read_games
from gamekit.analysis.games import Appraiser
from gamekit.answer import Failure, Kind
from gamekit.commands.common.main import main
from gamekit.deadline import NO_DEADLINE
from gamekit.game import AnyGame
from gamekit.game.appraisal import Grade
from gamekit.pages.drawings import Drawings
from gamekit.pages.replay import MOST_CANDIDATES
from gamekit.pages.telling import board
from gamekit.pages.watch import Heading, page_parts, watch_page
from gamekit.referee import play, play_builtins
from gamekit.traces import Mismatch, TraceWriter
from gamekit.wire.json_stream import dumps, values_of
from tests.elements import element_names
from tests.gamekit.goofspiel import GOOFSPIEL
from tests.gamekit.nim import NIM
from tests.gamekit.test_commands import program
from tests.gamekit.test_games import Scripted
from tests.waiting import ENOUGH
from tests.windows import window_of

pytest_plugins = ("tests.browser",)

GAMES: list[AnyGame] = [NIM, GOOFSPIEL]
A_WHILE = 0.3
"""Seconds for what moves were worth: enough for all of Nim."""


def played(game: AnyGame, *names: str, seed: int = 1) -> bytes:
    """Return the trace of a game between built-ins."""
    lines: list[bytes] = []
    start = game.new_game(len(names), "standard", Random(seed))
    play_builtins(game, start, names, seed, trace=TraceWriter(game, lines.append))
    return b"".join(line + b"\n" for line in lines)


def players(*names: str) -> bytes:
    return dumps({"meta": "players", "names": names}) + b"\n"


def data_of(game: AnyGame, trace: bytes) -> dict[str, Any]:
    """Return what the page of a trace holds, as its script reads it."""
    found = re.search(r'id="trace">(.*?)</script>', watch_page(game, "a game", trace, seconds=0), re.DOTALL)
    assert found
    data: dict[str, Any] = json.loads(found[1])
    return data


def drawn(data: dict[str, Any], eye: int, number: int = 0) -> list[str]:
    """Return the boards of a game as they are seen by nobody in particular (0) or a seat (from 1)."""
    boards: list[list[int]] = []
    for like, *changes in data["drawings"]:
        lines = [] if like < 0 else [*boards[like]]
        place = len(lines)
        for back, count, *coming in (data["changes"][number] for number in changes):
            place -= back
            lines[place : place + count] = coming
        boards.append(lines)
    shown = [boards[frame["boards"][eye]] for frame in data["games"][number]["frames"]]
    texts = ["".join(data["pieces"][piece] for piece in line) for line in data["lines"]]
    return ["\n".join(texts[line] for line in lines) for lines in shown]


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_a_page_holds_every_decision_and_the_end(game: AnyGame) -> None:
    trace = players("Ann", "Bob") + played(game, "random", "random")
    (one,) = data_of(game, trace)["games"]
    (watched,) = read_games(game, values_of(trace))
    steps = [step for each in watched.rounds for step in each.steps]
    assert [frame.get("seat") for frame in one["frames"]] == [*(step.seat for step in steps), None]
    assert drawn(data_of(game, trace), 0) == [
        *(board(game, step.state, None, ["Ann", "Bob"]) for step in steps),
        board(game, watched.state, None, ["Ann", "Bob"]),
    ]
    assert one["names"] == ["Ann", "Bob"]
    assert one["ending"] == game.outcome(watched.state, ["Ann", "Bob"])
    assert one["complaint"] is None
    assert all(frame["move"].startswith(("Ann: ", "Bob: ")) for frame in one["frames"][:-1])


def test_what_a_seat_could_not_see_is_not_on_the_boards_it_is_shown() -> None:
    trace = played(GOOFSPIEL, "random", "random", seed=4)
    data = data_of(GOOFSPIEL, trace)
    start = GOOFSPIEL.new_game(2, "standard", Random(4))
    for eye in (1, 2):
        for number, shown in enumerate(drawn(data, eye)[:-1]):
            assert f"Prize: {start.prizes[number // 2]}" in shown
    assert data["games"][0]["hides"] is True
    assert data_of(NIM, played(NIM, "nim", "nim"))["games"][0]["hides"] is False


def test_of_a_long_name_the_beginning_is_shown() -> None:
    data = data_of(NIM, players("a" * 100_000, "b") + played(NIM, "nim", "nim"))
    assert len(dumps(data)) < 100_000
    assert data["games"][0]["names"] == ["a" * MOST_LETTERS + "...", "b"]


def test_a_stream_of_games_is_one_page_each_under_its_names() -> None:
    first, second = played(NIM, "nim", "nim"), played(NIM, "nim", "random", "nim")
    trace = players("a", "b") + first + players("c", "c", "d") + second + dumps({"meta": "record"}) + b"\n"
    assert [one["names"] for one in data_of(NIM, trace)["games"]] == [["a", "b"], ["c (1)", "c (2)", "d"]]


def test_a_trace_that_breaks_off_or_breaks_the_rules_is_shown_up_to_there() -> None:
    whole = played(NIM, "nim", "nim")
    lines = whole.splitlines(keepends=True)
    (one,) = data_of(NIM, b"".join(lines[:6]))["games"]
    assert "the end of the input" in one["complaint"]
    assert (len(one["frames"]), one["ending"]) == (4, "The trace ends here, before the game does.")
    (one,) = data_of(NIM, b"".join([*lines[:5], b"[0,9]\n", *lines[6:]]))["games"]
    assert one["complaint"].startswith("line 6: ")
    (first, second) = data_of(NIM, whole + b"".join(lines[:4]))["games"]
    assert (first["complaint"], second["complaint"] is None) == (None, False)


def test_a_forfeit_is_told() -> None:
    lines: list[bytes] = []
    seats = [Scripted([0, 1]), Scripted(Failure(Kind.LATE, "no answer within 1 s", 1.0))]
    play(NIM, NIM.new_game(2, "standard", Random()), seats, trace=TraceWriter(NIM, lines.append))
    (one,) = data_of(NIM, b"\n".join(lines))["games"]
    assert one["ending"] == "Player 2 forfeits: no answer within 1 s."
    assert one["frames"][1]["move"] == "Player 2: no answer in time"


def test_an_answer_that_is_not_legal_is_told() -> None:
    lines: list[bytes] = []
    play(
        NIM,
        NIM.new_game(2, "standard", Random()),
        [Scripted([0, 1]), Scripted("<b>")],
        trace=TraceWriter(NIM, lines.append),
    )
    (one,) = data_of(NIM, b"\n".join(lines))["games"]
    assert one["frames"][1]["move"] == 'Player 2: "<b>", which is not legal'


@pytest.mark.parametrize("text", [b"", b"[3]\n", b"nonsense", b'{"heaps":1}\n'])
def test_a_file_without_a_game_is_refused(text: bytes) -> None:
    with pytest.raises(Mismatch, match="line 1"):
        watch_page(NIM, "", text)


def test_a_name_cannot_break_out_of_the_page() -> None:
    evil = "</script><img src=x onerror=alert(1)>"
    for game in GAMES:
        trace = players(evil, "b") + played(game, "random", "random")
        for each in (evil, f"<!--<script>{evil}"):
            begin, end = element_names(watch_page(game, each, trace, seconds=0))
            assert "img" not in begin
            assert begin.count("script") == end.count("script")
        assert "<img" not in "".join(drawn(data_of(game, trace), 0))


def test_the_page_asks_the_network_for_nothing() -> None:
    for game in GAMES:
        html = watch_page(game, "a game", played(game, "random", "random"), A_WHILE)
        assert not re.search(
            r"https?://(?!www.w3.org/2000/svg)|<link|<img|<iframe|@import|\ssrc=|fetch\(|XMLHttpRequest|import\(", html
        )
        assert "default-src 'none'" in html


def view(game: AnyGame, capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    status = main(game, {}, ["view", *arguments])
    captured = capsys.readouterr()
    return status, captured.out, captured.err


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the current folder, in which are a trace of each game and an empty file."""
    monkeypatch.chdir(tmp_path)
    for game in GAMES:
        Path(f"{game.name}.json").write_bytes(players("Ann", "Bob") + played(game, "random", game.ours))
    Path("empty.json").write_bytes(b"")
    return tmp_path


def test_the_command_writes_a_page_prints_its_name_and_opens_it_if_asked(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert view(NIM, capsys, "nim.json") == (0, "nim.html\n", "")
    assert "<title>nim</title>" in (folder / "nim.html").read_text()
    browser = folder / "browser.sh"
    browser.write_text('#!/bin/sh\necho "opened $1"\n')
    browser.chmod(0o755)
    words = program("nim", "view", "nim.json", "-o", "other.html", "--open")
    done = subprocess.run(words, env={**os.environ, "BROWSER": f"{browser} %s"}, capture_output=True, check=True)
    assert done.stdout.decode() == f"other.html\nopened {(folder / 'other.html').as_uri()}\n"


@pytest.mark.parametrize(
    ("arguments", "status", "complaint"),
    [
        (["nowhere.json"], 2, "nim view: nowhere.json: No such file or directory\n"),
        (["empty.json"], 2, "nim view: empty.json: line 1: "),
        (["nim.json", "-o", "no/such/folder.html"], 4, "nim view: cannot write no/such/folder.html: No such"),
    ],
)
def test_what_cannot_be_done_is_said_in_a_line(
    arguments: list[str], status: int, complaint: str, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    found, out, err = view(NIM, capsys, *arguments)
    assert (found, out) == (status, "")
    assert err.startswith(complaint)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_the_text_tells_every_move_in_80_columns(
    game: AnyGame, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    status, out, _ = view(game, capsys, "--text", f"{game.name}.json")
    assert status == 0
    assert max(map(len, out.splitlines())) <= 80
    (one,) = data_of(game, Path(f"{game.name}.json").read_bytes())["games"]
    told = [line.strip() for line in out.splitlines() if re.match("  (Ann|Bob): ", line)]
    assert told == [frame["move"] for frame in one["frames"][:-1]]
    assert out.rstrip().endswith(one["ending"])


# In the browser


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


# What the moves were worth


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


def test_the_replay_comes_before_anything_is_appraised() -> None:
    asked: list[Any] = []

    class Watched(type(NIM)):  # type: ignore[misc]
        """Nim that notes when it is asked for values."""

        def appraise(self, *arguments: Any) -> Any:
            asked.append(arguments)
            return super().appraise(*arguments)

    items = values_of(played(NIM, "nim", "random"))
    parts = page_parts(Watched(), Heading("a game"), items, 60.0)
    assert "openTrace()" in next(parts)
    assert not asked
    rest = list(parts)
    assert len(rest) == len(asked) + 2  # the end of the game, and the end of the page
    assert rest[-1].rstrip().endswith("</html>")


def test_drawings_are_put_together_again_whatever_they_are() -> None:
    rng, drawings = Random(1), Drawings()
    texts = ["\n".join(rng.choices(["a", "<b>", "<b></b>", "</b> <i>", ""], k=rng.randrange(6))) for _ in range(60)]
    numbers = [drawings.add(one, like=rng.randrange(-1, 1)) for one in texts]
    data = {**drawings.take(), "games": [{"frames": [{"boards": [number]} for number in numbers]}]}
    assert drawn(data, 0) == texts
    assert drawings.take() == {"pieces": [], "lines": [], "changes": [], "drawings": []}
