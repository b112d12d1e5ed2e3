"""A program in a sandbox sees what it needs and its own files, writes to its own temp folder, and reaches nobody."""

import os
import shutil
import socket
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path

import pytest

from gamekit.answer import Answer, Failure
from gamekit.game import Sandbox, Surroundings
from gamekit.processes import sandbox, usage
from gamekit.tournament.programs import surroundings_of
from gamekit.wire.child import ChildPlayer
from gamekit.wire.json_stream import JsonSplitter
from gamekit.wire.lines import open_line_child
from gamekit.wire.pipes import Pipes
from tests.waiting import soon

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


def test_memory_that_all_its_processes_use_is_bounded() -> None:
    program = "x = []\nfor _ in range(40): x.append(b'x' * (1 << 23))\ninput()"  # 320 MiB, no more
    failure = in_sandbox(sys.executable, "-c", program, memory=100 << 20)
    assert isinstance(failure, Failure)
    assert failure.reason == "used more than 100 MiB of memory"


@pytest.mark.parametrize(
    "way", ["os.fork() and time.sleep(99)\nos.setsid()", "all(os.fork() for _ in range(20)) or input()"]
)
def test_what_leaves_its_session_or_is_a_crowd_goes_last(way: str) -> None:
    lines = ("import os, time", way, "while os.getpriority(os.PRIO_PROCESS, 0) != 19: time.sleep(0.05)", "print(19)")
    answer = in_sandbox(sys.executable, "-uc", "\n".join(lines))
    assert isinstance(answer, Answer), answer
    assert answer.value == 19


def test_many_threads_that_compute_go_last() -> None:
    program = (
        "import hashlib, threading\n"
        "burn = lambda: print(flush=True) or hashlib.pbkdf2_hmac('sha256', b'', b'', 10**9)\n"
        f"for _ in range({usage.CROWD + 4}): threading.Thread(target=burn).start()"
    )
    command = (sys.executable, "-c", program)
    with ExitStack() as stack:
        burning = stack.enter_context(subprocess.Popen(command, stdout=subprocess.PIPE, start_new_session=True))
        stack.callback(burning.kill)
        assert burning.stdout
        for _ in range(usage.CROWD + 4):
            burning.stdout.readline()

        def goes_last() -> bool:
            usage.let_others_go_first(burning.pid)
            return os.getpriority(os.PRIO_PROCESS, burning.pid) == 19

        assert soon(goes_last)


def test_a_player_has_few_sessions() -> None:
    start = "import os, time\nfor _ in range(5):\n    if not os.fork(): os.setsid(), time.sleep(99)\ninput()"
    failure = in_sandbox(sys.executable, "-c", start)
    assert isinstance(failure, Failure)
    assert failure.reason == "ran in more than 4 sessions"


@pytest.mark.parametrize(
    ("way", "reason"),
    [
        ("[socket.socketpair() for _ in range(100)]", "opened more than 256 sockets"),
        ("[open(f'/tmp/{os.getpid()} {n}', 'w').close() for n in range(15_000)]", "made more than 20,000 files"),
    ],
)
def test_what_the_kernel_keeps_for_all_its_processes_is_bounded(way: str, reason: str) -> None:
    failure = in_sandbox(sys.executable, "-c", f"import os, socket\nos.fork()\nkept = {way}\ninput()")
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


HIDDEN = {
    "shared memory that left the page tables": (
        "import mmap, time\n"
        "parts = [mmap.mmap(-1, 8 << 20) for _ in range(30)]\n"
        "for part in parts: part.write(bytes(8 << 20)), part.madvise(mmap.MADV_DONTNEED)\n"
        "time.sleep(60)"
    ),
    "page tables": (
        "import ctypes, mmap, time\n"
        "part = mmap.mmap(-1, 80 << 30, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS | 0x4000)\n"  # MAP_NORESERVE
        "part.madvise(15)\n"  # MADV_NOHUGEPAGE
        "for place in range(0, 80 << 30, 2 << 20): part[place]\n"
        "time.sleep(60)"
    ),
    "that of a process whose main thread has ended": (
        "import ctypes, os, threading, time\n"
        "def play():\n"
        "    parts = [b'x' * (1 << 20) for _ in range(300)]\n"
        "    time.sleep(60)\n"
        "threading.Thread(target=play).start()\n"
        "ctypes.CDLL(None).syscall({'x86_64': 60}.get(os.uname().machine, 93), 0)"  # exit
    ),
}


@pytest.mark.parametrize("kind", HIDDEN)
def test_memory_that_is_not_resident_counts_too(kind: str) -> None:
    failure = in_sandbox(sys.executable, "-c", HIDDEN[kind], memory=100 << 20)
    assert isinstance(failure, Failure)
    assert "more than 100 MiB of" in failure.reason


def test_idle_processes_do_not_hide_one_that_uses_too_much_memory() -> None:
    idle = "import subprocess\nidle = [subprocess.Popen(['sleep', '60']) for _ in range(20)]\n"
    program = f"{idle}x = []\nfor _ in range(40): x.append(b'x' * (1 << 23))\ninput()"  # 320 MiB, no more
    failure = in_sandbox(sys.executable, "-c", program, memory=100 << 20)
    assert isinstance(failure, Failure)
    assert failure.reason == "used more than 100 MiB of memory"


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


def test_a_user_who_may_start_few_processes_has_one_too() -> None:
    env = {**os.environ, "PATH": os.defpath, "PYTHONPATH": str(Path(sandbox.__file__).parents[2])}
    code = (
        "import os, resource, sys\n"
        "from gamekit.game import Sandbox, Surroundings\n"
        "from gamekit.processes.sandbox import refused_calls, wrapped\n"
        "from gamekit.processes.supervisor import HANDED\n"
        "if not os.geteuid():\n"
        "    os.setresuid(*[65534] * 3)\n"
        "if sys.argv[1:]:\n"
        "    resource.setrlimit(resource.RLIMIT_NPROC, (300, 300))\n"
        "reading, writing = os.pipe()\n"
        "os.write(writing, refused_calls())\n"
        "os.dup2(reading, HANDED)\n"
        "os.set_inheritable(HANDED, True)\n"
        "os.execv('/bin/sh', wrapped(['sh', '-c', 'echo 7'], Surroundings(sandbox=Sandbox()), 'MARK'))\n"
    )
    everybody_s = shutil.which("python3", path=os.defpath) or sys.executable  # ours may be in root's home
    usual, few = (
        subprocess.run(
            [everybody_s, "-c", code, *words], capture_output=True, text=True, check=False, cwd="/usr", env=env
        )
        for words in ([], ["few"])
    )
    if usual.returncode:
        pytest.skip(f"another user has no sandbox here: {usual.stderr}")
    assert (few.stdout, few.stderr) == ("7\n", "")
