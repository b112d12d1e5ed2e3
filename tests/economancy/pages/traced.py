"""Traces to show, and what one does on their pages."""

from pathlib import Path

from selenium.webdriver import Chrome
from selenium.webdriver.common.by import By

TRACES = Path(__file__).parents[3] / "traces"
FAULT = (
    b'{"meta":"players","names":["late","steady"]}\n'
    b'{"day":1,"phase":{"name":"investing"},"player":0,"players":[{"buys":1,"cards":[{"name":"Sorcerer\'s Stipend",'
    b'"uses":0}],"coins":3},{"buys":1,"cards":[{"name":"Sorcerer\'s Stipend","uses":0},{"name":"Nonesuch","uses":1}],'
    b'"coins":3461834487117869480315}],"shop":{"Nonesuch":2}}\n"timeout"\n'
    b'{"day":1,"phase":{"name":"fault","forfiet":0,"reason":"no answer"},"players":[{"buys":1,"cards":[{"name":'
    b'"Sorcerer\'s Stipend","uses":0}],"coins":3},{"buys":1,"cards":[{"name":"Sorcerer\'s Stipend","uses":0},'
    b'{"name":"Nonesuch","uses":1}],"coins":3461834487117869480315}],"shop":{"Nonesuch":2}}\n'
)
"""A game that ends with a fault at once, with a card nobody knows and more coins than JavaScript can count."""


def open_page(browser: Chrome, address: str) -> None:
    browser.get("about:blank")  # or a new place in the same page is no load
    browser.get(address)


def press(browser: Chrome, *keys: str) -> None:
    for key in keys:
        browser.find_element(By.TAG_NAME, "body").send_keys(key)
