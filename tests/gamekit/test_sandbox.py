"""A program in a sandbox sees what it needs and its own files, writes to its own temp folder, and reaches nobody."""

import os
import socket
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from gamekit.answer import Answer, Failure
from gamekit.game import Sandbox, Surroundings
from gamekit.processes import sandbox
from gamekit.tournament.programs import surroundings_of
from gamekit.wire.child import ChildPlayer
from gamekit.wire.json_stream import JsonSplitter
from gamekit.wire.lines import open_line_child
from gamekit.wire.pipes import Pipes

pytestmark = pytest.mark.skipif(sandbox.missing() is not None, reason=f"no sandbox here: {sandbox.missing()}")

ENOUGH = 20.0

Said = Callable[..., object]


def in_sandbox(
    *command: str, shown: tuple[str, ...] = (), hidden: tuple[str, ...] = (), memory: int | None = None
) -> Answer | Failure:
    surroundings = Surroundings(memory=memory, sandbox=Sandbox(shown, hidden))
    with ChildPlayer(Pipes(command, surroundings=surroundings), JsonSplitter()) as child:
        return child.ask(b"", ENOUGH)


def said(script: str, **settings: tuple[str, ...]) -> object:
    """Return the number that a shell script echoes."""
    answer = in_sandbox("sh", "-c", script, **settings)  # type: ignore[arg-type]
    assert isinstance(answer, Answer), answer
    return answer.value


@pytest.mark.skipif(os.uname().machine != "x86_64", reason="the numbers of these calls are of x86-64")
def test_it_has_no_key_of_who_starts_it(tmp_path: Path) -> None:
    keys = tmp_path / "keys.py"  # on x86-64: 248 is add_key, 250 keyctl; 1 joins a keyring, 10 looks a key up
    keys.write_text(
        "import ctypes, sys\n"
        "keyring, key = ctypes.c_long(-3), (b'user', b'gamekit test')\n"
        "call = ctypes.CDLL(None).syscall\n"
        "if sys.argv[1:]:\n"
        "    call(250, 1, None), call(248, *key, b'secret', 6, keyring)\n"
        "    from tests.gamekit.test_sandbox import in_sandbox\n"
        "    print(int(call(250, 10, keyring, *key, 0) > 0), in_sandbox(sys.executable, __file__).value)\n"
        "else:\n"
        "    print(int(call(250, 10, keyring, *key, 0) > 0))\n"
    )
    run = subprocess.run(
        (sys.executable, keys, "owner"),
        check=True,
        capture_output=True,
        text=True,
        env={**os.environ, "PYTHONPATH": str(Path.cwd())},
    )
    owner, child = run.stdout.split()
    if owner == "0":
        pytest.skip("this machine keeps no keys of a session")
    assert child == "0"


def test_it_reads_what_lies_beside_it_and_writes_nothing_there(tmp_path: Path) -> None:
    (tmp_path / "beside").write_text("7")
    bot = tmp_path / "bot.sh"
    bot.write_text('cat "$(dirname "$0")/beside"; echo; echo x >"$0" || echo 1')
    answer = in_sandbox("sh", str(bot))
    assert isinstance(answer, Answer)
    assert answer.value == 7
    assert bot.read_text().endswith("echo 1")


def test_it_does_not_see_what_is_not_shown_or_is_hidden(tmp_path: Path) -> None:
    for name in ("own", "own/bot", "own/secrets", "own/secrets/key", "own/rival", "elsewhere"):
        (tmp_path / name).mkdir() if name in ("own", "own/secrets") else (tmp_path / name).write_text("1")
    hidden = (str(tmp_path / "own/secrets"), str(tmp_path / "own/rival"))
    script = f"cd {tmp_path}; cat own/secrets/* own/rival elsewhere | wc -c; cat own/bot >&2; ls / >&2"
    assert said(script, shown=(str(tmp_path / "own"),), hidden=hidden) == 0


def test_what_is_its_own_shows_though_it_lies_in_what_is_hidden(tmp_path: Path) -> None:
    (tmp_path / "bots/mine").mkdir(parents=True)
    for name in ("bots/mine/bot", "bots/rival"):
        (tmp_path / name).write_text("12")
    script = f"cd {tmp_path}; cat bots/mine/bot bots/rival | wc -c"
    settings = {"shown": (f"{tmp_path}/bots/mine", str(tmp_path)), "hidden": (f"{tmp_path}/bots",)}
    assert said(script, **settings) == 2


def test_its_temp_folder_is_its_own_and_bounded() -> None:
    assert said("echo 5 >/tmp/mine; cat $HOME/mine") == 5
    assert said("ls -A /tmp | wc -l") == 0
    fills = "for i in 1 2 3; do dd if=/dev/zero of=/tmp/$i bs=1M count=200 2>/dev/null; done; du -ks /tmp | cut -f1"
    assert said(fills) <= sandbox.TEMP_BYTES >> 10  # type: ignore[operator]


def test_nothing_else_can_be_written_not_even_by_root_to_settings_of_the_kernel() -> None:
    places = "/x /usr/x /etc/x /dev/x /var/x /proc/self/comm /proc/sys/kernel/core_pattern"
    assert said(f"n=0; for i in {places}; do (echo x >$i) 2>/dev/null && n=1$n; done; echo $n") == 0


def test_its_environment_is_path_home_language_and_what_its_game_adds(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SECRET", "1")
    assert set(sandbox.environment({"NIM_SEED": "1"})) >= {"PATH", "HOME", "NIM_SEED"}
    assert said("env | grep -c -e SECRET -e GAMEKIT") == 0


def test_it_reaches_no_port_and_no_process_of_this_machine(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as server, socket.socket(socket.AF_UNIX) as abstract:
        abstract.bind("\0" + f"gamekit-test-{os.getpid()}")
        abstract.listen()
        addresses = [server.getsockname(), abstract.getsockname().decode()]
        (tmp_path / "connect.py").write_text(
            "import socket\n"
            f"for address in {addresses}:\n"
            "    kind = socket.AF_UNIX if isinstance(address, str) else socket.AF_INET\n"
            "    print(socket.socket(kind).connect_ex(address))\n"
        )
        script = f"kill -9 {os.getpid()}; {sys.executable} connect.py | grep -cw 111"
        assert said(f"cd {tmp_path}; {script}", shown=(str(tmp_path), sys.prefix)) == 2


def test_the_command_lines_and_mounts_that_it_sees_name_no_rival(tmp_path: Path) -> None:
    programs: list[tuple[tuple[str, ...], str]] = []
    for name in ("mine", "rival"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "bot").write_text(
            "cat /proc/[0-9]*/cmdline /proc/self/mountinfo | tr '\\0' ' ' | grep -c [/]$1$2"
        )
        programs.append((("sh", "bot"), str(tmp_path / name)))
    place, _ = surroundings_of(programs, Surroundings(sandbox=Sandbox()), [str(tmp_path / "record")])
    lines = {}
    for start, end in (("ri", "val"), ("rec", "ord"), ("mi", "ne")):  # in two, for it sees its own words, too
        with ChildPlayer(Pipes(("sh", "bot", start, end), surroundings=place), JsonSplitter()) as child:
            answer = child.ask(b"", ENOUGH)
        assert isinstance(answer, Answer)
        lines[start + end] = answer.value
    assert lines["rival"] == lines["record"] == 0
    assert lines["mine"]


def test_a_start_that_fails_names_the_command_and_a_death_its_signal(tmp_path: Path) -> None:
    plain = tmp_path / "plain"
    plain.write_text("no program")
    for command, error in (("/no/such/file", FileNotFoundError), (str(plain), PermissionError)):
        with pytest.raises(error, match=command):
            in_sandbox(command)
    for script, reason in (("kill -9 $$", "killed by SIGKILL"), ("exit 3", "exited with status 3")):
        failure = in_sandbox("sh", "-c", script)
        assert isinstance(failure, Failure)
        assert failure.reason == reason


def test_a_client_reaches_its_server_over_tcp_and_nothing_else() -> None:
    program = (
        "import socket, sys\n"
        "with socket.create_connection((sys.argv[1], int(sys.argv[2]))) as link: link.sendall(link.recv(9))\n"
    )
    command = [sys.executable, "-c", program, "HOST", "PORT"]
    with open_line_child(command, {}, Surroundings(sandbox=Sandbox())) as child:
        answer = child.ask(b"hello\n", ENOUGH)
        assert isinstance(answer, Answer), (answer, child.stderr_tail)
        assert answer.value == "hello"


def test_in_a_tournament_no_player_reads_its_neighbour_s_file_or_the_record(tmp_path: Path) -> None:
    (tmp_path / "other.py").write_text("9")
    (tmp_path / "reader.py").write_text("import sys; print(len(open(sys.argv[1]).read()))")
    for target in ("other.py", "out/games.jsonl"):
        reader = ("python3", str(tmp_path / "reader.py"), str(tmp_path / target))
        other = ("python3", str(tmp_path / "other.py"))
        (tmp_path / "out").mkdir(exist_ok=True)
        (tmp_path / "out/games.jsonl").write_text("9")
        base = Surroundings(sandbox=Sandbox())
        mine, _ = surroundings_of([(reader[:2], None), (other, None)], base, hidden=[str(tmp_path / "out")])
        with ChildPlayer(Pipes(reader, surroundings=mine), JsonSplitter()) as child:
            answer = child.ask(b"", ENOUGH)
        assert (answer.value if isinstance(answer, Answer) else 0) == 0


def test_no_player_reads_the_trace_that_is_written_beside_it(tmp_path: Path) -> None:
    (tmp_path / "bot.py").write_text("import os, sys; print(os.path.getsize('game.json'), 'bytes', file=sys.stderr)")
    words = ("nim", "referee", "--sandbox", "require", "python3 bot.py", "random")
    with open(tmp_path / "game.json", "wb") as file:
        command = [sys.executable, str(Path(__file__).with_name("little.py")), *words]
        done = subprocess.run(command, cwd=tmp_path, stdout=file, stderr=subprocess.PIPE, text=True, check=False)
    assert ": 0 bytes" in done.stderr
    assert (tmp_path / "game.json").stat().st_size > 0


def test_a_program_that_closes_its_output_is_told_at_once_though_it_runs_on() -> None:
    began = time.monotonic()
    failure = in_sandbox("sh", "-c", "exec >&-; sleep 30")
    assert isinstance(failure, Failure)
    assert "closed its output" in failure.reason
    assert time.monotonic() - began < ENOUGH / 2
