"""The bench for Economancy: its states in gamekit's terms, in the spelling that the tested player understands."""

import contextlib
import functools
from collections.abc import Sequence
from dataclasses import replace

from economancy.probes import states
from economancy.rules.game import new_game, new_shop
from economancy.rules.position import Position
from economancy.rules.state import OUT, Action, Attacking, Buying, End, Investing, Phase, State
from economancy.rules.state import Observation as Seen
from gamekit.game import Observation
from gamekit.probes.json_bench import JsonBench
from gamekit.probes.probe import Flaw
from gamekit.probes.samples import Samples
from gamekit.probes.text import shorten
from gamekit.wire.json_stream import dumps


def positions(seen: Sequence[Seen]) -> list[Observation[Position]]:
    """Return observations as gamekit has them."""
    return [Observation(Position(each.state), each.seat) for each in seen]


class EconomancyBench(JsonBench[Position, Action]):
    """Starts and asks the tested player."""

    opponents = ("random", "decent")

    @functools.cached_property
    def samples(self) -> Samples[Position]:
        (first,) = positions([states.first_state()])
        ends = [(_last(End(0)), 0), (_last(End(None)), 0), (_last(End(1), out=True), 0)]
        return Samples(first, positions(states.every_phase()), positions(_day()), ends)

    def describe(self, observation: Observation[Position]) -> str:
        return states.describe(_seen(observation))

    def objection(self, observation: Observation[Position], value: object) -> str:
        try:
            self.game.decode_action(value)
        except ValueError:
            return f"answered {shorten(value)}, which is no array of one integer or one string"
        return super().objection(observation, value)

    def line(self, observation: Observation[Position]) -> bytes:
        return self.spelt(observation, self._wire if _is_attack(observation) else self.wire)

    def spelt(self, observation: Observation[Position], wire: str) -> bytes:
        """Return an observation as it is sent in a spelling."""
        return dumps(self.game.speaking(wire).encode_observation(observation)) + b"\n"

    @functools.cached_property
    def _wire(self) -> str:
        """The spelling that the player understands, so that one it does not know fails one probe and not all."""
        for wire in self.game.wires:
            with contextlib.suppress(Flaw):
                for observation in positions(states.attack_and_defence()):
                    with self.player() as run:
                        run.move_upon(self.spelt(observation, wire), observation)
                return wire
        return self.wire


def _seen(observation: Observation[Position]) -> Seen:
    assert observation.seat is not None
    return Seen(observation.state.state, observation.seat)


def _is_attack(observation: Observation[Position]) -> bool:
    return isinstance(observation.state.state.phase, Attacking)


def _day() -> list[Seen]:
    """Return states that one seat may be shown in a row."""
    state = new_game(2)
    return [Seen(replace(state, phase=phase), 0) for phase in (state.phase, Buying())] + [
        states.look(Investing(), states.table(2), 0)
    ]


def _last(phase: Phase, out: bool = False) -> Position:
    one, two = states.table(2)
    return Position(State(2, phase, new_shop(2), (OUT if out else one, two)))
