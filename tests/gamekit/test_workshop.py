"""The command `gamekit`: games in files and of installed packages, with the commands of every game."""

import json
import os
import re
import shlex
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from gamekit.commands.common.parsing import COMMANDS
from gamekit.commands.workshop.cli import main
from tests.forks import forked
from tests.gamekit.nim import Nim
from tests.gamekit.tables import link, served

ROOT = Path(__file__).parents[2]
NIM = Path(__file__).with_name("nim.py")
GAMEKIT = [sys.executable, "-P", "-c", "import sys; from gamekit.commands.workshop.cli import main; sys.exit(main())"]

HEAD = "from gamekit.game import Game\nfrom tests.gamekit.nim import Nim\n"
ONE = HEAD + "class One(Nim):\n    name = 'one'\n"


def environment(*folders: Path) -> dict[str, str]:
    """Return the settings of a process that may import what lies in these folders."""
    return {"PYTHONPATH": ":".join(map(str, (ROOT / "src", ROOT, *folders))), "PATH": "/usr/bin:/bin", "COLUMNS": "80"}


def run(folder: Path, *words: str, typed: str = "") -> tuple[int, str, str]:
    """Run `gamekit` in a fork, in a folder, with what is typed; return its status and what it writes."""
    done = forked(main, words, typed=typed, cwd=folder, environment=environment())
    return done.returncode, done.stdout, done.stderr


def run_with(site: Path, *words: str) -> tuple[int, str, str]:
    """Run `gamekit` beside the packages of a folder, which it looks for but once; return its status and what it
    writes.
    """
    command = [*GAMEKIT, *words]
    done = subprocess.run(command, cwd=site, env=environment(site), capture_output=True, text=True, check=False)
    return done.returncode, done.stdout, done.stderr


@pytest.mark.parametrize("words", [("--help",), ("test", str(NIM))])
def test_output_that_nobody_reads_is_no_traceback(words: tuple[str, ...]) -> None:
    reader, writer = os.pipe()
    os.close(reader)
    with open(writer, "wb") as out:
        done = subprocess.run([*GAMEKIT, *words], cwd=ROOT, stdout=out, stderr=subprocess.PIPE, check=False, timeout=60)
    assert (done.returncode, done.stderr) == (141, b"")


def test_ctrl_c_while_it_is_still_imported_is_no_traceback() -> None:
    words = [GAMEKIT[0], "-X", "importtime", *GAMEKIT[1:], "test", str(NIM)]
    with subprocess.Popen(words, cwd=ROOT, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True) as command:
        assert command.stderr
        next(line for line in command.stderr if line.rstrip().endswith("gamekit.game"))
        command.send_signal(signal.SIGINT)
        _, said = command.communicate(timeout=60)
    assert command.returncode == 130
    assert "Traceback" not in said


BROUGHT = {
    "no_such": "AttributeError: module 'brought' has no attribute 'no_such'",
    "lookup": "LookupError: no table",
    "leave": "SystemExit: 7",
    "nothing": "expected a policy, a function, got None",
}


@pytest.mark.parametrize("attribute", BROUGHT)
def test_a_policy_of_a_package_that_cannot_be_used_is_told_in_a_line(attribute: str, tmp_path: Path) -> None:
    site = tmp_path / "site"
    (site / "brought-1.5.dist-info").mkdir(parents=True)
    (site / "brought-1.5.dist-info" / "METADATA").write_text("Metadata-Version: 2.1\nName: brought\nVersion: 1.5\n")
    (site / "brought-1.5.dist-info" / "entry_points.txt").write_text(
        f"[gamekit.policies]\nfancy = brought:{attribute}\n"
    )
    (site / "brought.py").write_text(
        "def lookup(game, rest): raise LookupError('no table')\n"
        "def leave(game, rest): raise SystemExit(7)\n"
        "def nothing(game, rest): pass\n"
    )
    status, _, errors = run_with(site, str(NIM), "referee", "fancy:x", "random")
    assert (status, errors.count("\n")) == (2, 1)
    assert "'fancy:x' of the package brought 1.5" in errors
    assert BROUGHT[attribute] in errors


@pytest.mark.ci
def test_a_game_in_a_file_plays_with_a_program_and_in_other_processes(tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text(NIM.read_text())
    bot = shlex.join([*GAMEKIT, "mine.py", "bot", "random"])
    words = (
        "--games",
        "4",
        "--jobs",
        "2",
        "--sandbox",
        "off",
        "--json",
        "uct:5",
        f"bot=env PYTHONPATH={ROOT}/src {bot}",
    )
    status, out, errors = run(tmp_path, "mine.py", "tournament", *words)
    assert status == 0, errors
    found = json.loads(out)
    assert (found["games"], [one["forfeits"] for one in found["players"]]) == (4, [0, 0])


def test_a_player_of_a_game_in_a_file_plays_in_its_tournaments(tmp_path: Path) -> None:
    (tmp_path / "one.py").write_text(ONE + "GAME = One()\n")
    status, out, errors = run(tmp_path, "one.py", "new", "bots/mine")
    assert (status, errors, out.splitlines()[-1]) == (
        0,
        "",
        "  gamekit one.py referee bots/mine/run random > game.json",
    )
    words = ("--games", "2", "--sandbox", "off", "--json", "random", "bots/mine/run")
    status, out, errors = run(tmp_path, "one.py", "tournament", "--jobs", "1", *words)
    assert (status, [one["forfeits"] for one in json.loads(out)["players"]]) == (0, [0, 0]), errors
    assert "gamekit one.py check bots/mine/run" in (tmp_path / "bots" / "mine" / "README.txt").read_text()


def test_no_player_is_written_for_a_file_that_it_cannot_import(tmp_path: Path) -> None:
    (tmp_path / "my game.py").write_text(ONE + "GAME = One()\n")
    status, _, errors = run(tmp_path, "my game.py", "new", "mine")
    assert (status, errors.count("\n")) == (2, 1)
    assert "my game.py: expected a name that Python can import" in errors


def test_a_file_in_a_package_is_found_under_its_whole_name(tmp_path: Path) -> None:
    status, out, errors = run(tmp_path, str(NIM), "referee", "--seed", "1", "uct:5", "random")
    assert (status, len(out.splitlines()) > 3) == (0, True), errors


def test_what_is_to_be_typed_is_said_as_it_is_typed_for_a_file(tmp_path: Path) -> None:
    (tmp_path / "one.py").write_text(ONE + "GAME = One()\n")
    assert "gamekit one.py play" in run(tmp_path, "one.py", "--help")[1]
    assert "`gamekit one.py referee`" in run(tmp_path, "one.py", "play", "random", "random")[2]
    (tmp_path / "game.json").write_text(run(tmp_path, "one.py", "referee", "random", "random")[1])
    run(tmp_path, "one.py", "view", "--seconds", "0", "game.json")
    assert '"command":"gamekit one.py play --from game.json"' in (tmp_path / "game.html").read_text()


@pytest.mark.parametrize(
    ("file", "text", "message"),
    [
        ("none.py", "x = 1", "none.py: expected a game, an instance of a subclass of gamekit.game.Game"),
        ("bare.py", ONE, "bare.py: expected an instance of One: add the line GAME = One()"),
        ("two.py", ONE + "A = One()\nB = One()\n", "two.py: expected one game, got A, B: name one, two.py:A"),
        ("wrong.py", "def f(:\n", "wrong.py, line 1: invalid syntax"),
        ("raises.py", "\n\nimport numpyy\n", "raises.py, line 3: ModuleNotFoundError: No module named 'numpyy'"),
        ("leaves.py", "raise SystemExit(3)\n", "leaves.py, line 1: SystemExit: 3"),
        ("part.py", HEAD + "class P(Game):\n    name = 'p'\nGAME = P()\n", "part.py, line 5: TypeError: Can't instan"),
        ("random.py", "x = 1", "random.py: Python has another module 'random'"),
        ("noseats.py", ONE + "    seats = 2\nGAME = One()\n", "noseats.py: expected One.seats, a range such as"),
        ("noname.py", ONE + "    name = ''\nGAME = One()\n", "noname.py: expected One.name, a word such as"),
        ("args.py", ONE + "    def __init__(self, size): pass\nGAME = One(3)\n", "expected One() to make the game"),
        ("", "", "expected GAME COMMAND"),
        ("nosuch.py", "", "nosuch.py: No such file"),
        ("nosuch", "", "expected FILE.py or the name of an installed game"),
    ],
)
def test_what_is_no_game_is_said_in_a_line(file: str, text: str, message: str, tmp_path: Path) -> None:
    if text:
        (tmp_path / file).write_text(text)
    status, _, errors = run(tmp_path, *([file, "play"] if file else []))
    assert (status, len(errors.splitlines())) == (2, 1)
    assert message in errors


def test_of_several_games_in_a_file_one_is_named(tmp_path: Path) -> None:
    (tmp_path / "two.py").write_text(ONE + "A = One()\nB = One()\n")
    assert run(tmp_path, "two.py:B", "referee", "random", "random")[0] == 0


def test_an_installed_package_adds_a_game(tmp_path: Path) -> None:
    about = tmp_path / "hex-1.0.dist-info"
    about.mkdir()
    (tmp_path / "hex.py").write_text(ONE + "GAME = One()\n")
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: hex\nVersion: 1.0\n")
    (about / "entry_points.txt").write_text("[gamekit.games]\nhex = hex:GAME\nlost = hex:NONE\n")
    assert "hex, lost" in " ".join(run_with(tmp_path, "--help")[1].split())
    assert run_with(tmp_path, "hex", "referee", "random", "random")[0] == 0
    assert "gamekit: hex:NONE: AttributeError" in run_with(tmp_path, "lost", "play")[2]


@pytest.mark.parametrize("kind", ["turns", "chance", "simultaneous"])
def test_a_new_game_plays_and_keeps_its_contract(kind: str, tmp_path: Path) -> None:
    status, out, errors = run(tmp_path, "new-game", "--kind", kind, "my-hex")
    assert (status, errors, out.splitlines()[-1]) == (0, "", "Play it: gamekit my-hex/my_hex.py play")
    files = {path.name for path in (tmp_path / "my-hex").iterdir()}
    assert files == {"my_hex.py", "test_my_hex.py", "README.txt"}
    judge = "Look whether this is meant:\n  seat 0 does not see seed\n  seat 1 does not see seed\n"
    told = "my-hex: keeps its contract\n" + judge * (kind == "chance")
    assert run(tmp_path / "my-hex", "test", "my_hex.py") == (0, told, "")
    assert run(tmp_path, "my-hex/my_hex.py", "referee", "--seed", "1", "uct:20", "random")[0] == 0


def test_the_test_of_a_new_game_passes(tmp_path: Path) -> None:
    run(tmp_path, "new-game", "hex")
    environment = {"PYTHONPATH": str(ROOT / "src"), "PATH": "/usr/bin:/bin"}
    words = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "test_hex.py"]
    done = subprocess.run(words, cwd=tmp_path / "hex", env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("Hex!", "expected DIR named as a game: a letter, then a-z, digits, - and _, such as hex; got 'Hex!'"),
        ("2048", "expected DIR named as a game: a letter"),
        ("class", "'class' is a word of Python's own: choose another name"),
        ("json", "Python has another module 'json'"),
        ("there", "there/there.py exists already: nothing was written"),
    ],
)
def test_a_new_game_takes_no_name_that_cannot_be_and_no_files_place(name: str, message: str, tmp_path: Path) -> None:
    (tmp_path / "there").mkdir()
    (tmp_path / "there" / "there.py").write_text("mine")
    status, out, errors = run(tmp_path, "new-game", name)
    assert (status, out, len(errors.splitlines())) == (2, "", 1)
    assert message in errors
    assert (tmp_path / "there" / "there.py").read_text() == "mine"


def test_a_new_game_is_written_through_no_link(tmp_path: Path) -> None:
    (tmp_path / "hex").mkdir()
    (tmp_path / "hex" / "README.txt").symlink_to(tmp_path / "elsewhere")
    (tmp_path / "folder").mkdir()
    (tmp_path / "dice").symlink_to(tmp_path / "folder")
    for name, message in (("hex", "hex/README.txt exists already"), ("./dice", "it is a link to")):
        status, out, errors = run(tmp_path, "new-game", name)
        assert (status, out, len(errors.splitlines())) == (2, "", 1)
        assert message in errors
    assert sorted(path.name for path in tmp_path.iterdir()) == ["dice", "folder", "hex"]
    assert not [*(tmp_path / "folder").iterdir()]


BROKEN = {
    "legal_actions": "    def legal_actions(self, state, seat): return super().legal_actions(state, seat)[::-1]\n",
    "apply": "    def apply(self, state, actions): return {}[len(actions)]\n",
    "returns": "    def returns(self, state): return (1.0,)\n",
    "decode_action": "    def decode_action(self, value): return tuple(value)\n",
    "players_to_move": "    def players_to_move(self, state): return None\n",
    "hints": "    def hints(self, observation, rng, deadline): pass\n",
}


@pytest.mark.parametrize("method", BROKEN)
def test_what_breaks_the_contract_is_said_with_the_method_and_the_state(method: str, tmp_path: Path) -> None:
    (tmp_path / "one.py").write_text(ONE + BROKEN[method] + "GAME = One()\n")
    status, out, errors = run(tmp_path, "test", "one.py")
    assert (status, errors) == (1, "")
    assert out.startswith("one")
    assert method in out
    assert "state: State(heaps=" in out
    assert "Traceback" not in out


BUG = "    def apply(self, state, actions): return stat\n"


@pytest.mark.parametrize(
    "words",
    [
        ("referee", "random", "random"),
        ("tournament", "--games", "2", "--jobs", "1", "random", "uct:5"),
        ("check", "sh -c cat"),
        ("view", "game.json"),
    ],
    ids=lambda words: words[0],
)
def test_a_bug_in_a_game_of_one_s_own_is_said_in_a_line_with_its_place(words: tuple[str, ...], tmp_path: Path) -> None:
    (tmp_path / "one.py").write_text(ONE + "GAME = One()\n")
    (tmp_path / "game.json").write_text(run(tmp_path, "one.py", "referee", "random", "random")[1])
    (tmp_path / "one.py").write_text(ONE + BUG + "GAME = One()\n")
    status, _, errors = run(tmp_path, "one.py", *words)
    assert status == 2
    assert "NameError: name 'stat' is not defined, in apply (one.py, line 5); `gamekit test one.py` tells" in errors
    assert "Traceback" not in errors


def test_a_bug_in_a_drawing_is_said_on_the_page_and_in_the_terminal_in_a_line(
    capsys: pytest.CaptureFixture[str],
) -> None:
    class Undrawn(Nim):
        """Nim that cannot be drawn."""

        def draw_page(self, *words: object) -> str:
            raise AttributeError("no heap")

    with served(Undrawn(), "person", "nim") as server:
        answer = server.client.get(f"{link(0)}/news?after=-1")
        page = server.client.get(f"{link(0)}/news?after=-1", headers={"accept": "text/html"})
    assert (answer.status_code, page.status_code) == (500, 500)
    assert answer.json()["error"].startswith("AttributeError: no heap, in draw_page (test_workshop.py, line ")
    assert "The page could not be made" in page.text
    assert "Traceback" not in capsys.readouterr().err


def test_a_command_to_type_begins_as_the_command_of_the_game_does() -> None:
    """With a blank and a command after it, a game's name is only who says something."""
    typed = re.compile(rf"game\.name\}}(?: (?:{'|'.join(COMMANDS)})\b(?!:| calibration|\")|`)")
    lines = [line for path in (ROOT / "src/gamekit").rglob("*.py") for line in path.read_text().splitlines()]
    assert [line for line in lines if typed.search(line)] == []
