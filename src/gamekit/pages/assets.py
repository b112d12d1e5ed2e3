"""Files and data that stand inside of pages."""

import re
from importlib.resources import files

from jinja2 import Environment, FunctionLoader, StrictUndefined
from markupsafe import Markup

from gamekit.wire.json_stream import dumps

LARGEST = 2**53
"""Integers from here on are written as strings, for they are no exact numbers in JavaScript."""

_ENDS_SCRIPTS = re.compile("<(?=[!/sS])")  # the beginning of all that HTML finds in a script
_LONG_DIGITS = re.compile(rb"\d{16}")


def asset(package: str, name: str) -> Markup:
    """Return a file in the folder `static` of a package, as it is, for a page to hold."""
    return Markup(files(package).joinpath("static", name).read_text(encoding="utf-8"))


def template_environment() -> Environment:
    """Return the environment of all our templates: values are escaped, and one that is missing is an error.

    A template may extend "alone.html", a page that holds all that it needs, with the blocks `style` and `body`.
    """
    loader = FunctionLoader(lambda name: asset("gamekit.pages", name) if name == "alone.html" else None)
    return Environment(loader=loader, autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True)


def browser_json(data: object) -> Markup:
    """Return data as JSON that may stand inside a script element, integers past 2^53 as strings of digits."""
    text = dumps(data)
    if _LONG_DIGITS.search(text):
        text = dumps(_exact(data))
    return Markup(_ENDS_SCRIPTS.sub(r"\\u003c", text.decode()))


def _exact(data: object) -> object:
    if isinstance(data, dict):
        return {key: _exact(value) for key, value in data.items()}
    if isinstance(data, list | tuple):
        return [_exact(value) for value in data]
    return str(data) if isinstance(data, int) and abs(data) >= LARGEST else data
