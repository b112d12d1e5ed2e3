"""The exit statuses of all commands of all games."""

from enum import IntEnum


class Status(IntEnum):
    """What a command's exit status says, the same in every command."""

    FINE = 0
    NO = 1
    """The answer is no: a trace differs, a bar is missed, H0 is accepted, a game is void."""
    USAGE = 2
    """Wrong usage, or what was given cannot be read or started."""
    FAULT = 3
    """A player faulted in the game that `referee` played."""
    UNWRITTEN = 4
    """Something could not be written."""
    INTERRUPTED = 130
    """By Ctrl-C. Another signal N that ends a command gives 128 + N, as in a shell."""


MEANINGS = """Exit status: 0 fine; 1 the answer is no (a trace differs, a bar is missed, H0, a void game); 2 wrong
usage, or what was given can't be read or started; 3 a player faulted (referee); 4 something could not be written; 130
interrupted (128 + N: ended by signal N)."""
"""For the help of every command."""
