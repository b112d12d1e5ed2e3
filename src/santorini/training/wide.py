"""Fits the wide value (search/wide.c) with compiled code (wide.c), pass after pass; a fit that was stopped goes on.

Half of a target is the result, half the search's own score; the board is turned and mirrored at random.
"""

import ctypes
import math
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from itertools import product
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from gamekit import compiled
from gamekit.files import replace_file
from gamekit.files.arrays import ArrayFile, Form, packed
from santorini.training.weights import LOGIT, NAMES

SOURCE = Path(__file__).with_name("wide.c")

UNITS = 256
UNIT = 256
"""1.0 in the rows of a value's file."""
OUT_UNIT = 128
HEIGHT_ROWS = 25 * 5
TOKEN_ROWS = 2 * 25 * 4
AROUND_ROWS = 8 * 5
SHARED_ROWS = HEIGHT_ROWS + TOKEN_ROWS * (1 + AROUND_ROWS)
CARD_ROWS = TOKEN_ROWS + 2 * 4 * AROUND_ROWS
ROWS = SHARED_ROWS + 2 * NAMES * CARD_ROWS + NAMES * NAMES
KIND = 3

BATCH = 1024
RATE = 1e-3
LAST_RATE = 1e-5
WARM_UP = 1 / 50
"""Of all steps, those in which the step size grows (guessed, as those above)."""
PIECES = 20
"""Of a pass: within one the step size is a straight line."""
DECAY = 1.0
"""What a step at rate 1 takes from the rows of neighbours and cards. Measured: six passes over 350,000 positions end
with held out losses of 0.5357 (0.5, cards alone), 0.5348 (0.5), 0.5321 (2), 0.5316 (5), 0.5340 (12); more positions
need less.
"""
ROW_BOUND = 127 / UNIT
"""The rows of a file have 8 bits."""
OUT_BOUND = 511 / OUT_UNIT
"""The core's sum of UNITS products stays within 32 bits."""
LARGEST = 32767 / UNIT

FloatArray = NDArray[np.float32]


class _Fit(ctypes.Structure):
    _fields_ = (
        *((name, ctypes.c_void_p) for name in ("weights", "first", "second")),
        *((name, ctypes.c_float) for name in ("row_bound", "out_bound", "decay")),
    )


@cache
def _library() -> ctypes.CDLL:
    library = compiled.load(SOURCE)
    handle, many, real = ctypes.c_void_p, ctypes.c_int64, ctypes.c_double
    library.sn_fit_pass.restype = real
    library.sn_fit_pass.argtypes = [handle, handle, handle, handle, many, ctypes.c_int, real, real, ctypes.c_uint64]
    library.sn_fit_logits.restype = None
    library.sn_fit_logits.argtypes = [handle, handle, many, handle]
    return library


@dataclass(frozen=True, slots=True)
class Lesson:
    """What is learnt from: records, chances to win, and how many of them, the last ones, are held out."""

    records: NDArray[np.uint8]  # [N, 32]
    targets: FloatArray  # [N]
    held_out: int


class Wide:
    """The parameters of a wide value while it learns, with Adam's moments."""

    def __init__(self, seed: int) -> None:
        rng = np.random.default_rng(seed)
        self.arrays = np.zeros((3, ROWS + 2, UNITS), np.float32)
        weights = self.arrays[0]
        weights[:SHARED_ROWS] = 0.05 * rng.standard_normal((SHARED_ROWS, UNITS))
        weights[ROWS - NAMES * NAMES : ROWS] = 0.3
        weights[ROWS] = 0.1 * rng.standard_normal(UNITS)

    def learn(self, lesson: Lesson, number: int, passes: int, seed: int) -> float:
        """Do one of so many passes; return the mean loss of what was learnt, before each step."""
        count = len(lesson.records) - lesson.held_out
        order = np.random.default_rng((seed, number)).permutation(count)
        total = 0.0
        for part, piece in enumerate(np.array_split(order, PIECES)):
            rates = (_rate((number + (part + end) / PIECES) / passes) for end in (0, 1))
            total += _library().sn_fit_pass(
                ctypes.byref(self._pointers()), *_addresses(lesson.records, lesson.targets, piece), len(piece),
                BATCH, *rates, (seed * 1000 + number) * PIECES + part,
            )  # fmt: skip
        return total / count

    def held_out_loss(self, lesson: Lesson) -> float:
        """Return the mean loss of what is held out."""
        first = len(lesson.records) - lesson.held_out
        logits, targets = self.logits(lesson.records[first:]), lesson.targets[first:]
        return float((np.logaddexp(0, logits) - targets * logits).mean())

    def logits(self, records: NDArray[np.uint8]) -> FloatArray:
        """Return what boards are worth."""
        logits = np.empty(len(records), np.float32)
        fit = ctypes.byref(self._pointers())
        _library().sn_fit_logits(fit, *_addresses(records), len(records), *_addresses(logits))
        return logits

    def _pointers(self) -> _Fit:
        return _Fit(*(array.ctypes.data for array in self.arrays), ROW_BOUND, OUT_BOUND, DECAY)

    def encode(self) -> bytes:
        """Return the bytes that the core takes, numbers rounded. Raises ValueError if a sum may not fit 16 bits."""
        weights = self.arrays[0]
        largest = largest_sum(weights[:ROWS])
        if largest > LARGEST:
            raise ValueError(f"expected sums within {LARGEST:.0f}, got up to {largest:.1f}")
        head = np.array([KIND, UNITS], "<i4"), np.rint(weights[ROWS + 1, : NAMES * NAMES] * LOGIT).astype("<i4")
        parts = (
            np.rint(weights[ROWS] * OUT_UNIT).astype("<i2"),
            np.rint(weights[:ROWS].clip(-ROW_BOUND, ROW_BOUND) * UNIT).astype("i1"),
        )
        return b"".join(part.tobytes() for part in (*head, *parts))


def _addresses(*arrays: NDArray[np.generic]) -> list[int]:
    assert all(array.flags.c_contiguous for array in arrays)
    return [array.ctypes.data for array in arrays]


def _rate(done: float) -> float:
    """Return the step size when this share of all is done."""
    return min(1.0, done / WARM_UP + 1e-3) * (LAST_RATE + (RATE - LAST_RATE) * (1 + math.cos(math.pi * done)) / 2)


def largest_sum(rows: FloatArray) -> float:
    """Return a bound of the sums of rows, positive or negative, on any board with any cards.

    The heights around a token are taken to be the worst for each kind of rows on its own.
    """
    shared, by_card, pairs = np.split(rows, [SHARED_ROWS, ROWS - NAMES * NAMES])
    by_card = by_card.reshape(2, NAMES, CARD_ROWS, UNITS)
    largest = 0.0
    for sign in (1, -1):
        heights = (sign * shared[:HEIGHT_ROWS]).reshape(25, 5, UNITS).max(1).sum(0)
        tokens = _most(sign * shared[HEIGHT_ROWS:], (2, 25, 4), (2, 25, 4))
        cards = _most(sign * by_card, (2, NAMES, 2, 25, 4), (2, NAMES, 2, 1, 4))
        for mover, other in product(range(NAMES), repeat=2):
            total = heights + sign * pairs[mover * NAMES + other]
            for who, (owner, rival) in enumerate(((mover, other), (other, mover))):
                total = total + 2 * (tokens[who] + cards[0, owner, who] + cards[1, rival, who]).max((0, 1))
            largest = max(largest, float(total.max()))
    return largest


def _most(rows: FloatArray, tokens: tuple[int, ...], around: tuple[int, ...]) -> FloatArray:
    """Return the largest that rows of a token, and rows of what is around it, may add up to: [tokens, UNITS]."""
    alone, near = np.split(rows, [TOKEN_ROWS], axis=-2)
    most: FloatArray = alone.reshape(*tokens, UNITS) + near.reshape(*around, 8, 5, UNITS).max(-2).sum(-2)
    return most


def fit(lesson: Lesson, passes: int, seed: int, state: Path, tell: Callable[[str], None]) -> Wide:
    """Return the value after so many passes; `state` keeps what each pass left, and is gone on with if it is there.

    Raises ValueError if that is another fit's, or another kind of file.
    """
    wide, done = Wide(seed), 0
    mark = f"{len(lesson.records)} positions, {passes} passes, seed {seed}, {float(lesson.targets.sum()):.3f}"
    if state.exists():
        with ArrayFile(state, "the state of a fit") as kept:
            if (found := kept.text("mark")) != mark:
                raise ValueError(f"expected {state} to be of {mark}, got {found:.200}: remove it to begin anew")
            done = kept.count("done", passes)
            arrays = kept.array("arrays", Form(np.float32, wide.arrays.shape))
            with kept.saying("arrays"):
                if np.abs(arrays[0]).max() > OUT_BOUND or arrays[2].min() < 0:
                    raise ValueError(f"expected weights up to {OUT_BOUND:g} and moments of squares")
            wide.arrays[:] = arrays
        tell(f"going on after pass {done}")
    for number in range(done, passes):
        loss = wide.learn(lesson, number, passes, seed)
        tell(f"pass {number + 1}: loss {loss:.4f}, held out {wide.held_out_loss(lesson):.4f}")
        replace_file(state, packed({"arrays": wide.arrays, "done": number + 1, "mark": mark}))
    return wide
