"""Files of arrays may be anybody's: what is no file, of another kind or too large is one line, and takes no memory."""

import os
import struct
import tracemalloc
import zipfile
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from gamekit.files.arrays import ArrayFile, Form

VECTOR = Form(np.float32, (3,))
GOOD = np.arange(3, dtype=np.float32)


def header(shape: str, dtype: str = "<f4", version: bytes = b"\1\0") -> bytes:
    """Return the beginning of an array as numpy writes it."""
    text = f"{{'descr': '{dtype}', 'fortran_order': False, 'shape': {shape}, }}\n".encode()
    return b"\x93NUMPY" + version + struct.pack("<H", len(text)) + text


def archive(path: Path, content: bytes, compression: int = zipfile.ZIP_DEFLATED, members: int = 1) -> Path:
    """Write an archive whose array `a` has this content; more members have none."""
    with zipfile.ZipFile(path, "w", compression) as file:
        file.writestr("a.npy", content)
        for number in range(1, members):
            file.writestr(f"{number}.npy", b"")
    return path


def saved(path: Path, array: object) -> Path:
    np.savez(path, a=np.asarray(array))
    return path


def read(path: Path, form: Form = VECTOR) -> np.ndarray[Any, Any]:
    with ArrayFile(path, "numbers") as file:
        return file.array("a", form)


def test_what_is_expected_is_read(tmp_path: Path) -> None:
    path = tmp_path / "a.npz"
    np.savez_compressed(path, a=GOOD, none=np.zeros((0, 2), np.uint8), games=7, text='{"x": 1}')
    with ArrayFile(path, "numbers") as file:
        assert (file.array("a", VECTOR) == GOOD).all()
        assert file.array("a", VECTOR).flags.writeable
        assert file.array("none", Form(np.uint8, (range(10), 2))).shape == (0, 2)
        assert (file.count("games"), file.value("text"), "b" in file) == (7, {"x": 1}, False)


@pytest.mark.parametrize(
    ("array", "message"),
    [
        (GOOD.astype(np.float64), "expected float32 [3], got float64 [3]"),
        (GOOD.astype(">f4"), "expected float32 [3], got >f4 [3]"),
        (GOOD[:2], "expected float32 [3], got float32 [2]"),
        (GOOD[None], "expected float32 [3], got float32 [1, 3]"),
        ([0, 1, np.nan], "expected numbers from -1e+300 to 1e+300, got nan to nan"),
        ([0, 1, np.inf], "got 0 to inf"),
        ("abc", "expected float32 [3], got <U3 []"),
        ([None] * 3, "expected float32 [3], got object [3]"),
    ],
)
def test_another_type_or_shape_and_what_is_no_number_are_refused(array: Any, message: str, tmp_path: Path) -> None:
    floats = isinstance(array, list) and None not in array
    path = saved(tmp_path / "a.npz", np.array(array, np.float32) if floats else array)
    with pytest.raises(ValueError, match=r"^expected numbers in") as caught:
        read(path)
    assert f"{path}: a: " in str(caught.value)
    assert message in str(caught.value)


@pytest.mark.parametrize("shape", ["(68719476736,)", "(-1,)", "(3, 99999999999999999999)", "()", "3", "(" * 5000, "x"])
def test_a_size_that_is_only_claimed_takes_no_memory(shape: str, tmp_path: Path) -> None:
    path = archive(tmp_path / "a.npz", header(shape))
    tracemalloc.start()
    try:
        for form in (VECTOR, Form(np.float32, (range(1 << 24),))):
            with pytest.raises(ValueError, match=r"^expected numbers in .*: a: "):
                read(path, form)
        assert tracemalloc.get_traced_memory()[1] < 10e6
    finally:
        tracemalloc.stop()


def broken(tmp_path: Path) -> dict[str, Path]:
    """Return files of other kinds, by what they are."""
    whole = header("(3,)") + GOOD.tobytes()
    paths = {
        "short": archive(tmp_path / "short", whole[:-1]),
        "version": archive(tmp_path / "version", header("(3,)", version=b"\3\0") + GOOD.tobytes()),
        "lzma": archive(tmp_path / "lzma", whole, zipfile.ZIP_LZMA),
        "many": archive(tmp_path / "many", whole, members=20_000),
        "folder": tmp_path,
    }
    good = archive(tmp_path / "good", whole * 9).read_bytes()
    contents = {
        "empty": b"",
        "no zip": b"PK\3\4junk" * 10,
        "cut": good[:-30],
        "no deflate": good.replace(good[40:60], b"\xff" * 20),
        "another name": good.replace(b"a.npy", b"b.npy"),
        "array": whole,
    }
    for name, content in contents.items():
        (paths.setdefault(name, tmp_path / name)).write_bytes(content)
    os.mkfifo(tmp_path / "pipe")
    return paths | {"pipe": tmp_path / "pipe", "device": Path("/dev/zero")}


def test_a_file_of_another_kind_is_one_line_with_its_path(tmp_path: Path) -> None:
    for name, path in broken(tmp_path).items():
        with pytest.raises((ValueError, OSError)) as caught:
            read(path)
        assert str(path) in str(caught.value), name
        assert "\n" not in str(caught.value), name


def test_a_text_is_a_text_and_a_count_within_its_bound(tmp_path: Path) -> None:
    for array, message in ((5, "a text"), (["a"], "a text"), (b"a", "a text"), ("[" * 9999, r"in .*: a: ")):
        with (
            ArrayFile(saved(tmp_path / "a.npz", array), "numbers") as file,
            pytest.raises(ValueError, match=message),
        ):
            file.value("a")
    for count in (-1, 11, 2.0, True, [1]):
        with (
            ArrayFile(saved(tmp_path / "a.npz", count), "numbers") as file,
            pytest.raises(ValueError, match=r"in .*: a: "),
        ):
            file.count("a", 10)
