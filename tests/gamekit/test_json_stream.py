"""Where values of a stream begin and end, and what becomes of what is none."""

import tracemalloc
from codecs import BOM_UTF8
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gamekit.wire.json_stream import (
    MAX_DEPTH,
    JsonSplitter,
    MalformedInput,
    Value,
    dumps,
    loads,
    read_values,
    values_of,
)


def split(text: bytes, sizes: Random | None = None, max_bytes: int = 1 << 20) -> list[Value | MalformedInput]:
    """Return the items of a text that is fed whole, or in pieces of 1 to 5 bytes."""
    splitter = JsonSplitter(max_bytes)
    items: list[Value | MalformedInput] = []
    while text:
        size = sizes.randint(1, 5) if sizes else len(text)
        items += splitter.feed(text[:size])
        text = text[size:]
    return [*items, *splitter.close()]


def data(items: list[Value | MalformedInput]) -> list[object]:
    return [item.data if isinstance(item, Value) else MalformedInput for item in items]


def test_values_may_be_glued_together() -> None:
    assert data(split(b'{"a":1}[2]"x"3 true{}')) == [{"a": 1}, [2], "x", 3, True, {}]


def test_values_may_be_spread_over_lines_and_know_theirs() -> None:
    assert split(b'\n\n{\n "a": [\n1]}\n [2]') == [Value({"a": [1]}, 3), Value([2], 6)]


def test_a_value_is_known_at_its_last_byte() -> None:
    splitter = JsonSplitter()
    assert list(splitter.feed(b'{"phase":{"name":"end"}')) == []
    assert data(list(splitter.feed(b"}"))) == [{"phase": {"name": "end"}}]


def test_brackets_and_quotes_in_strings_are_no_structure() -> None:
    assert data(split(rb'["]}", "\"[", "\\"][1]')) == [["]}", '"[', "\\"], [1]]


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=20,
)


@given(st.lists(JSON), st.randoms(use_true_random=False))
def test_any_values_come_back_however_they_are_cut(values: list[object], sizes: Random) -> None:
    text = b"\n".join(dumps(value) for value in values)
    assert data(split(text, sizes)) == values


@given(st.binary(), st.integers())
def test_any_bytes_give_the_same_items_however_they_are_cut(text: bytes, seed: int) -> None:
    assert split(text, Random(seed)) == split(text)


@given(JSON)
def test_dumps_is_undone_by_loads(value: object) -> None:
    assert loads(dumps(value)) == value


def test_integers_past_64_bits_stay_exact() -> None:
    coins = 3461834487117869480315
    assert data(split(b"[%d]" % coins)) == [[coins]]
    assert dumps({"b": coins, "a": "é"}) == b'{"a":"\xc3\xa9","b":3461834487117869480315}'


@pytest.mark.parametrize(
    "bad",
    [b"hello", b'{"a":}', b"[1,2}", b"]", b'"\xff"', b"\x00", b"[" * 3000 + b"]" * 3000, b"[" + b"9" * 5000 + b"]"],
)
def test_after_bytes_that_are_no_json_reading_goes_on_at_the_next_line(bad: bytes) -> None:
    items = split(bad + b' {"lost": 1}\n{"a":1}')
    assert data(items) == [MalformedInput, {"a": 1}]


@pytest.mark.parametrize("cut", [b'{"day":1,"pha', b'{"day":1,', b'{"day":1,"coins":[3'])
def test_a_value_cut_off_by_a_new_line_does_not_swallow_the_next(cut: bytes) -> None:
    assert data(split(cut + b'\n{"a":{"b":1}}')) == [MalformedInput, {"a": {"b": 1}}]


def test_a_value_cut_off_by_the_end_says_so() -> None:
    item = split(b'{"a":[1,')[0]
    assert isinstance(item, MalformedInput)
    assert item.cut_off
    assert item.message == """value cut off by the end of input: '{"a":[1,'"""


def test_a_long_value_is_refused_once_and_not_kept() -> None:
    splitter = JsonSplitter(max_bytes=1000)
    items = [*splitter.feed(b'{"a":"')]
    tracemalloc.start()
    for _ in range(100):
        items += splitter.feed(b"x" * 5000)
    held, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert held < 10_000  # half a million came
    items += splitter.feed(b'"}[7]')
    assert data(items) == [MalformedInput, [7]]


@pytest.mark.parametrize("inside", [b"", b"3461834487117869480315"])
def test_a_value_nested_too_deep_costs_its_line_and_never_an_exception(inside: bytes) -> None:
    for depth in (MAX_DEPTH, MAX_DEPTH + 1, 1010, 1020, 100_000):
        expected = [] if depth == MAX_DEPTH else [MalformedInput]
        found = data(split(b"[" * depth + inside + b"]" * depth + b"\n"))
        assert len(found) == 1
        assert not expected or found == expected
    assert dumps(loads(b"[" * MAX_DEPTH + inside + b"]" * MAX_DEPTH))


def test_values_of_a_whole_text_say_where_it_is_cut_off() -> None:
    assert data(values_of(b"[1][2]\n3")) == [[1], [2], 3]
    assert data(values_of(b'[1]{"a":')) == [[1], MalformedInput]


def test_read_values_reads_until_nothing_comes() -> None:
    chunks = iter([b"[1", b"][2]", b""])
    assert data(list(read_values(lambda size: next(chunks)))) == [[1], [2]]


@pytest.mark.parametrize("pieces", [None, Random(1), Random(2)])
def test_a_byte_order_mark_is_skipped_at_the_very_start(pieces: Random | None) -> None:
    assert split(BOM_UTF8 + b"[1]\n[2]", pieces) == [Value([1], 1), Value([2], 2)]
    assert split(BOM_UTF8, pieces) == []


@pytest.mark.parametrize("before", [b" ", b"\n", b"[1]\n", BOM_UTF8])
def test_a_byte_order_mark_is_no_json_anywhere_else(before: bytes) -> None:
    assert MalformedInput in data(split(before + BOM_UTF8 + b"[2]"))


def test_a_piece_of_a_byte_order_mark_is_no_json() -> None:
    assert data(split(BOM_UTF8[:2])) == [MalformedInput]
