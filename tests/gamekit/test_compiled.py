"""A C file as a library: shipped, or compiled once and kept, or not available."""

import os
import subprocess
import sys
from pathlib import Path
from shutil import which

import pytest

from gamekit import compiled

SOURCE = "int twice(int number) { return 2 * number; }\n"


@pytest.fixture
def source(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    path = tmp_path / "core.c"
    path.write_text(SOURCE)
    return path


def needs_compiler() -> None:
    if which("cc") is None:
        pytest.skip("no C compiler here")


def test_a_library_is_compiled_when_first_asked_for_and_kept(source: Path, tmp_path: Path) -> None:
    needs_compiler()
    library = compiled.load(source)
    assert library.twice(21) == 42
    (kept,) = (tmp_path / "cache" / "gamekit").iterdir()
    before = kept.stat().st_mtime_ns
    compiled.load(source)
    assert kept.stat().st_mtime_ns == before


def test_a_source_is_compiled_anew_when_a_file_that_it_includes_changes(source: Path) -> None:
    needs_compiler()
    number = source.with_name("number.c")
    source.write_text('#include "number.c"\nint number(void) { return NUMBER; }\n')
    for value in (1, 2):
        number.write_text(f"#define NUMBER {value}\n")
        library = compiled.load(source)
        assert library is not None
        assert library.number() == value


def test_the_shipped_library_is_taken_first(source: Path, tmp_path: Path) -> None:
    needs_compiler()
    compiled.compile_library("cc", source, compiled.shipped(source))
    compiled.load(source)
    assert not (tmp_path / "cache").exists()


def test_a_shipped_library_older_than_a_part_of_its_source_is_left(source: Path) -> None:
    needs_compiler()
    number = source.with_name("number.c")
    source.write_text('#include "number.c"\nint number(void) { return NUMBER; }\n')
    number.write_text("#define NUMBER 1\n")
    compiled.compile_library("cc", source, compiled.shipped(source))
    number.write_text("#define NUMBER 2\n")
    later = compiled.shipped(source).stat().st_mtime + 1
    os.utime(number, (later, later))
    library = compiled.load(source)
    assert library.number() == 2


def test_a_library_may_be_named(source: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    named = tmp_path / "in" / "folders" / "named.so"  # which there are not yet
    compiled.compile_library("cc", source, named)
    source.unlink()
    monkeypatch.setenv("GAME_CORE", str(named))
    compiled.load(source, "GAME_CORE")
    with pytest.raises(compiled.NoCoreError):
        compiled.load(source, "OTHER_CORE")


def test_a_named_library_that_cannot_be_loaded_costs_a_line(
    source: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    needs_compiler()
    monkeypatch.setenv("LOST_CITIES_CORE", "/dev/null")
    library = compiled.load(source, "LOST_CITIES_CORE")
    assert library.twice(21) == 42
    (line,) = capfd.readouterr().err.splitlines()
    assert line.startswith(
        "lost-cities: expected a library in LOST_CITIES_CORE, got '/dev/null'; going on without it: "
    )


def test_a_named_library_without_our_functions_costs_a_line(
    source: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    needs_compiler()
    other, named = tmp_path / "other.c", tmp_path / "other.so"
    other.write_text("int thrice(int number) { return 3 * number; }\n")
    compiled.compile_library("cc", other, named)
    monkeypatch.setenv("NIM_CORE", str(named))
    library = compiled.load(source, "NIM_CORE", ["twice"])
    assert library.twice(21) == 42
    (line,) = capfd.readouterr().err.splitlines()
    assert line.startswith(f"nim: expected a library in NIM_CORE, got '{named}'; going on without it: ")
    assert "twice" in line


@pytest.mark.parametrize(
    ("game", "name"),
    [("santorini", "library"), ("coinfight", "core"), ("lost_cities", "library"), ("economancy", "library")],
)
def test_the_core_of_another_program_does_not_keep_a_game_from_its_own(game: str, name: str, tmp_path: Path) -> None:
    needs_compiler()
    source, named = tmp_path / "other.c", tmp_path / "other.so"
    source.write_text(SOURCE)
    compiled.compile_library("cc", source, named)
    code = f"from {game}.search.core import {name}; print(bool({name}()))"
    environment = {**os.environ, f"{game.upper()}_CORE": str(named)}
    done = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=False)
    assert (done.stdout, len(done.stderr.splitlines())) == ("True\n", 1), done.stderr


def test_a_source_that_does_not_compile_is_named(source: Path) -> None:
    needs_compiler()
    source.write_text("this is no C")
    with pytest.raises(compiled.NoCoreError, match=f"^{'/'.join(source.parts[-3:])} is not compiled: "):
        compiled.load(source)


def test_a_missing_compiler_is_said_in_one_line(source: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("CC", raising=False)
    monkeypatch.setenv("PATH", "/nowhere")
    with pytest.raises(compiled.NoCoreError, match=r"no C compiler here \(cc, gcc, or what CC names\)$"):
        compiled.load(source)


@pytest.mark.parametrize(
    "words",
    [
        ("santorini", "bench", "perft"),
        ("santorini", "train", "play", "games"),
        ("coinfight", "solve", "two"),
        ("coinfight", "solve", "three"),
        ("coinfight", "solve", "many"),
        ("lost-cities", "bench", "lengths"),
        ("lost-cities", "train", "values"),
        ("lost-cities", "referee", "lost-cities", "random"),
        ("santorini", "referee", "santorini", "greedy"),
        ("coinfight", "referee", "alpha-beta:100", "random"),
    ],
    ids=" ".join,
)
def test_a_command_that_needs_a_core_says_so_in_one_line(words: tuple[str, ...], tmp_path: Path) -> None:
    command = [str(Path(sys.executable).parent / words[0]), *words[1:]]
    environment = {**os.environ, "CC": "/no/such/compiler", "XDG_CACHE_HOME": str(tmp_path)}
    done = subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, text=True, check=False)
    assert (done.returncode, len(done.stderr.splitlines())) == (2, 1), done.stderr
    assert "compile" in done.stderr


def planted(source: Path, cache: Path) -> Path:
    """Return the library that is kept for a source, another one in its place."""
    compiled.load(source)
    (kept,) = (cache / "gamekit").iterdir()
    other = source.with_name("other.c")
    other.write_text("int twice(int number) { return 666; }\n")
    compiled.compile_library("cc", other, kept)
    kept.chmod(0o644)
    return kept


def test_a_library_that_others_may_write_to_is_not_run(source: Path, tmp_path: Path) -> None:
    needs_compiler()
    planted(source, tmp_path / "cache").chmod(0o666)
    library = compiled.load(source)
    assert library.twice(21) == 42


@pytest.mark.parametrize("how", ["writable", "link"])
def test_what_lies_in_a_folder_that_others_may_write_to_is_not_run(
    how: str, source: Path, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    needs_compiler()
    cache = tmp_path / "cache"
    planted(source, cache)
    if how == "writable":
        (cache / "gamekit").chmod(0o770)
    else:
        (cache / "gamekit").rename(tmp_path / "theirs")
        (cache / "gamekit").symlink_to(tmp_path / "theirs")
    library = compiled.load(source)
    assert library.twice(21) == 42
    assert capfd.readouterr().err.count("is compiled each time") == 1


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can act as another user")
@pytest.mark.parametrize("whose", ["folder", "file"])
def test_a_library_of_another_user_is_not_run(whose: str, source: Path, tmp_path: Path) -> None:
    needs_compiler()
    kept = planted(source, tmp_path / "cache")
    os.chown(kept.parent if whose == "folder" else kept, 65534, 65534)
    library = compiled.load(source)
    assert library.twice(21) == 42


def test_two_libraries_of_one_process_are_not_taken_for_each_other(source: Path) -> None:
    needs_compiler()
    other = source.with_name("other.c")
    other.write_text("int twice(int number) { return 3 * number; }\n")
    assert [library.twice(1) for library in map(compiled.load, (source, other, source))] == [2, 3, 2]


def test_what_is_kept_is_closed_to_others_whatever_the_umask(source: Path, tmp_path: Path) -> None:
    needs_compiler()
    before = os.umask(0)
    try:
        compiled.load(source)
    finally:
        os.umask(before)
    (kept,) = (tmp_path / "cache" / "gamekit").iterdir()
    assert not (kept.stat().st_mode | kept.parent.stat().st_mode) & 0o022
