"""The probes of `economancy check`: what the assignment and the referee require of a player, and what is wise.

One flaw should fail one probe: a probe that needs what an earlier one checks is not run when that one failed.
"""

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from types import MappingProxyType

from economancy.probes import conduct, games, states
from economancy.probes.bench import EXIT_SECONDS, Bench
from economancy.probes.runner import Probe
from economancy.probes.states import Situations


def _asks(situations: Situations) -> Callable[[Bench], str]:
    return partial(conduct.legal_answers, situations)


_BASICS = ("answers", "only-moves")
_PHASES = ("bid", "attack", "defend", "buy")
_ORDINARY = (*_PHASES, "one-answer")

_FRAMING = "Find the end of a JSON value by its brackets, or with a parser that reads a stream, not by lines or reads."
_PLAYERS = "Go through all of players, and take your own number from player: there may be 2, 3 or 4."
_SPELLING = 'Read "attacker-card", and where it is missing "attacker_card".'
_LEFT = "End what your player starts before it exits; a wrapper script should `exec` the program."

_REQUIRED = (
    Probe(
        "answers",
        "answers the first state while its input stays open",
        conduct.answers,
        "Flush standard output after each move, and don't wait for the end of input or for a second state.",
    ),
    Probe(
        "only-moves",
        "writes moves to standard output and nothing else",
        conduct.only_moves,
        "Write a move as an array of one value, like [2]; greetings and debugging output go to standard error.",
        ("answers",),
    ),
    Probe(
        "first-move",
        "answers the first state legally, simple and base shop",
        _asks(states.first_states),
        "Answer the investing phase with [N], N from 0 to your coins. Don't expect the same shop every time.",
        _BASICS,
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
        _BASICS,
    ),
    Probe(
        "defend",
        "defends with a card that may",
        _asks(states.defences),
        "If attacker is not your number, answer the index of an own unused card, from 1; Wall of Wealth has 2 uses.",
        _BASICS,
    ),
    Probe(
        "buy",
        "buys what it can pay for, or passes",
        _asks(states.purchases),
        'Answer with a card\'s name out of the shop that costs no more than your coins, or ["Pass"].',
        _BASICS,
    ),
    Probe(
        "one-answer",
        "writes exactly one move for each state",
        conduct.one_answer,
        "Write one move and wait: the referee takes what more you write as your next move.",
        _PHASES,
    ),
    Probe(
        "next-state",
        "answers one state after the other",
        partial(conduct.one_after_the_other, b"\n"),
        "Loop: read a state, write a move, until the phase is end. Trust the state and not what you remember.",
        _ORDINARY,
    ),
    Probe(
        "no-newline",
        "answers a state without a newline after it",
        partial(conduct.one_after_the_other, b""),
        f"A state ends with its last bracket: a newline need not follow. {_FRAMING}",
        ("next-state",),
    ),
    Probe("pretty", "reads a state spread over many lines", conduct.pretty, _FRAMING, _ORDINARY),
    Probe("pieces", "reads a state that arrives in pieces", conduct.pieces, _FRAMING, ("next-state",)),
    Probe(
        "other-json",
        "reads other key orders, blanks, escapes (\\u0027)",
        conduct.other_json,
        "Use your language's JSON library instead of searching the text.",
        _ORDINARY,
    ),
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
    Probe(
        "end",
        f"exits within {EXIT_SECONDS:g} s of the end, its input still open",
        conduct.end,
        "When phase.name is end, exit at once and write nothing; winner is a number or false.",
        ("one-answer",),
    ),
    Probe(
        "leaves-nothing",
        "leaves no process behind after the end",
        partial(conduct.leaves_no_process, "the end"),
        _LEFT,
        ("first-move", "end"),
    ),
    *(
        Probe(
            f"games-{seats}",
            f"plays whole games of {seats} without a fault",
            partial(games.games, seats),
            "Play it again with `economancy referee`.",
            ("next-state", "no-coins", "sold-out", *needs),
        )
        for seats, needs in ((2, ()), (3, ("games-2", "someone-out")), (4, ("games-3",)))
    ),
)

_ADVICE = (
    Probe(
        "fault",
        "exits when somebody has forfeited",
        conduct.fault,
        "The referee ends a game with the phase fault after a player's mistake: exit as upon end.",
        ("one-answer",),
    ),
    Probe(
        "end-of-input",
        "exits when its input is closed",
        conduct.end_of_input,
        "Leave the loop when reading brings nothing more: otherwise it goes on running after the referee is gone.",
        ("one-answer",),
    ),
    Probe(
        "input-leftovers",
        "leaves no process behind after the end of input",
        partial(conduct.leaves_no_process, "the end of input"),
        _LEFT,
        ("end-of-input", "leaves-nothing"),
    ),
    Probe(
        "kill-leftovers",
        "leaves no process behind when it is killed",
        partial(conduct.leaves_no_process, "being killed"),
        f"The assignment says that players are killed. {_LEFT}",
        ("leaves-nothing",),
    ),
    Probe(
        "works-elsewhere",
        "works from any folder",
        conduct.works_elsewhere,
        "Look for your files beside the program, not in the folder it is started from.",
        ("first-move",),
    ),
    Probe(
        "files",
        "leaves no files in its working or temporary folder",
        conduct.leaves_no_files,
        "Write no files, or remove them as early as you can: a player that is killed cannot tidy up.",
        ("works-elsewhere",),
    ),
    Probe(
        "glued",
        "answers states that are sent at once, without blanks",
        conduct.glued,
        f"Keep what follows the end of a value for the next one. {_FRAMING}",
        ("no-newline",),
    ),
    Probe(
        "extra-keys",
        "passes over keys that it does not know",
        conduct.extra_keys,
        "Take the keys that you need and leave the rest: a later referee may send more.",
        _ORDINARY,
    ),
    Probe(
        "unknown-cards",
        "plays on among cards that it does not know",
        _asks(states.unknown_cards),
        "Treat a card you have no entry for as worthless: don't buy it, and don't fight with it.",
        _ORDINARY,
    ),
    Probe(
        "bad-input",
        "passes over bad input and answers the next state",
        conduct.bad_input,
        "Catch the error, say so on standard error, and read on at the next line.",
        ("first-move",),
    ),
    Probe(
        "speed",
        f"needs at most {games.SHARE_OF_LIMIT:.0%} of the time limit",
        games.speed,
        "Give each move a time budget, and load at the start only what the first move needs.",
        ("games-2", "games-4", "full-hands"),
        alone=True,
    ),
    Probe(
        "memory",
        f"uses at most {games.MEMORY_MIB} MiB in a game",
        games.memory,
        "Bound your tables: four players share a machine.",
        ("games-4",),
        alone=True,
    ),
)

PROBES: Mapping[str, Probe] = MappingProxyType(
    {probe.name: probe for probe in (*_REQUIRED, *(replace(probe, required=False) for probe in _ADVICE))}
)
"""All probes by name, in the order of running: what a probe needs stands before it, who measures stands last."""
