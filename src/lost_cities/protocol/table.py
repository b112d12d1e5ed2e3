"""A model of the quiz's server without a socket: answers in, the lines for both seats out."""

from dataclasses import dataclass, field

from lost_cities.protocol.lines import ERROR, RejectedError, board, decode_action, picked_up, result, told
from lost_cities.rules import Action, State, apply, observe, players_to_move


@dataclass
class ServedGame:
    """One game between two seats. `lines` holds for each seat what it was sent and nobody has taken yet."""

    state: State
    lines: tuple[list[str], list[str]] = field(default_factory=lambda: ([], []))

    def __post_init__(self) -> None:
        self._ask()

    def answer(self, line: str) -> Action | None:
        """Take the mover's line; return the action, or None if it was rejected, which sends one line and no board."""
        seat = self.state.mover
        try:
            action = decode_action(line, self.state)
        except RejectedError as error:
            self.lines[seat].append(f"{ERROR}  {error}")
            return None
        mine, theirs = told(action, picked_up(self.state, action))
        self.lines[seat].append(mine)
        self.lines[1 - seat].append(theirs)
        self.state = apply(self.state, action)
        self._ask()
        return action

    def take(self, seat: int) -> list[str]:
        """Return a seat's lines and forget them."""
        lines = self.lines[seat][:]
        self.lines[seat].clear()
        return lines

    def _ask(self) -> None:
        movers = players_to_move(self.state)
        for seat in movers:
            self.lines[seat].extend(board(observe(self.state, seat)))
        if not movers:
            for seat in (0, 1):
                self.lines[seat].extend(result(self.state, seat))
