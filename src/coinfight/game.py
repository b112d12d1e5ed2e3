"""What gamekit is told of Coin Fight: the game as one object."""

from collections.abc import Mapping, Sequence
from contextlib import AbstractContextManager
from functools import cached_property
from random import Random
from typing import TYPE_CHECKING, overload

from coinfight import protocol
from coinfight.pages import board, words
from coinfight.pages import rules as rules_pages
from coinfight.policy import NAMES, OURS, builtin
from coinfight.rules import (
    DENOMINATIONS,
    STARTING_HAND,
    Action,
    Counts,
    State,
    after_fault,
    apply,
    legal_actions,
    new_game,
    objection,
    players_to_move,
    seat_to_move,
    winner,
)
from coinfight.rules.limits import too_large
from coinfight.wire import open_turns
from gamekit.deadline import Deadline
from gamekit.game import (
    Appraisal,
    Change,
    ChildSettings,
    Game,
    Hint,
    Observation,
    Option,
    Policy,
    Question,
    Seat,
    Section,
)
from gamekit.probes.probe import Suite
from gamekit.wire.json_seat import child_environment

if TYPE_CHECKING:
    from coinfight.numbering import CoinFightNumbering
    from gamekit.pages.protocol.parts import Chapter

HANDS: Mapping[str, tuple[Counts, Counts]] = {
    "standard": (DENOMINATIONS, STARTING_HAND),
    "small": (DENOMINATIONS[:3], STARTING_HAND[:3]),
}
"""Denominations and counts by the variant's name; `small` is a standard hand without its coin of 25."""


class CoinFight(Game[State, Action]):
    """The game for gamekit. A variant is a starting hand in the wire's words, such as `4x1, 3x5`."""

    name = "coinfight"
    title = "Coin Fight"
    seats = range(2, 7)
    variants = tuple(HANDS)
    variant_noun = "hand"
    ours = OURS
    policy_names = NAMES
    ladder = ("random", "randy", "greedy", "c-player", OURS)
    benches: Mapping[str, str] = {name: f"coinfight.bench.{name}" for name in ("strength", "startup", "turns")}
    wires = ("turns",)
    answer_seconds = 5.0
    move_seconds = 0.25
    game_seconds = 30.0

    def new_game(self, seats: int, variant: str, rng: Random) -> State:
        if seats not in self.seats:
            raise ValueError(f"expected {self.seats[0]} to {self.seats[-1]} seats, got {seats}")
        if variant in HANDS:
            return new_game(seats, *HANDS[variant])
        try:
            hand = protocol.decode_state(f"2 0\n0x1\n{variant}\n1x1\n")
        except protocol.LineError as error:
            raise ValueError(f"expected a hand such as 'standard' or '4x1, 3x5', got {variant!r}: {error}") from None
        counts = dict(zip(hand.denominations, hand.hands[0], strict=True))
        faces = tuple(face for face, count in counts.items() if count)
        state = new_game(seats, faces, tuple(counts[face] for face in faces))
        if excess := too_large(state):
            raise ValueError(f"expected {excess.expected}, got a hand of {variant!r:.80}")
        return state

    def players_to_move(self, state: State) -> tuple[int, ...]:
        return players_to_move(state)

    def seats_of(self, state: State) -> int:
        return len(state.hands)

    def legal_actions(self, state: State, seat: int) -> Sequence[Action]:
        return _Actions(state) if seat in players_to_move(state) else ()

    def apply(self, state: State, actions: Mapping[int, Action]) -> State:
        seat = seat_to_move(state)
        if actions.keys() != {seat}:
            raise ValueError(f"expected an action of seat {seat}, got {dict(actions)}")
        return apply(state, actions[seat])

    def returns(self, state: State) -> tuple[float, ...]:
        last = winner(state)
        return tuple(float(last is None or seat == last) for seat in range(len(state.hands)))

    def after_fault(self, state: State, seat: int, answer: object | None) -> State | None:
        try:
            action = None if answer is None else self.decode_action(answer)
        except ValueError:
            action = None
        return after_fault(state, action)

    def expected_text(self, state: State, seat: int) -> str:
        return "a coin of the hand, and change from the table worth less"

    def length(self, state: State) -> int:
        return state.turn

    def encode_state(self, state: State) -> dict[str, object]:
        return {
            "denominations": list(state.denominations),
            "table": list(state.table),
            "hands": [list(hand) for hand in state.hands],
            "turn": state.turn,
        }

    def decode_state(self, value: object) -> State:
        match value:
            case {"denominations": [*faces], "table": [*table], "hands": [*hands], "turn": int(turn)}:
                pools = [faces, table, *hands]
                counted = len(hands) > 1 and _is_count(turn) and all(_are_counts(pool, len(faces)) for pool in pools)
                if counted and faces and faces[0] > 0 and faces == sorted(set(faces)):
                    state = State(tuple(faces), tuple(table), tuple(map(tuple, hands)), turn)
                    if excess := too_large(state):
                        path = f"$.{excess.field}" if excess.field else "$"
                        raise ValueError(f"expected {excess.expected} at {path}, got {value!r:.80}")
                    return state
        raise ValueError(
            f"expected an object with counts in denominations, table and hands, and a turn, at $, got {value!r:.80}"
        )

    def encode_action(self, action: Action) -> object:
        return [action.coin, list(action.change)]

    def decode_action(self, value: object) -> Action:
        match value:
            case [int(coin), list() as change] if _is_count(coin) and _are_counts(change, len(change)):
                return Action(coin, tuple(change))
        raise ValueError(f"expected an array of a coin and an array of counts at $, got {value!r:.80}")

    def policy(self, name: str) -> Policy[State, Action]:
        return builtin(name)

    def open_child(self, command: Sequence[str], settings: ChildSettings) -> AbstractContextManager[Seat[State]] | None:
        return open_turns(command, settings, child_environment(self, settings))

    def bot(self, name: str) -> int:
        from coinfight import player  # noqa: PLC0415 - only the command `bot` plays here

        return player.main(name)

    def numbering(self, seats: int, variant: str) -> "CoinFightNumbering":
        from coinfight.numbering import CoinFightNumbering  # noqa: PLC0415 - only learners need it, and numpy

        return CoinFightNumbering(self.new_game(seats, variant, Random(0)))

    def probes(self) -> Suite:
        from coinfight.probes import suite  # noqa: PLC0415 - only `check` needs it

        return suite(self)

    def appraise(
        self, observation: Observation[State], played: Mapping[int, Action], rng: Random, deadline: Deadline
    ) -> Appraisal[Action] | None:
        from coinfight import analysis  # noqa: PLC0415 - players need none

        state = observation.state
        return analysis.appraise(state, played.get(seat_to_move(state)), rng, deadline)

    def hints(self, observation: Observation[State], rng: Random, deadline: Deadline) -> Sequence[Hint[Action]]:
        from coinfight import analysis  # noqa: PLC0415 - players need none

        return analysis.hints(observation.state, rng, deadline)

    def rules_text(self) -> Sequence[Section[State]]:
        return rules_pages.SECTIONS

    def action_text(self, action: Action, state: State | None = None) -> str:
        return words.action(action) if state is None else words.move(state, action)

    def protocol_chapters(self) -> "Sequence[Chapter]":
        from coinfight.pages.protocol import chapters  # noqa: PLC0415 - only who asks for it

        return chapters(self)

    def draw_text(self, observation: Observation[State], names: Sequence[str]) -> str:
        return board.draw_text(observation.state, observation.seat, names)

    def draw_page(
        self, observation: Observation[State], names: Sequence[str], last: Sequence[Change[State, Action]] = ()
    ) -> str:
        return board.draw_page(observation.state, observation.seat, names, last)

    def page_style(self) -> str:
        return board.STYLE

    def question(self, observation: Observation[State], names: Sequence[str]) -> Question[Action]:
        state = observation.state
        actions = words.best_first(state, legal_actions(state))
        return Question(
            "Pay a coin, and take change worth less",
            "The coin paid can't be taken back at once. An empty hand is out; the last with coins wins.",
            tuple(Option(each, words.move(state, each), clicks=words.clicks_of(state, each)) for each in actions),
        )

    def story(self, before: State, actions: Mapping[int, Action], after: State, names: Sequence[str]) -> list[str]:
        return [line for seat, action in actions.items() for line in words.story(before, seat, action, after, names)]


class _Actions(Sequence[Action]):
    """The actions of the seat to move: listed once they are asked for, and told from others without a list."""

    def __init__(self, state: State) -> None:
        self._state = state

    @cached_property
    def _listed(self) -> list[Action]:
        return legal_actions(self._state)

    def __len__(self) -> int:
        return len(self._listed)

    @overload
    def __getitem__(self, index: int) -> Action: ...
    @overload
    def __getitem__(self, index: slice) -> list[Action]: ...
    def __getitem__(self, index: int | slice) -> Action | list[Action]:
        return self._listed[index]

    def __contains__(self, action: object) -> bool:
        return isinstance(action, Action) and objection(self._state, action) is None


def _is_count(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and value >= 0  # JSON's true is an int in Python


def _are_counts(values: object, length: int) -> bool:
    return isinstance(values, list) and len(values) == length and all(map(_is_count, values))


GAME = CoinFight()
