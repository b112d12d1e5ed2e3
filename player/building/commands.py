"""What ./build.sh does, by the words of its command line, once the environment is there."""

import portability
from building import archive, checks, executables
from building.common import Kind
from building.old_glibc import GLIBC


def build(kind: Kind) -> None:
    """Make the players and the hand-in archive, and play."""
    executables.make(kind)
    archive.make()
    checks.games()


def what_is_missing() -> None:
    """Make the players for the machines that they were made for last."""
    executables.make(executables.last_kind() or Kind.HOST)


def run(*words: str) -> int:
    """Run a command that there is; return the exit status. Raises BuildError."""
    match words:
        case ():
            build(Kind.HOST)
        case ("portable",):
            build(Kind.PORTABLE)
        case ("test",):
            what_is_missing()
            checks.everything()
        case ("test", "quick"):
            checks.quick()
        case ("long",):
            what_is_missing()
            checks.long()
        case ("again",):
            what_is_missing()
            archive.again()
        case ("portability", file, *most):
            return portability.main([file, *(most or [GLIBC])])
    return 0
