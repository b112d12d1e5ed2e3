"""How Economancy is shown to people. What draws and tells is imported only when somebody looks."""

from collections.abc import Mapping, Sequence
from random import Random
from typing import TYPE_CHECKING

from economancy.rules.position import Position
from economancy.rules.state import Action, End
from economancy.rules.state import Observation as Seen
from gamekit.deadline import Deadline
from gamekit.game import Change, Display, Hint, Observation, Question, Section

if TYPE_CHECKING:
    from rich.console import RenderableType


class EconomancyDisplay(Display[Position, Action]):
    """The drawings and words of the game."""

    def outcome(self, state: Position, names: Sequence[str]) -> str:
        phase = state.state.phase
        assert isinstance(phase, End)
        if phase.winner is None:
            return "draw"
        alive = [player for player in state.state.players if not player.out]
        points = sorted((player.points for player in alive), reverse=True)
        how = "the only one left" if len(alive) == 1 else f"{points[0]} points to {points[1]}"
        seat, name = f"Player {phase.winner + 1}", names[phase.winner]
        return f"{seat if name == seat else f'{seat} ({name})'} wins: {how}"

    def rules_text(self) -> Sequence[Section[Position]]:
        from economancy.pages.rules import SECTIONS  # noqa: PLC0415

        return SECTIONS

    def draw_text(self, observation: Observation[Position], names: Sequence[str]) -> "RenderableType":
        from rich.console import Group  # noqa: PLC0415

        from economancy.pages.screen import board, heading  # noqa: PLC0415

        state = observation.state.state
        return Group(heading(f"Day {state.day}"), board(state, names, observation.seat))

    def draw_page(
        self, observation: Observation[Position], names: Sequence[str], last: Sequence[Change[Position, Action]] = ()
    ) -> str:
        from economancy.pages import board  # noqa: PLC0415

        rounds = [(change.before.state, change.actions) for change in last] if observation.seat is not None else []
        return board.draw(observation.state.state, rounds)

    def page_style(self) -> str:
        from economancy.pages import board  # noqa: PLC0415

        return board.asset("board.css")

    def page_script(self) -> str:
        from economancy.pages import board  # noqa: PLC0415

        return board.script()

    def moment_text(self, state: Position) -> str:
        from economancy.pages.words import phase_name  # noqa: PLC0415

        of_three = "" if state.day == state.state.day else f" (a day {state.state.day})"
        return f"Day {state.day}{of_three} · {phase_name(state.state)}"

    def question(self, observation: Observation[Position], names: Sequence[str]) -> Question[Action]:
        from economancy.pages.question import question  # noqa: PLC0415

        assert observation.seat is not None
        return question(Seen(observation.state.state, observation.seat), names)

    def choice_text(self, observation: Observation[Position], action: Action, names: Sequence[str]) -> str:
        from economancy.pages.words import move  # noqa: PLC0415

        assert observation.seat is not None
        return move(observation.state.state, observation.seat, action)

    def story(
        self, before: Position, actions: Mapping[int, Action], after: Position, names: Sequence[str]
    ) -> list[str]:
        from economancy.pages.story import StoryRound, Storyteller  # noqa: PLC0415

        return Storyteller(names).tell(StoryRound(before.state, actions, after.state))

    def hints(self, observation: Observation[Position], rng: Random, deadline: Deadline) -> Sequence[Hint[Action]]:
        from economancy.pages.hints import hints  # noqa: PLC0415

        assert observation.seat is not None
        return hints(observation.state, observation.seat, rng)
