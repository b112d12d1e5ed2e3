"""What gamekit is told of Lost Cities."""

import os
from codecs import BOM_UTF8
from collections.abc import Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import replace
from random import Random
from typing import TYPE_CHECKING

from gamekit.deadline import Deadline
from gamekit.game import Appraisal, Change, ChildSettings, Game, Observation, Option, Policy, Question, Seat, Section
from lost_cities import policy as policies
from lost_cities import rules
from lost_cities.pages import board, text, words
from lost_cities.pages import rules as rules_pages
from lost_cities.protocol import values
from lost_cities.protocol.lines import encode_action
from lost_cities.protocol.values import Seen
from lost_cities.rules import Action, State, View

if TYPE_CHECKING:
    from rich.console import RenderableType

    from gamekit.pages.protocol.parts import Chapter
    from gamekit.probes.probe import Suite
    from lost_cities.numbering import LostCitiesNumbering


class LostCities(Game[Seen, Action]):
    """Two seats, hidden hands; a turn is two actions, so a seat is asked twice in a row."""

    name = "lost-cities"
    title = "Lost Cities"
    seats = range(2, 3)
    ours = policies.OURS
    policy_names = policies.NAMES
    ladder = ("random", "simple", "bred", policies.OURS)
    benches: Mapping[str, str] = {
        name: f"lost_cities.bench.{name}" for name in ("decisions", "lengths", "matches", "real", "startup")
    }
    perfect_information = False
    wires = ("lines", "json")
    returns_noun = "points"
    move_seconds = 0.5
    length_noun = "turns"

    def new_game(self, seats: int, variant: str, rng: Random) -> State:
        """Return a dealt game; seat 0 moves first."""
        if seats not in self.seats or variant not in self.variants:
            raise ValueError(f"expected 2 seats and one of {', '.join(self.variants)}, got {seats} and {variant!r}")
        return rules.new_game(*rules.deal(rng), first=0)

    def players_to_move(self, state: Seen) -> tuple[int, ...]:
        return rules.players_to_move(state)

    def seats_of(self, state: Seen) -> int:
        return 2

    def legal_actions(self, state: Seen, seat: int) -> Sequence[Action]:
        return rules.legal_actions(state) if isinstance(state, View) else rules.legal_actions(state, seat)

    def apply(self, state: Seen, actions: Mapping[int, Action]) -> State:
        whole = _whole(state)
        if actions.keys() != {whole.mover} or not rules.players_to_move(whole):
            raise ValueError(f"expected an action of seat {whole.mover}, got {dict(actions)} in {whole}")
        return rules.apply(whole, actions[whole.mover])

    def returns(self, state: Seen) -> tuple[float, ...]:
        mine, theirs = rules.scores(state)
        return float(mine), float(theirs)

    def observe(self, state: Seen, seat: int | None) -> Seen:
        return state if seat is None or isinstance(state, View) else rules.observe(state, seat)

    def sample(self, observation: Observation[Seen], rng: Random) -> State:
        """Draw the deck and the other hand, but for cards that the other seat was seen to pick up."""
        state = observation.state
        return rules.sample(state, rng) if isinstance(state, View) else state

    def length(self, state: Seen) -> int:
        memories = state.memories
        left = state.deck if isinstance(state, View) else len(state.deck)
        return 44 - left + sum(memory.pickups for memory in memories)

    def encode_state(self, state: Seen) -> dict[str, object]:
        return values.encode_state(state)

    def decode_state(self, value: object) -> Seen:
        """Return the state of an object with "hands", or what a seat sees from one with "hand"."""
        return values.decode_state(value)

    def encode_action(self, action: Action) -> object:
        return encode_action(action)

    def decode_action(self, value: object) -> Action:
        return values.decode_action(value)

    def decode_message(self, value: object) -> Observation[Seen]:
        """Return what a seat sees; its number is unknown to a player of the server's lines, which is then seat 0."""
        state = values.decode_state(value)
        if not isinstance(state, View):
            return Observation(state, None)
        return Observation(replace(state, asked=True), state.seat)

    def policy(self, name: str) -> Policy[Seen, Action]:
        chosen = policies.builtin(name)

        def answer(observation: Observation[Seen], rng: Random, deadline: Deadline) -> Action:
            return chosen(_view(observation), rng, deadline)

        return answer

    def open_child(self, command: Sequence[str], settings: ChildSettings) -> AbstractContextManager[Seat[Seen]] | None:
        if settings.wire != "lines":
            return None
        from gamekit.wire.json_seat import child_environment  # noqa: PLC0415 - players need no children
        from lost_cities.wire import open_lines  # noqa: PLC0415

        return open_lines(command, settings, child_environment(self, settings))

    def bot(self, name: str) -> int:
        """Play over the server's lines, or over JSON values if the first one is an object."""
        from gamekit.player import loop  # noqa: PLC0415 - only the command `bot` plays here
        from gamekit.player.values import GameValues  # noqa: PLC0415
        from lost_cities import player  # noqa: PLC0415

        chunks = [os.read(0, 1 << 16)]
        in_json = chunks[0].removeprefix(BOM_UTF8).lstrip().startswith(b"{")

        def read(size: int) -> bytes:
            return chunks.pop() if chunks else os.read(0, size)

        if in_json:
            return loop.play(GameValues(self), self.policy(name), read)
        return player.pipe(player.new_client(name), read)

    def numbering(self, seats: int, variant: str) -> "LostCitiesNumbering":
        from lost_cities.numbering import LostCitiesNumbering  # noqa: PLC0415 - only learners need it, and numpy

        return LostCitiesNumbering()

    def probes(self) -> "Suite":
        from lost_cities.probes import suite  # noqa: PLC0415

        return suite(self)

    def appraise(
        self, observation: Observation[Seen], played: Mapping[int, Action], rng: Random, deadline: Deadline
    ) -> Appraisal[Action] | None:
        from lost_cities.analysis import appraisal  # noqa: PLC0415 - players need none

        seat = observation.seat
        action = None if seat is None else played.get(seat)
        return appraisal.appraise(observation.state, seat, action, rng, deadline)

    def rules_text(self) -> Sequence[Section[Seen]]:
        return rules_pages.SECTIONS

    def action_text(self, action: Action, state: Seen | None = None) -> str:
        return words.action_text(action, state)

    def protocol_chapters(self) -> "Sequence[Chapter]":
        from lost_cities.pages.protocol import chapters  # noqa: PLC0415 - only who asks for it

        return chapters(self)

    def draw_text(self, observation: Observation[Seen], names: Sequence[str]) -> "RenderableType":
        return text.draw(observation.state, observation.seat, names)

    def draw_page(
        self, observation: Observation[Seen], names: Sequence[str], last: Sequence[Change[Seen, Action]] = ()
    ) -> str:
        return board.draw(observation.state, observation.seat, names, last)

    def page_style(self) -> str:
        return board.STYLE

    def question(self, observation: Observation[Seen], names: Sequence[str]) -> Question[Action]:
        view = _view(observation)
        options = tuple(
            Option(action, words.action_text(action, view), clicks=words.clicks_of(action))
            for action in rules.legal_actions(view)
        )
        if view.drawing:
            return Question("Where do you draw from?", "From the deck, or the top of a discard pile.", options)
        return Question("Your play?", "A card, and where it goes: your expedition or the discard pile.", options)

    def story(self, before: Seen, actions: Mapping[int, Action], after: Seen, names: Sequence[str]) -> list[str]:
        told = []
        for seat, action in actions.items():
            told.append(f"{names[seat]}: {words.action_text(action, before)}")
        return told if self.players_to_move(after) else [*told, self.outcome(after, names)]

    def outcome(self, state: Seen, names: Sequence[str]) -> str:
        most, least = sorted(map(int, self.returns(state)), reverse=True)
        return f"{super().outcome(state, names)}, {most} to {least}"


def _whole(state: Seen) -> State:
    if isinstance(state, View):
        raise ValueError("expected a whole state, got what one seat sees of it")
    return state


def _view(observation: Observation[Seen]) -> View:
    state, seat = observation.state, observation.seat
    if isinstance(state, View):
        return replace(state, asked=True)
    return rules.observe(state, state.mover if seat is None else seat)


GAME = LostCities()
