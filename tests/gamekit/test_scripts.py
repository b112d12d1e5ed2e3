"""What a command line, its links and its environment show a player in a sandbox of its starter's files."""

import os
from pathlib import Path

import pytest

from gamekit.answer import Answer, Failure
from tests.gamekit.test_sandbox import in_sandbox


def test_a_link_or_a_first_line_shows_a_player_nothing_of_its_starter_s(tmp_path: Path) -> None:
    secret, own = tmp_path / "secret", tmp_path / "player"
    up = len(own.parts)  # so many `..` after the link own/d lead to the root as text, but to own/deep for the kernel
    deep = own.joinpath("deep", *map(str, range(up)))
    mirrored = own / "deep" / str(secret)[1:]
    for folder in (secret, deep, mirrored):
        folder.mkdir(parents=True)
    for tool in (secret / "tool", mirrored / "tool"):
        tool.write_text(f"#!/bin/sh\ncat {secret}/answers\n")
        tool.chmod(0o755)
    (secret / "answers").write_text("9")
    (own / "d").symlink_to(deep)
    runs: dict[str, str | Path] = {
        "link": secret / "tool",
        "linked folder": f"d/{'../' * up}{str(secret)[1:]}/tool",
        "first line": f"#!{secret}/tool\n",
        "by /proc": f"#!/usr/bin/env -S -u /proc/self/root{secret}/tool sh\n",
        "program of env": f"#!/usr/bin/env -S -u {secret}/tool sh\n",
        "inner link": "own link",
    }
    (own / "own link").symlink_to(secret / "tool")
    for name, run in runs.items():
        (own / "run").unlink(missing_ok=True)
        if str(run).startswith("#!"):
            (own / "run").write_text(f"{run}cat {secret}/answers\n")
            (own / "run").chmod(0o755)
        else:
            (own / "run").symlink_to(run)
        if name == "linked folder":  # its own, as the kernel reads it
            assert isinstance(in_sandbox(str(own / "run")), Failure)
        else:
            with pytest.raises(PermissionError, match="which a sandbox does not show"):
                in_sandbox(str(own / "run"))


@pytest.mark.parametrize("words", [(), ("x",)], ids=["its own", "typed with a word"])
def test_an_environment_that_a_player_brings_shows_nothing_of_its_starter_s(
    words: tuple[str, ...], tmp_path: Path
) -> None:
    secret, programs = tmp_path / "secret", tmp_path / "player" / "bin"
    for folder in (secret, programs):
        folder.mkdir(parents=True)
    (secret / "answers").write_text("9")
    (programs.parent / "pyvenv.cfg").touch()
    (programs.parent / "src").symlink_to(secret)
    (programs / "python3").symlink_to("/usr/bin/python3")
    run = programs / "run"
    run.write_text(f"#!/usr/bin/env -S -u {programs}/python3 sh\ncat {secret}/answers || echo 1\n")
    run.chmod(0o755)
    answer = in_sandbox(str(run), *words)
    assert isinstance(answer, Answer), answer
    assert answer.value == 1


def test_a_file_that_is_shown_is_no_link_to_somewhere_else(tmp_path: Path) -> None:
    (tmp_path / "player").mkdir()
    (tmp_path / "answers").write_text("9")
    (tmp_path / "player" / "dwarf.js").symlink_to(tmp_path / "answers")
    with pytest.raises(PermissionError, match="which a sandbox does not show"):
        in_sandbox("sh", "-c", "echo 1", shown=(str(tmp_path / "player" / "dwarf.js"),))


def test_a_link_that_a_command_names_is_not_followed_out_of_its_folder(tmp_path: Path) -> None:
    (tmp_path / "bot").mkdir()
    (tmp_path / "answers").write_text("9")
    (tmp_path / "bot" / "data").symlink_to(tmp_path / "answers")
    with pytest.raises(PermissionError, match=f"bot/data leads to {tmp_path}/answers, which a sandbox does not show"):
        in_sandbox("cat", str(tmp_path / "bot" / "data"))


def test_a_command_may_name_what_lies_in_the_root() -> None:
    assert isinstance(in_sandbox("sh", "-c", "echo 7", "/tmp"), Answer)


def says_seven(path: Path) -> str:
    path.parent.mkdir(parents=True)
    path.write_text("#!/bin/sh\necho 7\n")
    path.chmod(0o755)
    return str(path)


def test_a_link_in_path_is_followed_however_path_is_spelled(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "bin").mkdir()
    (tmp_path / "bin" / "seven").symlink_to(says_seven(tmp_path / "installed" / "seven"))
    monkeypatch.setenv("PATH", f"{tmp_path}/bin/:{os.environ['PATH']}")
    assert isinstance(in_sandbox("seven"), Answer)


@pytest.mark.parametrize("name", ["python3.12", "python3.14t", "pypy3.11"])
def test_an_environment_s_interpreter_has_one_of_some_names(name: str, tmp_path: Path) -> None:
    (tmp_path / "own" / "bin").mkdir(parents=True)
    (tmp_path / "own" / "pyvenv.cfg").write_text("")
    (tmp_path / "own" / "bin" / "python").symlink_to(says_seven(tmp_path / "installed" / "bin" / name))
    assert isinstance(in_sandbox(str(tmp_path / "own" / "bin" / "python")), Answer)


def environment_with_script(folder: Path, python: Path, mark: str = "pyvenv.cfg") -> Path:
    """Make an environment whose interpreter is a link; return the path of its script, which needs its lib."""
    (folder / mark).parent.mkdir(parents=True)
    (folder / mark).write_text("")
    (folder / "lib").mkdir()
    (folder / "lib" / "seven").write_text("7")
    script = Path(says_seven(folder / "bin" / "bot"))
    script.write_text(f"#!{folder}/bin/python\n{folder}/lib/seven")
    (folder / "bin" / "python").symlink_to(python)
    return script


@pytest.mark.parametrize("mark", ["pyvenv.cfg", "conda-meta/history"])
def test_a_script_of_an_environment_has_its_lib_and_an_interpreter_by_a_linked_folder(
    mark: str, tmp_path: Path
) -> None:
    python = Path(says_seven(tmp_path / "3.12.9" / "bin" / "python3.12"))
    python.write_text('#!/bin/sh\ncat "$(tail -1 "$1")"\n')
    (tmp_path / "3.12").symlink_to("3.12.9")
    script = environment_with_script(tmp_path / "own", tmp_path / "3.12" / "bin" / "python3.12", mark)
    assert isinstance(in_sandbox(str(script)), Answer)


def test_a_link_in_path_to_a_script_of_an_environment_has_that(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    python = Path(says_seven(tmp_path / "3.12.9" / "bin" / "python3.12"))
    script = environment_with_script(tmp_path / "own", python)
    (tmp_path / "local").mkdir()
    (tmp_path / "local" / "seven").symlink_to(script)
    monkeypatch.setenv("PATH", f"{tmp_path}/local:{os.environ['PATH']}")
    assert isinstance(in_sandbox("seven"), Answer)


def test_a_shim_that_is_typed_has_its_version_manager(tmp_path: Path) -> None:
    says_seven(tmp_path / "versions" / "python")
    shim = Path(says_seven(tmp_path / "shims" / "python"))
    shim.write_text(f"#!/bin/sh\nexec {tmp_path}/versions/python\n")
    assert isinstance(in_sandbox(str(shim), "-u"), Answer)


@pytest.mark.parametrize("name", ["bin", "shims"])
def test_what_a_player_s_folder_is_called_shows_nothing_beside_it(name: str, tmp_path: Path) -> None:
    (tmp_path / name).mkdir()
    (tmp_path / "lib").mkdir()
    (tmp_path / "pyvenv.cfg").mkdir()  # another player's folder
    (tmp_path / "lib" / "answers").write_text("9")
    run = tmp_path / name / "run"
    run.write_text(f"#!/bin/sh\ncat {tmp_path}/lib/answers || echo 1\n")
    run.chmod(0o755)
    answer = in_sandbox(str(run))
    assert isinstance(answer, Answer), answer
    assert answer.value == 1
