"""Make player/thud-dwarf.js and player/thud-troll.js: one self-contained class each, from client/*.js and weights.

`python -m thud.player.bundle [FOLDER]` writes both; the same source gives the same bytes.
"""

import json
import re
import sys
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from gamekit.files import replace_file
from gamekit.output import writing
from thud.rivals import weights

HERE = Path(__file__).parents[1]

CLIENT = ("client/board.js", "client/moves.js", "client/evaluation.js", "client/ordering.js", "client/search.js")
"""The modules in the order in which they need each other; client/client.js comes last."""
RIVAL = ("client/board.js", "client/moves.js", "rivals/rival.js")

FORBIDDEN = ("game.", "Math.random", "setTimeout", "setInterval", "eval", "import")
"""What the environment's validator rejects anywhere in the text, comments and names included."""
UNWANTED = ("require(", "Date", "performance.", "process.", "window.", "globalThis", "console")
"""What it does not look for, and a client that always plays the same has no use for."""
MOST_BYTES = 60 * 1024

TEMPLATE = """\
module.exports = class {{
  constructor(controller) {{
    this.controller = controller;
    this.side = controller.side;
    this.client = this.constructor.make(controller);
  }}

  turn() {{
    this.client.turn();
  }}

  end_turn() {{
  }}

  static make(controller) {{
    'use strict';
{body}
    return new {name}(controller, {options});
  }}
}}
"""

_FRAME = re.compile(r"'use strict';|module\.exports = .*;|const .* = require\(.*\);")
_NAME = re.compile(r"^(?:const|class|function|let) (\w+)", re.MULTILINE)


class BundleError(ValueError):
    """The text would not be accepted; the message says why."""


def body(texts: Iterable[str]) -> str:
    """Return the modules as one, without what ties them together in node. Raises BundleError if names clash."""
    joined = "\n".join(
        "\n".join(line for line in text.splitlines() if not _FRAME.fullmatch(line)).strip() for text in texts
    )
    names = _NAME.findall(joined)
    if clashes := sorted({name for name in names if names.count(name) > 1}):
        raise BundleError(f"expected each name once in all modules, got {', '.join(clashes)} again")
    return joined


def bundle(files: Sequence[str], name: str, options: object) -> str:
    """Return `module.exports = class ...`: a client of the environment, whose `name` is made with the options.

    Raises BundleError for what the validator forbids, or a text too long.
    """
    code = body((HERE / file).read_text() for file in files)
    indented = "\n".join(f"    {line}" if line else "" for line in code.splitlines())
    text = TEMPLATE.format(body=indented, name=name, options=json.dumps(options, sort_keys=True))
    check(text)
    return text


def check(text: str) -> None:
    """Raise BundleError if a client's text is too long or holds a word that it must not hold."""
    for word in (*FORBIDDEN, *UNWANTED):
        if word in text:
            line = next(line for line in text.splitlines() if word in line)
            raise BundleError(f"expected no {word!r} in the text of a client, got {line.strip()!r}")
    if len(text.encode()) > MOST_BYTES:
        raise BundleError(f"expected at most {MOST_BYTES} bytes, got {len(text.encode())}")


def client(side: str) -> str:
    """Return our client for "dwarf" or "troll"."""
    options = weights.load(side)
    kept = {key: options[key] for key in ("weights", "settings")}
    return bundle((*CLIENT, "client/client.js"), "Client", kept)


def rival(kind: str, options: Mapping[str, object]) -> str:
    """Return an opponent: "alphabeta" with {"depth", "seed"}, or "huddle", "rusher", "runner" with {"seed"}."""
    if kind == "alphabeta":
        return bundle((*RIVAL, "rivals/alphabeta.js"), "AlphaBeta", options)
    return bundle((*RIVAL, "rivals/styles.js"), kind.capitalize(), options)


def class_text(module: str) -> str:
    """Return what is pasted into the environment's page or handed to its validator: the class alone."""
    return module.removeprefix("module.exports = ")


def main(arguments: Sequence[str]) -> int:
    """Write both clients into a folder (player/ of the repository) and say how long they are."""
    folder = Path(arguments[0]) if arguments else HERE.parents[1] / "player"
    with writing(folder):
        folder.mkdir(parents=True, exist_ok=True)
    for side in ("dwarf", "troll"):
        text = client(side)
        file = folder / f"thud-{side}.js"
        replace_file(file, text.encode())
        print(f"{file}: {len(text.encode())} bytes")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
