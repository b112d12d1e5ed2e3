"""What gamekit is told of Economancy: the game as one object."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from random import Random
from typing import TYPE_CHECKING

from economancy import protocol
from economancy.pages.display import EconomancyDisplay
from economancy.policy import BUILTIN_NAMES, OURS, builtin
from economancy.policy import Policy as OwnPolicy
from economancy.policy.baselines import decent
from economancy.policy.baselines import random as random_move
from economancy.protocol import Dialect
from economancy.rules.game import MAX_DAYS, apply, legal_actions, new_game, players_to_move, reveal
from economancy.rules.objections import objection
from economancy.rules.position import Position
from economancy.rules.shop import shop_of
from economancy.rules.state import Action, Attacking, End, Forfeit, Investing, State
from economancy.rules.state import Observation as Seen
from gamekit.deadline import Deadline
from gamekit.game import Appraisal, ChildSettings, Fault, Game, Observation, Policy, Seat
from gamekit.probes.probe import Suite
from gamekit.wire.json_seat import open_json_child
from gamekit.wire.json_stream import dumps

if TYPE_CHECKING:
    from economancy.numbering import EconomancyNumbering
    from gamekit.pages.protocol.parts import Chapter

MOST_CARDS = 100
"""In a hand, and piles in the shop, of a state from a file: a search looks at every card against every other (guessed:
13 piles are known, and all their cards are 80). Players take states of any size."""

NOISE = 0.7
"""The share of random moves in openings (guessed; the same as in those of `economancy exploit`)."""


class Economancy(EconomancyDisplay, Game[Position, Action]):
    """The game for gamekit; states are spelt as the referee does."""

    name = "economancy"
    seats = range(2, 5)
    variants = ("simple", "base")
    variant_noun = "shop"
    variant_options: Mapping[str, tuple[str, ...]] = {
        "--simple": ("simple",),
        "--base": ("base",),
        "--both": ("simple", "base"),
    }
    ours = OURS
    policy_names = BUILTIN_NAMES
    ladder = ("random", "simple", "points", "attack", "decent", OURS)
    benches: Mapping[str, str] = {
        name: f"economancy.bench.{name}"
        for name in (
            "baselines",
            "startup",
            "batch",
            "decisions",
            "tables",
            "abuse",
            "fitting",
            "arena",
        )
    }
    wires = ("referee", "assignment")
    length_noun = "days"
    max_length = MAX_DAYS
    dialect: Dialect = "referee"

    def new_game(self, seats: int, variant: str, rng: Random) -> Position:
        return Position(new_game(seats, shop_of(variant, seats)))

    def players_to_move(self, state: Position) -> tuple[int, ...]:
        return players_to_move(state.state)

    def seats_of(self, state: Position) -> int:
        return len(state.state.players)

    def legal_actions(self, state: Position, seat: int) -> Sequence[Action]:
        return legal_actions(state.state, seat)

    def apply(self, state: Position, actions: Mapping[int, Action]) -> Position:
        before, day = state.state, state.day
        after = apply(before, actions, last_day=day >= state.last_day)
        dawned = after.day != before.day and not isinstance(after.phase, End)
        return Position(after, day + dawned, state.last_day)

    def returns(self, state: Position) -> tuple[float, ...]:
        phase, seats = state.state.phase, len(state.state.players)
        assert isinstance(phase, End)
        if phase.winner is None:
            return (1 / seats,) * seats
        return tuple(float(seat == phase.winner) for seat in range(seats))

    def reveal(self, state: Position, seat: int, action: Action) -> Position:
        shown = reveal(state.state, seat, action)
        if shown is state.state:
            return state
        return replace(state, state=shown, earlier=(state.before, {**state.shown, seat: action}))

    def asked_at_once(self, state: Position) -> bool:
        return not isinstance(state.state.phase, Attacking)

    def objection(self, state: Position, seat: int, action: Action) -> str:
        return objection(state.state, seat, action)

    def expected_text(self, state: Position, seat: int) -> str:
        legal, phase = legal_actions(state.state, seat), state.state.phase
        if isinstance(phase, Investing):
            return f"a bid from 0 to {legal[-1]}"
        what = "a card's index" if isinstance(phase, Attacking) else "a card's name"
        return f"{what} out of {dumps(list(legal)).decode()}"

    def length(self, state: Position) -> int:
        return state.day

    def with_limit(self, state: Position, max_length: int) -> Position:
        return Position(state.state, 1, max_length)

    def opening(self, seats: int, variant: str, length: int, rng: Random) -> Position | None:
        """Return the position some mornings into a game, reached by *decent* with most moves random and nobody out."""
        state = new_game(seats, shop_of(variant, seats))
        days = length
        while days:
            actions: dict[int, Action] = {}
            for seat in players_to_move(state):
                policy = random_move if rng.random() < NOISE else decent
                actions[seat] = policy(Seen(state, seat), rng)
            day, state = state.day, apply(state, actions)
            if isinstance(state.phase, End) or any(player.out for player in state.players):
                return None
            days -= state.day != day
        return Position(state)

    def speaking(self, wire: str) -> "Economancy":
        return _ASSIGNMENT if wire == "assignment" else GAME

    def encode_state(self, state: Position) -> dict[str, object]:
        return protocol.encode_state(state.state, None, self.dialect)

    def decode_state(self, value: object) -> Position:
        return _position(protocol.decode_state(value))

    def encode_action(self, action: Action) -> object:
        return [action]

    def decode_action(self, value: object) -> Action:
        return protocol.decode_action(value)

    def encode_observation(self, observation: Observation[Position]) -> dict[str, object]:
        return protocol.encode_state(observation.state.state, observation.seat, self.dialect)

    def decode_observation(self, value: object) -> Observation[Position]:
        seen = protocol.decode_observation(value)
        return Observation(_position(seen.state), seen.seat)

    def decode_message(self, value: object) -> Observation[Position]:
        """Return what a seat sees, the position from before the choices of earlier defenders; or a state for all."""
        if not isinstance(value, dict) or "player" not in value:
            return Observation(_position(protocol.decode_state(value)), None)
        from economancy.policy.decision_rollouts import root_of  # noqa: PLC0415 - only tools read a player's log

        seen = protocol.decode_observation(value)
        _position(seen.state)
        root = root_of(seen, Random(1))  # by chance only where two cards of a defender are tapped
        earlier = (root.state, root.given) if root.given else None
        return Observation(Position(seen.state, earlier=earlier), seen.seat)

    def is_note(self, value: object) -> bool:
        return protocol.is_meta(value)

    def resume(self, value: object) -> Position:
        state = protocol.decode_state(value)
        if isinstance(state.phase, Attacking) and state.phase.attacker_card is not None:
            seat = protocol.decode_observation(value).seat if isinstance(value, dict) and "player" in value else 0
            before = state.players[:seat]
            if any(seat != state.phase.attacker and not player.out for seat, player in enumerate(before)):
                # The card of a defender who was asked before may be tapped for this very fight.
                raise ValueError(
                    "expected a state from before the first defender's choice, which cannot be told from it"
                )
        return _position(state)

    def encode_end(self, state: Position, fault: Fault | None, seat: int | None = None) -> dict[str, object]:
        last = state.state if fault is None else replace(state.state, phase=Forfeit(fault.seat, fault.reason))
        return protocol.encode_state(last, seat, self.dialect)

    def decode_end(self, value: object) -> tuple[Position, Fault | None] | None:
        if not isinstance(value, dict) or "players" not in value or not protocol.is_over(value):
            return None
        state = protocol.decode_state(value)
        phase = state.phase
        return _position(state), Fault(phase.forfeit, phase.reason) if isinstance(phase, Forfeit) else None

    def policy(self, name: str) -> Policy[Position, Action]:
        return for_gamekit(builtin(name))

    @contextmanager
    def open_child(self, command: Sequence[str], settings: ChildSettings) -> Iterator[Seat[Position]]:
        with open_json_child(self, command, settings, end=b"") as seat:  # as the referee, which ends no line
            yield seat

    def bot(self, name: str) -> int:
        from economancy import player  # noqa: PLC0415 - only the command `bot` plays here

        return player.main(name)

    def appraise(
        self, observation: Observation[Position], played: Mapping[int, Action], rng: Random, deadline: Deadline
    ) -> Appraisal[Action] | None:
        from economancy.analysis import shares  # noqa: PLC0415 - players need none

        position = observation.state
        return shares.appraise(position.before, {**position.shown, **played}, rng, deadline)

    def numbering(self, seats: int, variant: str) -> "EconomancyNumbering":
        from economancy.numbering import EconomancyNumbering  # noqa: PLC0415 - only learners need it

        return EconomancyNumbering(self.new_game(seats, variant, Random(0)))

    def probes(self) -> Suite:
        from economancy.probes.table import SUITE  # noqa: PLC0415 - only the command `check` needs it

        return SUITE

    def protocol_chapters(self) -> "Sequence[Chapter]":
        from economancy.pages.protocol import chapters  # noqa: PLC0415 - only who asks for it

        return chapters(self)


def _position(state: State) -> Position:
    """Return the position of a state that was decoded. Raises ValueError for one too large for any game."""
    hands = {f"$.players[{seat}].cards": player.cards for seat, player in enumerate(state.players)}
    for path, cards in {"$.shop": state.shop, **hands}.items():
        if len(cards) > MOST_CARDS:
            raise ValueError(f"expected at most {MOST_CARDS} cards at {path}, got {len(cards)}")
    return Position(state)


class _Assignment(Economancy):
    """The same with states spelt as in the assignment's text."""

    dialect: Dialect = "assignment"


GAME = Economancy()
_ASSIGNMENT = _Assignment()


def for_gamekit(policy: OwnPolicy) -> Policy[Position, Action]:
    """Return a policy of ours as one that gamekit calls."""

    def chosen(observation: Observation[Position], rng: Random, deadline: Deadline) -> Action:
        assert observation.seat is not None
        return policy(Seen(observation.state.state, observation.seat), rng, deadline)

    return chosen
