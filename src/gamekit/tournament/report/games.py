"""The games of a tournament for the script of a page: few bytes for each, names and reasons once."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from gamekit.text import escaped
from gamekit.tournament.arena import GameResult
from gamekit.wire.json_stream import dumps


@dataclass
class GameList:
    """Takes in games; `players` are all that there are."""

    players: Sequence[str]
    _rows: list[tuple[int, list[object]]] = field(default_factory=list)
    _reasons: dict[str, int] = field(default_factory=dict)

    def add(self, played: GameResult, link: str, errors: str) -> None:
        """Take in a game, with the addresses of what is kept of it and of the ends of its players' standard errors."""
        reason = None if played.reason is None else self._number(escaped(played.reason))
        returns = (
            None if played.returns is None else [int(each) if each == int(each) else each for each in played.returns]
        )
        seats = [self._places[name] for name in played.seats]
        row: list[object] = [played.game, played.variant, seats, returns, played.culprit, reason, played.length, link]
        self._rows.append((played.game, [*row, *([errors] if played.faults and errors else [])]))

    def __post_init__(self) -> None:
        self._places = {name: number for number, name in enumerate(self.players)}

    def __len__(self) -> int:
        return len(self._rows)

    def document(self, names: Mapping[str, str], **about: object) -> str:
        """Return all as JSON that may stand in a page, with what players are called there."""
        document = {
            "players": [names[name] for name in self.players],
            "reasons": list(self._reasons),
            "games": [row for _, row in sorted(self._rows, key=lambda each: each[0])],
            **about,
        }
        return dumps(document).decode().replace("&", "\\u0026").replace("<", "\\u003c").replace(">", "\\u003e")

    def _number(self, reason: str) -> int:
        return self._reasons.setdefault(reason, len(self._reasons))
