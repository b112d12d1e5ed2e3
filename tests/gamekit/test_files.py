"""What is written goes nowhere else, though others may write beside it."""

import os
import stat
import subprocess
import zipfile
from pathlib import Path

import pytest

from gamekit.commands.common.main import main
from gamekit.files import OwnFolder, new_file, read_whole, replace_file
from gamekit.output import Unwritten
from tests.gamekit.nim import NIM
from tests.gamekit.test_commands import Capture

NOBODY = 65534
TOURNAMENT = ("tournament", "--jobs", "1", "--games", "2", "--seed", "1", "nim", "random")

as_root = pytest.mark.skipif(os.geteuid() != 0, reason="only root can act as another user")


def run(*words: object) -> int:
    return main(NIM, {}, [*map(str, words)])


def names_in(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def test_a_link_with_the_name_of_a_file_is_replaced_and_not_followed(tmp_path: Path) -> None:
    (tmp_path / "mine").write_text("precious")
    for name in ("page.html", "page.html.part"):
        (tmp_path / name).symlink_to(tmp_path / "mine")
    replace_file(tmp_path / "page.html", b"new")
    assert (tmp_path / "mine").read_text() == "precious"
    assert (tmp_path / "page.html").read_text() == "new"
    assert names_in(tmp_path) == ["mine", "page.html", "page.html.part"]


def test_no_link_beside_an_archive_or_of_a_log_s_name_is_followed(tmp_path: Path) -> None:
    (tmp_path / "mine").write_text("precious")
    for name in ("class.zip", "class.zip.part", "wire"):
        (tmp_path / name).symlink_to(tmp_path / "mine")
    assert run(*TOURNAMENT, "--jobs", "1", "--out", tmp_path / "out", "--publish", tmp_path / "class.zip") == 0
    assert run(*TOURNAMENT, "--game", "1", "--wire-log", tmp_path / "wire") == 0
    assert (tmp_path / "mine").read_text() == "precious"
    assert zipfile.is_zipfile(tmp_path / "class.zip")


def test_a_file_that_cannot_be_put_in_place_leaves_no_part_of_it(tmp_path: Path) -> None:
    (tmp_path / "page.html").mkdir()
    with pytest.raises(Unwritten, match=r"page\.html"):
        replace_file(tmp_path / "page.html", b"new")
    assert names_in(tmp_path) == ["page.html"]


def test_a_new_file_has_the_mode_that_umask_gives(tmp_path: Path) -> None:
    before = os.umask(0o027)
    try:
        replace_file(tmp_path / "file", b"")
    finally:
        os.umask(before)
    assert stat.S_IMODE((tmp_path / "file").stat().st_mode) == 0o640


def test_what_is_no_file_is_written_to(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    reading = os.open(tmp_path / "pipe", os.O_RDONLY | os.O_NONBLOCK)
    replace_file(tmp_path / "pipe", b"new")
    assert os.read(reading, 10) == b"new"
    os.close(reading)
    replace_file(Path(os.devnull), b"new")
    assert stat.S_ISCHR(os.stat(os.devnull).st_mode)


def test_a_file_is_read_up_to_a_size(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"1234")
    os.mkfifo(tmp_path / "pipe")
    assert read_whole(tmp_path / "file", 4) == b"1234"
    for name, most, said in (("file", 3, "at most 0 MiB"), ("pipe", 3, "expected a file"), ("none", 3, "No such file")):
        with pytest.raises(OSError, match=f"{said}.*/{name}"):
            read_whole(tmp_path / name, most)


def test_a_file_that_is_written_little_by_little_takes_the_place_of_a_link(tmp_path: Path) -> None:
    (tmp_path / "mine").write_text("precious")
    (tmp_path / "game.json").symlink_to(tmp_path / "mine")
    with new_file(tmp_path / "game.json") as file:
        file.write(b"new")
    assert (tmp_path / "mine").read_text() == "precious"
    assert (tmp_path / "game.json").read_text() == "new"


@pytest.mark.parametrize("name", ["out", "out/traces", "out/errors", "out/watch", "out/games.jsonl"])
def test_a_link_in_place_of_a_folder_or_of_the_record_is_refused(name: str, tmp_path: Path, capsys: Capture) -> None:
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    (tmp_path / name).parent.mkdir(exist_ok=True)
    (tmp_path / name).symlink_to(elsewhere / "file" if name.endswith("jsonl") else elsewhere)
    assert run(*TOURNAMENT, "--pages", "--out", tmp_path / "out") == 4
    assert f"cannot write {tmp_path / name}: " in capsys.readouterr().err
    assert names_in(elsewhere) == []


@as_root
@pytest.mark.parametrize("name", ["out", "out/traces", "out/games.jsonl"])
def test_a_folder_or_record_of_somebody_else_is_refused(name: str, tmp_path: Path, capsys: Capture) -> None:
    assert run(*TOURNAMENT, "--out", tmp_path / "out") == 0
    os.chown(tmp_path / name, NOBODY, NOBODY)
    capsys.readouterr()
    assert run(*TOURNAMENT, "--resume", "--out", tmp_path / "out") == 4
    assert f"cannot write {tmp_path / name}: " in capsys.readouterr().err


def test_a_folder_stays_the_same_one_though_a_link_takes_its_place(tmp_path: Path) -> None:
    (tmp_path / "elsewhere").mkdir()
    folder = OwnFolder(tmp_path / "out")
    inner = OwnFolder(tmp_path / "out" / "traces", folder)
    (tmp_path / "out").rename(tmp_path / "moved")
    (tmp_path / "out").symlink_to(tmp_path / "elsewhere")
    folder.replace("one", b"")
    inner.replace("two", b"")
    OwnFolder(tmp_path / "out" / "errors", folder).close()
    assert names_in(tmp_path / "elsewhere") == []
    assert names_in(tmp_path / "moved") == ["errors", "one", "traces"]


@as_root
def test_another_user_who_guesses_names_overwrites_nothing_of_ours(tmp_path: Path) -> None:
    shared = tmp_path / "shared"
    shared.mkdir()
    shared.chmod(0o777)
    for folder in (tmp_path, *tmp_path.parents[:-1]):
        folder.chmod(folder.stat().st_mode | 0o011)
    precious = tmp_path / "precious"
    precious.write_text("ours")
    links = [f"ln -s {precious} {shared}/{name}" for name in ("page.html", "page.html.part")]
    subprocess.run(["sh", "-c", "; ".join(links)], user=NOBODY, group=NOBODY, check=True)
    replace_file(shared / "page.html", b"page")
    assert precious.read_text() == "ours"
    assert (shared / "page.html").read_bytes() == b"page"
