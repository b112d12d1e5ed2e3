"""The command `play` as a process, and pages of its seats in Chromium, used as a person does."""

import contextlib
import json
import re
import signal
import subprocess
import time
from collections.abc import Iterator, Sequence
from typing import Self

from selenium.webdriver import Chrome
from selenium.webdriver.common.by import By
from selenium.webdriver.support.ui import WebDriverWait

from tests.waiting import ENOUGH


@contextlib.contextmanager
def served(
    command: Sequence[str], interrupts: int = 1, errors: str = "", number: signal.Signals = signal.SIGINT
) -> Iterator[list[str]]:
    """Start the command `play`; return its links. It must end at Ctrl-C, or another signal, whoever is connected, and
    say these errors.
    """
    pipe = subprocess.PIPE
    with subprocess.Popen(command, stdout=pipe, stderr=pipe, text=True) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        try:
            lines = []
            while not (line := process.stdout.readline()).startswith("Open"):
                assert line, process.stderr.read()
                lines.append(line.split(": ", 1)[1].strip())
            yield lines
            for _ in range(interrupts):
                process.send_signal(number)
                time.sleep(0.02 * (interrupts > 1))
            assert (
                process.wait(ENOUGH) in (128 + number, -signal.SIGINT)[:interrupts]
            )  # a late second one may kill it: 130, too
            assert process.stderr.read() == errors
        finally:
            process.kill()


def by_number(link: str) -> str:
    """Return a link for programs, which look NAME.localhost up where browsers know it."""
    return re.sub(r"//\w+\.localhost:", "//127.0.0.1:", link)


class Page:
    """A seat's page in a window of its own."""

    def __init__(self, browser: Chrome, link: str) -> None:
        self.browser = browser
        browser.switch_to.new_window("tab")
        self.window = browser.current_window_handle
        browser.get(link)

    def __enter__(self) -> Self:
        self.browser.switch_to.window(self.window)
        return self

    def __exit__(self, *_: object) -> None:
        pass

    def run(self, script: str, *arguments: object) -> object:
        return self.browser.execute_script(script, *arguments)

    def text(self, selector: str) -> str:
        return str(self.run("return document.querySelector(arguments[0]).innerText", selector))

    def count(self, selector: str) -> int:
        return len(self.browser.find_elements(By.CSS_SELECTOR, selector))

    def wait_until(self, *kinds: str) -> str:
        """Wait until the page asks for a move (ask), for others (wait) or for nothing (over)."""
        driver = WebDriverWait(self.browser, ENOUGH, poll_frequency=0.02)
        driver.until(lambda _: self.run("return document.body.dataset.kind") in kinds)
        return str(self.run("return document.body.dataset.kind"))

    def click(self, selector: str) -> None:
        self.browser.find_element(By.CSS_SELECTOR, selector).click()

    def wait_for(self, script: str) -> None:
        WebDriverWait(self.browser, ENOUGH, poll_frequency=0.02).until(lambda _: self.run(f"return {script}"))

    def wait_moment(self, moment: object) -> None:
        self.wait_for(f"news.moment !== {json.dumps(moment)} || news.own !== null || news.over !== null")
