"""How a player of Lost Cities speaks: the description that `lost-cities protocol` shows."""

from collections.abc import Callable, Sequence

from gamekit.game import AnyGame, Observation
from gamekit.pages.protocol.chapters import FLUSH, differences, faults, limits, reaction, table_of, traces, trying
from gamekit.pages.protocol.parts import Chapter, Exchange, Grid, Listing, Reaction, laid_out
from gamekit.table import Step, Table
from gamekit.wire.tcp import HOST, PORT
from lost_cities import wire
from lost_cities.protocol.lines import (
    DRAW_QUESTION,
    ERROR,
    LETTERS,
    PLAY_QUESTION,
    RejectedError,
    board,
    card_name,
    decode_action,
    encode_action,
    picked_up,
    result,
    told,
)
from lost_cities.rules import SUITS, Action, Card, Discard, Draw, Play, State, legal_actions, observe, score
from lost_cities.rules.cards import BONUS, BONUS_CARDS, COST, DECK, HAND, INVESTMENT

REJECTED = "rejected"
"""What a wrong answer is called: it costs a line, and the question stands."""


def chapters(game: AnyGame) -> list[Chapter]:
    """Return the description."""
    table = table_of(game, ("random", "ads-like"))
    return [
        _wire(game),
        _messages(table),
        _news(table),
        _faults(),
        limits(game, ("wrong answers", f"{wire.MOST_REJECTED} to one question; one more is a fault"), values=False),
        _cards(),
        _json(game, table),
        _differences(game),
        traces(game, table),
    ]


def _wire(game: AnyGame) -> Chapter:
    return Chapter(
        "wire",
        "The wire",
        (
            "Your program is a client: started once a game with two arguments, a host and a port, it connects over "
            "TCP, plays one game, and ends. The server sends lines of text; a line that ends with a question wants "
            "one line as its answer.",
            f"A SEAT that is a path is started in this way. So is a quoted command with the words {HOST} and {PORT} in "
            "it. Any other quoted command speaks the same lines over its standard input and output.",
            f"A turn is two questions: {PLAY_QUESTION} and then {DRAW_QUESTION} Before each comes the whole board. "
            "Whoever waits gets no board.",
            FLUSH,
            "End each answer with a line's end. Blanks around it and capitals do not matter.",
            trying(game),
            Listing("Over TCP:", f'{game.name} check "python bot.py {HOST} {PORT}"'),
        ),
    )


Suits = Callable[[State, Sequence[Action]], bool]


def _step(table: Table[State], suits: Suits) -> Step[State]:
    """Return the first step of a game whose state and legal actions suit."""
    return next(step for step in table.all_steps() if suits(step.state, legal_actions(step.state)))


def _text(lines: Sequence[str]) -> str:
    return "".join(f"{line}\n" for line in lines)


def _exchange(step: Step[State], title: str, text: str, *answers: tuple[str, str]) -> Exchange:
    """Return a question with the board, and answers with what they mean; what is rejected has the server's line."""
    view = observe(step.state, step.seat)
    reactions = []
    for answer, meaning in answers:
        try:
            decode_action(answer, view)
        except RejectedError as error:
            reactions.append(Reaction(answer, f"{ERROR}  {error}", REJECTED))
        else:
            reactions.append(Reaction(answer, meaning))
    news = [] if view.discarded is None else [told(Discard(view.discards[view.discarded][-1]), None)[0]]
    return Exchange(title, text, _text([*news, *board(view)]), tuple(reactions))


def _messages(table: Table[State]) -> Chapter:
    playing = _step(table, lambda state, legal: not state.drawing and _lacks(state, legal) and any(state.discards))
    drawing = _step(table, lambda state, legal: state.discarded is not None and len(legal) > 1)
    legal = legal_actions(playing.state)
    play = next(each for each in legal if isinstance(each, Play))
    discard = next(each for each in legal if isinstance(each, Discard))
    barred = next(each.card for each in legal if isinstance(each, Discard) and Play(each.card) not in legal)
    absent = next(card for card in DECK if card not in playing.state.hands[playing.seat])
    pile = next(each for each in legal_actions(drawing.state) if isinstance(each, Draw) and each.suit is not None)
    assert drawing.state.discarded is not None
    return Chapter(
        "messages",
        "Questions and answers",
        (
            _exchange(
                playing,
                PLAY_QUESTION,
                "Each suit has three lines: the opponent's expedition, the discards (the last lies on top), yours. An "
                "answer is a value and a suit's letter, i for an investment; with d before it the card is discarded.",
                (encode_action(play), f"lay {card_name(play.card)} on your expedition"),
                (encode_action(discard), f"discard {card_name(discard.card)}"),
                (card_name(Card(play.card.suit, INVESTMENT)), ""),
                (encode_action(Play(barred)), ""),
                (encode_action(Discard(absent)), ""),
            ),
            _exchange(
                drawing,
                DRAW_QUESTION,
                "First comes what you have just done. Your hand is a card short. n draws from the deck, a suit's "
                "letter takes the top of its discards, but not what you have just discarded.",
                ("n", "draw from the deck"),
                (encode_action(pile), f"pick up from the discards of {SUITS[pile.suit or 0]}"),
                (LETTERS[drawing.state.discarded], ""),
                ("deck", ""),
            ),
            Exchange(
                "The end",
                "After the last card of the deck is drawn. No answer: the server closes.",
                _text(result(table.state, 0)),
            ),
        ),
    )


def _lacks(state: State, legal: Sequence[Action]) -> bool:
    """Tell whether some card of the hand can be laid and another one can't."""
    plays = [each.card for each in legal if isinstance(each, Play)]
    return bool(plays) and len(plays) < len(set(state.hands[state.mover]))


def _news(table: Table[State]) -> Chapter:
    kinds: dict[object, tuple[str, ...]] = {}
    for step in table.all_steps():
        kind = type(step.action), isinstance(step.action, Draw) and step.action.suit is None
        mine, theirs = told(step.action, picked_up(step.state, step.action))
        kinds.setdefault(kind, (encode_action(step.action), mine, theirs))
    return Chapter(
        "news",
        "What you are told between questions",
        (
            "For every answer that is taken both sides get a line. Remember them: what the opponent picks up is in its "
            "hand, and no board says so.",
            Grid(("answer", "whoever moved", "the other"), tuple(kinds.values())),
        ),
    )


def _faults() -> Chapter:
    return faults(
        [
            ("too many wrong answers", f"{wire.MOST_REJECTED + 1} to one question"),
            ("too late", "no line in time, all wrong ones included: not flushed, for example"),
            ("gone", "your program ended or closed the connection"),
        ],
        "After somebody's fault the connection is closed without a result.",
        begin=[
            f"A wrong answer is no fault yet: the server sends a line that begins with {ERROR} and waits for another "
            f"answer to the same question, without the board. So answer whenever a line ends with ? or begins with "
            f"{ERROR} and never with the same answer again. An empty line is a wrong answer, too.",
            "Faults, which lose the game, are",
        ],
    )


def _cards() -> Chapter:
    suit = [card.value for card in DECK if card.suit == 0]
    numbers = [value for value in suit if value != INVESTMENT]
    lone = (Card(0, INVESTMENT),)
    whole = tuple(card for card in DECK if card.suit == 0)
    return Chapter(
        "cards",
        "Cards and points",
        (
            Grid(("letter", "suit"), tuple(zip(LETTERS, SUITS, strict=True))),
            f"Each suit has {suit.count(INVESTMENT)} investments (i, on the board Inv) and the numbers {numbers[0]} to "
            f"{numbers[-1]}: {len(DECK)} cards. {HAND} are dealt to each side, {len(DECK) - 2 * HAND} are the deck. "
            "The game ends when the last of these is drawn.",
            "On an expedition numbers rise, and investments come before them. An expedition with a card scores (the "
            f"sum of its numbers - {COST}) x (1 + investments), and {BONUS} more with {BONUS_CARDS} cards; one "
            f"without scores 0. A lone investment is {score(lone)}, all cards of a suit are {score(whole)}. More "
            "points win.",
        ),
    )


def _json(game: AnyGame, table: Table[State]) -> Chapter:
    step = _step(table, lambda state, legal: not state.drawing and any(state.discards))
    shown = Observation(game.observe(step.state, step.seat), step.seat)
    return Chapter(
        "json",
        "Instead of lines: JSON",
        (
            "With --wire json a program is sent an object on its standard input for each question, and answers with a "
            "string. Here a wrong answer is a fault.",
            Exchange(
                "A play",
                "expeditions, discards and memories: yours first. discarded and drawing: as in Draw from? A memory "
                "is what the boards no longer show: cards picked up that are still in hand, how often a side took "
                "discards, how often it left a useful one.",
                laid_out(game.encode_observation(shown)),
                tuple(
                    reaction(game, step, value)
                    for value in (encode_action(legal_actions(step.state)[0]), encode_action(Draw()))
                ),
            ),
        ),
    )


def _differences(game: AnyGame) -> Chapter:
    return differences(
        "the quiz's server",
        [
            ("time", "waits for ever", f"{game.answer_seconds:g} s for an answer (--timeout)"),
            ("wrong answers", "as many as you like", f"{wire.MOST_REJECTED} to a question"),
            ("who begins", "drawn by lot", "seat 0; a tournament exchanges the seats"),
            ("news of the opponent", "at once", "with your next question"),
            ("its other side", "a player file in Ruby, or a person", "any SEAT"),
            ("a fault", "there is none: the connection breaks", "loses; the connection is closed"),
        ],
        "All lines are the same, byte by byte.",
    )
