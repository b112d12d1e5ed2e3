"""A sandbox for a program of a stranger, by bubblewrap (`bwrap`): what it sees, what it may write, whom it reaches.

It has processes, a network and a host name of its own, no rights, and no other user namespace. It sees the system's
programs, its interpreter, and what a `Sandbox` shows, all read-only, at the paths where they are; it writes to a temp
folder of its own, which is its home and is gone with it. Its environment has PATH, the language and the time zone.
What is counted instead (memory, processes) is in `usage`; limits of each process are in `LIMITS`.
"""

import errno
import glob
import os
import re
import resource
import shutil
import subprocess
import sys
from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import cache
from pathlib import Path

from gamekit.game import Sandbox, Surroundings
from gamekit.processes.scripts import interpreter_of, require_interpreter
from gamekit.processes.seccomp import refusing
from gamekit.processes.supervisor import HANDED, TELLS
from gamekit.processes.usage import MOST_TASKS

TEMP_BYTES = 256 << 20
"""What the temp folder holds (guessed: three times what a packed player of ours unpacks)."""

LIMITS = {"RLIMIT_FSIZE": TEMP_BYTES, "RLIMIT_CPU": 3600, "RLIMIT_CORE": 0}
"""Of each process, by the names of the module `resource`; an hour of computing is an evening of games (guessed)."""

OPEN_FILES = 128
"""Descriptors of each process, and about as many that a user has in flight, sent to a socket and not received: the
kernel compares them with the limit of the sender, and we send some at each start. Of a user's watches by epoll each
process may take half their square (guessed: Java has 15 open)."""

MEMORY = 1 << 30
"""Bytes of memory that all processes of a player have together, where nothing else is said (guessed: Java's least)."""

HOME = "/tmp"

_SYSTEM = ("/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32", "/opt", "/nix", "/gnu", "/var/lib/ghc")
_ETC = (
    *("alternatives", "ca-certificates*", "group", "host.conf", "hosts", "java*", "ld.so.*", "locale.alias"),
    *("localtime", "mono", "nsswitch.conf", "os-release", "passwd", "perl", "php*", "python*"),
    *("R", "racket", "ruby*"),
    *("ssl/cert.pem", "ssl/certs", "ssl/openssl.cnf", "terminfo", "timezone"),
)
_PARTS = ("lib", "lib64", "libexec", "jre", "jmods", "conf", "pkg", "src", "pyvenv.cfg")
"""Of an installation, beside bin."""

_PYTHON = re.compile(r"(python|pypy)[0-9.]*t?")
_OWN = ("--unshare-all", "--unshare-user", "--die-with-parent", "--cap-drop", "ALL", "--hostname", "sandbox")
_KEPT = ("PATH", "LANG", "LANGUAGE", "TZ")
_OURS = str(Path(__file__).parents[2])
"""Where this package lies, for players that are built-ins under another name: `economancy bot decent`."""

_LENT = ("/bin/sh", "-c", 'exec "$@" 4<&0 5>&1 </dev/null >/dev/null', "sh")
_GIVEN_BACK = ("/bin/sh", "-c", 'exec "$@" <&4 >&5 3<&- 4<&- 5>&- 6>&-', "sh")
"""bwrap keeps what it has as its standard streams for as long as it runs, and closes all others: a program's input and
output pass it under other numbers, so that their end is seen when the program closes them."""

TELLING = "--json-status-fd"
"""The option by which bwrap tells how its program has ended, and nothing of one that it could not run."""

_SHM_BYTES = 16 << 20
_PATIENCE = 20.0  # seconds for `true` to run in it


@cache
def missing() -> str | None:
    """Return why there is no sandbox on this machine, in words, or None. It is tried once."""
    program = shutil.which("bwrap")
    if program is None:
        return "bubblewrap (bwrap) is not installed"
    return _tried([*_base(program), *_few_processes(), "true"])


@cache
def refused_calls() -> bytes:
    """Return the filter of system calls that is handed to it; none where the machine takes none. It is tried once."""
    program = shutil.which("bwrap")
    if program is None or not (code := refusing()):
        return b""
    reading, writing = os.pipe()
    with open(reading, "rb") as given:
        with open(writing, "wb") as file:
            file.write(code)
        words = [*_base(program), "--seccomp", str(given.fileno()), "true"]
        return b"" if _tried(words, [given.fileno()]) else code


def _tried(words: Sequence[str], kept: Collection[int] = ()) -> str | None:
    """Return in words why a command does not run that gets these descriptors, or None."""
    try:
        run = subprocess.run(
            words,
            capture_output=True,
            text=True,
            timeout=_PATIENCE,
            check=False,
            env=environment({}),
            pass_fds=kept,
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        return f"bubblewrap does not run: {error}"
    return f"bubblewrap does not run here: {run.stderr.strip():.200}" if run.returncode else None


def environment(added: Mapping[str, str]) -> dict[str, str]:
    """Return the environment of a program in it, with what its game adds."""
    kept = {name: value for name, value in os.environ.items() if name in _KEPT or name.startswith("LC_")}
    return {"PATH": os.defpath, **kept, "HOME": HOME, "TMPDIR": HOME, **added}


def wrapped(words: Sequence[str], surroundings: Surroundings, mark: str) -> list[str]:
    """Return the command that runs a command in its sandbox; `mark` is a variable that is not for it to see.

    Raises OSError that names the command if it cannot be executed, or the word of it that leads to what is not for it
    to see, and without a name if there is no sandbox here.
    """
    assert surroundings.sandbox
    program = shutil.which("bwrap")
    if program is None:
        raise OSError(errno.ENOSYS, f"there is no sandbox here: {missing()}")
    folder = os.path.abspath(surroundings.folder or os.getcwd())
    file = _executable(words[0], folder)
    files = [*named_files(words, folder), *filter(os.path.isfile, surroundings.sandbox.shown)]
    mounts = _mounts(surroundings.sandbox, [*_needs(file, files, typed=len(words) > 1), *beside(files)])
    inside = ["--remount-ro", "/", "--chdir", folder, "--unsetenv", mark, "--", *_GIVEN_BACK, *_few_processes()]
    calls = ["--seccomp", str(HANDED)] if refused_calls() else []
    calls += [TELLING, str(TELLS)] if knows(TELLING) else []
    return [*_LENT, *_base(program), *calls, "--dir", folder, *mounts, *inside, *words]


@cache
def _few_processes() -> list[str]:
    """Return the beginning of a command that the kernel lets start so many processes only: of anybody but root.

    It lets more start than we allow: so a look at them finds too many, and the player is named for it.
    """
    tool = shutil.which("prlimit") if os.geteuid() else None
    hard = resource.getrlimit(resource.RLIMIT_NPROC)[1]
    most = 2 * MOST_TASKS if hard == resource.RLIM_INFINITY else min(2 * MOST_TASKS, hard)
    return [tool, f"--nproc={most}"] if tool and of_system(tool) else []


@cache
def knows(option: str) -> bool:
    """Tell whether there is a bwrap here that has an option. Raises OSError."""
    program = shutil.which("bwrap")
    if program is None:
        return False
    run = subprocess.run([program, "--help"], capture_output=True, text=True, timeout=_PATIENCE, check=False)
    return option in run.stdout


@cache
def _base(program: str) -> list[str]:
    """Return the part of the command that is the same for all. Raises OSError."""
    words = [program, *_OWN, *(["--disable-userns"] if knows("--disable-userns") else [])]
    words += ["--proc", "/proc", "--remount-ro", "/proc"]  # root may write to /proc/sys without any right
    words += ["--dev", "/dev", "--size", str(_SHM_BYTES), "--tmpfs", "/dev/shm", "--remount-ro", "/dev"]
    for path in filter(os.path.lexists, _SYSTEM):
        words += ["--symlink", os.readlink(path), path] if os.path.islink(path) else ["--ro-bind", path, path]
    for path in sorted(found for name in _ETC for found in glob.glob(f"/etc/{name}")):
        words += ["--ro-bind-try", path, path]
    return [*words, "--size", str(TEMP_BYTES), "--tmpfs", HOME, "--symlink", HOME, "/var/tmp"]


def _executable(word: str, folder: str) -> str:
    """Return the path of a command's first word. Raises OSError that names it."""
    path = os.environ.get("PATH", os.defpath)
    file = os.path.join(folder, word) if "/" in word else shutil.which(word, path=path)
    if file is None or not os.path.exists(file):
        raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), word)
    if os.path.isdir(file) or not os.access(file, os.X_OK):
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), word)
    require_interpreter(file, path)
    return file


def _needs(file: str, files: Sequence[str], *, typed: bool) -> list[str]:
    """Return the installations of a program, of its interpreter, of ours, and of all in PATH that a script may call.

    Whoever wrote the program made its links and its first line, too: they show nothing that is not shown without them.
    Of a program that is `typed` with more words, such as .../bin/java, what lies beside its bin belongs to it; of an
    environment that it brings or is, or that a program of PATH leads to, the installation of its interpreter.
    Raises PermissionError that names what leads elsewhere: the program, its interpreter or another file of the command.
    """
    path = os.environ.get("PATH", os.defpath)
    programs = [folder for folder in path.split(os.pathsep) if os.path.isabs(folder) and os.path.isdir(folder)]
    own = os.path.dirname(os.path.abspath(file))
    found = [*programs, *_led_through(sys.executable)]
    strange = []
    for each in filter(None, (file, interpreter_of(file), *files)):
        folder = os.path.dirname(os.path.abspath(each))
        system = _inside(os.path.realpath(folder), _real(_SYSTEM))  # /proc leads anywhere
        if folder in map(os.path.normpath, programs) or system:
            found += _led_through(each)
        elif _is_environment(each) and (each == file or _inside(os.path.realpath(folder), _real([own, *found]))):
            found += _of_environment(each)
        else:
            strange.append(each)
    parts = [part for folder in dict.fromkeys(found) for part in _installation(Path(folder))]
    seen = [*files, *_real([own, *map(os.path.dirname, files), *parts, *_SYSTEM])]
    for each in strange:
        if not _inside(os.path.realpath(each), seen):
            real = os.path.realpath(each)
            reason = f"{each} leads to {real}, which a sandbox does not show: name that file in the command"
            raise PermissionError(errno.EACCES, reason, each)
    around = _installation(Path(own)) if typed or _has_environment(own) else []
    return [*parts, own, *around, _OURS]


def _led_through(program: str) -> list[str]:
    """Return the folders of a program and of all that it is a link to."""
    program = os.path.abspath(program)
    folders = [os.path.dirname(program)]
    while os.path.islink(program):
        program = os.path.normpath(os.path.join(folders[-1], os.readlink(program)))
        folders.append(os.path.dirname(program))
    return folders


def _of_environment(program: str) -> list[str]:
    """Return the folders of an environment's interpreter and of its installation, as links to that spell it, too."""
    installation = os.path.dirname(os.path.realpath(program))
    spelled = [folder for folder in _led_through(program) if os.path.realpath(folder) == installation]
    return [os.path.realpath(os.path.dirname(program)), installation, *spelled]


def _real(folders: Iterable[str]) -> list[str]:
    return [*map(os.path.realpath, folders)]


def _is_environment(program: str) -> bool:
    """Tell whether a program is the interpreter of a Python environment: a link to another one."""
    names = map(os.path.basename, (program, os.path.realpath(program)))
    return _has_environment(os.path.dirname(os.path.abspath(program))) and all(map(_PYTHON.fullmatch, names))


def _has_environment(folder: str) -> bool:
    """Tell whether a folder has the programs of a Python environment, by a file of venv's or of conda's beside it."""
    files = (os.path.join(os.path.dirname(folder), name) for name in ("pyvenv.cfg", "conda-meta/history"))
    return os.path.basename(folder) == "bin" and any(map(os.path.isfile, files))


def _installation(folder: Path) -> list[str]:
    """Return a folder of programs and what belongs to them: of .../bin what lies beside it, not all that may."""
    if folder.name == "shims":  # of a version manager
        return [str(folder.parent)]
    return [str(folder), *_beside_bin(folder)] if folder.exists() else []


def _beside_bin(folder: Path) -> list[str]:
    """Return what belongs to a folder of programs and lies beside it, but for links that lead elsewhere."""
    if folder.name != "bin" or not _may_show(str(folder.parent)):
        return []
    around = (os.path.realpath(folder.parent),)
    paths = [path for name in _PARTS if (path := folder.parent / name).exists()]
    return [str(path) for path in paths if _inside(os.path.realpath(path), around)]


def named_files(words: Sequence[str], folder: str) -> list[str]:
    """Return the paths of the files and folders that a command names, the root left out."""
    paths = [os.path.abspath(os.path.join(folder, word)) for word in words if "\0" not in word]
    return [path for path in paths if path not in ("/", folder) and os.path.exists(path)]


def beside(files: Sequence[str]) -> list[str]:
    """Return files with the folders that they lie in, as far as these may be shown."""
    folders = [path if os.path.isdir(path) else os.path.dirname(path) for path in files]
    return [*files, *filter(_may_show, folders)]


def _mounts(sandbox: Sandbox, needed: Iterable[str]) -> list[str]:
    """Return the arguments that show and hide: outer folders first, so that what lies deeper shows through."""
    named = {path for each in sandbox.shown for path in _spellings(each)}
    hidden = {path for each in sandbox.hidden for path in _spellings(each) if os.path.lexists(path)} - named
    seen = (path for each in needed for path in _spellings(each))
    shown = named | {path for path in seen if _may_show(path) and not _inside(path, hidden)}
    visible = dict.fromkeys(_SYSTEM, True)  # by folder, what was decided so far
    words: list[str] = []
    for path in sorted(shown | hidden, key=lambda path: path.count("/")):
        around = max((folder for folder in visible if _inside(path, (folder,))), key=len, default="")
        if visible.get(around, False) is (path not in hidden):
            continue
        visible[path] = path not in hidden
        if visible[path]:
            words += ["--ro-bind-try", path, path]
        elif os.path.isdir(path):
            words += ["--size", "4096", "--tmpfs", path]
        else:
            words += ["--ro-bind", "/dev/null", path]
    return words + [word for path, seen in visible.items() if not seen for word in ("--remount-ro", path)]


def _spellings(path: str) -> set[str]:
    return {os.path.abspath(path), os.path.realpath(path)}


def _may_show(path: str) -> bool:
    """Tell whether something may be shown: all of the root and of somebody's home may not, nor what is shown anyway."""
    homes = {"/", "/root", "/home", "/tmp", "/var/tmp", "/proc", "/dev", "/etc", os.path.expanduser("~")}
    return path not in homes and not of_system(path)


def of_system(path: str) -> bool:
    """Tell whether a path lies where the system's programs do, or what it makes of itself."""
    return _inside(path, {"/dev", "/proc", *filter(os.path.isdir, _SYSTEM)})


def _inside(path: str, folders: Iterable[str]) -> bool:
    return any(path == folder or path.startswith(f"{folder}/") for folder in folders)
