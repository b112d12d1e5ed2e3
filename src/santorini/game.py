"""What gamekit is told of Santorini: the game as one object. An action is what follows, as a board tells it."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass, replace
from itertools import combinations
from random import Random
from typing import TYPE_CHECKING

from gamekit.answer import Answer, Failure
from gamekit.deadline import Deadline
from gamekit.game import (
    Appraisal,
    Change,
    ChildSettings,
    Game,
    Observation,
    Option,
    Policy,
    Question,
    Seat,
    Section,
    does,
)
from gamekit.wire.json_stream import JsonSplitter, dumps
from santorini import protocol
from santorini.policy import NAMES, OURS, builtin
from santorini.rules import CARDS, State, new_game, successors, winner
from santorini.rules.cards import POWERS

if TYPE_CHECKING:  # only tools draw, and only tools ask children
    from rich.console import RenderableType

    from gamekit.pages.protocol.parts import Chapter
    from gamekit.probes.probe import Suite
    from gamekit.wire.child import ChildPlayer
    from santorini.numbering import SantoriniNumbering

BASE = "base"
PAIRS = tuple(f"{first}-{second}" for first, second in combinations(CARDS, 2))


def cards_of(variant: str) -> tuple[str | None, str | None]:
    """Return the cards of seat 0 and 1 in a variant: `base` or two cards, `Apollo-Pan`. Raises ValueError."""
    if variant == BASE:
        return None, None
    first, _, second = variant.partition("-")
    if first not in CARDS or second not in CARDS or first == second:
        raise ValueError(f"expected {BASE!r} or two different cards of {', '.join(CARDS)} as A-B, got {variant!r}")
    return first, second


class Santorini(Game[State, State]):
    """The game for gamekit; a trace writes every state as a board, on the wire set-ups are arrays."""

    name = "santorini"
    seats = range(2, 3)
    variants = (BASE, *PAIRS)
    variant_noun = "cards"
    variant_options: Mapping[str, tuple[str, ...]] = {"--base": (BASE,), "--pairs": PAIRS, "--all": (BASE, *PAIRS)}
    ours = OURS
    policy_names = NAMES
    ladder = ("random", "greedy", "alphabeta:2", OURS)
    benches: Mapping[str, str] = {
        name: f"santorini.bench.{name}"
        for name in ("perft", "decisions", "startup", "speed", "match", "outside", "cards")
    }

    def new_game(self, seats: int, variant: str, rng: Random) -> State:
        if seats not in self.seats:
            raise ValueError(f"expected 2 seats, got {seats}")
        return new_game(*cards_of(variant))

    def players_to_move(self, state: State) -> tuple[int, ...]:
        return () if winner(state) is not None else (state.seat,)

    def seats_of(self, state: State) -> int:
        return 2

    def legal_actions(self, state: State, seat: int) -> Sequence[State]:
        return tuple(after.told for after in successors(state)) if seat == state.seat else ()

    def apply(self, state: State, actions: Mapping[int, State]) -> State:
        if actions.keys() == {state.seat}:
            chosen = actions[state.seat].told
            for after in successors(state):
                if after.told == chosen:
                    return after
        raise ValueError(f"expected a legal turn of seat {state.seat}, got {dict(actions)} in {state}")

    def returns(self, state: State) -> tuple[float, ...]:
        won = winner(state)
        return tuple(float(seat == won) for seat in range(2))

    def expected_text(self, state: State, seat: int) -> str:
        what = "two tokens on free spaces" if state.placing else "the board after a legal turn, players swapped"
        return f"{what}, one of {len(successors(state))}"

    def length(self, state: State) -> int:
        return max(0, state.turn)

    def encode_state(self, state: State) -> dict[str, object]:
        board = protocol.encode_board(state)
        return {**board, "won": True} if state.won else board

    def decode_state(self, value: object) -> State:
        won = isinstance(value, dict) and value.get("won") is True
        return replace(protocol.decode_board(value), won=won)

    def encode_action(self, action: State) -> object:
        return protocol.encode_answer(action)

    def decode_action(self, value: object) -> State:
        return protocol.decode_answer(value)

    def decode_observation(self, value: object) -> Observation[State]:
        """Return the observation; a board of the course's wire has no seat, and is shown to the player to move."""
        if isinstance(value, dict) and "seat" in value:
            return super().decode_observation(value)
        state = self.decode_state(value)
        return Observation(state, state.seat)

    def decode_message(self, value: object) -> Observation[State]:
        state = protocol.decode(value)
        return Observation(state, state.seat)

    def policy(self, name: str) -> Policy[State, State]:
        chosen = builtin(name)
        return lambda observation, rng, deadline: chosen(observation.state, rng, deadline).told

    def open_child(self, command: Sequence[str], settings: ChildSettings) -> AbstractContextManager[Seat[State]]:
        return _open_child(self, command, settings)

    def bot(self, name: str) -> int:
        from santorini import player  # noqa: PLC0415 - only the command `bot` plays here

        return player.main(name)

    def numbering(self, seats: int, variant: str) -> "SantoriniNumbering":
        from santorini.numbering import SantoriniNumbering  # noqa: PLC0415 - only learners need it, and numpy

        return SantoriniNumbering(self.new_game(seats, variant, Random(0)))

    def probes(self) -> "Suite":
        from santorini.probes import suite  # noqa: PLC0415 - only `check` wants them

        return suite(self)

    def appraise(
        self, observation: Observation[State], played: Mapping[int, State], rng: Random, deadline: Deadline
    ) -> Appraisal[State] | None:
        from santorini import analysis  # noqa: PLC0415 - players need none

        state = observation.state
        return analysis.appraise(state, played.get(state.seat), rng, deadline)

    def rules_text(self) -> Sequence[Section[State]]:
        from santorini.pages import rules  # noqa: PLC0415 - players tell nothing

        return rules.SECTIONS

    def action_text(self, action: State, state: State | None = None) -> str:
        from santorini.pages import questions  # noqa: PLC0415 - players tell nothing

        return questions.tokens_text(action) if state is None else questions.turn_text(state, action)

    def protocol_chapters(self) -> "Sequence[Chapter]":
        from santorini.pages.protocol import chapters  # noqa: PLC0415

        return chapters(self)

    def draw_text(self, observation: Observation[State], names: Sequence[str]) -> "RenderableType":
        from santorini.pages import text  # noqa: PLC0415 - players draw nothing

        return text.draw(observation.state, names)

    def draw_page(
        self, observation: Observation[State], names: Sequence[str], last: Sequence[Change[State, State]] = ()
    ) -> str:
        from santorini.pages import board  # noqa: PLC0415

        return board.draw(observation.state, names, last)

    def page_style(self) -> str:
        from santorini.pages import board  # noqa: PLC0415

        return board.style()

    def question(self, observation: Observation[State], names: Sequence[str]) -> Question[State]:
        from santorini.pages import questions  # noqa: PLC0415

        state = observation.state
        help_text = f"{state.power} {POWERS[state.power]}." if state.power else ""
        title = "Place two tokens" if state.placing else "Move a token, then build"
        options = (Option(after.told, text, clicks=clicks) for after, text, clicks in questions.choices(state))
        return Question(title, help_text, tuple(options), any_order=state.placing)

    def story(self, before: State, actions: Mapping[int, State], after: State, names: Sequence[str]) -> list[str]:
        from santorini.pages import questions  # noqa: PLC0415

        lines = [f"{names[seat]}: {questions.turn_text(before, after)}" for seat, after in actions.items()]
        return lines if winner(after) is None else [*lines, self.outcome(after, names)]

    def outcome(self, state: State, names: Sequence[str]) -> str:
        won = winner(state)
        assert won is not None
        loser = names[1 - won]
        how = "a winning move" if state.won else f"{does(loser, 'have')} no turn left"
        return f"{does(names[won], 'win')}: {how}"


@dataclass(frozen=True, slots=True)
class _Child(Seat[State]):
    """A player outside this process: it is sent set-ups and boards as the course's referee sends them."""

    child: "ChildPlayer"
    timeout: float

    def ask(self, observation: Observation[State]) -> Answer | Failure:
        from gamekit.wire.delays import explained  # noqa: PLC0415 - players need no children

        message = dumps(protocol.encode(observation.state)) + b"\n"
        return explained(self.child.ask(message, self.timeout), self.child, ends_line=True)

    @property
    def errors(self) -> str:
        return self.child.stderr_tail


@contextmanager
def _open_child(game: Santorini, command: Sequence[str], settings: ChildSettings) -> Iterator[_Child]:
    from gamekit.wire.child import ChildPlayer  # noqa: PLC0415 - players need no children
    from gamekit.wire.json_seat import child_environment  # noqa: PLC0415
    from gamekit.wire.pipes import Pipes  # noqa: PLC0415

    pipes = Pipes(command, env=child_environment(game, settings), surroundings=settings.surroundings)
    with ChildPlayer(pipes, JsonSplitter()) as child:
        yield _Child(child, settings.timeout)


GAME = Santorini()
