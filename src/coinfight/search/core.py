"""The compiled core, search/core.c, behind Python values; None where there is no compiler."""

import ctypes
import functools
import threading
from pathlib import Path
from typing import Any, NamedTuple
from weakref import finalize

from coinfight.rules import Action, Counts, State, seat_to_move
from gamekit.compiled import load

SOURCE = Path(__file__).with_name("core.c")
NETWORKS = SOURCE.parents[1] / "tables" / "many_seats.bin"
MAX_FACES, MAX_MOVES = 8, 8 * 255
RULES = ("uniform", "randy", "greedy", "coinage", "all_high", "all_low", "c_player", "thats_not_ai")
"""The rule players of the core, by their numbers there."""

_FUNCTIONS = (
    "cf_alpha_beta",
    "cf_begin",
    "cf_chances",
    "cf_choose",
    "cf_free",
    "cf_moves",
    "cf_networks",
    "cf_new",
    "cf_our_options",
    "cf_rule",
    "cf_search",
    "cf_seed",
    "cf_solve",
)
WAYS = ("only move", "table", "exact", "everybody errs", "search")
"""How the core finds our moves, by their numbers there."""


_OWN = threading.local()
"""A thread's core: a person's hint is computed while a bot moves."""


class Options(ctypes.Structure):
    """Settings of a tree search, as the core's structure of the same name."""

    _fields_ = (
        ("explore", ctypes.c_double),
        ("seconds", ctypes.c_double),
        ("noise", ctypes.c_double),
        ("iterations", ctypes.c_int),
        ("rules", ctypes.c_int),  # playouts: 0 random, 1 by rule players; 2: networks in their place
        ("decided", ctypes.c_int),
    )


class SearchStatistics(NamedTuple):
    """What a tree search found: visits and wins of each of `Core.moves`, and the iterations made."""

    visits: list[float]
    wins: list[float]
    iterations: int


class Core:
    """A context of core.c, and its functions about one position at a time, the one that `begin` was given last. One
    thread at a time. Raises MemoryError where there is no memory for it.
    """

    def __init__(self, library: ctypes.CDLL) -> None:
        self._library = library
        self._context = ctypes.c_void_p(library.cf_new())
        if not self._context:
            raise MemoryError
        finalize(self, library.cf_free, self._context).atexit = False  # a thread may still be in it
        self._ints = (ctypes.c_int * (MAX_MOVES * (MAX_FACES + 1)))()
        self._doubles = (ctypes.c_double * (2 * MAX_MOVES))()
        self._faces: Counts = ()
        self._networks = networks()  # the core reads them in place
        library.cf_networks(self._context, self._networks)

    def options(self, **settings: Any) -> Options:
        """Return our settings of a search from the position, which end after a count of iterations, with changes."""
        found = Options()
        self._library.cf_our_options(self._context, ctypes.byref(found))
        for name, value in settings.items():
            setattr(found, name, value)
        return found

    def seed(self, number: int) -> None:
        """Start the core's random numbers anew."""
        self._library.cf_seed(self._context, number)

    def begin(self, state: State) -> bool:
        """Take a position; return False when it is too large for the core."""
        self._faces = state.denominations
        counts = [min(count, 10_000) for pool in (state.table, *state.hands) for count in pool]
        faces = [min(face, 1_000_000) for face in state.denominations]
        return not self._library.cf_begin(
            self._context,
            len(faces),
            (ctypes.c_int * len(faces))(*faces),
            len(state.hands),
            (ctypes.c_int * len(counts))(*counts),
            seat_to_move(state),
        )

    def _action(self, at: int = 0) -> Action:
        faces = self._faces
        return Action(faces[self._ints[at]], tuple(self._ints[at + 1 : at + 1 + len(faces)]))

    def moves(self) -> list[Action]:
        """Return the moves by largest sets, sorted."""
        count = self._library.cf_moves(self._context, self._ints)
        return [self._action(k * (len(self._faces) + 1)) for k in range(count)]

    def rule(self, name: str) -> Action:
        """Return the move of a rule player of `RULES`."""
        self._library.cf_rule(self._context, RULES.index(name), self._ints)
        return self._action()

    def solve(self, error: float, positions: int, seconds: float) -> list[float] | None:
        """Return the mover's chance to win after each move if all err with this probability; None if it takes more."""
        count = self._library.cf_solve(self._context, error, positions, seconds, ctypes.byref(self._doubles))
        return None if count < 0 else self._doubles[:count]

    def chances(self) -> list[float] | None:
        """Return each seat's chance to win by the networks of four to six seats; None where they don't apply."""
        count = self._library.cf_chances(self._context, self._doubles)
        return None if count < 0 else self._doubles[:count]

    def search(self, options: Options) -> SearchStatistics:
        """Search a tree for a count of iterations or for seconds, whichever ends first (0: without that end). Raises
        MemoryError where there is no memory for it.
        """
        made = self._library.cf_search(self._context, ctypes.byref(options), self._doubles)
        if made < 0:
            raise MemoryError
        count = self._library.cf_moves(self._context, self._ints)
        return SearchStatistics(self._doubles[: 2 * count : 2], self._doubles[1 : 2 * count : 2], made)

    def choose(
        self, settings: Options, two_seats: bytes | None = None, three_seats: bytes | None = None
    ) -> tuple[Action, str]:
        """Return our move, and in which of `WAYS` it was found; the tables are asked if they are given."""
        way = self._library.cf_choose(self._context, two_seats, three_seats, ctypes.byref(settings), self._ints)
        return self._action(), WAYS[way]

    def alpha_beta(self, leaves: int, weights: Counts = ()) -> tuple[Action, int]:
        """Return the move of paranoid alpha-beta by coin weights, and the depth that this many leaves complete. The
        weights are one for each denomination, those of the framework unless given.
        """
        given = (ctypes.c_int * len(weights))(*weights) if weights else None
        depth = self._library.cf_alpha_beta(self._context, leaves, given, self._ints)
        return self._action(), depth


@functools.cache
def three_seats_table() -> bytes:
    """Return our moves at three seats, for `Core.choose`."""
    return (SOURCE.parents[1] / "tables" / "three_seats.bin").read_bytes()


@functools.cache
def networks() -> bytes:
    """Return the networks of four to six seats, which all contexts read."""
    return NETWORKS.read_bytes()


@functools.cache
def _library() -> ctypes.CDLL:
    library = load(SOURCE, "COINFIGHT_CORE", _FUNCTIONS)
    library.cf_new.restype = ctypes.c_void_p
    library.cf_solve.argtypes = [ctypes.c_void_p, ctypes.c_double, ctypes.c_int, ctypes.c_double, ctypes.c_void_p]
    library.cf_seed.argtypes = [ctypes.c_void_p, ctypes.c_uint64]
    library.cf_networks.argtypes = [ctypes.c_void_p, ctypes.c_char_p]
    return library


def core() -> Core:
    """Return this thread's core, compiled if need be. Raises NoCoreError."""
    if not hasattr(_OWN, "core"):
        _OWN.core = Core(_library())
    found: Core = _OWN.core
    return found
