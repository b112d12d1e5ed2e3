"""The board for a page: the state as JSON in lines, which board.js draws."""

from html import escape

from markupsafe import Markup

from economancy.pages.faces import face, faces
from economancy.protocol import encode_state
from economancy.rules.cards import Card
from economancy.rules.state import State
from gamekit.pages import assets
from gamekit.pages.assets import browser_json


def asset(name: str) -> Markup:
    """Return a file of this package, as it is, for a page to hold."""
    return assets.asset("economancy.pages", name)


def draw(state: State) -> str:
    """Return a state for `script` to draw, a line for each player and each pile."""
    shown = encode_state(state)
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


def _joined(lines: list[str]) -> list[str]:
    return [f"{line}," for line in lines[:-1]] + lines[-1:]


def script() -> str:
    """Return the script that draws the state of `draw`."""
    known = browser_json({"faces": faces(), "unknown": face(Card("")), "emblems": str(asset("emblems.svg"))})
    return f"const CARDS = {known};\n{asset('board.js')}\n{asset('watch_board.js')}"
