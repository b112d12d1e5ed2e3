"""System calls that a program in a sandbox is refused: what others wait for, and what nobody counts."""

import errno
import os
import struct
import sys

import pytest

from gamekit.answer import Answer
from gamekit.processes import sandbox
from gamekit.processes.seccomp import refusing
from tests.gamekit.test_sandbox import in_sandbox

X86_64, AARCH64 = 0xC000003E, 0xC00000B7
ALLOWED, REFUSED = 0x7FFF0000, 0x00050000

LEASE = 1024
CALLS = {
    "x86_64": (
        *(X86_64, 72, 157),
        (29, 64, 68, 101, 206, 240, *range(248, 251), 253, 278, 294, 298, 300, *range(310, 313), 319, 321, 323),
    ),
    "aarch64": (
        *(AARCH64, 25, 167),
        (0, 26, 75, 117, 180, 186, 190, 194, *range(217, 220), 241, 262, *range(270, 273), 279, 280, 282),
    ),
}
"""By machine: what the kernel calls it, fcntl, prctl, and the calls that are refused whatever they ask for."""

NEW = {434, 435, 436, 437, 439, 441, 449, 452, 453, 462}
"""The calls from 425 on that are not refused."""

KEYCTL = {"x86_64": 250}.get(os.uname().machine, 219)

needs_filter = pytest.mark.skipif(
    sandbox.missing() is not None or not sandbox.refused_calls(), reason="no sandbox with a filter of calls here"
)


def verdict(program: bytes, arch: int, number: int, second: int = 0, first: int = 0) -> int:
    """Return what a filter says to a call, by the kernel's rules for the four steps that ours is made of."""
    data = struct.pack("=IIQQQ", number, arch, 0, first, second)
    steps = list(struct.iter_unpack("=HBBI", program))
    loaded = at = 0
    while True:
        code, if_true, if_false, value = steps[at]
        at += 1
        if code == 0x06:
            return int(value)
        if code == 0x20:
            loaded = struct.unpack_from("=I", data, value)[0]
        else:
            at += if_true if (loaded == value if code == 0x15 else loaded >= value) else if_false


@pytest.mark.parametrize("machine", CALLS)
def test_a_filter_refuses_leases_and_the_calls_that_it_names_and_nothing_else(machine: str) -> None:
    arch, fcntl, prctl, known = CALLS[machine]
    refused = {*known, *range(425, 600)} - NEW
    program = refusing(machine)
    assert {n for n in range(600) if verdict(program, arch, n) != ALLOWED} == refused
    assert {verdict(program, arch, n) for n in refused} == {REFUSED | errno.ENOSYS}
    assert not any(verdict(program, arch, n, first=70) == ALLOWED for n in (prctl, 10_000))
    options = {n for n in range(200) if verdict(program, arch, prctl, first=n) == REFUSED | errno.EINVAL}
    assert options == {*range(65, 200)}
    commands = {n for n in range(2000) if verdict(program, arch, fcntl, n) != ALLOWED}
    assert commands == {LEASE, LEASE + 16}
    assert verdict(program, arch, fcntl, LEASE | 1 << 40) == REFUSED | errno.EPERM  # the kernel drops the high half


def test_a_filter_refuses_the_calls_of_other_machines() -> None:
    program = refusing("x86_64")
    for arch, number in ((0x40000003, 1), (AARCH64, 25), (X86_64, 0x40000000 + 72)):  # of 32 bits, of ARM, x32
        assert verdict(program, arch, number) == REFUSED | errno.ENOSYS


def test_of_a_machine_that_is_not_known_there_is_no_filter() -> None:
    assert refusing("riscv64") == b""


@needs_filter
def test_a_player_takes_no_lease_of_a_file_that_others_open() -> None:
    program = (
        "import errno, fcntl\n"
        "with open(fcntl.__file__ if hasattr(fcntl, '__file__') else errno.__spec__.origin) as file:\n"
        "    try: fcntl.fcntl(file, fcntl.F_SETLEASE, fcntl.F_WRLCK)\n"
        "    except OSError as error: print(error.errno)\n"
    )
    answer = in_sandbox(sys.executable, "-c", program)
    assert isinstance(answer, Answer), answer
    assert answer.value == errno.EPERM


@needs_filter
@pytest.mark.parametrize(
    "call",
    [
        "memfd_create(b'x', 0)",
        "shmget(0, 4096, 0o1600)",
        "msgget(0, 0o1600)",
        f"syscall({KEYCTL}, 0, 0)",
        "ptrace(16, 1, 0, 0)",  # PTRACE_ATTACH to who ends the sandbox
    ],
)
def test_a_refused_call_fails_as_on_a_kernel_without_it(call: str) -> None:
    program = f"import ctypes\nc = ctypes.CDLL(None, use_errno=True)\nprint(c.{call} < 0 and ctypes.get_errno())"
    answer = in_sandbox(sys.executable, "-c", program)
    assert isinstance(answer, Answer), answer
    assert answer.value == errno.ENOSYS
