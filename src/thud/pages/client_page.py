"""A page that plays by itself: our table and the classes of the clients run in the browser."""

import re
from collections.abc import Mapping
from importlib.resources import files

from markupsafe import Markup

from gamekit.pages.assets import asset, template_environment
from thud.pages.board import STYLE, picture, sample
from thud.rules import SIDES, START

_EXPORT = re.compile(r"^module\.exports = .*$|^'use strict';$", re.MULTILINE)


def client_page(classes: Mapping[str, str]) -> str:
    """Return one document without outside parts in which persons and clients play.

    `classes` has a class expression for "dwarf" and "troll".
    """
    template = template_environment().from_string(str(asset("thud.pages", "client.html")))
    table = files("thud.protocol").joinpath("table.js").read_text(encoding="utf-8")
    texts = {side: Markup(_closed(text.strip().removesuffix(";"))) for side, text in classes.items()}
    return template.render(
        title="Thud",
        asset=asset,
        style=Markup(STYLE),
        board=Markup(picture(START)),
        pieces={side: Markup(sample(side)) for side in SIDES},
        clients=texts,
        table=Markup(_closed(_EXPORT.sub("", table))),
    )


def _closed(text: str) -> str:
    """Return a script that does not end the element it stands in."""
    return text.replace("</", "<\\/")
