"""What `pip install .` puts in place: all data beside the modules, and all packages that the commands import."""

import ast
import re
import shutil
import subprocess
import sys
import tomllib
import zipfile
from importlib.metadata import packages_distributions
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
SOURCES = ROOT / "src"
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
OPTIONAL = {"distributed", "gymnasium", "open_spiel", "pettingzoo", "pyspiel"}
"""What a setting or a package of its own alone asks for; a command without it says which extra to install."""
BROUGHT = {"markupsafe"}
"""What comes with a package that is named."""


@pytest.mark.ci
def test_a_wheel_has_every_file_of_the_sources(tmp_path: Path) -> None:
    left_out = shutil.ignore_patterns("__pycache__", "*.egg-info", "core.so")
    shutil.copytree(SOURCES, tmp_path / "src", ignore=left_out)
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    program = "import sys; from setuptools import build_meta; build_meta.build_wheel(sys.argv[1])"
    subprocess.run([sys.executable, "-c", program, "dist"], cwd=tmp_path, capture_output=True, check=True)
    (wheel,) = (tmp_path / "dist").glob("*.whl")
    with zipfile.ZipFile(wheel) as archive:
        packed = {name for name in archive.namelist() if ".dist-info/" not in name}
    folder = tmp_path / "src"
    assert packed == {
        path.relative_to(folder).as_posix()
        for path in folder.rglob("*")
        if path.is_file() and ".egg-info/" not in path.as_posix()
    }


def named(requirements: list[str]) -> set[str]:
    """Return the names of packages in requirements."""
    return {re.split(r"[^\w-]", line, maxsplit=1)[0].lower() for line in requirements}


def imported() -> set[str]:
    """Return the top-level packages of others that the sources import, wherever in a file."""
    trees = [ast.parse(path.read_text(encoding="utf-8")) for path in SOURCES.rglob("*.py")]
    nodes = [node for tree in trees for node in ast.walk(tree)]
    modules = {alias.name for node in nodes if isinstance(node, ast.Import) for alias in node.names}
    modules |= {node.module or "" for node in nodes if isinstance(node, ast.ImportFrom)}
    ours = {path.name for path in SOURCES.iterdir()}
    return {name.split(".")[0] for name in modules} - sys.stdlib_module_names - ours


def test_what_the_sources_import_is_a_plain_dependency() -> None:
    distributions = packages_distributions()
    needed = [name for package in imported() - OPTIONAL - BROUGHT for name in distributions[package]]
    assert named(needed) == named(PROJECT["dependencies"])
