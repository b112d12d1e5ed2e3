"""A player of Economancy. Think in `bid`, `attack`, `defend` and `buy`; the rest reads states and writes moves."""

import json
import sys

CARDS = {  # name: (cost, attack, defence)
    "Board of Monopoly": (2, 1, 1), "Incantation": (4, 1, 1), "Wall of Wealth": (1, 1, 2), "Worker": (1, 1, 2),
    "Magic Bean Stock": (1, 1, 1), "Bubble": (2, 9, 2), "Ghost": (2, 3, 2), "Senior Worker": (2, 2, 2),
    "Gold Fish": (3, 1, 2), "Apprentice": (3, 2, 1), "Thug": (3, 4, 4), "Shield of Greed": (4, 2, 7),
    "Golem": (5, 7, 7),
}  # fmt: skip


def usable(cards, uses):
    """Return the indices of my cards that may still be used today; card 0, the Stipend, never is."""
    return [i for i, card in enumerate(cards) if card["name"] in CARDS and card["uses"] < uses.get(card["name"], 1)]


def bid(state, me):
    return me["coins"] // 3  # who bids most attacks; everybody pays


def attack(state, me):
    strong = [i for i in usable(me["cards"], {"Bubble": 0}) if CARDS[me["cards"][i]["name"]][1] > 1]
    return strong[0] if strong else 0  # 0 stops the attack


def defend(state, me):
    return max(usable(me["cards"], {"Wall of Wealth": 2}), key=lambda i: CARDS[me["cards"][i]["name"]][2])


def buy(state, me):
    costs = {name: CARDS[name][0] for name, left in state["shop"].items() if left and name in CARDS}
    return max((name for name in costs if costs[name] <= me["coins"]), key=costs.get, default="Pass")


def choose(state):
    """Return my move: a number of coins, the index of one of my cards, or a card's name."""
    phase, me = state["phase"], state["players"][state["player"]]
    if phase["name"] == "attacking":
        return (attack if phase["attacker"] == state["player"] else defend)(state, me)
    return {"investing": bid, "buy": buy}[phase["name"]](state, me)


def states():
    """Yield states as they come: a state ends with its last bracket, not with a line."""
    text = ""
    while letter := sys.stdin.read(1):
        text += letter
        if letter == "}" and text.count("{") == text.count("}"):
            yield json.loads(text)
            text = ""


for state in states():
    if state["phase"]["name"] in ("end", "fault"):
        break
    print(json.dumps([choose(state)]), flush=True)  # to see what it thinks: print(..., file=sys.stderr)
