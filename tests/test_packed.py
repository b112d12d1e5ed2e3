"""What packed players carry: what they import, and no more."""

import os
import sys
import tarfile
from pathlib import Path, PurePosixPath
from typing import NamedTuple

import pytest
from PyInstaller.archive.readers import CArchiveReader

PLAYER = Path(__file__).parents[1] / "player"
LAUNCHER_BYTES = 4096
MOST_MEGABYTES = {"economancy": 40, "santorini": 18, "lost-cities": 15}
"""35.2, 16.4 and 12.6 were measured; what another Python's own library adds has room."""

OURS = {"economancy", "santorini", "lost_cities", "gamekit", "unpacked"}
OF_PYTHON = {f"python{sys.version_info[0]}.{sys.version_info[1]}"}


class Packed(NamedTuple):
    """The name and file of a player; the files and links it carries, each link with its target; and its modules."""

    game: str
    file: Path
    files: set[str]
    links: dict[str, str]
    modules: set[str]


@pytest.fixture(scope="module", params=MOST_MEGABYTES)
def packed(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Packed:
    file = PLAYER / request.param
    if not os.access(file, os.X_OK):
        pytest.skip(f"./build.sh makes player/{request.param}")
    with file.open("rb") as content:
        content.seek(LAUNCHER_BYTES)
        with tarfile.open(fileobj=content) as archive:
            members = {member.name.removeprefix("./"): member for member in archive}
            program = tmp_path_factory.mktemp("packed") / "program"
            read = archive.extractfile(members["program"])
            assert read is not None
            program.write_bytes(read.read())
    modules = set(CArchiveReader(str(program)).open_embedded_archive("PYZ.pyz").toc)
    files = {name for name, member in members.items() if member.isfile()}
    links = {name: member.linkname for name, member in members.items() if member.issym()}
    return Packed(request.param, file, files, links, modules)


def test_an_executable_carries_no_package_of_others_but_what_it_imports(packed: Packed) -> None:
    in_folders = {name.split("/")[0] for name in packed.files if "/" in name}
    found = {name.split(".")[0] for name in packed.modules} | {name.removesuffix(".libs") for name in in_folders}
    others = found - sys.stdlib_module_names - OURS - OF_PYTHON
    others = {name for name in others if not name.startswith("_sysconfigdata")}
    has_core = any(name.endswith("search/core.so") for name in packed.files)
    expected = {"orjson"} if has_core and packed.game != "economancy" else {"orjson", "numpy"}
    assert others == expected


def test_an_executable_carries_no_other_game(packed: Packed) -> None:
    games = {name.split(".")[0] for name in packed.modules} & OURS - {"gamekit", "unpacked"}
    assert games == {packed.game.replace("-", "_")}


def test_a_link_in_an_executable_leads_to_a_file_in_it(packed: Packed) -> None:
    targets = {str(PurePosixPath(name).parent / target) for name, target in packed.links.items()}
    assert targets <= packed.files


def test_an_executable_is_as_small_as_measured(packed: Packed) -> None:
    assert packed.file.stat().st_size < MOST_MEGABYTES[packed.game] * 1_000_000
