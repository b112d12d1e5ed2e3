"""How a player of Economancy speaks: the description that `economancy protocol` shows."""

from collections.abc import Callable
from dataclasses import replace

from economancy import protocol
from economancy.pages import card_table, words
from economancy.protocol import Dialect
from economancy.rules.attacking import STOP
from economancy.rules.cards import DAYS
from economancy.rules.game import MAX_DAYS, new_game
from economancy.rules.position import Position
from economancy.rules.state import PASS, Attacking, Buying, Forfeit, Investing, State
from economancy.rules.victory import POINTS_TO_WIN
from gamekit.game import AnyGame
from gamekit.pages.protocol.chapters import (
    BRACKETS,
    FLUSH,
    differences,
    faults,
    limits,
    reaction,
    table_of,
    traces,
    trying,
)
from gamekit.pages.protocol.parts import Chapter, Exchange, Grid, Reaction, laid_out
from gamekit.processes.guard import GRACE
from gamekit.table import Step, Table


def chapters(game: AnyGame) -> list[Chapter]:
    """Return the description."""
    table = table_of(game, ("random", "random"), seed=SEED)
    return [
        _wire(game),
        _messages(game, table),
        _faults(),
        limits(game),
        card_table.chapter(),
        _numbers(),
        _differences(),
        traces(game, table),
    ]


SEED = 4
"""Of a short random game that has every phase (looked for)."""


def _wire(game: AnyGame) -> Chapter:
    return Chapter(
        "wire",
        "The wire",
        (
            "Your program is started once a game, without arguments, and plays one seat. Game states come on its "
            "standard input, each a JSON object. To each it writes a JSON array of one element to its standard output: "
            "[3]. A state whose phase is named end or fault is the last: end then, without an answer.",
            FLUSH,
            BRACKETS,
            "You are asked only if there is something to choose: not when you are out, have no buy left, or no card to "
            "attack or defend with. Choices are secret, but `uses` of a defender's card is raised before the next "
            "defender is asked.",
            trying(game),
        ),
    )


def _messages(game: AnyGame, table: Table[Position]) -> Chapter:
    keys = Grid(
        ("key", "what it says"),
        (
            ("day", f"{DAYS[0]} to {DAYS[-1]}, then {DAYS[0]} again"),
            ("phase", 'what is asked: an object with a "name", see below'),
            ("player", "your seat, from 0: your own things are players[player]"),
            ("players", "everybody by seat; one without a card is out"),
            ("  coins", "no upper limit"),
            ("  buys", "that are left today"),
            ("  cards", "in the order acquired: a card's index, from 0, is what you answer"),
            ("    name", "as in the shop; index 0 is always Sorcerer's Stipend"),
            ("    uses", "how often it has attacked or defended today"),
            ("shop", "what is sold, and how many are left; 0 is sold out"),
        ),
    )
    shown = (_investing, _attacking, _defending, _buying)
    ends = tuple(_end(game, table, fault) for fault in (False, True))
    return Chapter(
        "messages",
        "Messages and answers",
        (
            "A message is a game state, one line without blanks on the wire, broken up here to fit:",
            keys,
            *(one(game, table) for one in shown),
            *ends,
        ),
    )


def step_where(table: Table[Position], suits: Callable[[State, int], bool]) -> Step[Position]:
    """Return the first step of a game whose state and seat suit."""
    return next(step for step in table.all_steps() if suits(step.state.state, step.seat))


def _exchange(game: AnyGame, step: Step[Position], title: str, text: str, *answers: object, zero: str = "") -> Exchange:
    """Return what is asked in a step with these answers; `zero` says what [0] means where words do not."""
    state = step.state.state
    reactions: list[Reaction] = []
    for value in answers:
        action = value[0] if isinstance(value, list) and value else None
        legal = isinstance(action, int | str) and action in game.legal_actions(step.state, step.seat)
        said = words.move(state, step.seat, action) if legal and isinstance(action, int | str) else ""
        reactions.append(reaction(game, step, value, f"{said}{zero if action == STOP else ''}"))
    return Exchange(title, text, laid_out(protocol.encode_state(state, step.seat)), tuple(reactions))


def _investing(game: AnyGame, table: Table[Position]) -> Exchange:
    step = step_where(table, lambda state, seat: isinstance(state.phase, Investing) and state.players[seat].coins > 2)
    coins = step.state.state.players[step.seat].coins
    return _exchange(
        game,
        step,
        "Investing: how many coins do you bid?",
        "All pay what they bid, winners and losers. Who alone bids most attacks; after a tie, also of 0, nobody does.",
        [0],
        [coins],
        [coins + 1],
        0,
        [1.5],
        zero=": bids nothing, and can't win the bidding",
    )


def _attacking(game: AnyGame, table: Table[Position]) -> Exchange:
    step = step_where(
        table, lambda state, seat: isinstance(state.phase, Attacking) and state.phase.attacker_card is None
    )
    legal, cards = game.legal_actions(step.state, step.seat), step.state.state.players[step.seat].cards
    return _exchange(
        game,
        step,
        "Attacking: which card attacks?",
        "You are the attacker: phase.attacker is your seat and phase.attacker_card is false. Answer the index of a "
        "card of yours, or 0 to stop. While you have a card left to attack with, you are asked again.",
        *([action] for action in legal[:2]),
        [len(cards)],
        [cards[legal[-1]].card.name],
    )


def _defending(game: AnyGame, table: Table[Position]) -> Exchange:
    step = step_where(
        table, lambda state, seat: isinstance(state.phase, Attacking) and state.phase.attacker_card is not None
    )
    legal = game.legal_actions(step.state, step.seat)
    return _exchange(
        game,
        step,
        "Defending: which card defends?",
        "You are a defender: phase.attacker is another seat, and phase.attacker_card the index of its attacking card. "
        "Answer the index of a card of yours; you can't decline. Whoever has no card to defend with is not asked, and "
        "is out. A card faints if the attack is higher than its defence; the attacker's if a defender's attack is "
        "higher than its defence. What fainted is gone, and the cards behind it move up: an index is good for one "
        "answer.",
        *([action] for action in legal[:2]),
        [STOP],
    )


def _buying(game: AnyGame, table: Table[Position]) -> Exchange:
    step = step_where(
        table,
        lambda state, seat: isinstance(state.phase, Buying) and 1 < len(game.legal_actions(Position(state), seat)) < 7,
    )
    legal, state = game.legal_actions(step.state, step.seat), step.state.state
    dear = next(stock.card.name for stock in state.shop if stock.card.name not in legal)
    return _exchange(
        game,
        step,
        "Buying: which card do you buy?",
        "Answer a card's name out of the shop that you can pay for, or Pass; either uses one buy. With another buy you "
        "are asked again. If more players name a card than copies are left, nobody gets it, all of them pay, and the "
        "copies are gone. A sold-out card may be named, and only costs the coins.",
        *([action] for action in legal if action != PASS),
        [PASS],
        [dear],
        [0],
    )


def _end(game: AnyGame, table: Table[Position], fault: bool) -> Exchange:
    state = table.state.state
    title, text = (
        "The end",
        "No answer: end. phase.winner is the seat that has won, or false for a draw. You get it also when you are out.",
    )
    if fault:
        step = step_where(table, lambda state, seat: isinstance(state.phase, Investing))
        reason = reaction(game, step, [-1]).meaning
        state = replace(step.state.state, phase=Forfeit(step.seat, reason))
        title = "The end after a fault"
        text = "No answer: end. The seat in phase.forfiet (spelt so) forfeits, for the reason; nobody wins."
    return Exchange(title, text, laid_out(protocol.encode_state(state, 0)))


def _faults() -> Chapter:
    return faults(
        [
            ("no array of one integer or string", "0, [], [true], [1.0], [1,2]"),
            ("no JSON", "text for a person before the answer"),
            ("an answer that is not legal", "a bid above your coins, a card's index of yesterday"),
            ("too late", "no answer in time: not flushed, or waiting for a line's end"),
            ("gone", "your program ended, or closed its output"),
            ("too much", "more output than an answer may have"),
        ],
        "An answer too many stays in the pipe, and is taken for the answer to the next state. Exit status and "
        "standard error never count.",
        begin=["The first fault ends the game for all: its player forfeits, and nobody wins. Faults are"],
    )


def _numbers() -> Chapter:
    first = new_game(2).players[0]
    stipend = first.cards[0].card
    return Chapter(
        "numbers",
        "The game in numbers",
        (
            Grid(
                ("what", "how much"),
                (
                    ("to begin with", f"{first.coins - stipend.income[0]} coin and {stipend.name}"),
                    ("every morning", f"{first.buys} buy, and the coins of your cards, in their order"),
                    ("to win", f"{POINTS_TO_WIN} points and more than every other, or to be the only one left"),
                    ("a draw", f"after {MAX_DAYS} days"),
                ),
            ),
            "Each day: income, investing, attacking, buying. A winner is looked for after every fight and every "
            "round of purchases.",
        ),
    )


def _differences() -> Chapter:
    keys = {dialect: _key(dialect) for dialect in ("referee", "assignment")}
    return differences(
        "the original",
        [
            (
                "attacker's card",
                f"{keys['assignment']} in the assignment, {keys['referee']} by its referee",
                f"{keys['referee']}; with --wire assignment as there. Read both",
            ),
            ("after a fault", "the assignment is silent", "phase fault to all, as its referee does"),
            ("what is no JSON", "costs the whole time limit", "a fault at once"),
            ("after the end", "your input is closed; you may be killed", f"both, {GRACE:g} s later"),
            ("exit status", "0 after a fault", "3 after a fault"),
        ],
        "States, order of questions, traces and results are the same, byte by byte.",
    )


def _key(dialect: Dialect) -> str:
    """Return the key of the attacking card in a dialect."""
    state = replace(new_game(2), phase=Attacking(0))
    phase = protocol.encode_state(state, 0, dialect)["phase"]
    assert isinstance(phase, dict)
    return next(str(key) for key in phase if key not in ("name", "attacker"))
