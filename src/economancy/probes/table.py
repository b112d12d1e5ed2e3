"""The probes of `economancy check`: what the assignment and the referee require of a player, and what is wise.

Those that hold for any game are gamekit's, in this game's words. One flaw should fail one probe: a probe that needs
what an earlier one checks is not run when that one failed.
"""

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from types import MappingProxyType
from typing import Any

from economancy.probes import conduct, states
from economancy.probes.bench import EconomancyBench, positions
from economancy.probes.states import Situations
from gamekit.game import Observation
from gamekit.probes.conduct import bad_input, extra_keys
from gamekit.probes.games import legal_answers
from gamekit.probes.probe import Probe, Suite
from gamekit.probes.standard import BASICS, CONDUCT, advice, measured, whole_games


def _at(situations: Situations) -> Callable[[], list[Observation[Any]]]:
    return lambda: positions(situations())


def _asks(situations: Situations) -> Callable[[EconomancyBench], str]:
    return partial(legal_answers, _at(situations))


def _common(name: str, **changes: Any) -> Probe:
    """Return a probe of gamekit's with what is different in this game."""
    return replace(CONDUCT[name], **changes)


def _with_more_keys(state: dict[str, Any]) -> dict[str, Any]:
    return {**state, "round": 7, "phase": {**state["phase"], "since": "noon"}}


_PHASES = ("bid", "attack", "defend", "buy")
_ORDINARY = (*_PHASES, "one-answer")

_PLAYERS = "Go through all of players, and take your own number from player: there may be 2, 3 or 4."
_BAD_LINES = (b"this is no JSON", b"{]", b'{"day": 1}', b'{"day": "one", "phase": [], "players": 3}', b"42")
_SPELLING = 'Read "attacker-card", and where it is missing "attacker_card".'

_REQUIRED = (
    CONDUCT["answers"],
    _common(
        "only-moves",
        todo="Write a move as an array of one value, like [2]; greetings and debugging output go to standard error.",
    ),
    CONDUCT["no-newline"],
    Probe(
        "first-move",
        "answers the first state legally, simple and base shop",
        _asks(states.first_states),
        "Answer the investing phase with [N], N from 0 to your coins. Don't expect the same shop every time.",
        BASICS,
    ),
    Probe(
        "bid",
        "bids from 0 to its coins",
        _asks(states.bids),
        "Answer with [N], N a whole number from 0 to players[player].coins.",
        ("first-move",),
    ),
    Probe(
        "attack",
        "attacks with a card that may, or stops with [0]",
        _asks(states.attacks),
        "If attacker is your number, answer the index of an own card: not used today, no Bubble; or 0 to stop.",
        BASICS,
    ),
    Probe(
        "defend",
        "defends with a card that may",
        _asks(states.defences),
        "If attacker is not your number, answer the index of an own unused card, from 1; Wall of Wealth has 2 uses.",
        BASICS,
    ),
    Probe(
        "buy",
        "buys what it can pay for, or passes",
        _asks(states.purchases),
        'Answer with a card\'s name out of the shop that costs no more than your coins, or ["Pass"].',
        BASICS,
    ),
    _common("one-answer", needs=_PHASES),
    _common(
        "next-state",
        needs=_ORDINARY,
        todo="Loop: read a state, write a move, until the phase is end. Trust the state and not what you remember.",
    ),
    _common("pretty", needs=_ORDINARY),
    CONDUCT["pieces"],
    _common("other-json", needs=_ORDINARY),
    Probe(
        "attacker-card",
        'understands "attacker-card", as in the assignment',
        partial(conduct.spelling, "assignment"),
        _SPELLING,
        _PHASES,
    ),
    Probe(
        "attacker_card",
        'understands "attacker_card", as the referee writes',
        partial(conduct.spelling, "referee"),
        _SPELLING,
        _PHASES,
    ),
    Probe(
        "three-players",
        "plays every phase with three players",
        _asks(partial(states.more_players, 3)),
        _PLAYERS,
        _ORDINARY,
    ),
    Probe(
        "four-players",
        "plays every phase with four players",
        _asks(partial(states.more_players, 4)),
        _PLAYERS,
        ("three-players",),
    ),
    Probe(
        "someone-out",
        "plays on when others are out of the game",
        _asks(states.someone_out),
        "A player who is out has an empty array of cards: don't look at its first card.",
        ("four-players",),
    ),
    Probe(
        "no-coins",
        "bids [0] and passes without coins",
        _asks(states.no_coins),
        'Without coins the bid is [0] and the purchase ["Pass"]: the referee asks all the same.',
        _ORDINARY,
    ),
    Probe(
        "sold-out",
        "buys legally when cards are sold out",
        conduct.purchases_when_sold_out,
        "A shop's number may be 0. Naming such a card is legal but wastes the coins; when all are gone, pass.",
        _ORDINARY,
    ),
    Probe(
        "odd-shops",
        "plays with any subset of the cards for sale",
        _asks(states.odd_shops),
        "Buy only what the shop's keys name: any card may be missing, even all of them.",
        _ORDINARY,
    ),
    Probe(
        "full-hands",
        "answers in time with all 76 cards in four hands",
        _asks(states.full_hands),
        "Bound the search by the clock and not by its depth; read a state whole, however long it is.",
        ("four-players", "sold-out"),
    ),
    Probe(
        "huge-coins",
        f"handles {states.HUGE} coins",
        _asks(states.huge_coins),
        "Don't put coins into floats or 64-bit integers: a long game exceeds both. Use big integers, or cap the bid.",
        _ORDINARY,
    ),
    _common("end", todo="When phase.name is end, exit at once and write nothing; winner is a number or false."),
    CONDUCT["leaves-nothing"],
)

_NEEDED = ("next-state", "no-coins", "sold-out")
_GAMES = whole_games("economancy", range(2, 5), _NEEDED)
_GAMES["games-3"] = replace(_GAMES["games-3"], needs=(*_NEEDED, "games-2", "someone-out"))

_ADVICE = (
    _common("fault", todo="The referee ends a game with the phase fault after a player's mistake: exit as upon end."),
    CONDUCT["end-of-input"],
    CONDUCT["input-leftovers"],
    _common("kill-leftovers", todo=f"The assignment says that players are killed. {CONDUCT['kill-leftovers'].todo}"),
    CONDUCT["works-elsewhere"],
    CONDUCT["files"],
    CONDUCT["glued"],
    _common("extra-keys", run=partial(extra_keys, _with_more_keys), needs=_ORDINARY),
    Probe(
        "unknown-cards",
        "plays on among cards that it does not know",
        _asks(states.unknown_cards),
        "Treat a card you have no entry for as worthless: don't buy it, and don't fight with it.",
        _ORDINARY,
    ),
    _common("bad-input", run=partial(bad_input, _BAD_LINES)),
)

_MEASURED = measured(_GAMES, _at(states.full_hands))
_MEASURED["speed"] = replace(_MEASURED["speed"], needs=(*_MEASURED["speed"].needs, "full-hands"))
_MEASURED["memory"] = replace(_MEASURED["memory"], todo="Bound your tables: four players share a machine.")

PROBES: Mapping[str, Probe] = MappingProxyType(
    {**{probe.name: probe for probe in _REQUIRED}, **_GAMES, **advice(_ADVICE), **_MEASURED}
)
"""All probes by name, in the order of running: what a probe needs stands before it, who measures stands last."""

SUITE = Suite(PROBES, EconomancyBench)
"""What `economancy check` does."""
