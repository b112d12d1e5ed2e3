"""Nothing that a player is given tells what chance brings, nor what the others are given."""

import json
import re
import sys
from pathlib import Path
from random import Random

import pytest

from gamekit.commands.common.main import main
from gamekit.seeds import deal_seed, derive_seed, game_seed, new_root, seat_seed
from lost_cities.rules import deal
from tests.gamekit.nim import NIM
from tests.gamekit.test_commands import Capture, printed

SPY = """
import os, pathlib, sys
parents, pid = [], os.getpid()
while pid > 1:
    parents.append(pathlib.Path(f"/proc/{pid}/cmdline").read_bytes().decode())
    pid = int(pathlib.Path(f"/proc/{pid}/stat").read_text().rpartition(") ")[2].split()[1])
owner = next(word for word in os.environ if word.startswith("GAMEKIT_CHILD_OF_")).split("_")[3]
parents.append(pathlib.Path(f"/proc/{owner}/cmdline").read_bytes().decode())
parents.append(pathlib.Path(f"/proc/{owner}/environ").read_bytes().decode())
with open(sys.argv[1], "a") as file:
    print(repr((sys.argv, dict(os.environ), parents, sys.stdin.readline())), file=file)
"""


def test_a_root_of_the_systems_own_has_128_bits() -> None:
    roots = [new_root() for _ in range(100)]
    assert len(set(roots)) == 100
    assert max(roots).bit_length() > 120


def test_secrets_differ_by_label_path_and_root_and_depend_on_nothing_else() -> None:
    paths = [(a, b, *c) for a in range(8) for b in range(8) for c in ((), (0,), (1,))]
    found = [make(root, *path) for make in (deal_seed, game_seed) for root in (1, 2) for path in paths]
    found += [seat_seed(root, seat) for root in (1, 2) for seat in range(4)]
    assert len(set(found)) == len(found)
    assert deal_seed(1, 2, 3) == deal_seed(1, 2, 3)


def test_secrets_are_too_many_to_be_tried_and_fit_a_signed_word() -> None:
    seeds = [seat_seed(root, seat) for root in range(200) for seat in (0, 1)]
    assert max(seeds).bit_length() in (62, 63)
    assert sum(seed < 1 << 40 for seed in seeds) == 0


@pytest.mark.parametrize("command", ["referee", "tournament", "sprt"])
def test_no_number_that_a_player_is_given_is_the_root_the_deal_or_its_rivals_seed(
    command: str, capsys: Capture, tmp_path: Path
) -> None:
    (tmp_path / "spy.py").write_text(SPY)
    spies = [f"{sys.executable} {tmp_path}/spy.py {tmp_path}/{name}" for name in "ab"]
    words = {
        "referee": (),
        "tournament": ("--games", 2, "--jobs", 1, "--json"),
        "sprt": ("--elo0", 0, "--elo1", 9, "--max-games", 2, "--jobs", 1, "--json"),
    }[command]
    assert main(NIM, {}, [command, "--sandbox", "off", *map(str, words), *spies]) in (0, 3)
    out, err = capsys.readouterr()
    if command == "referee":
        root = int(err.partition("--seed ")[2].split()[0])
    else:
        document = json.loads(out)
        root = document["settings"]["seed"] if command == "tournament" else document["seed"]
    assert root > 1 << 100
    games = [root, *(game_seed(root, 0, 0, rotation) for rotation in (0, 1))]
    seats = [{seat_seed(game, seat) for game in games for seat in (0, 1)}][0]
    told = {name: {int(digits) for digits in re.findall(r"\d+", (tmp_path / name).read_text())} for name in "ab"}
    for name in "ab":
        assert told[name] & seats
        assert not told[name] & {*games, deal_seed(root), deal_seed(root, 0, 0)}
    assert not told["a"] & told["b"] & seats


def test_what_once_told_the_deck_of_lost_cities_tells_it_no_more() -> None:
    root = new_root()
    mine = seat_seed(root, 0)
    decks = {str(deal(Random(guess))) for guess in (mine, mine // 2, derive_seed(mine // 2, 0), deal_seed(mine))}
    assert str(deal(Random(deal_seed(root)))) not in decks


def test_a_seed_that_is_typed_gives_the_same_chance_again(capsys: Capture, tmp_path: Path) -> None:
    (tmp_path / "spy.py").write_text(SPY)
    words = (
        "tournament",
        "--sandbox",
        "off",
        "--games",
        2,
        "--jobs",
        1,
        "--seed",
        7,
        "random",
        f"{sys.executable} {tmp_path}/spy.py",
    )
    given = []
    for name in "ab":
        printed(capsys, NIM, *words[:-1], f"{words[-1]} {tmp_path / name}")
        given.append(re.findall(r"'NIM_SEED': '(\d+)'", (tmp_path / name).read_text()))
    assert given[0] == given[1] != []
