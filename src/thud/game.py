"""What gamekit is told of Thud: the game as one object. Seat 0 has the dwarfs, seat 1 the trolls."""

import os
from collections.abc import Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import replace
from random import Random
from typing import TYPE_CHECKING

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
from gamekit.probes.probe import Suite
from thud import protocol
from thud.pages import rules as rules_pages
from thud.pages.board import STYLE, board_page, board_text
from thud.pages.words import cell_name, move_note, move_text, outcome_text, story
from thud.policy import BUILTIN_NAMES, OURS, builtin
from thud.protocol.node import SOURCES, class_command, class_files
from thud.rules import MAX_MOVES, Move, State, apply, end_reason, legal_actions, new_game, points, returns, side_to_move

if TYPE_CHECKING:
    from gamekit.pages.protocol.parts import Chapter
    from thud.numbering import ThudNumbering


class Thud(Game[State, Move]):
    """The game for gamekit."""

    name = "thud"
    seats = range(2, 3)
    ours = OURS
    policy_names = BUILTIN_NAMES
    ladder = ("random", "rusher", "huddle", "alphabeta:1")
    benches: Mapping[str, str] = {
        each: f"thud.bench.{each}" for each in ("perft", "agree", "calibration", "speed", "turns")
    }
    returns_noun = "points"
    length_noun = "moves"
    max_length = MAX_MOVES

    def new_game(self, seats: int, variant: str, rng: Random) -> State:
        if seats not in self.seats or variant not in self.variants:
            raise ValueError(f"expected 2 seats and one of {self.variants}, got {seats} and {variant!r}")
        return new_game()

    def players_to_move(self, state: State) -> tuple[int, ...]:
        return () if end_reason(state) else (side_to_move(state),)

    def seats_of(self, state: State) -> int:
        return 2

    def legal_actions(self, state: State, seat: int) -> Sequence[Move]:
        return legal_actions(state, seat)

    def apply(self, state: State, actions: Mapping[int, Move]) -> State:
        movers = self.players_to_move(state)
        if not movers or movers != tuple(actions):
            raise ValueError(f"expected a move of the seats {movers}, got {dict(actions)} in {state}")
        return apply(state, actions[movers[0]])

    def returns(self, state: State) -> tuple[float, ...]:
        return returns(state)

    def expected_text(self, state: State, seat: int) -> str:
        return f"[x, y, toX, toY] of one of {len(legal_actions(state, seat))} legal moves"

    def length(self, state: State) -> int:
        return state.moves

    def with_limit(self, state: State, max_length: int) -> State:
        if max_length > protocol.MOST_MOVES:
            raise ValueError(f"expected at most {protocol.MOST_MOVES} moves, got {max_length}")
        return replace(state, max_moves=state.moves + max_length)

    def encode_state(self, state: State) -> dict[str, object]:
        return protocol.encode_state(state)

    def decode_state(self, value: object) -> State:
        return protocol.decode_state(value)

    def encode_action(self, action: Move) -> object:
        return protocol.encode_move(action)

    def decode_action(self, value: object) -> Move:
        return protocol.decode_move(value)

    def policy(self, name: str) -> Policy[State, Move]:
        return builtin(name)

    def open_child(self, command: Sequence[str], settings: ChildSettings) -> AbstractContextManager[Seat[State]] | None:
        """Start the class of a file, *.js, in node, or of two files: the dwarfs' and the trolls'."""
        driver = class_command(command)
        if driver is None:
            return None
        from gamekit.wire.json_seat import open_json_child  # noqa: PLC0415 - the game itself needs no children

        shown = settings.surroundings.showing(SOURCES, *map(os.path.abspath, class_files(command) or ()))
        return open_json_child(self, driver, replace(settings, surroundings=shown))

    def program_of(self, command: Sequence[str]) -> str:
        return (class_command(command) or command)[0]

    def numbering(self, seats: int, variant: str) -> "ThudNumbering":
        from thud.numbering import ThudNumbering  # noqa: PLC0415 - only learners need it, and numpy

        return ThudNumbering(self.new_game(seats, variant, Random(0)))

    def probes(self) -> Suite:
        from thud.probes import SUITE  # noqa: PLC0415 - only the command `check` needs it

        return SUITE

    def appraise(
        self, observation: Observation[State], played: Mapping[int, Move], rng: Random, deadline: Deadline
    ) -> Appraisal[Move] | None:
        from thud import analysis  # noqa: PLC0415 - players need none

        state = observation.state
        return analysis.appraise(state, played.get(side_to_move(state)), rng, deadline)

    def rules_text(self) -> Sequence[Section[State]]:
        return rules_pages.SECTIONS

    def action_text(self, action: Move, state: State | None = None) -> str:
        return move_text(action, None if state is None else state.board)

    def protocol_chapters(self) -> "Sequence[Chapter]":
        from thud.pages.protocol import chapters  # noqa: PLC0415 - only who asks for it

        return chapters(self)

    def draw_text(self, observation: Observation[State], names: Sequence[str]) -> str:
        return board_text(observation.state)

    def draw_page(
        self, observation: Observation[State], names: Sequence[str], last: Sequence[Change[State, Move]] = ()
    ) -> str:
        return board_page(observation.state, names, last)

    def page_style(self) -> str:
        return STYLE

    def question(self, observation: Observation[State], names: Sequence[str]) -> Question[Move]:
        assert observation.seat is not None
        legal = legal_actions(observation.state, observation.seat)
        board = observation.state.board
        options = tuple(
            Option(move, move_text(move), move_note(board, move), (cell_name(move.source), cell_name(move.target)))
            for move in legal
        )
        return Question("Your move", "First a piece of yours, then where it goes.", options)

    def story(self, before: State, actions: Mapping[int, Move], after: State, names: Sequence[str]) -> list[str]:
        told = [f"{names[seat]}: {story(before, move)}" for seat, move in actions.items()]
        return told if self.players_to_move(after) else [*told, self.outcome(after, names)]

    def outcome(self, state: State, names: Sequence[str]) -> str:
        dwarfs, trolls = points(state)
        return outcome_text(state, "A draw" if dwarfs == trolls else does(names[dwarfs < trolls], "win"))


GAME = Thud()
