"""`check` finds what a program of a turn does wrong, one flaw at a time, and nothing in ours."""

import sys
from pathlib import Path

import pytest

from coinfight.commands.cli import main

GOOD = """
import sys
lines = sys.stdin.read().split("\\n")
seats, turn = map(int, lines[0].split())
hand = [pair.strip().split("x") for pair in lines[2 + turn % seats].split(",")]
print(next(face.strip() for count, face in hand if int(count)))
print("0x" + lines[1].split(",")[0].split("x")[1].strip())
"""
FLAWED = {
    "two-lines": GOOD + "print('thanks')\n",
    "reads-all": "print(5)\nprint('0x1')\n",
    "last-coin": GOOD + "if turn == 75: print('x' * 70000)\n",
    "status": GOOD + "sys.exit(3)\n",
    "bad-input": "try:\n    exec(" + repr(GOOD) + ")\nexcept Exception:\n    print(1)\n",
    "other-coins": GOOD.replace("int(count)", "int(count) and face.strip() in ('1', '5', '10', '25')"),
}
WHOLE_GAMES = {"last-coin", "other-coins"}


def check(folder: Path, code: str, probe: str) -> int:
    path = folder / "bot.py"
    path.write_text(code)
    return main(["check", f"{sys.executable} -I -S {path}", "--strict", "--only", probe])


@pytest.mark.parametrize(
    "probe", [pytest.param(name, marks=pytest.mark.ci if name in WHOLE_GAMES else ()) for name in FLAWED]
)
def test_a_flaw_fails_its_probe_and_a_good_program_passes_it(tmp_path: Path, probe: str) -> None:
    if probe != "bad-input":  # the short program dies of a traceback there
        assert check(tmp_path, GOOD, probe) == 0
    assert check(tmp_path, FLAWED[probe], probe) == 1


def test_a_built_in_is_checked_by_its_name() -> None:
    assert main(["check", "greedy", "--strict", "--only", "two-lines"]) == 0
