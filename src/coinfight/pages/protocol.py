"""How a player of Coin Fight speaks: the description that `coinfight protocol` shows."""

from collections.abc import Sequence

from coinfight import protocol, wire
from coinfight.pages import words
from coinfight.protocol import LineError
from coinfight.rules import DENOMINATIONS, STARTING_HAND, State, alive, legal_actions, objection, seat_to_move, value
from gamekit.game import AnyGame
from gamekit.pages.protocol.chapters import differences, limits, table_of, traces, trying
from gamekit.pages.protocol.parts import FAULT, Chapter, Exchange, Grid, Reaction
from gamekit.table import Step


def chapters(game: AnyGame) -> list[Chapter]:
    """Return the description."""
    steps = [*table_of(game, ("randy",) * 3).all_steps()]
    return [
        _wire(game),
        _messages(steps),
        _faults(_rich(steps)),
        limits(
            game,
            ("a whole number", f"{protocol.MAX_DIGITS:,} digits"),
            ("all that you start", "is ended with the turn"),
            output=wire.MOST,
            values=False,
        ),
        _numbers(),
        _differences(game),
        traces(game, table_of(game, ("greedy", "greedy"))),
    ]


def _rich(steps: Sequence[Step[State]]) -> Step[State]:
    """Return the first step with change to take for the highest coin and for a lower one."""
    return next(
        step
        for step in steps
        if sum(any(action.change) and action.coin > 1 for action in legal_actions(step.state)) > 8
    )


def _wire(game: AnyGame) -> Chapter:
    return Chapter(
        "wire",
        "The wire",
        (
            "Your program is started anew for every turn, without arguments. The state comes as text on its standard "
            "input, which is then closed; it writes two lines, the coin that it pays and the change that it takes, and "
            "ends. What it wrote is read when it has ended. It remembers nothing from turn to turn.",
            "Read the input to its end before you end. Each start costs time: a program that starts slowly may lose by "
            "the time of a whole game.",
            "The first line of a state is P T: the number of seats, and the turn's number from 0. You are seat T mod "
            "P, counted from 0. Then come P + 1 pools of pairs COUNTxCOIN: the table, then the hand of each seat. A "
            "seat that is out keeps its line, with zeros.",
            "Pay exactly one coin of your hand, and take any coins of the table that are worth less than it "
            "together. The coin that you pay can't be taken back. Nobody may pass. Whose hand is empty after its own "
            "turn is out; the last with coins wins.",
            trying(game),
        ),
    )


def _reaction(step: Step[State], text: str) -> Reaction:
    """Return what comes of an answer, a text, in a step."""
    try:
        action = protocol.decode_action(text, step.state.denominations)
    except LineError as error:
        return Reaction(text, str(error), FAULT)
    found = objection(step.state, action)
    return Reaction(text, found.reason, FAULT) if found else Reaction(text, words.move(step.state, action))


def _exchange(step: Step[State], title: str, text: str, *answers: str) -> Exchange:
    return Exchange(title, text, protocol.encode_state(step.state), tuple(_reaction(step, each) for each in answers))


def _answers(state: State) -> list[str]:
    """Return some legal answers: the lowest and the highest coin, for nothing and for the most."""
    actions = words.best_first(state, legal_actions(state))
    lowest, highest = actions[0].coin, actions[-1].coin
    shown = [next(each for each in actions if each.coin == coin) for coin in dict.fromkeys((lowest, highest))]
    return [protocol.encode_action(state, each) for each in shown]


def _messages(steps: Sequence[Step[State]]) -> Chapter:
    first, rich = steps[0], _rich(steps)
    out = next(step for step in steps if len(alive(step.state)) < len(step.state.hands))
    last = next((step for step in steps if sum(step.state.hands[seat_to_move(step.state)]) == 1), out)
    forced = _answers(last.state)
    return Chapter(
        "messages",
        "Messages and answers",
        (
            _exchange(
                first,
                "The first turn",
                "The table is empty: there is nothing to take. Zeros may be left out of an answer, and the second "
                "line, too.",
                *_answers(first.state),
                f"{first.state.denominations[0]}\n",
            ),
            _exchange(
                rich,
                "A turn with change on the table",
                "The two ends of what may be done:",
                *_answers(rich.state),
            ),
            _exchange(out, "A turn after somebody has gone out", "", *_answers(out.state)),
            _exchange(last, "The last coin", "It must be paid, also if that puts you out.", forced[0]),
            "The end is not told: your program is not started again.",
        ),
    )


def _faults(step: Step[State]) -> Chapter:
    state = step.state
    hand = state.hands[seat_to_move(state)]
    coin = max(face for face, count in zip(state.denominations, hand, strict=True) if count)
    lacking = next((face for face, count in zip(state.denominations, hand, strict=True) if not count), 3)
    there = next(face for face, count in zip(state.denominations, state.table, strict=True) if count)
    shapes = (
        f"{coin}\n1x{there}\n",
        f"{coin} 1x{there}\n",
        f"{coin}\n1x{there},\n",
        f"{coin}\r\n 0x{there} , 1x{there}\r\n",
        f"{coin}",
        f"{coin} cents\n",
        f"{coin}.0\n",
        f"{coin}\n1X{there}\n",
        f"{coin}\n1x2\n",
        f"{coin}\n{coin}x1\n",
        f"{coin}\n99x{there}\n",
        f"{lacking}\n",
        f"{coin}\n-1x{there}\n",
        "I pay\n",
        "",
    )
    return Chapter(
        "faults",
        "Faults",
        (
            "A fault puts you out of this game: your hand leaves it, and the others play on. If the change was not "
            "on the table, the coin that you paid stays there.",
            Exchange(
                "What is read as an answer, and what is not",
                "In this state, by the rules of the original:",
                protocol.encode_state(state),
                tuple(_visible(_reaction(step, text)) for text in shapes),
            ),
            "Faults, too: no end in time, more output than is read. Not looked at: what follows the second line, the "
            "exit status, standard error.",
        ),
    )


def _visible(one: Reaction) -> Reaction:
    r"""Return the same with an answer on one line: \n for an end of line."""
    return Reaction(repr(one.answer)[1:-1] or "(nothing)", one.meaning, one.word)


def _numbers() -> Chapter:
    return Chapter(
        "numbers",
        "The game in numbers",
        (
            Grid(
                ("coin", "in each hand at the start", "take at most"),
                tuple(
                    (str(face), str(count), str(face - 1))
                    for face, count in zip(DENOMINATIONS, STARTING_HAND, strict=True)
                ),
            ),
            f"A hand is worth {value(DENOMINATIONS, STARTING_HAND)} at the start, and less after each of its turns: "
            "so many turns at most. The table is empty. Read the coins out of the pairs: --hand plays with others.",
        ),
    )


def _differences(game: AnyGame) -> Chapter:
    return differences(
        "the original framework",
        [
            ("change", "as published, read and dropped: mend that line", "counts"),
            ("a turn", "no limit: it waits for ever", f"{game.answer_seconds:g} s (--timeout)"),
            ("too much output", "hangs for ever", "a fault"),
            ("ended early", "may end the framework", "counts by what it wrote"),
            ("a whole game", f"{game.game_seconds:g} s in ticks of 0.01 s", f"{game.game_seconds:g} s"),
        ],
        f"`{game.name} framework DIR` plays in the original.",
    )
