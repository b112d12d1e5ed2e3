"""Answers, read as the public framework reads them (the table of what it accepts)."""

import pytest

from coinfight.protocol import LineError, decode_action, decode_state, encode_action, table_faces
from coinfight.rules import Action

FACES = (1, 5, 10, 25)

ACCEPTED = {
    "25\n4x1, 0x5, 2x10, 0x25\n": (25, (4, 0, 2, 0)),
    "25\n2x10, 4x1": (25, (4, 0, 2, 0)),
    "25\n2x10, 4x1,": (25, (4, 0, 2, 0)),
    "25 4x1": (25, (4, 0, 0, 0)),
    "5\n1x1, 1x1": (5, (2, 0, 0, 0)),
    "5\n\n": (5, (0, 0, 0, 0)),
    "5": (5, (0, 0, 0, 0)),
    "\n \n 5\n\n  2x1\n": (5, (2, 0, 0, 0)),
    "5\r\n2x1\r\n": (5, (2, 0, 0, 0)),
    "+5\n+2x1": (5, (2, 0, 0, 0)),
    "5\n 2 x 1 ,1x1": (5, (3, 0, 0, 0)),
    "5\n2x1\nand so on\n": (5, (2, 0, 0, 0)),
    "5\n02x01foo": (5, (2, 0, 0, 0)),
    "1\n0x1, 0x5, 0x10, 0x25": (1, (0, 0, 0, 0)),
}

FAULTS = [
    "5 cents\n",
    "5.0\n1x1",
    "5\n1xfoo",
    "5\n4X1",
    "5\n1x1,,1x1",
    "5\n1x2",
    "5\n0x2",
    "5\n4",
    "5\n1x1x1",
    "",
    "five\n",
    "5\n-1x1",
]


@pytest.mark.parametrize("text", ACCEPTED)
def test_what_the_framework_accepts_is_read(text: str) -> None:
    assert decode_action(text, FACES) == Action(*ACCEPTED[text])


@pytest.mark.parametrize("text", FAULTS)
def test_what_is_a_fault_for_the_framework_is_one_here(text: str) -> None:
    with pytest.raises(LineError, match=r"line \d+: expected"):
        decode_action(text, FACES)


def test_an_answer_has_the_denominations_of_the_table_in_their_order() -> None:
    text = "2 0\n1x7, 3x2\n1x50\n1x50\n"
    state = decode_state(text)
    assert encode_action(state, Action(50, (2, 1, 0)), table_faces(text)) == "50\n1x7, 2x2\n"
