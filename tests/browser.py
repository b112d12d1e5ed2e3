"""Headless Chromium for tests, with axe-core: `pytest_plugins = ("tests.browser",)` gives a module the fixtures."""

import shutil
from collections.abc import Iterator

import pytest
from selenium.webdriver import Chrome, ChromeOptions
from selenium.webdriver.chrome.service import Service

from tests.axe import axe_script

ARGUMENTS = (
    "--headless",
    "--no-sandbox",  # or it does not start for root
    "--disable-gpu",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--window-size=1280,900",
)

_OFFLINE = "Failed to load resource: net::ERR_"  # what a server that has ended, or a test of that, looks like


@pytest.fixture(scope="session")
def chromium(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Chrome]:
    """Return the one Chromium of this test run."""
    program, driver = shutil.which("chromium"), shutil.which("chromedriver")
    if program is None or driver is None:
        pytest.skip("expected chromium and chromedriver (Debian and Ubuntu: apt install chromium chromium-driver)")
    options = ChromeOptions()
    options.binary_location = program
    for argument in (*ARGUMENTS, f"--user-data-dir={tmp_path_factory.mktemp('chromium')}"):
        options.add_argument(argument)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    with Chrome(options=options, service=Service(driver)) as chrome:
        chrome.set_page_load_timeout(60)
        yield chrome


@pytest.fixture(scope="session")
def axe() -> str:
    """Return the script of axe-core."""
    return axe_script()


@pytest.fixture
def browser(chromium: Chrome) -> Iterator[Chrome]:
    """Return Chromium with one empty window; its pages must not complain on the console."""
    yield chromium
    log = chromium.get_log("browser")  # type: ignore[no-untyped-call]
    complaints = [entry["message"] for entry in log if entry["level"] == "SEVERE" and _OFFLINE not in entry["message"]]
    first, *others = chromium.window_handles
    for window in others:
        chromium.switch_to.window(window)
        chromium.close()
    chromium.switch_to.window(first)
    chromium.get("about:blank")
    assert not complaints
