"""A module imports only gamekit and modules of lower layers; gamekit imports no game."""

import ast
from pathlib import Path

import pytest

SOURCES = Path(__file__).parents[1] / "src"

# From the bottom up; a folder stands for all its modules, and modules on one line do not know each other.
LAYERS = [
    ["economancy.cards"],
    ["economancy.state"],
    ["economancy.victory"],
    ["economancy.attacking", "economancy.buying"],
    ["economancy.investing"],
    ["economancy.rules"],
    ["economancy.analysis"],
    ["economancy.batch_cards"],
    ["economancy.batch"],
    ["economancy.batch_rules"],
    ["economancy.rollout_policy"],
    ["economancy.rollout"],
    ["economancy.choices"],
    ["economancy.player_types"],
    ["economancy.level_one"],
    ["economancy.guess"],
    ["economancy.features"],
    ["economancy.value"],
    ["economancy.search"],
    ["economancy.decision"],
    ["economancy.policy"],
    ["economancy.training"],
    ["economancy.rollout_analysis", "economancy.value_analysis"],
    ["economancy.analyst", "economancy.trace_analysis"],
    ["economancy.protocol"],
    ["economancy.player"],
    ["economancy.referee", "economancy.replay"],
    ["economancy.arena", "economancy.probes"],
    ["economancy.web.table"],
    ["economancy.web.story"],
    ["economancy.pages"],
    ["economancy.screen"],
    ["economancy.web"],
    ["economancy.tools", "economancy.__main__"],
]
PURE = ["cards", "state", "victory", "attacking", "buying", "investing", "rules"]
"""Modules that know neither JSON nor numpy nor anything of the operating system."""

MODULES = sorted(path.relative_to(SOURCES) for path in SOURCES.glob("*/**/*.py"))


def module_name(path: Path) -> str:
    return ".".join(path.with_suffix("").parts).removesuffix(".__init__")


def imports(path: Path) -> set[str]:
    """Return the modules that a file imports, anywhere in it."""
    found: set[str] = set()
    for node in ast.walk(ast.parse((SOURCES / path).read_text())):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: a relative import"
            package = node.module or ""
            submodules = {f"{package}.{alias.name}" for alias in node.names}
            known = {module_name(module) for module in MODULES}
            found |= (submodules & known) or {package}
    return found


def layer(module: str) -> int:
    """Return the layer of a module of the game."""
    for number, names in enumerate(LAYERS):
        if any(module == name or module.startswith(f"{name}.") for name in names):
            return number
    raise AssertionError(f"{module} stands in no layer: give it one here and in design")


@pytest.mark.parametrize("path", MODULES, ids=module_name)
def test_a_module_imports_only_lower_layers(path: Path) -> None:
    name = module_name(path)
    if name == "economancy":
        assert not imports(path)
        return
    for imported in imports(path):
        if imported.split(".")[0] == "economancy":
            assert not name.startswith("gamekit"), f"{name} imports {imported}: gamekit knows no game"
            rooms = (
                "economancy.tools",
                "economancy.pages",
                "economancy.policy",
                "economancy.probes",
                "economancy.training",
                "economancy.web",
            )
            same_room = name.startswith(rooms) and layer(imported) == layer(name)
            assert same_room or layer(imported) < layer(name), f"{name} imports {imported}, which is above it"


@pytest.mark.parametrize("name", PURE)
def test_the_rules_know_neither_json_nor_numpy(name: str) -> None:
    allowed = {"collections", "collections.abc", "dataclasses", "functools", "types"}
    foreign = {module for module in imports(Path("economancy") / f"{name}.py") if not module.startswith("economancy")}
    assert foreign <= allowed
