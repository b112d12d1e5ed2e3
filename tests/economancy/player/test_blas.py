"""What takes the place of OpenBLAS in the executable gives numpy's results, for all that our player may ask of it."""

import ctypes
import shutil
import subprocess
import tarfile
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from tests.economancy.processes import EXECUTABLE, ROOT
from tests.test_imports import imported

Array = NDArray[np.floating[Any]]

ROW_MAJOR, COLUMN_MAJOR, PLAIN, TRANSPOSED, UPPER, LOWER = 101, 102, 111, 112, 121, 122
"""CBLAS's numbers."""

SIZES = st.integers(1, 20) | st.integers(1, 150)
STEPS = st.sampled_from([1, 2, 3, -1, -2])
FACTORS = st.sampled_from([0.0, 1.0, -0.5, 2.0])
SEEDS = st.integers(0, 1000)
KINDS = st.sampled_from([PLAIN, TRANSPOSED])
ORDERS = st.sampled_from([ROW_MAJOR, COLUMN_MAJOR])

INVALID = 1
"""FE_INVALID, the processor's mark of an invalid operation: numpy warns after it."""

MARKS = ctypes.CDLL(None)
"""C's functions for the processor's marks."""


class Blas(NamedTuple):
    """A library made from blas.c, the pattern of its names, and the type of numbers to test, in C and in numpy."""

    functions: ctypes.CDLL
    pattern: str
    real: Any
    dtype: Any

    def call(self, name: str, *arguments: Any) -> Any:
        """Call a function: arrays are passed as pointers, whole numbers in 64 bits, and others in the type."""
        function = self.functions[self.pattern.format(name)]
        function.restype = self.real
        passed = [self._passed(argument) for argument in arguments]
        MARKS.feclearexcept(INVALID)
        result = function(*passed)
        assert not MARKS.fetestexcept(INVALID)
        return result

    def _passed(self, argument: Any) -> Any:
        match argument:
            case np.ndarray():
                return ctypes.c_void_p(argument.ctypes.data)
            case float():
                return self.real(argument)
        return ctypes.c_int64(argument)

    def vector(self, rng: np.random.Generator, size: int, step: int) -> tuple[Array, Array]:
        """Return random numbers, and the memory that they are in, `step` apart; below 0 from its end."""
        memory = self.matrix(rng, 1, size * abs(step))[0]
        numbers = memory[:: abs(step)]
        return numbers if step > 0 else numbers[::-1], memory

    def matrix(self, rng: np.random.Generator, rows: int, columns: int) -> Array:
        """Return a matrix of random numbers."""
        numbers: Array = rng.standard_normal((rows, columns)).astype(self.dtype)
        return numbers

    def near(self, found: Any, expected: Any) -> bool:
        """Return whether numbers are equal, but for rounding."""
        return np.allclose(found, expected, rtol=1e-3, atol=1e-3 if self.dtype == np.float32 else 1e-9)


TYPES = {"s": (ctypes.c_float, np.float32), "d": (ctypes.c_double, np.float64)}


def packed(folder: Path) -> tuple[list[Path], list[str]]:
    """Unpack what has OpenBLAS's name in the executable to a folder; return it, and the names of all that is packed."""
    executable = Path(EXECUTABLE[0])
    if not executable.exists() or not shutil.which("cc"):
        pytest.skip("no player/economancy or no C compiler")
    with executable.open("rb") as content:
        content.seek(4096)
        with tarfile.open(fileobj=content) as archive:
            members = archive.getmembers()
            found = [member for member in members if member.isfile() and "openblas" in member.name]
            archive.extractall(folder, found, filter="data")
    return [folder / member.name for member in found], [member.name for member in members]


@pytest.fixture(scope="module")
def compiled(tmp_path_factory: pytest.TempPathFactory) -> Callable[..., Path]:
    """Return what compiles the library with these flags, once for all kinds of numbers, or skips the test."""

    @cache
    def library(*flags: str) -> Path:
        compiler = shutil.which("cc")
        if not compiler:
            pytest.skip("no C compiler")
        file = tmp_path_factory.mktemp("blas") / "blas.so"
        words = ["-O3", "-std=gnu11", "-shared", "-fPIC", "-Wall", "-Wextra", "-Werror", *flags]
        subprocess.run([compiler, *words, "-o", file, ROOT / "player" / "blas.c"], check=True)
        return file

    return library


@pytest.fixture(scope="module", params=[(letter, kind) for letter in "sd" for kind in ("new", "old", "packed")])
def blas(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory, compiled: Callable[..., Path]
) -> Blas:
    """Make the library, with what only newer processors have and without it, or take it out of the executable."""
    letter, kind = request.param
    if kind == "packed":
        (library,), _ = packed(tmp_path_factory.mktemp("blas"))
        return Blas(ctypes.CDLL(str(library)), f"scipy_cblas_{letter}{{}}64_", *TYPES[letter])
    library = compiled(*["-DWITHOUT_AVX2"] * (kind == "old"))
    return Blas(ctypes.CDLL(str(library)), letter + "{}", *TYPES[letter])


def stored(matrix: Array, order: int, kind: int) -> Array:
    """Return a matrix as it lies in memory, where its order and its kind may each turn it over."""
    return np.ascontiguousarray(matrix if (order == ROW_MAJOR) == (kind == PLAIN) else matrix.T).copy()


@given(st.tuples(SIZES, SIZES, SIZES), st.tuples(ORDERS, KINDS, KINDS), st.tuples(FACTORS, FACTORS), SEEDS)
def test_a_product_of_matrices(
    blas: Blas, sizes: tuple[int, int, int], ways: tuple[int, int, int], factors: tuple[float, float], seed: int
) -> None:
    (m, n, k), (order, *kinds) = sizes, ways
    rng = np.random.default_rng(seed)
    a, b, c = blas.matrix(rng, m, k), blas.matrix(rng, k, n), blas.matrix(rng, m, n)
    expected = factors[0] * (a @ b) + factors[1] * c
    if factors[1] == 0:
        c[:] = np.inf  # is not read
    stored_a, stored_b, stored_c = stored(a, order, kinds[0]), stored(b, order, kinds[1]), stored(c, order, PLAIN)
    factored = (stored_a, stored_a.shape[1], stored_b, stored_b.shape[1])
    blas.call("gemm", order, *kinds, m, n, k, factors[0], *factored, factors[1], stored_c, stored_c.shape[1])
    assert blas.near(stored_c if order == ROW_MAJOR else stored_c.T, expected)


@given(st.tuples(SIZES, SIZES), st.tuples(ORDERS, KINDS, STEPS, STEPS), st.tuples(FACTORS, FACTORS), SEEDS)
def test_a_product_of_a_matrix_and_a_vector(
    blas: Blas, sizes: tuple[int, int], ways: tuple[int, int, int, int], factors: tuple[float, float], seed: int
) -> None:
    (m, n), (order, kind, *steps) = sizes, ways
    rng = np.random.default_rng(seed)
    a = blas.matrix(rng, m, n)
    used = a if kind == PLAIN else a.T
    (x, x_memory), (y, y_memory) = (blas.vector(rng, *one) for one in zip(used.shape[::-1], steps, strict=True))
    expected = factors[0] * (used @ x) + factors[1] * y
    if factors[1] == 0:
        y[:] = np.inf
    stored_a = stored(a, order, PLAIN)
    passed = (stored_a, stored_a.shape[1], x_memory, steps[0], factors[1], y_memory, steps[1])
    blas.call("gemv", order, kind, m, n, factors[0], *passed)
    assert blas.near(y, expected)


@given(st.tuples(SIZES, SIZES), st.tuples(ORDERS, KINDS, st.sampled_from([UPPER, LOWER])), FACTORS, SEEDS)
def test_a_triangle_of_the_product_of_a_matrix_with_itself(
    blas: Blas, sizes: tuple[int, int], ways: tuple[int, int, int], beta: float, seed: int
) -> None:
    (n, k), (order, kind, part) = sizes, ways
    rng = np.random.default_rng(seed)
    a, c = blas.matrix(rng, n, k), blas.matrix(rng, n, n)
    triangle = (np.triu if part == UPPER else np.tril)(np.ones((n, n), dtype=bool))
    expected = np.where(triangle, a @ a.T + beta * c, c)
    if beta == 0:
        c[triangle] = np.inf
    stored_a, stored_c = stored(a, order, kind), stored(c, order, PLAIN)
    blas.call("syrk", order, part, kind, n, k, 1.0, stored_a, stored_a.shape[1], beta, stored_c, n)
    assert blas.near(stored_c if order == ROW_MAJOR else stored_c.T, expected)


@given(SIZES, st.tuples(STEPS, STEPS), FACTORS, SEEDS)
def test_sums_and_products_of_vectors(blas: Blas, size: int, steps: tuple[int, int], factor: float, seed: int) -> None:
    rng = np.random.default_rng(seed)
    (x, x_memory), (y, y_memory) = blas.vector(rng, size, steps[0]), blas.vector(rng, size, steps[1])
    assert blas.near(blas.call("dot", size, x_memory, steps[0], y_memory, steps[1]), (x * y).sum())
    expected = y + factor * x
    blas.call("axpy", size, factor, x_memory, steps[0], y_memory, steps[1])
    assert blas.near(y, expected)


def test_our_player_asks_for_nothing_that_is_left_out() -> None:
    ours = [name for name in imported("economancy") if name.split(".")[0] in ("economancy", "gamekit")]
    for name in ours:
        place = ROOT.joinpath("src", *name.split("."))
        text = (place / "__init__.py" if place.is_dir() else place.with_suffix(".py")).read_text(encoding="utf-8")
        assert not any(word in text for word in ("linalg", "complex", "1j")), name


def test_the_executable_has_it_if_there_is_a_c_compiler(tmp_path: Path) -> None:
    libraries, names = packed(tmp_path)
    assert [path.stat().st_size < 100_000 for path in libraries] == [True]
    assert not [name for name in names if "gfortran" in name]
