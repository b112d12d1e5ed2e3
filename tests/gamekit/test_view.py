"""The command `view` through nothing but the `Game` objects of the little games: what the page and the text hold."""

import base64
import io
import json
import re
from pathlib import Path
from random import Random
from typing import Any

import pytest
from pypdf import PdfReader
from selenium.webdriver import Chrome
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.select import Select

from gamekit.analysis.frames import frames, read_games
from gamekit.answer import Failure, Kind
from gamekit.commands.common.main import main
from gamekit.game import AnyGame
from gamekit.pages.watch import watch_page
from gamekit.referee import play, play_builtins
from gamekit.traces import Mismatch, TraceWriter
from gamekit.wire.json_stream import JsonSplitter, dumps
from tests.gamekit.goofspiel import GOOFSPIEL
from tests.gamekit.nim import NIM
from tests.gamekit.test_games import Scripted
from tests.gamekit.test_web import Open

pytest_plugins = ("tests.browser",)

GAMES: list[AnyGame] = [NIM, GOOFSPIEL]


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
    found = re.search(r'id="trace">(.*?)</script>', watch_page(game, "a game", trace), re.DOTALL)
    assert found
    data: dict[str, Any] = json.loads(found[1])
    return data


def drawn(data: dict[str, Any], eye: int, number: int = 0) -> list[str]:
    """Return the boards of a game as they are seen by nobody in particular (0) or a seat (from 1)."""
    return [data["boards"][frame["boards"][eye]] for frame in data["games"][number]["frames"]]


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_a_page_holds_every_round_and_the_end(game: AnyGame) -> None:
    trace = players("Ann", "Bob") + played(game, "random", "random")
    (one,) = data_of(game, trace)["games"]
    splitter = JsonSplitter()
    (watched,) = read_games(game, [*splitter.feed(trace), *splitter.close()])
    assert [frame["movers"] for frame in one["frames"]] == [
        *(list(game.players_to_move(each.before)) for each in watched.rounds),
        [],
    ]
    assert one["names"] == ["Ann", "Bob"]
    assert one["ending"] == game.outcome(watched.state, ["Ann", "Bob"])
    assert one["complaint"] is None
    assert all(move.startswith(("Ann: ", "Bob: ")) for frame in one["frames"] for move in frame["moves"])


def test_seats_that_see_earlier_choices_have_a_frame_each() -> None:
    game, splitter = Open(), JsonSplitter()
    (watched,) = read_games(game, [*splitter.feed(played(game, "match", "match")), *splitter.close()])
    assert [[step.seat for step in frame.steps] for frame in frames(watched)] == [[0], [1]] * 5 + [[]]


def test_what_a_seat_could_not_see_is_not_on_the_boards_it_is_shown() -> None:
    trace = played(GOOFSPIEL, "random", "random", seed=4)
    data = data_of(GOOFSPIEL, trace)
    start = GOOFSPIEL.new_game(2, "standard", Random(4))
    for eye in (1, 2):
        for number, board in enumerate(drawn(data, eye)[:-1]):
            assert f"Prize: {start.prizes[number]}" in board
    assert data["games"][0]["hides"] is True
    assert data_of(NIM, played(NIM, "nim", "nim"))["games"][0]["hides"] is False


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
    assert one["frames"][1]["moves"] == ["Player 2: no legal answer"]


@pytest.mark.parametrize("text", [b"", b"[3]\n", b"nonsense", b'{"heaps":1}\n'])
def test_a_file_without_a_game_is_refused(text: bytes) -> None:
    with pytest.raises(Mismatch, match="line 1"):
        watch_page(NIM, "", text)


def test_a_name_cannot_break_out_of_the_page() -> None:
    evil = "</script><img src=x onerror=alert(1)>"
    for game in GAMES:
        trace = players(evil, "b") + played(game, "random", "random")
        assert "<img" not in watch_page(game, evil, trace)
        assert "<img" not in "".join(drawn(data_of(game, trace), 0))


def test_the_page_asks_the_network_for_nothing() -> None:
    for game in GAMES:
        html = watch_page(game, "a game", played(game, "random", "random"))
        assert not re.search(r"https?://|<link|<img|<iframe|@import|\ssrc=|fetch\(|XMLHttpRequest|import\(", html)
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
    folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    opened: list[str] = []
    monkeypatch.setattr("webbrowser.open", opened.append)
    assert view(NIM, capsys, "nim.json") == (0, "nim.html\n", "")
    assert "<title>nim</title>" in (folder / "nim.html").read_text()
    assert view(NIM, capsys, "nim.json", "-o", "other.html", "--open")[1] == "other.html\n"
    assert opened == [(folder / "other.html").as_uri()]


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
    assert told == [move for frame in one["frames"] for move in frame["moves"]]
    assert out.rstrip().endswith(one["ending"])


# In the browser


def open_page(browser: Chrome, game: AnyGame, folder: Path) -> None:
    path = folder / f"{game.name}.html"
    path.write_text(watch_page(game, "a game", (folder / f"{game.name}.json").read_bytes()))
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
    assert "wins" in text(browser, "#story")
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
    for frame in one["frames"]:
        for move in frame["moves"]:
            assert any(move in page for page in pages)
    assert one["ending"] in pages[-1]
    assert not any("Play" in page.replace("Player", "") for page in pages)


@pytest.mark.parametrize("width", [360, 1200])
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_no_page_is_wider_than_its_window(game: AnyGame, width: int, browser: Chrome, folder: Path) -> None:
    size = {"width": width, "height": 700, "deviceScaleFactor": 1, "mobile": False}
    browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", size)
    try:
        open_page(browser, game, folder)
        assert browser.execute_script("return document.documentElement.scrollWidth") == width
    finally:
        browser.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})
