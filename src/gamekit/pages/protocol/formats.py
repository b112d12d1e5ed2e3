"""A description of a protocol as text for a terminal, and as one page of HTML."""

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from html import escape

from markupsafe import Markup
from rich.box import SIMPLE
from rich.console import RenderableType
from rich.padding import Padding
from rich.rule import Rule
from rich.table import Table
from rich.text import Text

from gamekit.game import AnyGame
from gamekit.pages.assets import asset, template_environment
from gamekit.pages.protocol.chapters import by_codec
from gamekit.pages.protocol.parts import GOOD, Chapter, Exchange, Grid, Listing, Part, Reaction

SHORT = 24
"""Characters of an answer beside which its meaning stands (guessed)."""

_CODE = re.compile("`([^`]+)`")


@lru_cache(maxsize=8)
def chapters_of(game: AnyGame) -> tuple[Chapter, ...]:
    """Return the description of a game: its own, or what its codec says. It is made once."""
    own: Sequence[Chapter] | None = game.protocol_chapters()
    return tuple(by_codec(game) if own is None else own)


def protocol_page(game: AnyGame) -> str:
    """Return the description as a page that holds all that it needs."""
    template = template_environment().from_string(asset("gamekit.pages", "protocol.html"))
    title = f"{game.title}: the protocol"
    return template.render(title=title, chapters=chapters_of(game), asset=asset, with_code=_with_code)


def _with_code(text: str) -> Markup:
    """Return a paragraph as HTML; what stands in backticks is code there."""
    return Markup(_CODE.sub(r"<code>\1</code>", escape(text)))


def protocol_text(chapters: Sequence[Chapter]) -> Iterator[RenderableType]:
    """Yield what a terminal of 80 columns shows."""
    for chapter in chapters:
        yield Text()
        yield Rule(Text(chapter.title, "bold"), align="left")
        for part in chapter.parts:
            yield from _part(part)


def _part(part: Part) -> Iterator[RenderableType]:
    yield Text()
    match part:
        case str():
            yield Text(part)
        case Grid(head, rows):
            grid = Table(*head, box=SIMPLE, pad_edge=False, padding=(0, 1, 0, 0), header_style="bold", show_edge=False)
            for row in rows:
                grid.add_row(*map(Text, row))
            yield grid
        case Listing(title, text):
            yield Text(title)
            yield _verbatim(text)
        case Exchange():
            yield Text(part.title, "bold")
            if part.text:
                yield Text(part.text)
            yield _verbatim(part.message)
            yield from _reactions(part.reactions)


def _verbatim(text: str) -> RenderableType:
    return Padding(Text(text.rstrip("\n"), "cyan", no_wrap=True, overflow="ignore"), (0, 0, 0, 2), expand=False)


def _reactions(reactions: Sequence[Reaction]) -> Iterator[RenderableType]:
    if all(len(each.answer) <= SHORT for each in reactions):
        grid = Table.grid(padding=(0, 1))
        for each in reactions:
            answer = Text(each.answer.rstrip("\n"), "cyan")
            grid.add_row(Text(each.word, _style(each)), answer, Text(each.meaning))
        if reactions:
            yield Padding(grid, (0, 0, 0, 2))
        return
    for each in reactions:
        yield Text.assemble((f"  {each.word}: ", _style(each)), each.meaning)
        yield _verbatim(each.answer)


def _style(one: Reaction) -> str:
    return "green" if one.word == GOOD else "red"
