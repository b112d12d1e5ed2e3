"""Nine mistakes that beginners make, each planted in a bot: `check` and `referee` name it and say what to do."""

import re
import sys
from pathlib import Path

import pytest

from economancy.commands.cli import main
from tests.economancy.flawed_bots import GOOD_BOT

REMEMBERS = '''
had = gone = 0
def buy(state, coins): return "Worker" if coins else "Pass"
def defend(cards):
    """Count in the cards that it ever had."""
    usable = [i for i, card in enumerate(cards) if i and card["uses"] < 1 + (card["name"] == "Wall of Wealth")]
    return usable[-1] + gone
def bid(state, coins):
    global had, gone
    cards = state["players"][state["player"]]["cards"]
    gone += max(0, had - len(cards))
    had = len(cards) + 1
    return 0
'''

MISTAKES = {
    # name: (what is planted, the probe that finds it, what `check` says, what `referee` says)
    "no flush": (
        "def say(move): print(json.dumps([move]))",
        "answers",
        r"no answer within 1 s; it came when the input was closed: flush each answer .*flush=True.*sys.stdout.flush",
        r"no answer within 1 s; it came when the input was closed: flush each answer .*flush=True.*sys.stdout.flush",
    ),
    "waits for a line": (
        "def read(): return sys.stdin.buffer.readline()",
        "no-newline",
        r"it came when a line's end was sent: read JSON values as they come",
        r"it came when a line's end was sent: read JSON values as they come",
    ),
    "debug text": (
        "def say(move, before=say): print('thinking', flush=True); before(move)",
        "only-moves",
        r"wrote what is no JSON: .*'thinking'.*goes to standard error .*file=sys.stderr",
        r"wrote what is no JSON: .*'thinking'.*goes to standard error .*file=sys.stderr",
    ),
    "answers twice": (
        "def say(move): print(2 * json.dumps([move]), flush=True)",
        "one-answer",
        r"after its answer it wrote \[0\], unasked",
        r"it came before it was asked for: write one answer to each message",
    ),
    "answers after the end": (
        "def finish(): say(0)",
        "end",
        r"answered \[0\] instead of exiting",
        r"Player 1 answered when the game was over: \[0\]; write one answer to each message, and exit",
    ),
    "index off by one after a card fainted": (
        REMEMBERS,
        "games-2",
        r"illegal move: .*count in the cards of this message: when one faints, those after it move up",
        r"illegal move: .*count in the cards of this message: when one faints, those after it move up",
    ),
    "buys what it can't pay": (
        "def buy(state, coins): return 'Incantation'",
        "buy",
        r"Incantation costs 4 coins, and it has 1\)",
        r"illegal move: .*Incantation costs 4 coins, and it has 3\)",
    ),
    "crashes on day 2": (
        "def bid(state, coins): return [0, 0][state['day'] - 1 + (state['day'] > 1)]",
        "bid",
        r"exited with status 1 \(.*IndexError: list index out of range",
        r"IndexError: list index out of range(?s:.*)Player 1 .* forfeits: exited with status 1(?s:.*)2 days",
    ),
    "never ends": (
        "def finish():\n    while True: pass",
        "end",
        r"still running 1 s later",
        r"Player 1 still ran 1 s after the end of the game; .*exit when the last has come",
    ),
}
WAITED_FOR = {"never ends", "index off by one after a card fainted", "answers after the end"}
"""Mistakes whose probes take seconds."""


def bot(folder: Path, planted: str) -> str:
    """Write a bot with a mistake; return its command."""
    path = folder / "bot.py"
    path.write_text("\n".join([GOOD_BOT, planted, "run()"]))
    return f"{sys.executable} -S -E {path}"


@pytest.mark.parametrize(
    "mistake", [pytest.param(each, marks=pytest.mark.ci if each in WAITED_FOR else ()) for each in MISTAKES]
)
def test_check_names_a_beginners_mistake(mistake: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    planted, probe, said, _ = MISTAKES[mistake]
    command = bot(tmp_path, planted)
    timeout = "1" if "within" in said or "line" in said else "20"
    assert main(["check", command, "--only", probe, "--json", "--timeout", timeout, "--seconds", "600"]) == 1
    out = capsys.readouterr().out
    assert f'"name":"{probe}"' in out
    assert re.search(said, out)


@pytest.mark.parametrize("mistake", MISTAKES)
def test_referee_names_a_beginners_mistake(mistake: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    planted, _, _, said = MISTAKES[mistake]
    command = bot(tmp_path, planted)
    timeout = "1" if "within" in said or "line" in said else "20"
    status = main(["referee", "--timeout", timeout, "--seed", "3", command, "decent"])
    err = capsys.readouterr().err
    assert re.search(said, err), err
    at_the_end = ("answers twice", "answers after the end", "never ends")
    assert ("write one answer to each message" in err) is (mistake in at_the_end)
    assert (status == 3) is (f"economancy check '{command}' tells more" in err)
