"""The command `view` through nothing but the `Game` objects of the little games: what the page and the text hold."""

import os
import re
import subprocess
from pathlib import Path
from random import Random
from typing import Any

import pytest

from gamekit.analysis.frames import MOST_LETTERS, read_games
from gamekit.answer import Failure, Kind
from gamekit.commands.common.main import main
from gamekit.game import AnyGame
from gamekit.pages.drawings import Drawings
from gamekit.pages.telling import board
from gamekit.pages.watch import Heading, page_parts, watch_page
from gamekit.referee import play
from gamekit.traces import Mismatch, TraceWriter
from gamekit.wire.json_stream import dumps, values_of
from tests.elements import element_names
from tests.gamekit.goofspiel import GOOFSPIEL
from tests.gamekit.nim import NIM
from tests.gamekit.test_commands import program
from tests.gamekit.test_games import Scripted
from tests.gamekit.watched import A_WHILE, GAMES, data_of, played, players


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


# What the moves were worth


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
