"""What one seat may see of a session, as JSON for its page. Numbers that have no limit, coins and bids, are strings."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from economancy.analysis.position import Analysis, Chances, ranked
from economancy.pages.question import PageQuestion, question
from economancy.pages.story import StoryRound, Storyteller
from economancy.protocol import encode_state
from economancy.rules.position import Position
from economancy.rules.state import End, Forfeit, Investing, Observation, State
from gamekit.game import Fault as Broken
from gamekit.table import Round as GameResult
from gamekit.web.play_page import left, of_session
from gamekit.web.session import Session

_LOOK_BACK = 3
"""How many rounds are news to who is out of the game (chosen: an attack, its defence and the purchases)."""


def seen(session: Session[Position], seat: int, since: int = 0) -> dict[str, object]:
    """Return all that the page of a seat shows, and the story from a round on.

    Nothing that another seat has chosen in secret is in it.
    """
    table = session.table
    asked = session.asked
    own = table.choice(seat)
    shown, rounds = _ended(table.shown, table.forfeit), [round_of(played) for played in table.rounds()]
    teller = Storyteller(session.names, seat)
    return {
        **of_session(session, seat, since),
        "names": session.names,
        "state": _state(shown),
        "question": _question(question(Observation(shown, seat), session.names)) if seat in asked else None,
        "own": None if own is None else str(own),
        "chosen": [other for other in range(len(session.names)) if table.has_answered(other)],
        "waiting": asked,
        "bids": {str(seat): str(bid) for seat, bid in _bids_today(shown, rounds).items()},
        "story": [{"day": played.before.day, "lines": teller.tell(played)} for played in rounds[since:]],
        "latest": _latest(shown, rounds, seat),
        "over": _ending(session, shown, teller),
    }


def hinted(analysis: Analysis, seat: int) -> dict[str, object]:
    """Return what an analysis says to a seat: its own candidates, the best first, and everybody's chances."""
    return {
        "chances": _chances(analysis.chances),
        "candidates": [
            {"action": str(one.action), "probability": one.probability, **_chances(one.chances)}
            for one in ranked(analysis.candidates.get(seat, ()), seat)
        ],
    }


def _chances(chances: Chances) -> dict[str, object]:
    return {"wins": chances.wins, "draw": chances.draw}


def _state(state: State) -> dict[str, object]:
    shown = encode_state(state)
    players = shown["players"]
    assert isinstance(players, list)
    return {**shown, "players": [{**player, "coins": str(player["coins"])} for player in players]}


def _question(asked: PageQuestion) -> dict[str, object]:
    return {
        "kind": asked.kind,
        "title": asked.title,
        "help": asked.help,
        "most": None if asked.most is None else str(asked.most),
        "options": [{"action": one.action, "label": one.label, "note": one.note} for one in asked.options],
    }


def _ended(position: Position, forfeit: Broken | None) -> State:
    """Return the state of a position, after a fault as the referee writes it."""
    if forfeit is None:
        return position.state
    return replace(position.state, phase=Forfeit(forfeit.seat, forfeit.reason))


def round_of(played: GameResult[Position]) -> StoryRound:
    """Return a round as a `Storyteller` tells it."""
    return StoryRound(played.before.state, played.actions, _ended(played.after, played.forfeit))


def _bids_today(state: State, rounds: Sequence[StoryRound]) -> Mapping[int, object]:
    """Return the bids of this day, once they are open."""
    if isinstance(state.phase, Investing):
        return {}
    bids = (played for played in reversed(rounds) if isinstance(played.before.phase, Investing))
    last: StoryRound | None = next(bids, None)
    return last.actions if last else {}


def _latest(state: State, rounds: Sequence[StoryRound], seat: int) -> int:
    """Return the round from which on a seat has not been told of the outcome of what it chose last."""
    if state.players[seat].out:
        return max(0, len(rounds) - _LOOK_BACK)
    return max((number for number, played in enumerate(rounds) if seat in played.actions), default=0)


def _ending(session: Session[Position], state: State, teller: Storyteller) -> dict[str, object] | None:
    if text := left(session, teller.viewer):
        return {"text": text, "winner": None}
    if not session.table.over:
        return None
    winner = state.phase.winner if isinstance(state.phase, End) else None
    return {"text": teller.ending(state), "winner": winner}
