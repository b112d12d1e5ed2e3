"""Players to begin with (`GAME new`): short, legal from the start, of use as they are; a runtime that lacks is said."""

import contextlib
import importlib
import os
import shutil
from pathlib import Path
from threading import Thread

import pytest

from gamekit.commands.common.main import main
from gamekit.commands.common.parsing import COMMANDS
from gamekit.commands.workshop.new import languages_of, starters
from gamekit.commands.workshop.new_game import write as write_game
from gamekit.game import AnyGame
from gamekit.output import Unwritten
from tests.gamekit.goofspiel import GOOFSPIEL
from tests.gamekit.nim import NIM
from tests.swapping import swap

GAMES: dict[str, AnyGame] = {
    name: importlib.import_module(f"{name}.game").GAME
    for name in ("coinfight", "economancy", "lost_cities", "santorini", "thud")
}
RUNTIMES = {
    "c": "cc",
    "haskell": "ghc",
    "java": "javac",
    "javascript": "node",
    "python": "python3",
    "racket": "racket",
    "ruby": "ruby",
}
ALL = [(game, language) for game, each in GAMES.items() for language in languages_of(each)]
COMPILED = ("haskell", "java")
"""Languages whose compilers take seconds."""
MOST_LINES, MOST_README_LINES = 60, 30


def made(game: str, language: str, folder: Path) -> str:
    """Make a player; return its SEAT. Skips where the language's runtime is missing."""
    if shutil.which(RUNTIMES[language]) is None:
        pytest.skip(f"no {RUNTIMES[language]} here: the starter in {language} is not tried")
    assert main(GAMES[game], {}, ["new", str(folder), "--language", language]) == 0
    return str(folder / "run")


def lines_of(path: Path) -> int:
    return len(path.read_text(encoding="utf-8").splitlines())


def test_every_game_has_a_starter_in_javascript_and_all_but_thud_in_python() -> None:
    assert {game for game, language in ALL if language == "javascript"} == GAMES.keys()
    assert {game for game, language in ALL if language == "python"} == GAMES.keys() - {"thud"}
    assert {language for game, language in ALL if game == "economancy"} == RUNTIMES.keys() - {"ruby"}
    assert ("lost_cities", "ruby") in ALL


@pytest.mark.parametrize(("game", "language"), ALL)
def test_a_starter_is_short(game: str, language: str) -> None:
    folder = starters(GAMES[game]) / language
    files = [path for path in folder.iterdir() if path.name != "run" and not path.name.lower().startswith("json.")]
    assert files
    assert [path.name for path in files if lines_of(path) > MOST_LINES] == []


@pytest.mark.parametrize(
    ("game", "language"),
    [
        pytest.param(game, each, marks=pytest.mark.ci if each in COMPILED else (), id=f"{game}-{each}")
        for game, each in ALL
    ],
)
def test_a_starter_plays_a_legal_game_at_once_with_a_sandbox_and_without(
    game: str, language: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    seat = made(game, language, tmp_path / "mine")
    for sandbox in ("auto", "off"):  # the first compiles it where its folder may only be read
        words = ["referee", "--sandbox", sandbox, "--timeout", "20", "--seed", "1", seat, "random"]
        assert main(GAMES[game], {}, words) == 0, capsys.readouterr().err


@pytest.mark.long
@pytest.mark.timeout(600)
@pytest.mark.parametrize(("game", "language"), ALL)
def test_a_starter_passes_all_that_is_required(game: str, language: str, tmp_path: Path) -> None:
    seat = made(game, language, tmp_path / "mine")
    assert main(GAMES[game], {}, ["check", "--timeout", "100", "--seconds", "200", seat]) == 0


def test_the_readme_is_short_and_says_what_there_is_to_type(
    tmp_path: Path,
) -> None:
    made("economancy", "python", tmp_path / "my bot")
    readme = (tmp_path / "my bot" / "README.txt").read_text(encoding="utf-8")
    assert len(readme.splitlines()) <= MOST_README_LINES
    typed = [line.split("economancy ", 1)[1].split() for line in readme.splitlines() if "economancy " in line]
    assert {words[0] for words in typed if words[0] in COMMANDS} >= {"referee", "view", "check", "improve", "analyse"}
    for words in typed:
        assert words[0].strip(",") in {*COMMANDS, "in"}, words
    assert "{" not in readme


def test_a_folder_with_something_in_it_is_left_alone(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "mine").write_text("")
    (tmp_path / "full").mkdir()
    (tmp_path / "full" / "work").write_text("")
    for name in ("mine", "full"):
        assert main(GAMES["economancy"], {}, ["new", str(tmp_path / name)]) == 2
        assert "expected a new or an empty folder" in capsys.readouterr().err


def test_a_link_in_the_folder_s_place_is_not_followed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "mine").symlink_to(tmp_path / "elsewhere")
    assert main(GAMES["economancy"], {}, ["new", str(tmp_path / "mine")]) != 0
    assert "it is a link to" in capsys.readouterr().err
    assert not [*(tmp_path / "elsewhere").iterdir()]


@pytest.mark.parametrize("command", ["new", "new-game"])
def test_who_swaps_the_new_folder_for_a_link_leads_nothing_elsewhere(command: str, tmp_path: Path) -> None:
    """Another user may do so in a folder of theirs, as soon as ours is there."""
    folder, elsewhere = tmp_path / "mine", tmp_path / "elsewhere"
    elsewhere.mkdir()
    for number in range(20):
        moved = tmp_path / f"moved{number}"
        swapping = Thread(target=swap, args=(folder, moved, elsewhere))
        swapping.start()
        with contextlib.suppress(Unwritten):  # where the link was there before the folder was opened
            if command == "new":
                main(NIM, {}, ["new", str(folder)])
            else:
                write_game(folder, "turns")
        swapping.join()
        assert len([*moved.iterdir()]) in (0, 3)
        assert not [*elsewhere.iterdir()]
        folder.unlink()


def test_what_starts_a_new_player_is_executable_for_whom_umask_leaves_it(tmp_path: Path) -> None:
    before = os.umask(0o077)
    try:
        assert main(NIM, {}, ["new", str(tmp_path / "mine")]) == 0
    finally:
        os.umask(before)
    assert {path.name: path.stat().st_mode & 0o777 for path in (tmp_path / "mine").iterdir()} == {
        "README.txt": 0o600,
        "bot.py": 0o600,
        "run": 0o700,
    }


def test_a_folder_that_cannot_be_made_is_said_in_a_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "file").write_text("")
    assert main(NIM, {}, ["new", str(tmp_path / "file" / "mine")]) == 4
    assert capsys.readouterr().err.count("\n") == 1


@pytest.mark.parametrize("game", [NIM, pytest.param(GOOFSPIEL, marks=pytest.mark.ci)], ids=lambda game: game.name)
def test_a_game_without_players_has_one_in_python_that_asks_it_what_is_legal(
    game: AnyGame, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(game, {}, ["new", str(tmp_path / "mine")]) == 0
    words = ["check", "--only", "no-newline", "--only", "pretty", "--timeout", "100", str(tmp_path / "mine" / "run")]
    assert main(game, {}, words) == 0, capsys.readouterr().out
    readme = (tmp_path / "mine" / "README.txt").read_text(encoding="utf-8")
    assert readme.startswith(f"A player of {game.name}, in python: bot.py\n")
