"""The rules of a game in words and pictures, for a page and for a terminal."""

import re
from collections.abc import Iterator, Sequence
from html import escape
from typing import Any

from rich.console import RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from gamekit.game import AnyGame, Section
from gamekit.pages.telling import drawn
from gamekit.wire.json_stream import dumps

_CLICKS = re.compile(r' data-(?:click|from)="[^"]*"')


def rules_html(game: AnyGame) -> str:
    """Return the rules as a fragment of HTML for a page with the game's style; empty if they are not written down.

    Nothing in its pictures can be clicked. A game with a script draws them by it, with the names in `data-names`.
    """
    parts = "".join(_section_html(game, section) for section in game.rules_text())
    return f'<div class="rules">{parts}</div>' if parts else ""


def _section_html(game: AnyGame, section: Section[Any]) -> str:
    words = "".join(f"<p>{escape(line)}</p>" for line in section.lines)
    items = "".join(f"<li>{_item_html(item)}</li>" for item in section.items)
    figure = ""
    if section.picture is not None:
        picture = _CLICKS.sub("", drawn(game, section.picture, section.names, section.last))
        names = escape(dumps(section.names).decode())
        shown = f'<div class="picture" data-names="{names}">{picture}</div>'
        figure = f"<figure>{shown}<figcaption>{escape(section.caption)}</figcaption></figure>"
    return f"<h3>{escape(section.title)}</h3>{words}{f'<ul>{items}</ul>' if items else ''}{figure}"


def _item_html(item: str) -> str:
    name, mark, rest = map(escape, item.partition(": "))
    return f"<b>{name}</b>{mark}{rest}" if mark else name


def rules_lines(game: AnyGame) -> Iterator[RenderableType]:
    """Yield the rules for a terminal; nothing if they are not written down."""
    for section in game.rules_text():
        yield Text(section.title, style="bold")
        for line in section.lines:
            yield _indented(Text(line), 2)
        if section.items:
            yield _indented(_list(section.items), 4)
        if section.picture is not None:
            yield Text()
            yield _indented(game.draw_text(section.picture, section.names), 4)
            yield _indented(Text(section.caption, style="dim"), 4)
        yield Text()


def _list(items: Sequence[str]) -> Table:
    """Return a list; what stands before a colon is a name."""
    grid = Table.grid(padding=(0, 1))
    for item in items:
        name, mark, rest = item.partition(": ")
        grid.add_row("-", Text.assemble((name, "bold" if mark else ""), mark, rest))
    return grid


def _indented(text: RenderableType, columns: int) -> Padding:
    return Padding(text, (0, 0, 0, columns), expand=False)
