"""How the values of a game are spelt as JSON, in traces and on the wire.

Decoders raise ValueError with the path and what was expected.
"""

from abc import abstractmethod
from typing import Generic

from gamekit.game.rules import A, Fault, Observation, Rules, S

NO_ANSWER = "timeout"
"""Stands in a trace in place of an answer that came too late or did not come."""


class Codec(Rules[S, A], Generic[S, A]):
    """The values of a game. What has no default is required."""

    @abstractmethod
    def encode_state(self, state: S) -> dict[str, object]:
        """Return a state, or an observed one, as a JSON object without the keys "seat" and "over"."""

    @abstractmethod
    def decode_state(self, value: object) -> S:
        """Return the state of such an object; unknown keys are ignored. Raises ValueError.

        A trace may be a stranger's: sizes of no real game, with which actions are listed without end, are refused.
        """

    @abstractmethod
    def encode_action(self, action: A) -> object:
        """Return an action as a JSON value."""

    @abstractmethod
    def decode_action(self, value: object) -> A:
        """Return the action of a JSON value, legal or not. Raises ValueError."""

    def encode_observation(self, observation: Observation[S]) -> dict[str, object]:
        """Return the JSON object that a seat is sent when it is asked."""
        return {**self.encode_state(observation.state), "seat": observation.seat}

    def decode_observation(self, value: object) -> Observation[S]:
        """Return the observation of such an object. Raises ValueError."""
        seat = value.get("seat") if isinstance(value, dict) else None
        if not isinstance(seat, int) or isinstance(seat, bool) or seat < 0:
            raise ValueError(f"expected an object with a seat, a whole number >= 0, at $.seat, got {value!r:.80}")
        state = self.decode_state(value)
        if seat >= self.seats_of(state):
            raise ValueError(f"expected one of {self.seats_of(state)} seats, from 0, at $.seat, got {seat}")
        return Observation(state, seat)

    def decode_message(self, value: object) -> Observation[S]:
        """Return what a message to a player on the game's own wire says, as a player's log has it. Raises ValueError.

        By default such a message is an encoded observation.
        """
        return self.decode_observation(value)

    def is_note(self, value: object) -> bool:
        """Tell whether a value in a stream of traces is a note, such as the names of the players, and not a state."""
        return isinstance(value, dict) and "meta" in value

    def resume(self, value: object) -> S:
        """Return the state from which a game can go on, given an encoded observation or an encoded state.

        Raises ValueError, also if the value lacks something that the game needs to go on.
        """
        return self.decode_state(value)

    def encode_end(self, state: S, fault: Fault | None, seat: int | None = None) -> dict[str, object]:
        """Return the last value of a game, for a seat or a trace (None): its state, and the returns or the fault.

        The state is whole, with all that was hidden; a game that keeps it secret observes it here for the seat.
        """
        over: dict[str, object] = (
            {"returns": list(self.returns(state))} if fault is None else {"forfeit": fault.seat, "reason": fault.reason}
        )
        return {**self.encode_state(state), **({} if seat is None else {"seat": seat}), "over": over}

    def decode_end(self, value: object) -> tuple[S, Fault | None] | None:
        """Return the state and the fault of such a value, None if it is not the last value of a game.

        Raises ValueError if the value looks like a last one but has no valid state.
        """
        over = value.get("over") if isinstance(value, dict) else None
        if not isinstance(over, dict):
            return None
        state = self.decode_state(value)
        if "forfeit" not in over:
            return state, None
        seat = over["forfeit"]
        if not isinstance(seat, int) or isinstance(seat, bool) or seat not in range(self.seats_of(state)):
            raise ValueError(
                f"expected one of {self.seats_of(state)} seats, from 0, at $.over.forfeit, got {seat!r:.80}"
            )
        return state, Fault(seat, str(over.get("reason", "")))

    def objection(self, state: S, seat: int, action: A) -> str:
        """Return in words why a seat that moves now may not choose an action that is illegal; "" if nobody can say."""
        return ""

    def expected_text(self, state: S, seat: int) -> str:
        """Return in words what a seat that moves now may answer, for messages about a wrong answer."""
        legal = self.legal_actions(state, seat)
        if isinstance(legal, range):
            return f"a whole number from {legal[0]} to {legal[-1]}"
        return "one of " + ", ".join(str(self.encode_action(action)) for action in legal)
