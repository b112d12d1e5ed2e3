"""The environment's own page in a headless Chromium, with our clients pasted into its editor."""

import html
import json
import re
import shutil
import subprocess
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent

NAMES = {"dwarf": "dwarf/template", "troll": "troll/template"}
"""Which of the page's entries ours replace: those that nothing else plays."""

FLAGS = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--allow-file-access-from-files",
)

SECONDS = 900
"""For two validations and a game in the page; guessed."""


class PageError(RuntimeError):
    """There is no Chromium, or the page did not say what came of it."""


def wrapped(page: str, folder: Path, texts: Mapping[str, str]) -> str:
    """Return the page, its files found in their folder, with the check at its end."""
    data = f"{json.dumps(dict(texts))}, {json.dumps(NAMES)}".replace("</", "<\\/")
    script = f"<script>{(HERE / 'page_check.js').read_text()}\nwindow.check_page({data});</script>"
    return f'<base href="{folder.as_uri()}/">{page}{script}'


def check_page(environment: Path, texts: Mapping[str, str]) -> dict[str, Any]:
    """Return {"valid": {side: bool}, "reason", "length", "points"} of ours against ours. Raises PageError."""
    chromium = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    if chromium is None:
        raise PageError("expected chromium in PATH")
    dist = (environment / "dist").resolve()
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "page.html"
        file.write_text(wrapped((dist / "index.html").read_text(), dist, texts))
        command = [chromium, *FLAGS, f"--user-data-dir={folder}/profile", "--dump-dom", file.as_uri()]
        done = subprocess.run(command, capture_output=True, text=True, timeout=SECONDS, check=False)
    found = re.search(r'<pre id="page_check">(.*?)</pre>', done.stdout, re.DOTALL)
    if found is None:
        raise PageError(f"expected the page to say what came of it, got {done.stdout[-200:]!r}, {done.stderr[-300:]!r}")
    result: dict[str, Any] = json.loads(html.unescape(found[1]))
    return result
