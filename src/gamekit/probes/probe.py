"""What a check consists of. Nothing here knows a game, so that `gamekit.game` may name it."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Literal

Status = Literal["ok", "fail", "advice", "not run"]


class Flaw(Exception):  # noqa: N818 - a finding about the player, not an error of the program
    """What a probe objects to: what came, what to do if the probe's own advice does not fit, and the evidence."""

    def __init__(self, came: str, todo: str = "", *, sent: str = "", stderr: str = "") -> None:
        super().__init__(came)
        self.came, self.todo, self.sent, self.stderr = came, todo, sent, stderr


@dataclass(frozen=True, slots=True)
class Probe:
    """One thing to check, and in words for its author what it checks and what to do if it fails.

    `run` gets the suite's bench and returns a note, perhaps empty, or raises Flaw. `needs` names probes that must pass
    before; they stand before it in the suite. What is not `required` is advice.
    """

    name: str
    checks: str
    run: Callable[[Any], str]
    todo: str
    needs: tuple[str, ...] = ()
    required: bool = True
    alone: bool = False  # it measures: nothing else may run meanwhile; such probes stand last


@dataclass(frozen=True, slots=True)
class Suite:
    """What `check` does with players of a game: the probes by name, in the order of running, and their bench.

    `bench` is `gamekit.probes.bench.Bench` or a subclass. A game over JSON values takes `JsonBench`, perhaps with
    samples of its own, and what `gamekit.probes.standard` has with its own probes among it. A game over
    another wire takes `Bench`, the probes there that need no more (`whole_games`, `measured`, those of
    `gamekit.probes.place`), and its own.
    """

    probes: Mapping[str, Probe]
    bench: Callable[..., Any]


@dataclass(frozen=True, slots=True)
class Result:
    """What a probe found: a note, or what came, what to do, the message sent last, the standard error's end."""

    probe: Probe
    status: Status
    note: str = ""
    came: str = ""
    todo: str = ""
    sent: str = ""
    stderr: str = ""
