"""The parent of one child: a process that may die, so that a child that harms its parent harms nobody else.

It is forked by the guard (see there), holds no pipe of the game, adopts what descends from the child and loses its
parent, and only reports to the owner, over a socket, in lines. The child itself writes `@PID SUPERVISOR` (both process
ids), and `!NUMBER` (an errno) if it cannot be executed. Then the supervisor writes `+` (it runs), and `=STATUS` when it
has exited: minus the signal that killed it; before it `?`, if that was a sandbox that did not come to run its program.
If the socket ends before that, somebody has killed the supervisor. Where there are limits it looks at what the child
uses, and kills it for too much: `#REASON`.
"""

import contextlib
import ctypes
import errno
import os
import signal
from collections.abc import Mapping, Sequence
from itertools import count
from typing import NoReturn

from gamekit.processes.usage import LOOK, excess, let_others_go_first, mapped_too_often

Limits = tuple[int | None, Mapping[str, int], bytes]
"""Bytes of memory that a child and all that it starts may have; of a child in a sandbox the limits of each process, by
names of `resource`; and what is to be read at the descriptor `HANDED`, b"" for nothing."""

HANDED, TELLS = 3, 6
"""Descriptors of bwrap: where it reads its filter, the first that is no standard stream, and where it tells how its
program has ended.
"""

_ENDED = b'"exit-code"'  # of bwrap's --json-status-fd; it is silent about a program that it could not begin

_FIRST = -10  # the niceness of who looks
_SELDOM = 10  # looks, at one of which mappings are counted: 0.2 ms for Java (measured once)

_JOIN_SESSION_KEYRING = 1  # KEYCTL_JOIN_SESSION_KEYRING of linux/keyctl.h
_SET_CHILD_SUBREAPER = 36  # PR_SET_CHILD_SUBREAPER of linux/prctl.h

SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)  # that a guard ignores


def supervise(
    words: list[bytes], environment: Mapping[bytes, bytes], limits: Limits | None, descriptors: Sequence[int]
) -> NoReturn:
    """Execute a command, report on it until it has exited and the owner closes the socket, and exit.

    The descriptors, all of them closed by exec, are the child's standard streams, its folder, and the socket. Without
    limits nobody looks at what it uses.
    """
    *streams, folder, report = descriptors
    os.setsid()
    adopt_orphans()
    for number in (*SIGNALS, signal.SIGCHLD, signal.SIGPIPE, signal.SIGXFSZ):
        signal.signal(number, signal.SIG_DFL)  # the child inherits it
    signal.pthread_sigmask(signal.SIG_BLOCK, (signal.SIGCHLD,))  # it is waited for
    reading, writing = os.pipe()  # ends when the child has been executed, or not
    told, telling = os.pipe()
    os.set_blocking(told, False)
    pid = os.fork()
    if not pid:
        try:
            os.write(report, b"@%d %d\n" % (os.getpid(), os.getppid()))
            _become(words, environment, limits, [*streams, folder, telling])
        except OSError as error:
            os.write(report, b"!%d\n" % (error.errno or 0))
        finally:
            os._exit(127)
    for descriptor in (writing, telling, folder, *streams):
        os.close(descriptor)
    os.dup2(1, 0)  # instead of the guard's own socket
    os.read(reading, 1)
    os.write(report, b"+\n")
    if limits:
        _watch(pid, limits, report)
    # The zombie stays until the owner has closed the socket: its process id cannot be given to another one meanwhile.
    result = _exit_of(pid)
    assert result
    if limits and limits[1] and result.si_code == os.CLD_EXITED and _ENDED not in _told(told):
        os.write(report, b"?\n")
    os.write(report, b"=%d\n" % (result.si_status if result.si_code == os.CLD_EXITED else -result.si_status))
    os.read(report, 1)
    os.waitpid(pid, 0)
    os._exit(0)


def _watch(pid: int, limits: Limits, report: int) -> None:
    """Wait until a child has exited; kill it, and what it is known to have started, if they use too much."""
    memory, of_each, _ = limits
    with contextlib.suppress(OSError):  # root's may come first: it looks at a crowd
        os.setpriority(os.PRIO_PROCESS, 0, _FIRST)
    own = os.getpid()
    for number in count():
        if _exit_of(pid, os.WNOHANG):
            break
        signal.sigtimedwait((signal.SIGCHLD,), LOOK)
        let_others_go_first(pid, own)
        reason = excess(pid, own, memory, boxed=bool(of_each))
        if reason := reason or (mapped_too_often(pid, own) if number % _SELDOM == _SELDOM - 1 else None):
            os.write(report, b"#%s\n" % reason.encode())
            os.killpg(pid, signal.SIGKILL)


def _told(reading: int) -> bytes:
    """Return what has been written to a pipe by now."""
    try:
        return os.read(reading, 4096)
    except BlockingIOError:
        return b""


def adopt_orphans() -> None:
    """Become the parent of what descends from this process and loses its own, as prctl(2) says."""
    ctypes.CDLL(None).prctl(_SET_CHILD_SUBREAPER, 1, 0, 0, 0)


def _exit_of(pid: int, options: int = 0) -> os.waitid_result | None:
    """Wait until a child has exited; return how, and leave it as it is. What was adopted and has exited goes."""
    while (result := os.waitid(os.P_ALL, 0, os.WEXITED | os.WNOWAIT | options)) and result.si_pid != pid:
        os.waitpid(result.si_pid, 0)
    return result


def _become(
    words: list[bytes],
    environment: Mapping[bytes, bytes],
    limits: Limits | None,
    descriptors: Sequence[int],
) -> NoReturn:
    """Take this process over for the command, in a session of its own. Raises OSError.

    The descriptors are its standard streams, its folder, and where it tells how its program has ended.
    """
    *streams, folder, telling = descriptors
    os.setsid()
    for number, stream in enumerate(streams):
        os.dup2(stream, number)
    os.fchdir(folder)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, (signal.SIGCHLD,))
    if limits:
        import resource  # noqa: PLC0415 - few children have limits, and the guard starts quickly

        _, of_each, handed = limits
        _leave_the_keyring(needed=not handed)  # what is handed refuses to look at keys
        if of_each:
            os.dup2(telling, TELLS)  # where the folder was
        if handed:
            reading, writing = os.pipe()
            os.write(writing, handed)
            os.dup2(reading, HANDED)  # where a stream was that is a standard one by now
        for name, most in of_each.items():
            hard = resource.getrlimit(getattr(resource, name))[1]
            least = most if hard == resource.RLIM_INFINITY else min(most, hard)
            resource.setrlimit(getattr(resource, name), (least, least))
    os.execvpe(words[0], words, environment)


def _leave_the_keyring(*, needed: bool) -> None:
    """Join a session keyring of one's own, as keyctl(2) says: no namespace keeps a child from that of its starter.

    Where the machine has none, nothing is left. Raises OSError if it is needed and this user has too many keys.
    """
    if number := {"x86_64": 250, "aarch64": 219}.get(os.uname().machine):
        library = ctypes.CDLL(None, use_errno=True)
        refused = library.syscall(number, _JOIN_SESSION_KEYRING, None) < 0
        if refused and needed and ctypes.get_errno() == errno.EDQUOT:
            raise OSError(errno.EDQUOT, os.strerror(errno.EDQUOT))
