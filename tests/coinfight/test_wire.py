"""A program that is started anew for every turn, as a seat."""

import errno
import resource

import pytest

from coinfight.rules import new_game
from coinfight.wire import open_turns
from gamekit.answer import Failure
from gamekit.game import ChildSettings, Observation

START = Observation(new_game(2), 0)


def test_a_turn_that_the_machine_cannot_start_is_no_fault_of_the_player() -> None:
    with open_turns(("/bin/true",), ChildSettings("text", 5.0), {}) as seat:
        assert isinstance(seat.ask(START), Failure)  # the guard that starts it is there from now on
        limits = resource.getrlimit(resource.RLIMIT_NOFILE)
        resource.setrlimit(resource.RLIMIT_NOFILE, (3, limits[1]))
        try:
            with pytest.raises(OSError, match="Too many open files") as raised:
                seat.ask(START)
        finally:
            resource.setrlimit(resource.RLIMIT_NOFILE, limits)
    assert raised.value.errno == errno.EMFILE


def test_a_turn_of_a_program_that_is_not_there_is_its_player_s_fault() -> None:
    with open_turns(("./nobody",), ChildSettings("text", 5.0), {}) as seat:
        failure = seat.ask(START)
    assert isinstance(failure, Failure)
    assert failure.reason.startswith("cannot be executed: ")
