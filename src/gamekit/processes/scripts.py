"""Why a script that is there cannot be executed: the interpreter that its first line asks for is missing."""

import errno
import os
import shutil

_FIRST_LINE = 256  # bytes that the kernel reads


def require_interpreter(word: str, path: str | None = None) -> None:
    """Raise FileNotFoundError if a command's first word names a script without an interpreter; the error names both.

    A word without a slash is looked up in `path`, PATH by default; so is what `env` is to run.
    """
    file = word if "/" in word else shutil.which(word, path=path)
    wanted, where = _missing(_first_line(file), path) if file else ("", "")
    if wanted:
        reason = f"its first line asks for the interpreter {wanted!r}, which {where}"
        if wanted.endswith("\r"):
            reason += ": the line ends in a carriage return (CR), as on Windows; save the file with Unix line ends (LF)"
        raise FileNotFoundError(errno.ENOENT, reason, word)


def interpreter_of(file: str, path: str | None = None) -> str | None:
    """Return the path of the interpreter that runs a file, if it is a script; what `env` is to run is in `path`."""
    line = _first_line(file)
    if not line.startswith("#!"):
        return None
    word, program = _asked_for(line)
    return (shutil.which(program, path=path) if program else None) or word or None


def _first_line(file: str) -> str:
    """Return the first line of a file, as far as the kernel reads it; of one that cannot be read nothing."""
    try:
        descriptor = os.open(file, os.O_RDONLY | os.O_NONBLOCK)  # who writes to a pipe is not waited for
        with open(descriptor, "rb", buffering=0) as opened:
            return os.fsdecode((opened.read(_FIRST_LINE) or b"").split(b"\n")[0])
    except OSError:
        return ""


def _asked_for(line: str) -> tuple[str, str | None]:
    """Return the first word after `#!`, and the program that is to run if it is `env`."""
    words = line[2:].strip(" \t").replace("\t", " ").split(" ")
    if os.path.basename(words[0]) != "env":
        return words[0], None
    return words[0], next((word for word in words[1:] if word and not word.startswith("-") and "=" not in word), None)


def _missing(line: str, path: str | None) -> tuple[str, str]:
    """Return the interpreter that is asked for and missing, and where it is missing; or twice nothing."""
    word, program = _asked_for(line)
    if not line.startswith("#!") or not word:
        return "", ""
    if not os.path.exists(word):
        return word, "does not exist"
    if program and not shutil.which(program, path=path):
        return program, "is not in PATH"
    return "", ""
