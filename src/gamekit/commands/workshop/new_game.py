"""`gamekit new-game DIR`: writes a game to begin with, that plays, with its test and a README."""

import importlib.util
import keyword
import re
from collections.abc import Sequence
from contextlib import closing
from importlib.resources import files
from pathlib import Path

from gamekit.commands.common.main import complain_as, words_of
from gamekit.commands.common.parsing import Parser
from gamekit.commands.common.status import Status
from gamekit.files import OwnFolder
from gamekit.output import Unwritten

WHO = "gamekit new-game"

KINDS = {
    "turns": "three in a row: in turns, nothing hidden, a board to click on",
    "chance": "a die rolled as often as one dares: chance, hidden until it comes, 2 to 4 seats",
    "simultaneous": "both choose a number in secret",
}

TEST = '''"""{title} keeps the contract of a game (`gamekit test {file}` says the same in words)."""

from random import Random

from {module} import GAME

from gamekit.probes.contract.run import check_contract


def test_the_game_keeps_its_contract() -> None:
    check_contract(GAME, Random(1))
'''

README = """{title}: a game for gamekit, {what}.

Play in your browser against uct:400, or in the terminal:

    gamekit {file} play
    gamekit {file} play --text

One game, its trace on standard output; many games; a player as a program, and what it is sent:

    gamekit {file} referee uct:100 random
    gamekit {file} tournament --games 100 uct:400 uct:50 random
    gamekit {file} new mine
    gamekit {file} protocol

Does it keep what a game promises? In words, and as a test:

    gamekit test {file}
    python -m pip install pytest
    python -m pytest test_{module}.py

{file} is the whole game. gamekit.game has the interface, with what each method must return; `random` and `uct:N`,
which looks ahead by N games played on, are there without work. `gamekit {file} --help` lists what else there is.
"""


def main(argv: Sequence[str]) -> int:
    """Write the files; return the exit status."""
    parser = Parser(
        prog=WHO,
        description="Writes a game to begin with, that plays, into a folder: DIR/NAME.py, its test and a README. "
        "The folder's name is the game's.",
        listing="\n".join(["kinds:", *(f"  {kind:14}{what}" for kind, what in KINDS.items())]),
        examples=(f"{WHO} mygame", f"{WHO} --kind simultaneous duel"),
    )
    parser.add_argument("--kind", choices=tuple(KINDS), default="turns", help="what it begins with (%(default)s)")
    parser.add_argument("folder", type=Path, metavar="DIR", help="a folder, made if there is none")
    arguments = parser.parse_args(list(argv))
    try:
        written = write(arguments.folder, arguments.kind)
    except (OSError, ValueError, Unwritten) as error:
        return complain_as(WHO, words_of(error))
    print("\n".join(f"wrote {path}" for path in written))
    print(f"Play it: gamekit {written[0]} play")
    return Status.FINE


def write(folder: Path, kind: str) -> list[Path]:
    """Write the game, its test and its README, over no other file; return their paths. Raises ValueError, Unwritten."""
    name = folder.resolve().name
    module = name.replace("-", "_")
    if not re.fullmatch(r"[a-z][a-z0-9_-]*", name):
        raise ValueError(
            f"expected DIR named as a game: a letter, then a-z, digits, - and _, such as hex; got {name!r}"
        )
    if keyword.iskeyword(module):
        raise ValueError(f"{module!r} is a word of Python's own: choose another name")
    if importlib.util.find_spec(module) is not None:
        raise ValueError(f"Python has another module {module!r}: choose another name than {name!r}")
    title = "".join(word.capitalize() for word in module.split("_"))
    source = files("gamekit.commands.workshop").joinpath("starters", f"{kind}.txt").read_text(encoding="utf-8")
    words = {"title": title, "module": module, "file": f"{module}.py", "what": KINDS[kind]}
    texts = {
        f"{module}.py": source.replace("my-game", name).replace("MyGame", title),
        f"test_{module}.py": TEST.format(**words),
        "README.txt": README.format(**words),
    }
    with closing(OwnFolder(folder)) as own:  # held open: nobody leads elsewhere what is written
        there = own.names()
        if taken := [each for each in texts if each in there]:
            raise ValueError(f"{folder / taken[0]} exists already: nothing was written")
        for each, text in texts.items():
            own.replace(each, text.encode())
    return [folder / each for each in texts]
