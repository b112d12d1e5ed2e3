"""What all processes of a player in a sandbox may use together: memory, processes, what the kernel keeps for them."""

import os
import shutil
import subprocess
import sys
from contextlib import ExitStack
from pathlib import Path

import pytest

from gamekit.answer import Answer, Failure
from gamekit.processes import sandbox, usage
from tests.gamekit.test_sandbox import in_sandbox
from tests.waiting import soon


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


def test_mappings_that_no_process_is_seen_to_use_are_bounded() -> None:
    pieces = (
        "import ctypes, os, time\n"
        "os.fork()\n"
        "c, page = ctypes.CDLL(None), 4096\n"
        "c.mmap.restype = ctypes.c_void_p\n"
        "start = c.mmap(None, ctypes.c_size_t(60_000 * page), 0, 0x22, -1, 0)\n"
        "for n in range(0, 60_000, 2): c.mprotect(ctypes.c_void_p(start + n * page), page, 1)\n"
        "time.sleep(600)"
    )
    failure = in_sandbox(sys.executable, "-c", pieces)
    assert isinstance(failure, Failure)
    assert failure.reason == "made more than 50,000 mappings of memory"


def test_a_player_has_few_sessions() -> None:
    start = "import os, time\nfor _ in range(5):\n    if not os.fork(): os.setsid(), time.sleep(99)\ninput()"
    failure = in_sandbox(sys.executable, "-c", start)
    assert isinstance(failure, Failure)
    assert failure.reason == "ran in more than 4 sessions"


@pytest.mark.parametrize(
    ("way", "reason"),
    [
        ("[socket.socketpair() for _ in range(50)]", "opened more than 256 sockets"),
        ("[open(f'/tmp/{os.getpid()} {n}', 'w').close() for n in range(8_000)]", "made more than 20,000 files"),
    ],
)
def test_what_the_kernel_keeps_for_all_its_processes_is_bounded(way: str, reason: str) -> None:
    failure = in_sandbox(sys.executable, "-c", f"import os, socket\nos.fork(), os.fork()\nkept = {way}\ninput()")
    assert isinstance(failure, Failure)
    assert failure.reason == reason


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


def test_a_user_who_may_start_few_processes_has_one_too() -> None:
    env = {**os.environ, "PATH": os.defpath, "PYTHONPATH": str(Path(sandbox.__file__).parents[2])}
    code = (
        "import os, resource, sys\n"
        "from gamekit.game import Sandbox, Surroundings\n"
        "from gamekit.processes.sandbox import refused_calls, wrapped\n"
        "from gamekit.processes.supervisor import HANDED, TELLS\n"
        "if not os.geteuid():\n"
        "    os.setresuid(*[65534] * 3)\n"
        "if sys.argv[1:]:\n"
        "    resource.setrlimit(resource.RLIMIT_NPROC, (300, 300))\n"
        "reading, writing = os.pipe()\n"
        "os.write(writing, refused_calls())\n"
        "os.dup2(reading, HANDED)\n"
        "os.dup2(os.open(os.devnull, os.O_WRONLY), TELLS)\n"
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
