"""The players of a game in a row above its board, each with a sample of what is theirs; colours.css has the style."""

from collections.abc import Sequence
from html import escape

from gamekit.game import does


def strips(players: Sequence[str]) -> str:
    """Return the row of some strips, a line each."""
    return '<div class="strips">\n' + "\n".join(players) + "\n</div>"


def strip(name: str, *lines: str, sample: str = "", moving: bool = False, note: str = "") -> str:
    """Return who a player is and what a person should know of it.

    `lines` are text, of which `**` surrounds what is bold; `sample` is HTML, a picture of what is the player's; `note`
    is text about what has just happened.
    """
    kind = "strip moving" if moving else "strip"
    who, _, rest = does(name, "be").rpartition(" ") if moving else (name, "", "")
    told = f" {rest} to move" if moving else ""
    words = "".join(f"<span>{_bold(escape(line))}</span>" for line in lines if line)
    news = f"<span><mark>{escape(note)}</mark></span>" if note else ""
    return f'<p class="{kind}">{sample}<span><b>{escape(who)}</b>{told}</span>{words}{news}</p>'


def _bold(text: str) -> str:
    parts = text.split("**")
    return "".join(f"<b>{part}</b>" if number % 2 else part for number, part in enumerate(parts))
