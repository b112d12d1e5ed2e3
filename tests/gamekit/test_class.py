"""A tournament of a class: who cannot play is left out, one game is played again, what is published has no names."""

import argparse
import contextlib
import json
import os
import pty
import re
import subprocess
import sys
import zipfile
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from selenium.webdriver import Chrome
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

from gamekit.commands.common.entries import Entry, entries_of
from gamekit.commands.common.main import main
from gamekit.commands.contest.estimate import estimate, first_games
from gamekit.commands.contest.games import Contest, set_up, with_late_again
from gamekit.commands.contest.trial import try_players
from gamekit.commands.tournament import add_arguments
from gamekit.game import ChildSettings
from gamekit.tournament.arena import GameSettings, Job, Player, Report, play_job
from gamekit.tournament.progress import Progress
from gamekit.tournament.schedule import make_tables
from tests.gamekit.nim import NIM
from tests.gamekit.test_commands import program
from tests.gamekit.test_report import Paged, played

pytest_plugins = ("tests.browser",)

Capture = pytest.CaptureFixture[str]

SPEAKS = (
    "import json, sys\\n"
    "for line in sys.stdin:\\n"
    "    heaps = json.loads(line)['heaps']\\n"
    "    if any(heaps): print([next(h for h, n in enumerate(heaps) if n), 1], flush=True)\\n"
)


def speaker(tmp_path: Path) -> str:
    """Return a SEAT that plays legally, called heidi."""
    bot = tmp_path / "secret-name.py"
    bot.write_text(SPEAKS.replace("\\n", "\n"))
    return f"heidi={sys.executable} {bot}"


def run(*words: object, status: int = 0) -> None:
    assert main(NIM, {}, [str(word) for word in ("tournament", "--sandbox", "off", *words)]) == status


def test_who_cannot_play_is_left_out_and_the_others_play(capsys: Capture) -> None:
    players = ("a=nim", "b=random", "dead=sh -c 'echo no licence >&2; exit 3'")
    run("--check", "--games", 2, "--seed", 1, "--jobs", 2, "--json", *players)
    out, err = capsys.readouterr()
    assert "dead cannot play and is left out: exited with status 3 (no licence)" in err
    document = json.loads(out)
    assert {each["name"] for each in document["players"]} == {"a", "b"}
    assert (document["games"], document["version"]) == (2, 2)


def test_who_cannot_even_be_started_is_left_out_too(tmp_path: Path, capsys: Capture) -> None:
    (tmp_path / "class" / "folder" / "run").mkdir(parents=True)
    for name, text in (("plain", "no program"), ("foreign", "#!/no/such/interpreter\n")):
        (tmp_path / "class" / name).mkdir()
        (tmp_path / "class" / name / "run").write_text(text)
    (tmp_path / "class" / "foreign" / "run").chmod(0o755)
    run("--check", "--games", 2, "--jobs", 2, "--players", tmp_path / "class", "a=nim", "b=random")
    err = capsys.readouterr().err
    assert all(f"{name} cannot play and is left out: " in err for name in ("folder", "plain", "foreign"))


def test_a_trial_says_about_how_long_the_games_take_before_the_first_one(tmp_path: Path) -> None:
    arguments = argparse.ArgumentParser()
    add_arguments(arguments, NIM)
    found = arguments.parse_args(["--sandbox", "off", "--seed", "1", "--jobs", "2"])
    entries = entries_of(NIM, ["nim", speaker(tmp_path)])
    contest = set_up(found, NIM, entries, [(0, 1)])
    trial = try_players(contest)
    assert not trial.reasons
    assert [*trial.paces] == ["heidi"]  # of the program alone
    assert estimate(contest, 100, trial.paces) == pytest.approx(100 * trial.paces["heidi"] / 2) != 0


@pytest.mark.parametrize(("players", "seats", "games"), [(2, 2, 1), (12, 4, 3), (7, 3, 3), (50, 2, 25)])
def test_few_first_games_have_every_player(players: int, seats: int, games: int) -> None:
    arguments = argparse.ArgumentParser()
    add_arguments(arguments, NIM)
    found = arguments.parse_args(["--seed", "1", "--jobs", "1"])
    entries = [Entry(f"p{number}", "random", "random") for number in range(players)]
    contest = set_up(found, NIM, entries, make_tables(players, seats))
    names = {player.name for player in contest.players}
    first = first_games(contest.jobs(1), names)
    assert {player.name for job in first for player in job.players} == names
    assert len(first) == games


def test_the_start_of_workers_counts_for_no_time_that_is_left() -> None:
    now = 0.0
    progress = Progress("test", 101, clock=lambda: now)
    progress.advance()
    progress.measure_anew()
    now = 100.0  # workers start
    assert not progress.knows_speed(1)
    for _ in range(4):
        progress.advance()
        now += 1
    assert progress.knows_speed(1)
    assert progress.left == pytest.approx(96 * 4 / 3)  # one more second since the last


SLOW = """
import json, sys, time
for line in sys.stdin:
    state = json.loads(line)
    if "over" not in state:
        time.sleep(0.05)
        print([0, 1] if state["heaps"][0] else [1, 1] if state["heaps"][1] else [2, 1], flush=True)
"""


def test_before_a_long_tournament_a_person_is_asked_once_everybody_has_played(tmp_path: Path) -> None:
    (tmp_path / "slow.py").write_text(SLOW)
    ours, theirs = pty.openpty()
    words = ("--games", "100000", "--jobs", "2", "--sandbox", "off", "--out", "out", f"s={sys.executable} slow.py")
    command = program("nim", "tournament", *words, "nim", "random")
    with subprocess.Popen(command, cwd=tmp_path, stdin=theirs, stdout=theirs, stderr=theirs) as tournament:
        os.close(theirs)
        shown = b""
        while b"Go on? [y/N]" not in shown:
            shown += os.read(ours, 4096)
        assert (tmp_path / "out" / "games.jsonl").read_bytes().count(b"\n") == 1 + 2  # settings, and two games
        os.write(ours, b"n\n")
        with contextlib.suppress(OSError):  # the end, on Linux
            while more := os.read(ours, 4096):
                shown += more
        os.close(ours)
    told = re.sub(rb"\x1b\[[0-9;?]*[a-zA-Z]|[\r\n]+", b" ", shown).decode()
    assert re.search(r"3 tables, 300000 games to play .* about \d+ h \d\d min by the first 2 games .* Go on\?", told)
    assert "stopped after 2 of 300000 games; go on with --out out --resume" in told
    assert tournament.returncode == 130


@pytest.mark.ci
def test_without_a_terminal_a_long_tournament_says_so_and_goes_on(tmp_path: Path) -> None:
    (tmp_path / "slow.py").write_text(SLOW)
    words = ("--games", "100000", "--jobs", "2", "--sandbox", "off", f"s={sys.executable} slow.py", "random")
    command = program("nim", "tournament", *words)
    with subprocess.Popen(command, cwd=tmp_path, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE) as tournament:
        assert tournament.stderr
        assert any(b"by the first game" in line for line in tournament.stderr)
        assert any(b" left" in line for line in tournament.stderr)  # more games were played, and say it anew
        tournament.terminate()
        tournament.stderr.read()


def test_what_is_published_has_numbers_for_names_and_the_key_lies_beside_it(tmp_path: Path) -> None:
    words = ("--games", 2, "--seed", 1, "--jobs", 1, "--out", tmp_path / "out", "--anonymous")
    run(*words, "--publish", tmp_path / "class.zip", "teacher=nim", speaker(tmp_path))
    with zipfile.ZipFile(tmp_path / "class.zip") as archive:
        assert archive.testzip() is None
        content = {name: archive.read(name).decode() for name in archive.namelist()}
    assert {"index.html", "watch/000000.html", "traces/000001.json"} <= content.keys()
    for text in content.values():
        assert "secret-name" not in text
        assert "heidi" not in text
    assert "Player 0" in content["index.html"]
    assert {"heidi", "teacher"} <= set((tmp_path / "class.key.csv").read_text().replace(",", " ").split())


def test_what_is_published_without_names_does_not_tell_them_by_the_order_of_games_and_tables(tmp_path: Path) -> None:
    words = ("--games", 4, "--seed", 1, "--jobs", 1, "--out", tmp_path / "out", "--publish", tmp_path / "class.zip")
    run(*words, "--anonymous", *(f"{name}=random" for name in "abcd"))
    with zipfile.ZipFile(tmp_path / "class.zip") as archive:
        published = {name: archive.read(name).splitlines() for name in archive.namelist() if name.startswith("traces/")}
        page = archive.read("index.html").decode()
    paths = sorted((tmp_path / "out" / "traces").iterdir(), key=lambda path: path.stem[-6:])
    kept = [path.read_bytes().splitlines()[1:] for path in paths]
    moved = [published[f"traces/{number:06}.json"][1:] for number in range(len(kept))]
    assert sorted(moved) == sorted(kept)
    assert moved != kept
    tables = re.findall(r"(Player 0\d) · (Player 0\d)", page)
    assert tables == sorted(tables)


def test_no_reason_that_is_published_tells_whose_it_is(tmp_path: Path) -> None:
    folder = tmp_path / "expected"  # a word of the reasons
    folder.mkdir()
    (folder / "run").write_text('#!/bin/sh\nread line; echo "I am $0"\n')
    (folder / "run").chmod(0o755)
    words = ("--games", 2, "--seed", 1, "--jobs", 1, "--out", tmp_path / "out", "--anonymous")
    run(*words, "--publish", tmp_path / "class.zip", "random", folder / "run")
    written = b"".join(each.read_bytes() for each in (tmp_path / "out" / "traces").iterdir())
    assert b"expected JSON, got " in written
    with zipfile.ZipFile(tmp_path / "class.zip") as archive:
        for name in archive.namelist():
            text = archive.read(name).decode()
            assert "I am" not in text
            assert str(tmp_path)[:10] not in text
        assert "expected JSON, got ..." in archive.read("index.html").decode()


def test_a_name_that_is_a_word_of_traces_changes_none_that_is_published(tmp_path: Path) -> None:
    words = ("--games", 2, "--seed", 1, "--jobs", 1, "--out", tmp_path / "out", "--publish", tmp_path / "class.zip")
    run(*words, "--anonymous", "heaps=nim", f"over={sys.executable} -c 'print([1000, 1])'")
    with zipfile.ZipFile(tmp_path / "class.zip") as archive:
        traces = [archive.read(f"traces/00000{number}.json").splitlines() for number in (0, 1)]
    (first, _) = sorted((tmp_path / "out" / "traces").iterdir())
    written = first.read_bytes().splitlines()
    (trace,) = (each for each in traces if each[1:-1] == written[1:-1])
    assert json.loads(trace[-1]).keys() == json.loads(written[-1]).keys()
    assert all(name.startswith("Player 0") for name in json.loads(trace[0])["names"])


@pytest.mark.parametrize("content", [None, b"", b"{}\n", b"{}\n{}\n", b'{"meta":"players"}\n[\n', b"[" * 10_000])
def test_a_trace_that_is_gone_or_that_somebody_edited_is_named_and_not_published(
    content: bytes | None, tmp_path: Path, capsys: Capture
) -> None:
    words = ("tournament", "--games", "2", "--seed", "1", "--jobs", "1", "--out", str(tmp_path / "out"))
    assert main(NIM, {}, [*words, "nim", "random"]) == 0
    (trace, _) = sorted((tmp_path / "out" / "traces").iterdir())
    trace.unlink()
    if content is not None:
        trace.write_bytes(content)
    assert main(NIM, {}, [*words, "--resume", "--publish", str(tmp_path / "class.zip"), "nim", "random"]) > 0
    assert f"{trace}: expected a trace of the tournament" in capsys.readouterr().err
    assert not (tmp_path / "class.zip").exists()


def test_a_player_is_known_by_a_file_without_an_end_or_a_pipe_that_nobody_writes_to(tmp_path: Path) -> None:
    for name in ("endless", "pipe"):
        (tmp_path / name).mkdir()
    os.mkfifo(tmp_path / "pipe" / "run", 0o755)
    (tmp_path / "endless" / "run").write_text("#!/bin/sh\nexit 3\n")
    os.truncate(tmp_path / "endless" / "run", 1 << 40)
    (tmp_path / "endless" / "run").chmod(0o755)
    run("--games", 1, "--seed", 1, "--jobs", 1, "--players", tmp_path, "--timeout", 1)


def test_one_game_is_played_again_with_the_bytes_on_its_wires(tmp_path: Path, capsys: Capture) -> None:
    words = ("--games", 4, "--seed", 1, "--game", 3, "--wire-log", tmp_path / "wire")
    run(*words, "nim", speaker(tmp_path))
    out, err = capsys.readouterr()
    assert json.loads(out.splitlines()[0])["meta"] == "players"
    assert err.startswith("game 3 (")
    wire = (tmp_path / "wire").read_text().splitlines()
    assert {line.split()[3] for line in wire} == {">", "<"}
    assert any("heaps" in line for line in wire)


class Late(Contest):
    """A contest whose games have the reports that are handed over, in turn."""

    reports: Iterator[Report]

    def run(self, play, jobs, workers=None):  # type: ignore[no-untyped-def]
        for _ in jobs:
            yield next(self.reports)


@pytest.mark.parametrize("starved", [(1,), ()], ids=["starved", "waited"])
def test_a_late_answer_on_a_busy_machine_counts_at_once_only_of_who_just_waited(
    starved: tuple[int, ...], capsys: Capture
) -> None:
    late = replace(played(0, ["a", "b"], None), seconds=((0.1,), (9.0,)))
    fine = replace(played(1, ["a", "b"], [1, 0]))
    again = replace(played(0, ["a", "b"], [0, 1]))
    contest = object.__new__(Late)
    reports = [Report(late, 5.0, starved=starved), Report(fine, 5.0), Report(again, 5.0)]
    object.__setattr__(contest, "reports", iter(reports))
    jobs = [Job(number, 0, 0, "standard", (Player("a", "nim"),), 1, 1) for number in (0, 1)]
    found = [
        report.played
        for report in with_late_again(contest, lambda job: Report(fine), jobs, Progress("t", 2))
        if isinstance(report, Report)
    ]
    assert found == ([fine, again] if starved else [late, fine])
    assert ("before they count (b: 1)" in capsys.readouterr().err) is bool(starved)


@pytest.mark.parametrize(("does", "starved"), [("sleep 99", False), ("while :; do :; done", True)])
def test_who_only_waits_is_told_from_who_may_have_been_starved(does: str, starved: bool) -> None:
    bot = ("sh", "-c", does)
    settings = GameSettings(NIM, ChildSettings("standard", timeout=0.3))
    report = play_job(settings, Job(0, 0, 0, "standard", (Player("a", bot), Player("b", "nim")), 1, 1))
    assert report.played.forfeit == 0
    assert report.starved == ((0,) if starved else ())


def test_a_player_s_folder_is_no_link(tmp_path: Path, capsys: Capture) -> None:
    (tmp_path / "class" / "alice").mkdir(parents=True)
    (tmp_path / "class" / "eve").symlink_to("alice")
    run("--players", tmp_path / "class", status=2)
    assert "eve: expected a folder, got a link to" in capsys.readouterr().err


def test_the_page_sorts_filters_and_opens_the_games_of_two(tmp_path: Path, browser: Chrome) -> None:
    paged = Paged(tmp_path / "page.html", ["anna", "bert", "carl"], total=6)
    with paged.page:
        for game in range(6):
            paged.add(played(game, ["anna", "bert", "carl"], [3, 2, 1]))
    browser.get((tmp_path / "page.html").as_uri())

    def order() -> list[str]:
        return [
            row.get_attribute("data-player") or ""
            for row in browser.find_elements(By.CSS_SELECTOR, ".stack")[0].find_elements(
                By.CSS_SELECTOR, "tr[data-player]"
            )
        ]

    before = order()
    head = browser.find_element(By.CSS_SELECTOR, ".stack thead th:nth-child(2) button")
    head.send_keys(Keys.ENTER)
    head.send_keys(Keys.ENTER)
    assert (before[0], order()[-1]) == ("anna", "anna")
    browser.find_element(By.CSS_SELECTOR, ".cross td[data-pair]").click()
    assert "of anna and bert" in browser.find_element(By.ID, "game-count").text
    browser.find_element(By.ID, "filter").send_keys("nobody")
    assert browser.find_element(By.ID, "game-count").text.startswith("0 of 6")
