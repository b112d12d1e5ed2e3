"""Why a script that is there cannot be executed: the interpreter that its first line asks for is missing."""

import errno
import os
import shutil
from pathlib import Path

_FIRST_LINE = 256  # bytes that the kernel reads


def require_interpreter(word: str, path: str | None = None) -> None:
    """Raise FileNotFoundError if a command's first word names a script without an interpreter; the error names both.

    A word without a slash is looked up in `path`, PATH by default; so is what `env` is to run.
    """
    file = word if "/" in word else shutil.which(word, path=path)
    if file is None or not Path(file).is_file():
        return
    try:
        with open(file, "rb") as opened:
            line = opened.read(_FIRST_LINE).split(b"\n")[0]
    except OSError:
        return
    wanted, where = _missing(os.fsdecode(line), path)
    if wanted:
        reason = f"its first line asks for the interpreter {wanted!r}, which {where}"
        if wanted.endswith("\r"):
            reason += ": the line ends in a carriage return (CR), as on Windows; save the file with Unix line ends (LF)"
        raise FileNotFoundError(errno.ENOENT, reason, word)


def _missing(line: str, path: str | None) -> tuple[str, str]:
    """Return the interpreter that is asked for and missing, and where it is missing; or twice nothing."""
    words = line[2:].strip(" \t").replace("\t", " ").split(" ")
    if not line.startswith("#!") or not words[0]:
        return "", ""
    if not os.path.exists(words[0]):
        return words[0], "does not exist"
    program = next((word for word in words[1:] if word and not word.startswith("-") and "=" not in word), None)
    if os.path.basename(words[0]) == "env" and program and not shutil.which(program, path=path):
        return program, "is not in PATH"
    return "", ""
