"""A game in words: what a seat did in a step, and how the game ended."""

from economancy.analysis.trace import TracedGame, TraceStep
from economancy.pages.story import StoryRound, Storyteller
from economancy.protocol import TIMEOUT_MARK
from economancy.rules.attacking import STOP
from economancy.rules.state import PASS, Action, Attacking, Buying, End, Forfeit, Investing, State
from gamekit.text import escaped
from gamekit.wire.json_stream import dumps, preview


def move(state: State, seat: int, action: Action) -> str:
    """Return what a seat does by a legal action: `invests 3`, `attacks with Ghost`, `buys Golem`."""
    match state.phase:
        case Investing():
            return f"invests {action}"
        case Attacking(attacker) if attacker == seat:
            return "stops attacking" if action == STOP else f"attacks with {_owned(state, seat, action)}"
        case Attacking():
            return f"defends with {_owned(state, seat, action)}"
    if action == PASS:
        return "passes"
    return f"pays for {action}, which is sold out" if sold_out(state, action) else f"buys {action}"


def sold_out(state: State, action: Action) -> bool:
    """Tell whether an action names a card of the shop that is sold out: legal, but it only wastes coins."""
    return isinstance(state.phase, Buying) and any(stock.card.name == action and not stock.left for stock in state.shop)


def _owned(state: State, seat: int, index: Action) -> str:
    return state.players[seat].cards[int(index)].card.name


def label(step: TraceStep) -> str:
    """Return what the seat of a step did, also if that was no legal move; empty for a step without a seat."""
    if step.seat is None:
        return ""
    if step.action is not None:
        return move(step.state, step.seat, step.action)
    if step.answer is None:
        return "gives no answer"
    if step.answer.data == TIMEOUT_MARK:
        return "gives no answer in time"
    return f"answers {preview(dumps(step.answer.data), 60)[1:-1]}, which is not legal"


def phase_name(state: State) -> str:
    """Return the phase as a heading."""
    match state.phase:
        case Investing():
            return "Investing"
        case Attacking(_, None):
            return "Attacking"
        case Attacking():
            return "Defending"
        case End() | Forfeit():
            return "The end"
    return "Buying"


def ending(game: TracedGame) -> str:
    """Return how the game ended, as far as the trace tells, as a sentence."""
    state = game.steps[-1].state
    match state.phase:
        case End(None):
            return "A draw."
        case End(int(winner)):
            alive = [player for player in state.players if not player.out]
            points = state.players[winner].points
            how = "the only one left" if len(alive) == 1 else f"with {points} points"
            return f"{game.names[winner]} wins, {how}."
        case Forfeit(forfeit, reason):
            return f"{game.names[forfeit]} forfeits: {escaped(reason)}."
    return "The trace ends here, before the game does."


def outcome(game: TracedGame, one: range) -> str:
    """Return what came of the steps of a round beyond their labels, in sentences.

    It is empty if there is no more to say, and if the trace does not keep to the rules.
    """
    members = game.steps[one.start : one.stop]
    actions = {step.seat: step.action for step in members if step.seat is not None and step.action is not None}
    if game.complaint or len(actions) < len(members):
        return ""
    played = StoryRound(members[0].state, actions, game.steps[one.stop].state)
    return " ".join(Storyteller(game.names, viewer=None).tell_outcome(played))
