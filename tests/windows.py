"""Windows of other sizes for tests in Chromium."""

import contextlib
from collections.abc import Iterator

from selenium.webdriver import Chrome


@contextlib.contextmanager
def window_of(browser: Chrome, width: int, height: int) -> Iterator[None]:
    """Show pages as in a window of so many pixels meanwhile."""
    size = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": False}
    browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", size)
    try:
        yield
    finally:
        browser.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})


def overflow(browser: Chrome) -> int:
    """Return by how many pixels the page that is shown is wider than its window, less a scrollbar."""
    found: int = browser.execute_script(
        "const page = document.documentElement; return page.scrollWidth - page.clientWidth"
    )
    return found
