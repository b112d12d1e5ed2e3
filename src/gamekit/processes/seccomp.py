"""System calls that a program in a sandbox is refused: a filter for the kernel, in its own code (classic BPF).

Refused is what reaches others though the sandbox hides them; what changes another process, such as the one by which
the sandbox ends; memory that no process is seen to use; and keys and the like, of which a user or the machine has so
many in all sandboxes together. Of calls and options that kernels got since 2019 only those pass that are known to be
harmless: what comes next may be any of these. Nothing that players run needs more: Node, Java, GHC, Racket, Ruby and
Python do without (measured).
"""

import errno
import os
import struct
from typing import NamedTuple

_F_SETLEASE, _F_SETDELEG = 1024, 1040
"""Of fcntl: whoever opens a file that a program holds a lease of waits for it, up to 45 seconds, for any user."""


_NEW_OPTION = 65
"""Of prctl: the first that a kernel of 2019 has not. Later ones, for instance, have it keep as much as one likes."""

_NEW_CALL = 424
"""The first number that is the same on all machines."""

_HARMLESS = {
    "pidfd_send_signal": 424,
    "pidfd_open": 434,
    "clone3": 435,
    "close_range": 436,
    "openat2": 437,
    "faccessat2": 439,
} | {"epoll_pwait2": 441, "futex_waitv": 449, "fchmodat2": 452, "map_shadow_stack": 453, "mseal": 462}


class _Machine(NamedTuple):
    """How a kernel numbers what matters here: its AUDIT_ARCH, fcntl, prctl, and the calls that are refused."""

    arch: int
    fcntl: int
    prctl: int
    refused: dict[str, int]


_MACHINES = {
    "x86_64": _Machine(
        0xC000003E,
        72,
        157,
        {"shmget": 29, "semget": 64, "msgget": 68, "add_key": 248, "request_key": 249, "keyctl": 250}
        | {"io_setup": 206, "inotify_init": 253, "inotify_init1": 294, "vmsplice": 278, "memfd_create": 319}
        | {"ptrace": 101, "process_vm_readv": 310, "process_vm_writev": 311, "kcmp": 312}
        | {"fanotify_init": 300, "bpf": 321, "perf_event_open": 298, "userfaultfd": 323, "mq_open": 240},
    ),
    "aarch64": _Machine(
        0xC00000B7,
        25,
        167,
        {"shmget": 194, "semget": 190, "msgget": 186, "add_key": 217, "request_key": 218, "keyctl": 219}
        | {"io_setup": 0, "inotify_init1": 26, "vmsplice": 75, "memfd_create": 279}
        | {"ptrace": 117, "process_vm_readv": 270, "process_vm_writev": 271, "kcmp": 272}
        | {"fanotify_init": 262, "bpf": 280, "perf_event_open": 241, "userfaultfd": 282, "mq_open": 180},
    ),
}

_LOAD, _EQUAL, _AT_LEAST, _RETURN = 0x20, 0x15, 0x35, 0x06
"""BPF_LD | BPF_W | BPF_ABS, BPF_JMP | BPF_JEQ | BPF_K, BPF_JMP | BPF_JGE | BPF_K, BPF_RET | BPF_K."""

_NUMBER, _ARCH, _FIRST, _SECOND = 0, 4, 16, 24
"""Where `struct seccomp_data` has the call, its architecture, and the low halves of its first two arguments."""

_ALLOW, _REFUSE = 0x7FFF0000, 0x00050000  # SECCOMP_RET_ALLOW, SECCOMP_RET_ERRNO
_STEP = 8  # bytes
_X32 = 0x40000000
"""Numbers from here on are x32's, another way to make the same calls."""


def refusing(machine: str = os.uname().machine) -> bytes:
    """Return the filter for a machine, as bwrap's --seccomp reads it; of a machine that is not known none, no bytes."""
    known = _MACHINES.get(machine)
    if known is None:
        return b""
    code = _step(_LOAD, _ARCH) + _unless(_EQUAL, known.arch, _REFUSE | errno.ENOSYS)
    code += _step(_LOAD, _NUMBER) + _if(_AT_LEAST, _X32, _REFUSE | errno.ENOSYS)
    for number in known.refused.values():
        code += _if(_EQUAL, number, _REFUSE | errno.ENOSYS)
    for number in _HARMLESS.values():
        code += _if(_EQUAL, number, _ALLOW)
    code += _if(_AT_LEAST, _NEW_CALL, _REFUSE | errno.ENOSYS)
    option = _step(_LOAD, _FIRST) + _if(_AT_LEAST, _NEW_OPTION, _REFUSE | errno.EINVAL) + _step(_RETURN, _ALLOW)
    code += _step(_EQUAL, known.prctl, 0, len(option) // _STEP) + option
    code += _unless(_EQUAL, known.fcntl, _ALLOW) + _step(_LOAD, _SECOND)
    for command in (_F_SETLEASE, _F_SETDELEG):
        code += _if(_EQUAL, command, _REFUSE | errno.EPERM)
    return code + _step(_RETURN, _ALLOW)


def _if(test: int, value: int, result: int) -> bytes:
    """Return a test of what was loaded that ends the filter with a result, or goes on."""
    return _step(test, value, 0, 1) + _step(_RETURN, result)


def _unless(test: int, value: int, result: int) -> bytes:
    return _step(test, value, 1, 0) + _step(_RETURN, result)


def _step(code: int, value: int, if_true: int = 0, if_false: int = 0) -> bytes:
    """Return a `struct sock_filter`; the jumps say how many steps are left out."""
    return struct.pack("=HBBI", code, if_true, if_false, value)
