"""The compiled core from Python: records of boards, and engines that search them."""

import ctypes
import math
from collections.abc import Sequence
from dataclasses import dataclass
from enum import IntEnum, IntFlag
from functools import cache
from pathlib import Path

from gamekit import compiled
from santorini.rules import CARDS, SPACES, PlayerState, State

SOURCE = Path(__file__).with_name("core.c")

RECORD = 32
"""Bytes of a record: 25 levels, the mover's and the other's tokens, their cards, one unused."""

WIN = 30000
PROVEN = WIN - 200
"""Scores beyond it are proven: WIN - n is a win with the n-th turn from here."""

MAX_TURNS = 1536
_MAX_PLY = 64
_CPU_CLOCK = 8
_NOT_PLACED = 255
_NUMBERS = {card: number for number, card in enumerate(CARDS, start=1)}


class Use(IntFlag):
    """What a search may use beside alpha-beta and the order of turns."""

    TABLE = 1
    THREATS = 2
    PRUNING = 4


FULL = Use.TABLE | Use.THREATS | Use.PRUNING


class Instructions(IntEnum):
    """How a wide value is added up: by the fastest instructions of the machine, those of all x86-64, or plain C."""

    FASTEST = 0
    BASELINE = 1
    PLAIN = 2


@dataclass(frozen=True, slots=True)
class Limits:
    """What ends a search, whichever comes first (0: no such limit), and what it may use."""

    seconds: float = 0.0
    nodes: int = 0
    depth: int = 0
    use: Use = FULL
    cpu: bool = False  # seconds are CPU time: for matches on a machine that does other work


class _Result(ctypes.Structure):
    _fields_ = (
        ("score", ctypes.c_int32),
        ("depth", ctypes.c_int32),
        ("length", ctypes.c_int32),
        ("proven", ctypes.c_int32),
        ("nodes", ctypes.c_int64),
        ("line", ctypes.c_uint32 * _MAX_PLY),
        ("child", ctypes.c_uint8 * RECORD),
    )


_HANDLE, _DATA, _INTEGER = ctypes.c_void_p, ctypes.c_char_p, ctypes.c_int
_FUNCTIONS = (
    ("sn_new", _HANDLE, [_INTEGER]),
    ("sn_free", None, [_HANDLE]),
    ("sn_forget", None, [_HANDLE]),
    ("sn_value", _INTEGER, [_HANDLE, _DATA, ctypes.c_int64]),
    ("sn_search", _INTEGER, [_HANDLE, _DATA, _INTEGER, ctypes.c_double, ctypes.c_int64, _INTEGER, _INTEGER, _HANDLE]),
    ("sn_value_of", _INTEGER, [_HANDLE, _DATA, _INTEGER]),
    ("sn_way", None, [_HANDLE, _INTEGER]),
    ("sn_values_after", _INTEGER, [_HANDLE, _DATA, _INTEGER, _HANDLE]),
    ("sn_turns", _INTEGER, [_DATA, _HANDLE, _HANDLE]),
    ("sn_wins", ctypes.c_uint32, [_DATA, _INTEGER]),
    ("sn_perft", ctypes.c_uint64, [_DATA, _INTEGER]),
)


@cache
def library() -> ctypes.CDLL:
    """Return the compiled core. Raises NoCoreError."""
    return _declared(compiled.load(SOURCE, "SANTORINI_CORE", [name for name, _, _ in _FUNCTIONS]))


@cache
def _other(path: Path) -> ctypes.CDLL:
    """Return another core, by the path of its library. Raises OSError."""
    return _declared(ctypes.CDLL(str(path.resolve())))


def _declared(core: ctypes.CDLL) -> ctypes.CDLL:
    for name, result, arguments in _FUNCTIONS:
        function = getattr(core, name)
        function.restype, function.argtypes = result, arguments
    return core


def encode(state: State) -> bytes:
    """Return the record of a state."""
    cards = [_NUMBERS.get(power or "", 0) for power in (state.power, state.others_power)]
    tokens = [*(state.mover.tokens or (_NOT_PLACED,) * 2), *(state.other.tokens or (_NOT_PLACED,) * 2)]
    return bytes([*state.levels, *tokens, *cards, 0])


def decode(record: bytes, turn: int = 0, cards: tuple[str | None, str | None] | None = None) -> State:
    """Return the state of a record, its cards (mover's, other's) by name if others than the record's."""
    names = cards or tuple(CARDS[number - 1] if number else None for number in record[29:31])
    mover, other = (
        PlayerState(tuple(token for token in record[at : at + 2] if token in SPACES), name)
        for at, name in zip((25, 27), names, strict=True)
    )
    return State(mover, other, tuple(record[:25]), turn)


def child_state(state: State, record: bytes) -> State:
    """Return the state after a turn or placement of the core's, given as the record of what follows."""
    after = decode(record, state.turn + 1, (state.other.card, state.mover.card))
    won = not state.placing and after.levels == state.levels
    return State(after.mover, after.other, after.levels, after.turn, won)


def children(record: bytes) -> list[tuple[bytes, bool]]:
    """Return what may follow a board, each once: its record, and whether the turn wins."""
    turns, buffer = (ctypes.c_uint32 * MAX_TURNS)(), (ctypes.c_uint8 * (MAX_TURNS * RECORD))()
    count = library().sn_turns(record, turns, buffer)
    data = bytes(buffer)
    return [(data[i * RECORD : (i + 1) * RECORD], bool(turns[i] >> 21 & 1)) for i in range(count)]


def wins(record: bytes, player: int = 0) -> int:
    """Return the spaces where the mover (0) or the other (1) would win at once, were it to move, one bit a space."""
    return int(library().sn_wins(record, player))


def perft(record: bytes, depth: int) -> int:
    """Return how many boards may stand so many turns later; one that is won counts as one at all later depths."""
    return int(library().sn_perft(record, depth))


@dataclass(frozen=True, slots=True)
class SearchResult:
    """What a search found: the record to play and the mover's score, about 256 a logit of its chance to win.

    `proven` is 1 for a forced win, -1 for a forced loss, else 0. `line` are the records of the principal variation,
    the first is `child`; a placement has none.
    """

    child: bytes
    score: int
    depth: int
    nodes: int
    proven: int
    line: tuple[bytes, ...]


class Engine:
    """A search with its memory: a table of 2^bits boards, and a value of boards (without one: the hand-made)."""

    def __init__(self, value: bytes | None = None, bits: int = 20, other: Path | None = None) -> None:
        """Take the compiled core, or another one's library. Raises ValueError if it cannot read the value."""
        self._core = _other(other) if other else library()
        self._engine = self._core.sn_new(bits)
        if not self._engine:
            raise MemoryError(f"no memory for a table of 2^{bits} boards")
        self._value = value  # kept, for the core reads it
        if value is not None and self._core.sn_value(self._engine, value, len(value)):
            raise ValueError(f"expected a value that this core reads, got {len(value)} bytes beginning {value[:8]!r}")
        self._result = _Result()

    def __del__(self) -> None:
        if getattr(self, "_engine", None):
            self._core.sn_free(self._engine)

    def take(self, way: Instructions) -> None:
        """Add up a wide value this way from now on, which changes no value: for tests."""
        self._core.sn_way(self._engine, way)

    def forget(self) -> None:
        """Forget what earlier searches found: what follows is as from a new engine."""
        self._core.sn_forget(self._engine)

    def value_of(self, record: bytes, seat: int = 0) -> int:
        """Return the value of a board as a leaf has it."""
        return int(self._core.sn_value_of(self._engine, record, seat))

    def values_after(self, record: bytes, seat: int = 0) -> list[int]:
        """Return the values of the boards that may follow, in the order of `children`, as leaves have them.

        A board that is won has 0.
        """
        values = (ctypes.c_int32 * MAX_TURNS)()
        count = self._core.sn_values_after(self._engine, record, seat, values)
        return list(values[:count])

    def search(self, record: bytes, seat: int, limits: Limits) -> SearchResult | None:
        """Search until the first limit is reached; None if the mover has no turn."""
        result = self._result
        use = int(limits.use) | _CPU_CLOCK * limits.cpu
        bounds = (limits.seconds or math.inf, limits.nodes, limits.depth or -1, use)
        if not self._core.sn_search(self._engine, record, seat, *bounds, ctypes.byref(result)):
            return None
        child = bytes(result.child)
        line = _follow(record, result.line[: result.length])
        return SearchResult(child, result.score, result.depth, result.nodes, result.proven, line or (child,))


def _follow(record: bytes, turns: Sequence[int]) -> tuple[bytes, ...]:
    """Return the records that these turns lead to, one after another."""
    line = []
    for turn in turns:
        codes, buffer = (ctypes.c_uint32 * MAX_TURNS)(), (ctypes.c_uint8 * (MAX_TURNS * RECORD))()
        count = library().sn_turns(record, codes, buffer)
        at = next((i for i in range(count) if codes[i] == turn), None)
        if at is None:
            break
        record = bytes(buffer[at * RECORD : (at + 1) * RECORD])
        line.append(record)
    return tuple(line)
