"""The board for a page: the state as JSON in lines, which board.js draws."""

from collections.abc import Mapping, Sequence
from html import escape

from markupsafe import Markup

from economancy.pages.faces import face, faces
from economancy.protocol import encode_state
from economancy.rules.cards import Card
from economancy.rules.state import PASS, Action, Buying, Investing, State
from gamekit.pages import assets
from gamekit.pages.assets import browser_json


def asset(name: str) -> Markup:
    """Return a file of this package, as it is, for a page to hold."""
    return assets.asset("economancy.pages", name)


def draw(state: State, last: Sequence[tuple[State, Mapping[int, Action]]] = ()) -> str:
    """Return a state for `script` to draw, a line for each player and each pile.

    `last` are rounds to mark, each as the state before it and the choices.
    """
    shown = encode_state(state)
    if last:
        shown["labels"] = {
            str(seat): label for seat in range(len(state.players)) if (label := _label(state, seat, last))
        }
    shop, players = shown.pop("shop"), shown.pop("players")
    assert isinstance(shop, dict)
    assert isinstance(players, list)
    lines = [
        f'{browser_json(shown)[:-1]},"shop":{{',
        *_joined([browser_json({name: left})[1:-1] for name, left in shop.items()]),
        '},"players":[',
        *_joined([browser_json(player) for player in players]),
        "]}",
    ]
    text = "\n".join(escape(str(line), quote=False) for line in lines)
    return f'<div class="state" hidden>\n{text}\n</div>'


def _label(state: State, seat: int, last: Sequence[tuple[State, Mapping[int, Action]]]) -> str:
    """Return in words what a seat bid today, or chose to buy last; empty for nothing."""
    before, choices = last[-1]
    if isinstance(state.phase, Investing) or isinstance(before.phase, Buying):
        chosen = choices.get(seat) if isinstance(before.phase, Buying) else None
        return "" if chosen is None else "passed" if chosen == PASS else f"chose {chosen}"
    bids = [choices[seat] for before, choices in last if isinstance(before.phase, Investing) and seat in choices]
    return f"bid {bids[-1]}" if bids else ""


def _joined(lines: list[str]) -> list[str]:
    return [f"{line}," for line in lines[:-1]] + lines[-1:]


def script() -> str:
    """Return the script that draws the state of `draw`."""
    known = browser_json({"faces": faces(), "unknown": face(Card("")), "emblems": str(asset("emblems.svg"))})
    return f"const CARDS = {known};\n{asset('board.js')}\n{asset('watch_board.js')}"
