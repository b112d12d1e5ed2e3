"""How a player of Santorini speaks: the description that `santorini protocol` shows."""

from collections.abc import Callable
from dataclasses import replace

from gamekit.game import AnyGame
from gamekit.pages.protocol.chapters import FLUSH, differences, faults, limits, reaction, table_of, traces, trying
from gamekit.pages.protocol.parts import Chapter, Exchange, Grid, Reaction, laid_out
from gamekit.table import Step, Table
from santorini import protocol
from santorini.pages.questions import space_name, turn_text
from santorini.rules import State, successors
from santorini.rules.board import CAP, SIZE, TOP
from santorini.rules.cards import APOLLO, CARDS, PAN, POWERS


def chapters(game: AnyGame) -> list[Chapter]:
    """Return the description."""
    base = table_of(game, ("greedy", "greedy"))
    cards = table_of(game, ("greedy", "greedy"), f"{APOLLO}-{PAN}")
    return [
        _wire(game),
        _messages(game, base, cards),
        _faults(),
        limits(game),
        _cards(),
        _differences(),
        traces(game, base),
    ]


def _wire(game: AnyGame) -> Chapter:
    return Chapter(
        "wire",
        "The wire",
        (
            "Your program is started once a game, without arguments. Messages come on its standard input, each a "
            "JSON value and a line's end. To each it writes a JSON value to its standard output: what the message "
            "has become by its turn, as the other player will see it.",
            FLUSH,
            "No message says that the game is over: your input ends, or your program is killed.",
            "A message is an array while tokens are placed, and then a board, an object. Whoever is to move stands "
            "first in it: so your answer has the other player first.",
            trying(game),
        ),
    )


def _step(table: Table[State], suits: Callable[[State], bool]) -> Step[State]:
    """Return the first step of a game whose state suits."""
    return next(step for step in table.all_steps() if suits(step.state))


def _exchange(game: AnyGame, step: Step[State], title: str, text: str, *afters: State) -> Exchange:
    """Return what is asked in a step, and states that its mover may answer with; without any, what was played."""
    reactions = [
        reaction(game, step, protocol.encode_answer(after), turn_text(step.state, after))
        for after in afters or (step.action,)
    ]
    return Exchange(title, text, laid_out(protocol.encode(step.state)), tuple(reactions))


def _messages(game: AnyGame, base: Table[State], cards: Table[State]) -> Chapter:
    board = _step(base, lambda state: not state.placing)
    winning = _step(base, lambda state: any(after.won for after in successors(state)))
    won = next(after for after in successors(winning.state) if after.won)
    return Chapter(
        "messages",
        "Messages and answers",
        (
            Grid(
                ("in a message", "what it says"),
                (
                    (
                        "[row, column]",
                        f"a space, both from 1 to {SIZE}; {space_name(0)} in words here is [1,1], {space_name(1)} "
                        "[1,2]",
                    ),
                    ("a player", "its two tokens, [[row, column], [row, column]], in any order"),
                    ("  with cards", '{"card": NAME, "tokens": [...]}, before they are placed without "tokens"'),
                    ("players", "whoever is to move, then the other"),
                    ("spaces", f"the levels, {SIZE} rows of {SIZE}: 0 to {TOP}, and {CAP} for a capped space"),
                    ("turn", "from 0, for both players together"),
                ),
            ),
            "On the wire a message is one line without blanks; it is broken up here to fit. Other keys may come: read "
            "past them.",
            _exchange(
                game, _step(base, lambda state: state.turn == -2), "The first player places", "Nobody is there yet."
            ),
            _exchange(
                game,
                _step(base, lambda state: state.turn == -1),
                "The second player places",
                "The other's tokens go back just as they came, and stand first: that is the first board's order.",
            ),
            _wrong(
                game,
                board,
                _exchange(
                    game,
                    board,
                    "A turn",
                    "Move a token to a space beside it that is free, not capped, and at most one level higher; then "
                    "build one level beside where it stands now. Swap the players and add 1 to turn.",
                ),
            ),
            _exchange(
                game,
                winning,
                "A winning turn",
                f"A move up to level {TOP} wins at once: nothing is built.",
                won,
            ),
            _exchange(
                game,
                _step(cards, lambda state: state.turn == -2),
                "With cards: the first player places",
                "Your card stands first, the other's second. Answer with the order swapped.",
            ),
            _exchange(game, _step(cards, lambda state: state.turn == -1), "With cards: the second player places", ""),
            _exchange(game, _step(cards, lambda state: state.turn == 2), "With cards: a turn", ""),
        ),
    )


def _wrong(game: AnyGame, step: Step[State], exchange: Exchange) -> Exchange:
    """Return an exchange of a turn with answers that are faults: players not swapped, nothing built."""
    after = step.action
    unswapped = replace(after, mover=after.other, other=after.mover)
    unbuilt = replace(after, levels=step.state.levels)
    wrong = (reaction(game, step, protocol.encode_answer(each)) for each in (unswapped, unbuilt))
    said = ("the players are not swapped", "nothing is built")
    more = (Reaction(one.answer, f"{words}: {one.meaning}", one.word) for one, words in zip(wrong, said, strict=True))
    return replace(exchange, reactions=(*exchange.reactions, *more))


def _faults() -> Chapter:
    return faults(
        [
            ("a wrong shape", "no board, a token off the board, two on a space"),
            ("an illegal turn", "a board that does not follow: see A turn above"),
            ("no JSON", "text for a person before the answer"),
            ("too late", "no answer in time: not flushed, for example"),
            ("gone", "your program ended, or closed its output"),
        ],
        "Whoever can't move and build loses; a board without a legal turn is never sent. Exit status and "
        "standard error never count.",
    )


def _cards() -> Chapter:
    return Chapter(
        "cards",
        "Cards",
        (
            Grid(("card", "its owner"), tuple((card, POWERS[card]) for card in CARDS)),
            "Spelt exactly so. Each player has another one; --cards A-B deals A to the first player. A card that you "
            "do not know, or that both have, is no power. Only a move of one's own up wins, not being pushed or "
            "swapped up.",
        ),
    )


def _differences() -> Chapter:
    return differences(
        "the course",
        [
            ("cards", "announced as an addition; its referee has them", "the same eight, spelt as there"),
            ("more keys", 'its boards also had "style"', "none sent; yours are ignored"),
            ("order of tokens", "may be compared, value by value", "free; ours keep it"),
            ("the end", "your program is killed", "your input ends; killed a moment later"),
            ("a trace", "its own formats", "every state is a board; see there"),
        ],
    )
