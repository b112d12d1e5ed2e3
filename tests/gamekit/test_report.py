"""A tournament's results on a page and on a terminal of 80 columns."""

import io
import json
import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from itertools import permutations
from pathlib import Path
from typing import Any
from urllib.parse import unquote

import pytest
from rich.console import Console
from selenium.webdriver import Chrome
from selenium.webdriver.common.by import By

from gamekit.commands.contest.standings import print_results
from gamekit.game import AnyGame, ChildSettings, Policy
from gamekit.tournament.arena import GameResult, GameSettings, Job, Player, play_job
from gamekit.tournament.folder import ERRORS, TRACES, game_name
from gamekit.tournament.report.axis import BINS, round_axis, time_axis, time_bin
from gamekit.tournament.report.page import PAUSE, About, ReportPage
from gamekit.tournament.standings.results import Results
from gamekit.tournament.standings.words import duration, fault_kinds, returns_text
from tests.axe import in_light_and_dark
from tests.gamekit.goofspiel import Goofspiel
from tests.gamekit.nim import NIM, Action, Nim
from tests.gamekit.nim import State as Heaps
from tests.windows import overflow, window_of

pytest_plugins = ("tests.browser",)


class Points(Goofspiel):
    """Goofspiel that says what its returns are."""

    returns_noun = "points"


def played(
    game: int, seats: Sequence[str], returns: Sequence[float] | None, *, table: int = 0, reason: str = "late"
) -> GameResult:
    """Return a game; without returns the last seat forfeits."""
    fault = None if returns else len(seats) - 1
    return GameResult(
        game=game,
        table=table,
        block=game // len(seats),
        variant="standard",
        seats=tuple(seats),
        seed=game,
        returns=tuple(returns) if returns else None,
        forfeit=fault,
        reason=None if fault is None else reason,
        faults=() if fault is None else (fault,),
        length=3,
        moves=4,
        seconds=((0.25, 0.001),) * len(seats),
    )


class Paged:
    """A page with the results behind it, and a clock that stands still until it is moved."""

    def __init__(
        self, path: Path, *tables: Sequence[str], game: AnyGame = NIM, total: int = 4, out: Path | None = None
    ):
        self.now = 0.0
        self.path = path
        self.results = Results(tables, game.variants[:1])
        about = About(game, tables, game.variants, {"seed": "7"}, f"{game.name} tournament --seed 7", total, out)
        self.page = ReportPage(path, about, self.results, clock=lambda: self.now)

    def add(self, game: GameResult) -> None:
        self.results.add(game)
        self.page.add(game)

    @property
    def html(self) -> str:
        return self.path.read_text(encoding="utf-8")

    @property
    def text(self) -> str:
        """The text of the page, with a blank for each tag."""
        body = self.html.partition("<body>")[2]
        return " ".join(re.sub(r"<[^>]*>", " ", body).replace("&nbsp;", " ").split())


def games_of(paged: Paged) -> Any:
    """Return what the page's script is told of the games."""
    (document,) = re.findall(r'<script id="games-data" type="application/json">(.*?)</script>', paged.html)
    return json.loads(document)


def screen(game: AnyGame, results: Results) -> list[str]:
    file = io.StringIO()
    print_results(Console(file=file, width=80), game, results)
    return file.getvalue().splitlines()


def test_the_page_says_how_far_the_tournament_is(tmp_path: Path) -> None:
    paged = Paged(tmp_path / "page.html", ["a", "b"])
    with paged.page:
        assert "0 of 4 games , still playing" in paged.text
        assert "No game has ended yet." in paged.text
        for game in range(4):
            paged.now += PAUSE
            paged.add(played(game, ["a", "b"], [1, 0]))
            assert f"{game + 1} of 4 games , still playing" in paged.text
            assert '<meta http-equiv="refresh"' in paged.html
    assert "4 of 4 games , complete" in paged.text
    assert "refresh" not in paged.html


def test_a_tournament_that_was_stopped_says_so(tmp_path: Path) -> None:
    paged = Paged(tmp_path / "page.html", ["a", "b"])
    with paged.page:
        paged.add(played(0, ["a", "b"], [1, 0]))
    assert "1 of 4 games , stopped before the end" in paged.text


def test_the_page_is_written_every_few_seconds_at_most(tmp_path: Path) -> None:
    paged = Paged(tmp_path / "page.html", ["a", "b"])
    paged.page.write("running")
    paged.now = PAUSE * 0.9
    paged.add(played(0, ["a", "b"], [1, 0]))
    assert "0 of 4 games" in paged.text
    paged.now = PAUSE
    paged.add(played(1, ["b", "a"], [1, 0]))
    assert "2 of 4 games" in paged.text
    assert [path.name for path in tmp_path.iterdir()] == ["page.html"]


def test_the_page_needs_no_network(tmp_path: Path) -> None:
    paged = Paged(tmp_path / "page.html", ["a", "b"], out=tmp_path / "out")
    with paged.page:
        paged.add(played(0, ["a", "b"], [1, 0]))
    assert not re.search(r"<script src|<link|<img|<iframe|\bsrc=|https?:|@import|url\(", paged.html)


def test_names_and_reasons_are_escaped(tmp_path: Path) -> None:
    evil = "<script>alert('\"&')</script>"
    paged = Paged(tmp_path / "page.html", ["a", evil], out=tmp_path / evil.replace("/", ""))
    with paged.page:
        paged.add(played(0, ["a", evil], None, reason=f"{evil} is no answer"))
    assert "<script>alert" not in paged.html
    assert "</script>'" not in paged.html
    assert "&lt;script&gt;" in paged.html


def test_at_two_seats_players_meet_in_the_cross_table(tmp_path: Path) -> None:
    paged = Paged(tmp_path / "page.html", ["a", "b"], ["a", "c"], ["b", "c"])
    with paged.page:
        for game in range(8):  # a beats b in three games of four and c in all
            winner = 0 if game % 2 or game != 6 else 1
            paged.add(played(game, ["a", "bc"[game % 2]], [1 - winner, winner], table=game % 2))
    (cross,) = re.findall(r'<table class="cross.*?</table>', paged.html, re.DOTALL)
    rows = [re.findall(r'<td class="(\w+)[^>]*>(?:([\d.]+)<small>)?', row) for row in cross.split("<tr ")[1:]]
    assert rows == [
        [("none", ""), ("above", "75.0"), ("above", "100.0")],
        [("below", "25.0"), ("none", ""), ("none", "")],  # b and c have not met yet
        [("below", "0.0"), ("none", ""), ("none", "")],
    ]


def test_at_more_seats_a_cell_says_how_often_one_was_placed_above_the_other(tmp_path: Path) -> None:
    paged = Paged(tmp_path / "page.html", ["a", "b", "c"], ["a", "b", "d"])
    with paged.page:
        for game in range(6):
            paged.add(played(game, ["a", "b", "cd"[game % 2]], [3, 2, 2], table=game % 2))
    (cross,) = re.findall(r'<table class="cross.*?</table>', paged.html, re.DOTALL)
    scores = re.findall(r"([\d.]+)<small>", cross)
    assert [scores.count(score) for score in ("100.0", "0.0", "50.0")] == [3, 3, 4]
    assert cross.count('<td class="none">') == 6  # c and d have not met


def test_returns_are_shown_where_they_count_something(tmp_path: Path) -> None:
    pages = []
    for game in (Points(), Goofspiel()):
        paged = Paged(tmp_path / "page.html", ["a", "b"], game=game)
        with paged.page:
            paged.add(played(0, ["a", "b"], [11, 4]))
        pages.append(paged.text)
    assert "+11.0" in pages[0]
    assert "points" in pages[0]
    assert "+11.0" not in pages[1]


def test_faults_are_counted_by_player_and_reason() -> None:
    games = [
        played(3, ["a", "b"], None),
        played(1, ["a", "b"], None),
        played(2, ["b", "a"], None),
        played(0, ["a", "b"], None, reason="exited"),
    ]
    assert [(kind.player, kind.reason, kind.times, kind.first.game) for kind in fault_kinds(games)] == [
        ("b", "late", 2, 1),
        ("b", "exited", 1, 0),
        ("a", "late", 1, 2),
    ]


class Erring(Nim):
    """Nim in which the first fault costs the turn and the second one the game; "random" never answers legally."""

    def policy(self, name: str) -> Policy[Heaps, Action]:
        return lambda observation, rng, deadline: (0, 90 + (observation.seat or 0))

    def after_fault(self, state: Heaps, seat: int, answer: object | None) -> Heaps | None:
        return replace(state, turn=1) if state.turn == 0 else None


def test_the_reason_on_record_is_that_of_the_seat_that_forfeited(tmp_path: Path) -> None:
    players = (Player("a", "random"), Player("b", "random"))
    game = play_job(GameSettings(Erring(), ChildSettings("json", 1.0)), Job(0, 0, 0, "standard", players, 1, 1)).played
    assert (game.faults, game.forfeit, game.culprit) == ((0, 1), 1, 1)
    assert "got [0,91]" in (game.reason or "")
    assert [(kind.player, kind.reason) for kind in fault_kinds([game])] == [("b", game.reason)]
    paged = Paged(tmp_path / "page.html", ["a", "b"], out=tmp_path / "out")
    with paged.page:
        paged.add(game)
    assert games_of(paged)["reasons"] == [game.reason]


def test_a_win_in_spite_of_a_fault_is_a_win() -> None:
    results = Results([["a", "b"]], ["standard"])
    results.add(replace(played(0, ["a", "b"], [1, 0]), faults=(0,), reason="no such stick"))
    (a,) = (each for each in results.total.standings() if each.name == "a")
    assert (a.games, a.wins, a.losses, a.forfeits) == (1, 1, 0, 1)


def test_the_file_name_of_a_trace_is_short_enough_for_six_long_names() -> None:
    name = game_name(played(0, ["プレイヤー" * 9] * 6, None))
    assert len(f"{name}.json.part".encode()) <= 255


def test_every_game_kept_is_linked_from_where_the_page_is(tmp_path: Path) -> None:
    out = tmp_path / "my games"
    (tmp_path / "pages").mkdir()
    paged = Paged(tmp_path / "pages" / "page.html", ["a", "b"], out=out)
    games = [played(0, ["a", "b"], [1, 0]), played(1, ["b", "a"], None)]
    with paged.page:
        for game in games:
            paged.add(game)
    links = {unquote(row[7]) for row in games_of(paged)["games"]}
    assert links == {f"../my games/{TRACES}/{game_name(game)}.json" for game in games}
    (errors,) = (unquote(row[8]) for row in games_of(paged)["games"] if len(row) > 8)
    assert errors == f"../my games/{ERRORS}/{game_name(games[1])}.txt"
    assert f"nim view &#39;{out}/{TRACES}/{game_name(games[0])}.json&#39;" in paged.html


@pytest.mark.parametrize("links", [True, pytest.param(False, marks=pytest.mark.ci)], ids=["with links", "without"])
def test_axe_finds_nothing_and_nothing_overflows_at_360_pixels(
    browser: Chrome, axe: str, tmp_path: Path, *, links: bool
) -> None:
    names = ["a", "b", "a-player-with-a-long-name-" + "x" * 30]
    games, out = (12, tmp_path) if links else (60, None)  # of more than 50 the page shows the first ones
    paged = Paged(tmp_path / "page.html", *permutations(names, 2), game=Points(), total=games, out=out)
    with paged.page:
        for game in range(games):
            seats = [*permutations(names, 2)][game % 6]
            paged.add(played(game, seats, [game % 5, 2] if game % 7 else None, table=game % 6))
    browser.get(paged.path.as_uri())
    for head in browser.find_elements(By.CSS_SELECTOR, "thead button"):
        if head.is_displayed():
            head.click()  # sorts
    assert browser.find_elements(By.CSS_SELECTOR, "th[aria-sort]")
    assert browser.find_element(By.ID, "more").is_displayed() is not links
    assert in_light_and_dark(browser, axe) == []
    with window_of(browser, 360, 740):
        assert overflow(browser) == 0
        assert in_light_and_dark(browser, axe) == []


@pytest.mark.ci
def test_long_paths_break_no_line_of_the_tables_on_a_terminal() -> None:
    names = [f"/path/to/python3 /path/to/somebody/players/{which}/main.py --seconds 1" for which in ("old", "new")]
    names.append("/path/to/somebody/a-player-with-a-long-name/bin/a-player-with-a-long-name")
    results = Results([names], ["standard"])
    for game in range(30_000):
        returns = [0.0, 0.0, 0.0]
        returns[-game % 3] = 10.0
        results.add(played(game, names[game % 3 :] + names[: game % 3], returns))
    lines = screen(Points(), results)
    assert max(map(len, lines)) <= 80
    assert sum(" 30000 " in line for line in lines) == 3  # one line a player
    assert len([line for line in lines if re.search(r" 30000 .* [+-]\d+\.\d *$", line)]) == 3


@pytest.mark.parametrize(
    ("low", "high", "ticks"),
    [(0, 100, (0, 50, 100)), (48, 52, (48, 49, 50, 51, 52)), (-3, 10, (-5, 0, 5, 10)), (7, 7, (7, 8))],
)
def test_an_axis_has_round_ticks_around_all_values(low: float, high: float, ticks: tuple[float, ...]) -> None:
    axis = round_axis([low, high])
    assert axis.ticks == ticks
    assert axis.at(axis.low) == 0
    assert axis.at(axis.high) == 100


def test_times_fall_into_bins_of_a_logarithmic_axis() -> None:
    assert [time_bin(seconds) for seconds in (0.0, 1e-6, 0.001, 0.0011, 1.0, 10.0)] == [
        -6 * BINS, -6 * BINS, -3 * BINS, -3 * BINS, 0, BINS,
    ]  # fmt: skip
    axis = time_axis([time_bin(0.001), time_bin(0.2)])
    assert axis.ticks == (0.001, 0.01, 0.1, 1.0)
    bars = axis.bars(Counter({time_bin(0.001): 1, time_bin(0.1): 2}))
    assert [(bar.left, bar.height) for bar in bars] == [(0.0, 50.0), (pytest.approx(66.67), 100.0)]


def test_figures_are_readable() -> None:
    assert [duration(s) for s in (None, 0.000012, 0.0124, 1.2345)] == ["-", "12 µs", "12.4 ms", "1.23 s"]
    assert [returns_text(mean) for mean in (None, -1.25, 3e9)] == ["-", "-1.2", "+3.0e+09"]
