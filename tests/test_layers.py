"""A module imports only gamekit and rooms above its own; gamekit imports no game, and no game another; none in circles.

Every folder of src but gamekit is a game. Imports count wherever they stand in a file, also inside of functions.
"""

import ast
from collections.abc import Mapping
from pathlib import Path

import pytest

SOURCES = Path(__file__).parents[1] / "src"
KIT = "gamekit"

# The rooms of a game, folders or modules, the lowest first: a module imports only its own room and those before it.
ROOMS = (
    "starters",  # players that `new` copies, each a program of its own
    "rules",
    "protocol",
    "wire",  # how a player is asked that does not speak JSON values
    "recorded",  # games in the format that others wrote them down in
    "numbering",  # actions as numbers and observations as arrays, for learners
    "arrays",
    "rivals",
    "search",
    "policy",
    "analysis",
    "training",
    "player",
    "pages",
    "probes",
    "game",
    "bench",
    "commands",
    "__main__",
)

PURE = {
    "abc",
    "collections",
    "collections.abc",
    "dataclasses",
    "enum",
    "functools",
    "itertools",
    "math",
    "operator",
    "random",  # for the type of a generator that is handed in
    "types",
    "typing",
}
"""What rules may import beside rules: no numpy, no JSON, nothing of the operating system, no clock."""

FLOORS = (
    {"answer", "deadline", "settings", "solve", "text", "whole"},
    {"compiled", "game"},
    {"policies"},
    {"seeds"},
    {"processes"},
    {"wire"},
    {"output"},
    {"files"},
    {"builtins"},
    {"table"},
    {"seats"},
    {"referee"},
    {"traces", "player"},
    {"learning"},
    {"analysis"},
    {"pages"},
    {"probes"},
    {"tournament"},
    {"bench"},
    {"web"},
    {"commands"},
)
"""The floors of gamekit, from the ground: a module imports only its own room and those on floors below it."""

Imports = Mapping[str, set[str]]
"""The modules that each module imports, by their full names."""


def module_name(path: Path) -> str:
    return ".".join(path.relative_to(SOURCES).with_suffix("").parts).removesuffix(".__init__")


def imports_of(path: Path, known: set[str]) -> set[str]:
    """Return the modules that a file imports, anywhere in it."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: a relative import"
            package = node.module or ""
            for alias in node.names:
                submodule = f"{package}.{alias.name}"
                found.add(submodule if submodule in known else package)
    return found


def all_imports() -> Imports:
    paths = {module_name(path): path for path in SOURCES.glob("*/**/*.py")}
    return {name: imports_of(path, set(paths)) for name, path in sorted(paths.items())}


def room(module: str) -> str:
    """Return the room of a game's module, empty of the game itself."""
    return f"{module}..".split(".")[1]


def crossings(imports: Imports) -> list[str]:
    """Return a complaint for every import that crosses a line."""
    games = {name.split(".")[0] for name in imports} - {KIT}
    return [
        f"{name} imports {imported}: {reason}"
        for name, all_of in imports.items()
        for imported in sorted(all_of)
        if imported.split(".")[0] in games and (reason := _crossing(name, imported))
    ]


def _crossing(name: str, imported: str) -> str:
    """Return why a module must not import one of a game, empty if it may."""
    game = name.split(".", maxsplit=1)[0]
    if game == KIT:
        return "gamekit knows no game"
    if imported.split(".", maxsplit=1)[0] != game:
        return "a game knows no other"
    if not room(name) or not room(imported):
        return "nothing stands in the game's own __init__.py"
    return "" if ROOMS.index(room(imported)) <= ROOMS.index(room(name)) else "it stands in a higher room"


def climbing(imports: Imports) -> list[str]:
    """Return a complaint for every import inside gamekit that does not lead down."""
    height = {name: floor for floor, names in enumerate(FLOORS) for name in names}
    return [
        f"{name} imports {imported}: not on a floor below its own"
        for name, all_of in imports.items()
        for imported in sorted(all_of)
        if name.split(".")[0] == imported.split(".")[0] == KIT and room(name) != room(imported)
        if not height.get(room(imported), len(FLOORS)) < height.get(room(name), -1)
    ]


def homeless(imports: Imports) -> list[str]:
    """Return the modules of games that stand in no room."""
    games = {name for name in imports if name.split(".")[0] != KIT and room(name)}
    return sorted(name for name in games if room(name) not in ROOMS)


def impure(imports: Imports) -> list[str]:
    """Return a complaint for everything that rules import and must not."""
    rules = {name: found for name, found in imports.items() if room(name) == "rules" and name.split(".")[0] != KIT}
    return [
        f"{name} imports {imported}"
        for name, found in rules.items()
        for imported in sorted(found - PURE)
        if imported.split(".")[:2] != name.split(".")[:2]
    ]


def circle(imports: Imports) -> list[str]:
    """Return modules of which each imports the next and the last the first; empty if there are none."""
    done: set[str] = set()
    way: list[str] = []

    def visit(name: str) -> list[str]:
        if name in way:
            return way[way.index(name) :]
        if name in done or name not in imports:
            return []
        way.append(name)
        for imported in sorted(imports[name]):
            if found := visit(imported):
                return found
        way.pop()
        done.add(name)
        return []

    return next((found for name in imports if (found := visit(name))), [])


@pytest.fixture(scope="module")
def imports() -> Imports:
    return all_imports()


def test_every_module_of_a_game_stands_in_a_room(imports: Imports) -> None:
    assert homeless(imports) == []


def test_a_module_imports_only_gamekit_and_rooms_above_its_own(imports: Imports) -> None:
    assert crossings(imports) == []


def test_rules_import_neither_json_nor_numpy_nor_anything_of_the_operating_system(imports: Imports) -> None:
    assert any(room(name) == "rules" for name in imports)
    assert impure(imports) == []


def test_in_gamekit_a_module_imports_only_from_floors_below_its_own(imports: Imports) -> None:
    assert climbing(imports) == []


@pytest.mark.parametrize(("name", "imported"), [("wire.lines", "table"), ("web.app", "nowhere"), ("table", "seats")])
def test_an_import_that_climbs_is_found(name: str, imported: str) -> None:
    assert len(climbing({f"{KIT}.{name}": {f"{KIT}.{imported}"}})) == 1


def test_no_modules_import_each_other_in_a_circle(imports: Imports) -> None:
    assert circle(imports) == []


@pytest.mark.parametrize(
    ("name", "imported"),
    [
        ("gamekit.referee", "chess.rules.game"),
        ("gamekit.referee", "chess"),
        ("chess.policy.ours", "go.policy.ours"),
        ("chess.rules.game", "chess.search.look_ahead"),
        ("chess.player", "chess.commands.play"),
        ("chess.protocol", "chess"),
    ],
)
def test_an_import_across_a_line_is_found(name: str, imported: str) -> None:
    assert len(crossings({name: {imported}, "chess.rules": set(), "go.rules": set()})) == 1


@pytest.mark.parametrize(
    ("name", "imported"),
    [
        ("chess.player", "gamekit.deadline"),
        ("chess.player", "chess.rules.game"),
        ("chess.rules.game", "chess.rules.board"),
        ("chess.commands.play", "chess.game"),
    ],
)
def test_an_import_from_below_is_none(name: str, imported: str) -> None:
    assert crossings({name: {imported}}) == []


@pytest.mark.parametrize("imported", ["numpy", "json", "os", "time", "gamekit.wire.json_stream"])
def test_rules_that_import_more_are_found(imported: str) -> None:
    assert impure({"chess.rules.game": {"chess.rules.board", "dataclasses", imported}}) == [
        f"chess.rules.game imports {imported}"
    ]


def test_a_module_in_no_room_is_found() -> None:
    assert homeless({"chess": set(), "chess.rules": set(), "chess.misc": set(), "gamekit.misc": set()}) == [
        "chess.misc"
    ]


def test_a_circle_is_found() -> None:
    assert circle({"a": {"b", "os"}, "b": {"c"}, "c": {"d", "b"}, "d": set()}) == ["b", "c"]
