"""A small player in plain Python that passes every probe, and flaws to put into it, each found by one probe."""

GOOD_BOT = '''
import json, os, subprocess, sys, time

def read(): return os.read(0, 65536)
def incomplete(text): return text
def after_value(text): return text
def decode(text): return json.JSONDecoder().raw_decode(text)

def after_bad_line(text):
    """Drop a line that does not begin a state; wait for the rest of one that does."""
    line, newline, rest = text.partition("\\n")
    return text if not newline or line == "{" or line.startswith(('{"day":', '{"shop"', '{"players" ')) else rest

def values():
    text = ""
    while chunk := read():
        text = (incomplete(text) + chunk.decode()).lstrip()
        while text:
            try:
                value, end = decode(text)
            except ValueError:
                rest = after_bad_line(text)
                if rest == text:
                    break
                text = rest
            else:
                text = text[end:].lstrip()
                if isinstance(value, dict) and isinstance(value.get("phase"), dict):
                    yield value
                    text = after_value(text)

def start(): pass
def finish(): pass
def is_over(state): return state["phase"]["name"] in ("end", "fault")
def attacking_card(phase): return phase.get("attacker-card", phase.get("attacker_card"))
def bid(state, coins): return 0
def attack(cards): return 0
def buy(state, coins): return "Pass"

def defend(cards):
    uses = {"Sorcerer's Stipend": 0, "Wall of Wealth": 2}
    return next(i for i, card in enumerate(cards) if card["uses"] < uses.get(card["name"], 1))

def choose(state):
    me, phase = state["players"][state["player"]], state["phase"]
    if phase["name"] == "investing":
        return bid(state, me["coins"])
    if phase["name"] == "buy":
        return buy(state, me["coins"])
    return attack(me["cards"]) if attacking_card(phase) is False else defend(me["cards"])

def say(move): print(json.dumps([move]), flush=True)

def run():
    start()
    for state in values():
        if is_over(state):
            break
        say(choose(state))
    finish()
'''

FLAWS = {
    # name: (what replaces functions of the good bot, the probe that is to find it)
    "never answers": ("def say(move): pass", "answers"),
    "does not flush": ("def say(move): print(json.dumps([move]))", "answers"),
    "reads to the end of input": ("def values(): return [json.loads(sys.stdin.read())]", "answers"),
    "dies at once": ("import no_such_module", "answers"),
    "prints a banner": ("def start(): print('Welcome to my bot!', flush=True)", "only-moves"),
    "writes no array": ("def say(move): print(json.dumps(move), flush=True)", "only-moves"),
    "bids more than it has": ("def bid(state, coins): return coins + 1", "first-move"),
    "always bids three": ("def bid(state, coins): return 3", "bid"),
    "always attacks with its first card": ("def attack(cards): return min(1, len(cards) - 1)", "attack"),
    "always defends with its first card": ("def defend(cards): return 1", "defend"),
    "always buys the best": ("def buy(state, coins): return 'Incantation'", "buy"),
    "answers twice": ("def say(move): print(2 * json.dumps([move]), flush=True)", "one-answer"),
    "exits after one answer": ("def run(): say(choose(next(values())))", "next-state"),
    "waits for a newline": ("def read(): return sys.stdin.buffer.readline()", "no-newline"),
    "takes each read for a state": ("def incomplete(text): return ''", "pieces"),
    "forgets what follows a state": ("def after_value(text): return ''", "glued"),
    "is stuck at bad input": ("def after_bad_line(text): return text", "bad-input"),
    "takes a newline for the end": (
        "def decode(text): return json.JSONDecoder().raw_decode(text.replace('\\n', '!'))",
        "pretty",
    ),
    "searches the text": (
        "def decode(text): return json.JSONDecoder().raw_decode(text if '\"day\":' in text else '!')",
        "other-json",
    ),
    "knows only attacker_card": ("def attacking_card(phase): return phase['attacker_card']", "attacker-card"),
    "knows only attacker-card": ("def attacking_card(phase): return phase['attacker-card']", "attacker_card"),
    "always bids a coin": ("def bid(state, coins): return 1", "no-coins"),
    "counts coins in floats": ("def bid(state, coins): return int(1.0 * coins)", "huge-coins"),
    "assumes two players": (
        "def bid(state, coins, before=bid): one, two = state['players']; return before(state, coins)",
        "three-players",
    ),
    "assumes at most three players": (
        "def bid(state, coins, before=bid): return before(state, coins) + [0, 0, 0][len(state['players']) - 1]",
        "four-players",
    ),
    "looks at everybody's first card": (
        "def bid(state, coins, before=bid):\n"
        "    return before(state, coins) if [player['cards'][0] for player in state['players']] else 0",
        "someone-out",
    ),
    "fails on day 3": (
        "def bid(state, coins, before=bid): return before(state, coins) + [0, 0][state['day'] - 1]",
        "games-2",
    ),
    "divides by what is left": (
        "def buy(state, coins): return 'Pass' if any(state['shop'].values()) or not state['shop'] else 1 / 0",
        "sold-out",
    ),
    "assumes that Workers are sold": (
        "def buy(state, coins): return 'Pass' if state['shop']['Worker'] else 'Pass'",
        "odd-shops",
    ),
    "knows no further cards": (
        "def buy(state, coins): return 'Pass' if 'Dragon' not in state['shop'] else None",
        "unknown-cards",
    ),
    "searches for ever": (
        "def defend(cards, before=defend): return time.sleep(60 * (len(cards) > 15)) or before(cards)",
        "full-hands",
    ),
    "sleeps a second over many cards": (
        "def defend(cards, before=defend): return time.sleep(len(cards) > 15) or before(cards)",
        "speed",
    ),
    "spins at the end of input": (
        "def read(before=read):\n    while not (chunk := before()): pass\n    return chunk",
        "end-of-input",
    ),
    "ignores the end": (
        "def is_over(state, before=is_over):\n"
        "    return before(state) and (state['phase']['name'] == 'fault' or time.sleep(60))",
        "end",
    ),
    "knows no fault": (
        "def is_over(state, before=is_over): return state['phase']['name'] != 'fault' and before(state)",
        "fault",
    ),
    "insists on five keys": (
        "def is_over(state, before=is_over):\n    assert len(state) == 5\n    return before(state)",
        "extra-keys",
    ),
    "leaves a child": (
        "def start(before=start): before(); subprocess.Popen(['sleep', '60'], stdin=-3, stdout=-3, stderr=-3)",
        "leaves-nothing",
    ),
    "leaves a child when killed": (
        "child = subprocess.Popen(['sleep', '60'], stdin=-3, stdout=-3, stderr=-3)\ndef finish(): child.kill()",
        "kill-leftovers",
    ),
    "reads a file of the working folder": ("def start(before=start): before(); open('bot.py')", "works-elsewhere"),
    "writes a file": ("def start(before=start): before(); open('log.txt', 'w')", "files"),
    "writes a temporary file": (
        "def start(before=start): before(); open(os.environ['TMPDIR'] + '/log.txt', 'w')",
        "files",
    ),
}

TOGETHER = [  # flaws that do not hide each other, in one bot
    [
        "always bids three",
        "always attacks with its first card",
        "always defends with its first card",
        "always buys the best",
    ],
    [
        "waits for a newline",
        "searches the text",
        "is stuck at bad input",
        "knows only attacker_card",
        "always bids a coin",
        "assumes at most three players",
        "assumes that Workers are sold",
        "insists on five keys",
        "leaves a child",
        "writes a file",
    ],
    [
        "takes each read for a state",
        "forgets what follows a state",
        "takes a newline for the end",
        "spins at the end of input",
        "looks at everybody's first card",
        "fails on day 3",
        "knows no further cards",
        "searches for ever",
        "leaves a child when killed",
        "knows no fault",
        "writes a temporary file",
    ],
    [
        "knows only attacker-card",
        "counts coins in floats",
        "assumes two players",
        "ignores the end",
        "reads a file of the working folder",
    ],
]
MEASURED = ["sleeps a second over many cards"]  # found only by the clock
ALONE = [[name] for name in FLAWS if not any(name in names for names in (MEASURED, *TOGETHER))]
