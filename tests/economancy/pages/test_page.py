"""The page of a trace in a browser: stepped through, by keys, on paper, in light and dark, wide and narrow."""

from pathlib import Path
from typing import Any

import pytest
from selenium.webdriver import Chrome
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.wait import WebDriverWait

from gamekit.wire.json_stream import loads
from tests.economancy import processes
from tests.economancy.pages.traced import FAULT, TRACES, open_page, press
from tests.waiting import ENOUGH

pytest_plugins = ("tests.browser",)


READ_PAGE = """
const readPage = () => {
const text = (selector, within = document) => [...within.querySelectorAll(selector)].map((one) => one.textContent);
return {
  where: text("#where")[0],
  sentence: text("#sentence")[0],
  left: text(".pile .left"),
  piles: [...document.querySelectorAll(".pile .card")].map((card) => card.dataset.card),
  players: [...document.querySelectorAll(".player")].map((player) => ({
    name: text(".player-name", player)[0],
    cards: [...player.querySelectorAll(".card")].map((card) => card.dataset.card),
    turned: player.querySelectorAll(".slot.used-up").length,
    once: player.querySelectorAll(".slot.used").length,
    purse: player.querySelector(".purse").getAttribute("aria-label"),
    bid: text(".coin", player)[0],
    mover: player.classList.contains("mover"),
    label: player.querySelector(".label").hidden ? "" : text(".label", player)[0],
    chosen: [...player.querySelectorAll(".card")].flatMap((card, i) => (card.matches(".chosen") ? [i] : [])),
  })),
  bought: [...document.querySelectorAll(".pile .card.chosen")].map((card) => card.dataset.card),
  count: text("#count")[0],
}};
"""

PRESS = "const press = (key) => document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));"


def coins(count: object) -> str:
    return f"{count} coin{'' if count == 1 else 's'}"


def expected(state: Any, move: Any, names: list[str]) -> dict[str, Any]:
    """Return what the board has to show of a state of a trace and the move that follows it."""
    phase, seat = state["phase"], state.get("player")
    action = move[0] if isinstance(move, list) and len(move) == 1 else None
    attacker = phase.get("attacker_card") if phase["name"] == "attacking" else None
    players = []
    for i, player in enumerate(state["players"]):
        chosen = {attacker} if i == phase.get("attacker") and attacker else set()
        bids = phase["name"] == "investing" and i == seat and action is not None
        if phase["name"] == "attacking" and i == seat and action:
            chosen.add(action)
        used = [card["uses"] for card in player["cards"]]
        twice = [card["name"] == "Wall of Wealth" for card in player["cards"]]
        turned = sum(uses > wall for uses, wall in zip(used, twice, strict=True))
        players.append(
            {
                "name": names[i],
                "cards": [card["name"] for card in player["cards"]],
                "turned": turned,
                "once": sum(uses > 0 for uses in used) - turned,
                "purse": coins(player["coins"]) + (f", bids {action}" if bids else ""),
                "bid": str(action) if bids else "",
                "mover": i == seat,
                "chosen": sorted(chosen),
            }
        )
    return {
        "left": [str(state["shop"][name]) for name in sorted(state["shop"])],
        "piles": sorted(state["shop"]),
        "players": players,
        "bought": [action] if phase["name"] == "buy" and action in state["shop"] else [],
    }


def summed_up(state: Any, move: Any) -> str:
    """Return the word of the label that a legal move cannot do without."""
    phase = state["phase"]
    if phase["name"] == "attacking":
        cards = state["players"][state["player"]]["cards"]
        return str(cards[move[0]]["name"]) if move[0] else "stops"
    return "passes" if move == ["Pass"] else str(move[0])


def check_step(seen: dict[str, Any], state: Any, move: Any, names: list[str]) -> None:
    """Compare what a page showed with a state of a trace and the move that follows it."""
    labels = [player.pop("label") for player in seen["players"]]
    shown = {key: seen[key] for key in ("left", "piles", "players", "bought")}
    assert shown == expected(state, move, names)
    if "player" in state:
        label = labels[state["player"]]
        assert seen["sentence"] == f"{names[state['player']]}: {label}"
        assert [text for text in labels if text] == [label]
        assert summed_up(state, move) in label if isinstance(move, list) else label.startswith("no answer")


def moves_of(text: bytes) -> list[tuple[Any, Any]]:
    """Return the states of a trace, each with the move behind it or None."""
    values: list[Any] = [loads(line) for line in text.splitlines()]
    values = [value for value in values if not (isinstance(value, dict) and "meta" in value)]
    return [
        (value, None if i + 1 == len(values) or isinstance(values[i + 1], dict) else values[i + 1])
        for i, value in enumerate(values)
        if isinstance(value, dict)
    ]


def seen(browser: Chrome) -> dict[str, Any]:
    found: dict[str, Any] = browser.execute_script(f"{READ_PAGE} return readPage()")
    return found


def count(browser: Chrome) -> str:
    return browser.find_element(By.ID, "count").text


def walk(browser: Chrome, steps: int) -> list[dict[str, Any]]:
    """Return what the page shows at so many steps, going on by the arrow key."""
    one = "[readPage(), press('ArrowRight')][0]"
    script = f"{READ_PAGE} {PRESS} return Array.from({{ length: arguments[0] }}, () => {one})"
    found: list[dict[str, Any]] = []
    while len(found) < steps:  # a script may take only so long
        found += browser.execute_script(script, min(steps - len(found), 50))
    return found


@pytest.mark.parametrize("path", processes.TRACES)
def test_every_step_of_a_game_shows_its_state_and_its_move(path: Path, browser: Chrome, pages: Any) -> None:
    text = path.read_bytes()
    moves = moves_of(text)
    names = [f"Player {seat + 1}" for seat in range(len(moves[0][0]["players"]))]
    open_page(browser, pages(path.stem, text))
    for number, (found, (state, move)) in enumerate(zip(walk(browser, len(moves)), moves, strict=True), start=1):
        assert found["count"] == f"{number} / {len(moves)}"
        check_step(found, state, move, names)
    assert count(browser) == f"{len(moves)} / {len(moves)}"


def test_a_fault_is_shown_with_unknown_cards_and_coins_beyond_counting(browser: Chrome, pages: Any) -> None:
    open_page(browser, pages("fault", FAULT))
    first, last = moves_of(FAULT)
    found = seen(browser)
    found["players"][1]["turned"], found["players"][1]["once"] = 1, 0
    check_step(found, first[0], '"timeout"', ["late", "steady"])
    assert browser.find_elements(By.CSS_SELECTOR, ".purse .coins")[1].text == "3.46e21"
    assert len(browser.find_elements(By.CSS_SELECTOR, ".card.unknown")) == 2
    press(browser, Keys.END)
    found = seen(browser)
    assert found["sentence"] == "late forfeits: no answer."
    assert [player["label"] for player in found["players"]] == ["forfeits", ""]
    assert found["piles"] == sorted(last[0]["shop"])


@pytest.mark.timeout(600)  # all of them, on a busy machine
def test_every_step_of_a_golden_game_shows_its_state_and_its_move(
    shown_traces: list[Path], browser: Chrome, pages: Any
) -> None:
    for path in shown_traces:
        text = path.read_bytes()
        moves = moves_of(text)
        names = [f"Player {seat + 1}" for seat in range(len(moves[0][0]["players"]))]
        open_page(browser, pages(path.stem, text))
        found = walk(browser, len(moves))
        if "fault" in path.name:  # the bad answer is told, but it is no move
            state, _ = moves.pop(-2)
            label = found.pop(-2)["players"][state["player"]]["label"]
            assert label.startswith("no answer") or label.endswith("which is not legal"), path
        for one, (state, move) in zip(found, moves, strict=True):
            check_step(one, state, move, names)


def test_keys_move_by_step_day_and_game(browser: Chrome, pages: Any) -> None:
    one, two = (TRACES / f"{name}.json" for name in ("base-2p-decent-economancy", "simple-2p-attack-decent"))
    names = b'{"meta":"players","names":["decent","ours"]}\n'
    stream = names + one.read_bytes() + two.read_bytes() + b'{"meta":"record","players":[["decent",1,0,1]]}\n'
    open_page(browser, pages("stream", stream))
    days = [state["day"] for state, _ in moves_of(one.read_bytes())]
    second_day = days.index(2) + 1
    first, other = len(days), len(moves_of(two.read_bytes()))
    for key, place in [
        (Keys.ARROW_LEFT, f"1 / {first}"),
        (Keys.ARROW_RIGHT, f"2 / {first}"),
        (Keys.HOME, f"1 / {first}"),
        (Keys.PAGE_DOWN, f"{second_day} / {first}"),
        (Keys.ARROW_RIGHT, f"{second_day + 1} / {first}"),
        (Keys.PAGE_UP, f"{second_day} / {first}"),
        (Keys.PAGE_UP, f"1 / {first}"),
        (Keys.END, f"{first} / {first}"),
        ("n", f"1 / {other}"),
        ("n", f"1 / {other}"),
        (Keys.ARROW_RIGHT, f"2 / {other}"),
        ("p", f"1 / {first}"),
    ]:
        press(browser, key)
        assert count(browser) == place, key
    assert "decent" in browser.find_element(By.CSS_SELECTOR, "#record tbody").text
    options = [option.text for option in browser.find_elements(By.CSS_SELECTOR, "#game option")]
    assert options == ["1: decent, ours", "2: decent, ours"]


def test_keys_work_from_the_slider_and_buttons_do_the_same(browser: Chrome, pages: Any) -> None:
    open_page(browser, pages("small", (TRACES / "simple-2p-attack-decent.json").read_bytes()))
    slider = browser.find_element(By.ID, "slider")
    slider.send_keys(Keys.ARROW_RIGHT)
    assert count(browser).startswith("2 / ")
    assert slider.get_attribute("aria-valuetext").startswith("2 of ")  # type: ignore[union-attr]
    for name, place in (
        ("Next", "3 / "),
        ("Previous", "2 / "),
        ("Next day", "5 / "),
        ("Previous day", "1 / "),
    ):
        browser.find_element(By.CSS_SELECTOR, f"[aria-label='{name}']").click()
        assert count(browser).startswith(place)


def test_the_address_keeps_the_place(browser: Chrome, pages: Any) -> None:
    address = pages("small", (TRACES / "simple-2p-attack-decent.json").read_bytes())
    open_page(browser, f"{address}#1.12")
    assert count(browser).startswith("12 / ")
    press(browser, Keys.ARROW_RIGHT)
    WebDriverWait(browser, ENOUGH).until(lambda _: browser.current_url.endswith("#1.13"))
    browser.refresh()
    assert count(browser).startswith("13 / ")


@pytest.mark.ci
def test_playing_goes_on_by_itself_until_it_is_stopped(browser: Chrome, pages: Any) -> None:
    open_page(browser, pages("small", (TRACES / "simple-2p-attack-decent.json").read_bytes()))
    press(browser, " ")
    WebDriverWait(browser, ENOUGH).until(lambda _: count(browser).startswith("3 / "))
    press(browser, " ")
    assert browser.find_element(By.ID, "play").text.endswith("Play")


def test_the_graph_marks_days_and_costly_moves_which_can_be_gone_to(browser: Chrome, pages: Any) -> None:
    text = (TRACES / "simple-2p-attack-decent.json").read_bytes()
    open_page(browser, pages("analysed", text, 4))
    script = """
        const lengths = game().frames.map(({ length }) => length);
        return [lengths, mistakes().map(({ frame }) => frame), game().points.at(-1)]"""
    lengths, mistakes, last = browser.execute_script(script)
    assert len(browser.find_elements(By.CSS_SELECTOR, "#graph .length")) == len(set(lengths))
    assert len(browser.find_elements(By.CSS_SELECTOR, "#graph polyline")) == 2
    assert len(browser.find_elements(By.CSS_SELECTOR, "#graph .mark")) == len(mistakes)
    assert (last["frame"], sorted(last["shares"])) == (len(lengths) - 1, [0, 1])
    buttons = len(browser.find_elements(By.CSS_SELECTOR, "#costliest button"))
    assert buttons == min(len(mistakes), 10)
    for number, step in enumerate(mistakes[:buttons]):
        browser.execute_script("document.querySelectorAll('#costliest button')[arguments[0]].click()", number)
        assert count(browser).startswith(f"{step + 1} / ")
        assert browser.find_elements(By.CSS_SELECTOR, "#candidates .played")
        assert "lost" in browser.find_element(By.ID, "cost").text


def test_a_candidate_is_marked_on_the_board(browser: Chrome, pages: Any) -> None:
    text = (TRACES / "simple-2p-attack-decent.json").read_bytes()
    open_page(browser, f"{pages('analysed', text, 4)}#1.4")
    picked = browser.find_elements(By.CSS_SELECTOR, "#board .card.picked")
    assert [card.get_attribute("data-card") for card in picked] == ["Worker"]
    button = browser.find_element(By.CSS_SELECTOR, "#candidates button")
    button.click()
    picked = browser.find_elements(By.CSS_SELECTOR, "#board .card.picked")
    assert [f"buys {card.get_attribute('data-card')}" for card in picked] == [button.text]


@pytest.mark.ci
def test_a_game_of_100_days_opens_and_steps(golden_traces: list[Path], browser: Chrome, pages: Any) -> None:
    (longest,) = (path for path in golden_traces if path.name == "simple-4p-points-simple-random-decent-0.json")
    open_page(browser, pages("longest", longest.read_bytes() * 2))
    shown = "return [500, 560].map(number => { show(0, number); return document.body.innerText; })"
    first, last = browser.execute_script(shown)
    assert first != last
