"""Nim as pages and terminals may ask for a move: by several clicks, and for a number of many digits."""

from collections.abc import Sequence
from dataclasses import replace

from gamekit.game import Change, Observation, Question
from tests.gamekit.nim import Action, Nim, State


class Clicked(Nim):
    """Nim on a page where one clicks a heap and then how many to take; taking one has a button, too."""

    name = "clicked"

    def draw_page(
        self, observation: Observation[State], names: Sequence[str], last: Sequence[Change[State, Action]] = ()
    ) -> str:
        heaps = "".join(
            f'<g data-click="heap {heap}"><rect x="{60 * heap}" width="50" height="{10 * left + 10}"/></g>'
            for heap, left in enumerate(observation.state.heaps)
        )
        counts = "".join(f'<span data-click="{count}">{count}</span> ' for count in range(2, 6))
        return f'<svg viewBox="0 0 180 70" width="180">{heaps}</svg><p>{counts}</p>'

    def question(self, observation: Observation[State], names: Sequence[str]) -> Question[Action]:
        asked = super().question(observation, names)
        options = (replace(one, clicks=(f"heap {one.action[0]}", str(one.action[1]))) for one in asked.options)
        return replace(asked, options=tuple(options))


class Far(Nim):
    """Nim in which one is asked for a number of many digits, and any will do."""

    name = "far"

    def question(self, observation: Observation[State], names: Sequence[str]) -> Question[Action]:
        return Question("How far?", numbers=range(10**30))

    def encode_action(self, action: Action) -> object:
        return [0, 1] if isinstance(action, int) and action == 10**29 + 1 else action
