"""axe-core, which finds what keeps people from using a page: the fixture `axe` of tests/browser.py is its script."""

import shutil
import subprocess
import tarfile
from pathlib import Path

import pytest
from selenium.webdriver import Chrome

VERSION = "4.14.1"
FOLDER = Path(__file__).parents[1] / "build"

RUN = """
const done = arguments[arguments.length - 1];
const told = (each) => `${each.id}: ${each.help}: ${each.nodes.map((node) => node.html.slice(0, 200)).join(" | ")}`;
axe.run().then((found) => done(found.violations.map(told)), (error) => done([String(error)]));
"""


def axe_script() -> str:
    """Return the script of axe-core, which npm fetches the first time; the test is skipped where that fails."""
    archive = FOLDER / f"axe-core-{VERSION}.tgz"
    if not archive.exists():
        npm = shutil.which("npm")
        if npm is None:
            pytest.skip("expected npm, to fetch axe-core")
        FOLDER.mkdir(exist_ok=True)
        done = subprocess.run(
            [npm, "pack", f"axe-core@{VERSION}", "--silent"], cwd=FOLDER, capture_output=True, timeout=100, check=False
        )
        if done.returncode:
            pytest.skip("expected a registry of npm's, to fetch axe-core")
    with tarfile.open(archive) as packed:
        script = packed.extractfile("package/axe.min.js")
        assert script is not None
        return script.read().decode()


def violations(browser: Chrome, axe: str) -> list[str]:
    """Return what axe-core finds on the page that is shown, a line each."""
    if not browser.execute_script("return 'axe' in window"):  # half a megabyte
        browser.execute_script(axe)
    found: list[str] = browser.execute_async_script(RUN)
    return found


def in_light_and_dark(browser: Chrome, axe: str) -> list[str]:
    """Return what axe-core finds on the page that is shown, in its light and its dark colours."""
    found = []
    try:
        for scheme in ("light", "dark"):
            features = {"features": [{"name": "prefers-color-scheme", "value": scheme}]}
            browser.execute_cdp_cmd("Emulation.setEmulatedMedia", features)
            found += [f"{scheme}: {each}" for each in violations(browser, axe)]
    finally:
        browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": []})
    return found
