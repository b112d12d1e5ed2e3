"""All games are built alike: the same rooms under the same names, so that whoever knows one finds the way in all."""

import importlib
import re
import tomllib
from collections import Counter
from pathlib import Path

import pytest

from gamekit.game import AnyGame

SOURCES = Path(__file__).parents[1] / "src"
GAMES = ("coinfight", "economancy", "lost_cities", "santorini", "thud")

EVERYWHERE = ("rules", "protocol", "numbering", "policy", "player", "pages", "probes", "game", "bench", "commands")
"""What every game has, as a module or a folder."""

SOME = {
    "recorded": {"coinfight", "lost_cities", "santorini", "thud"},  # Economancy's originals wrote our traces
    "wire": {"coinfight", "lost_cities"},
    "search": {"coinfight", "economancy", "lost_cities", "santorini"},  # Thud's is JavaScript, in `client`
    "training": {"coinfight", "economancy", "lost_cities", "santorini"},
    "arrays": {"economancy", "santorini"},
    "rivals": {"economancy", "thud"},
}
"""What only some games need."""

TWICE = {
    "Observation": "Economancy's rules import nothing of gamekit",
}
"""Public classes of one name in two rooms of gamekit and games, and why."""


def has(game: str, room: str) -> bool:
    return (SOURCES / game / f"{room}.py").exists() or (SOURCES / game / room / "__init__.py").exists()


def rules_of(game: str) -> AnyGame:
    found: AnyGame = importlib.import_module(f"{game}.game").GAME
    return found


@pytest.mark.parametrize("game", GAMES)
def test_every_game_has_the_rooms_that_all_have(game: str) -> None:
    assert [room for room in EVERYWHERE if not has(game, room)] == []


@pytest.mark.parametrize("room", SOME)
def test_other_rooms_are_where_they_are_needed(room: str) -> None:
    assert {game for game in GAMES if has(game, room)} == SOME[room]


@pytest.mark.parametrize("game", GAMES)
def test_the_command_of_a_game_is_commands_cli_and_python_m(game: str) -> None:
    scripts = tomllib.loads((SOURCES.parent / "pyproject.toml").read_text())["project"]["scripts"]
    assert scripts[rules_of(game).name] == f"{game}.commands.cli:main"
    assert f"from {game}.commands.cli import main" in (SOURCES / game / "__main__.py").read_text()


@pytest.mark.parametrize("package", [*GAMES, "gamekit"])
def test_every_package_says_that_it_is_typed(package: str) -> None:
    assert (SOURCES / package / "py.typed").exists()


@pytest.mark.parametrize("game", GAMES)
def test_measurements_stand_in_the_room_bench(game: str) -> None:
    assert all(module == f"{game}.bench.{name}" for name, module in rules_of(game).benches.items())


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("decode", ["decode_state", "decode_action", "decode_observation"])
@pytest.mark.parametrize("value", [{}, [], 5, {"players": 5}, {"state": []}, "x", None, [1, 2]], ids=repr)
def test_an_error_of_decoding_has_a_path(game: str, decode: str, value: object) -> None:
    try:
        getattr(rules_of(game), decode)(value)
    except ValueError as error:
        assert "$" in str(error)  # noqa: PT017 - some of the values are actions


def class_names(path: Path) -> set[str]:
    """Return the public classes of a file."""
    return set(re.findall(r"^class ([A-Za-z]\w*)", path.read_text(encoding="utf-8"), re.MULTILINE))


def test_a_class_is_called_like_another_only_in_the_same_room_of_another_game() -> None:
    """State, Card or Trainer are the same thing in each game; what stands in two rooms of one is called differently."""
    places: Counter[tuple[str, str, str]] = Counter()
    for path in SOURCES.glob("*/**/*.py"):
        game, *folders = path.relative_to(SOURCES).with_suffix("").parts
        places.update((name, game, folders[0]) for name in class_names(path))
    found = {}
    for name in {name for name, _, _ in places}:
        here = [(game, room, count) for (each, game, room), count in places.items() if each == name]
        games = [game for game, _, _ in here]
        alike = len({room for _, room, _ in here}) == 1 and "gamekit" not in games[:1] * (len(games) > 1)
        if max(Counter(games).values()) > 1 or any(count > 1 for *_, count in here) or (len(here) > 1 and not alike):
            found[name] = sorted(here)
    assert found.keys() == TWICE.keys(), found


PARTICIPLE = re.compile(r"[a-z]ed$|(Known|Seen|Shown|Chosen|Kept|Found|Made|Told|Heard|Drawn|Given|Taken|Written)$")


def test_no_class_is_called_by_a_participle() -> None:
    names = {
        name
        for path in [*SOURCES.rglob("*.py"), *(SOURCES.parent / "player").rglob("*.py")]
        for name in class_names(path)
    }
    assert sorted(filter(PARTICIPLE.search, names)) == []


CORES = {"coinfight": "cf_", "economancy": "ec_", "lost_cities": "lc_", "santorini": "sn_"}
"""The prefix of each compiled core: of every function that it shows to others."""


@pytest.mark.parametrize("game", CORES)
def test_all_that_a_core_shows_has_its_prefix(game: str) -> None:
    shown = re.compile(
        r"^(?!WIDE static|static|typedef|return|else|#)[a-zA-Z]\w*[\w *]* \**(\w+)\([^;]*\{$",
        re.MULTILINE | re.IGNORECASE,
    )
    cores = [path for path in (SOURCES / game).rglob("*.c") if "starters" not in path.parts]
    names = [name for path in cores for name in shown.findall(path.read_text())]
    assert len(names) > 3
    assert [name for name in names if not name.startswith(CORES[game])] == []
