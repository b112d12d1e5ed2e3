"""The command line of ./build.sh. Whatever Python starts it, it makes the environment .venv and goes on in that."""

import os
import sys
from collections.abc import Sequence

from building import environment
from building.common import ROOT, BuildError

USAGE = """\
usage: ./build.sh           make .venv, the players of all games and dist/economancy.tar.gz; play a game by each
       ./build.sh portable  the same for any machine with glibc 2.17 or newer; the first time takes some minutes
       ./build.sh test      build what is missing, then run everything that guards the project
       ./build.sh test quick
                            the linter, the type checker and the tests of less than half a second
       ./build.sh long      what takes longer than a change can wait for, and what .ci/run alone runs
       ./build.sh again     make the executables and the archive once more; fail unless the bytes are the same
       ./build.sh portability FILE [VERSION]
                            fail if FILE needs a glibc above VERSION (2.17) or any other library of its host"""
EXTRAS = {
    (): "build", ("portable",): "build", ("again",): "build",
    ("test",): "test", ("test", "quick"): "test", ("long",): "test",
}  # fmt: skip
"""Which extra of pyproject.toml each command needs."""


def main(words: Sequence[str]) -> int:
    """Run a command; return the exit status: 1, or the error's own, if something fails; 2 for a wrong command."""
    wrong = tuple(words) not in EXTRAS
    if wrong and not (words[:1] == ["portability"] and len(words) in (2, 3)):
        print(USAGE, file=sys.stderr)
        return 2
    os.chdir(ROOT)
    try:
        environment.make(EXTRAS.get(tuple(words), "build"))
        if sys.prefix != str(environment.VENV):
            sys.stdout.flush()
            os.execv(environment.PYTHON, [str(environment.PYTHON), __file__, *words])
        from building import commands  # noqa: PLC0415 - it needs what .venv has

        return commands.run(*words)
    except BuildError as error:
        print(f"build.sh: {error}", file=sys.stderr)
        return error.status


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
