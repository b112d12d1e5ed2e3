"""Games as the script of the page to watch them takes them: frame by frame, and what an appraisal says of them."""

from collections.abc import Iterator, Sequence
from itertools import accumulate
from math import isnan
from typing import Any

from gamekit.analysis.frames import Frame, WatchedGame, frames
from gamekit.analysis.games import LEAST_COST, Judgement, RoundAppraisal
from gamekit.answer import Answer, Failure, Kind
from gamekit.game import AnyGame, Observation
from gamekit.game.appraisal import Candidate, Worth
from gamekit.pages.drawings import Catalogue, Drawings
from gamekit.pages.telling import board, latest, tell, tell_end
from gamekit.table import Step
from gamekit.wire.json_stream import dumps, preview

MOST_CANDIDATES = 8
"""How many candidates of a decision are listed, beside the one that was played (guessed: a screen shows them)."""

MOST_PLIES = 6
"""Of an expected line (guessed: people look no further)."""


OptionCatalogue = Catalogue[tuple[str, ...]]
"""What may be chosen, by numbers: each in words, and its clicks."""


class Replay:
    """Draws one game; several of a page share their drawings and options."""

    def __init__(self, game: AnyGame, watched: WatchedGame[Any], drawings: Drawings, options: OptionCatalogue) -> None:
        self.game, self.watched, self._drawings, self._options = game, watched, drawings, options
        self._eyes: list[int | None] = [None]
        if not game.perfect_information:
            self._eyes += range(len(watched.names))
        self._ending, self._drawn_by_script = ending(game, watched), bool(game.page_script())
        self._boards: list[list[int]] = []
        self._first = [*accumulate((len(played.steps) for played in watched.rounds), initial=0)]

    def data(self) -> dict[str, object]:
        """Return the game without an appraisal."""
        return {
            "names": self.watched.names,
            "ending": self._ending,
            "complaint": self.watched.complaint,
            **({"forfeit": self.watched.forfeit.seat} if self.watched.forfeit else {}),
            "hides": not self.game.perfect_information,
            "frames": [self._frame(frame) for frame in frames(self.watched)],
        }

    def _frame(self, frame: Frame[Any]) -> dict[str, object]:
        game, names, step = self.game, self.watched.names, frame.step
        past = self.watched.rounds[: frame.done]
        self._boards.append(self._drawn(frame.state, [latest(game, past, eye) for eye in self._eyes]))
        found: dict[str, object] = {
            "moment": game.moment_text(frame.state) if step else "The end",
            "length": game.length(frame.state),
            "boards": self._boards[-1],
        }
        if step is None:
            return found
        move = move_text(game, step, names)
        story = [tell(game, frame.ends, names, eye) for eye in self._eyes] if frame.ends else []
        news = [[line for line in lines if line not in (move, self._ending)] for lines in story]
        if any(news):
            found["story"] = news if any(one != news[0] for one in news) else news[:1]
        if step.action is not None and self._drawn_by_script:
            found["action"] = game.encode_action(step.action)
        return {**found, "seat": step.seat, "move": move}

    def _drawn(self, state: Any, last: Sequence[Any], like: Sequence[int] = ()) -> list[int]:
        """Return the numbers of the drawings of a state, for each reader; `like` are those of one like it."""
        like = like or (self._boards[-1] if self._boards else [-1] * len(self._eyes))
        return [
            self._drawings.add(board(self.game, state, eye, self.watched.names, changes), near)
            for eye, changes, near in zip(self._eyes, last, like, strict=True)
        ]

    def appraised(self, one: RoundAppraisal[Any]) -> dict[str, object]:
        """Return what is known of a round: "frame" is its first frame, from 0, "frames" how many it has.

        To save room "frames" is left out where it is 1, and a decision's "frame" where it is the first of the round.
        """
        worths = one.worths or ()
        points = [round(each.points, 1) for each in worths if not isnan(each.points)]
        first = self._first[one.round]
        frames = self._first[min(one.round + 1, len(self._first) - 1)] - first
        return {
            "frame": first,
            **({"frames": frames} if frames > 1 else {}),
            "shares": [round(each.share, 3) for each in worths],
            **({"points": points} if points else {}),
            "decisions": [self.decision(each, first) for each in one.judgements],
        }

    def decision(self, one: Judgement[Any], first: int) -> dict[str, object]:
        """Return what is known of a decision of a round whose first frame this is."""
        seat = one.step.seat
        seen = Observation(self.game.observe(one.step.state, seat), seat)
        clicks = {each.action: each.clicks for each in self.game.question(seen, self.watched.names).options}
        offered = [each for each in one.candidates if each.action in clicks or not clicks][:MOST_CANDIDATES]
        listed = [each for each in one.candidates if each in offered or each in (one.played, one.best)]
        return {
            **({"frame": one.number - 1} if one.number - 1 != first else {}),
            "cost": round(one.cost, 3),
            **({"grade": str(one.grade)} if one.grade else {}),
            **({"sure": True} if one.is_sure else {}),
            "played": listed.index(one.played) if one.played else None,
            "candidates": [self._candidate(seen, each, clicks.get(each.action, ())) for each in listed],
            "basis": one.best.worth.basis_text,
            **({"line": [*self._line(one)]} if one.cost >= LEAST_COST else {}),
        }

    def _candidate(self, seen: Observation[Any], one: Candidate[Any], clicks: Sequence[str]) -> list[object]:
        """Return a candidate: its option, win share, and if they are known points and how often it is played."""
        words = self.game.choice_text(seen, one.action, self.watched.names)
        points = None if isnan(one.worth.points) else round(one.worth.points, 1)
        found: list[object] = [self._options.of((words, *clicks)), round(one.worth.share, 3)]
        if one.probability is not None:
            return [*found, points, round(one.probability, 3)]
        return found if points is None else [*found, points]

    def _line(self, one: Judgement[Any]) -> Iterator[list[object]]:
        """Yield the plies that are expected from the best candidate on, in words and drawn, as far as is known."""
        game, names, near = self.game, self.watched.names, self._boards[one.number - 1]
        state = self.watched.rounds[one.round].before
        for action in (one.best.action, *one.best.line)[:MOST_PLIES]:
            movers = game.players_to_move(state)
            if len(movers) != 1:
                return
            seen = Observation(game.observe(state, movers[0]), movers[0])
            words = f"{names[movers[0]]}: {game.choice_text(seen, action, names)}"
            try:
                state = game.apply(state, {movers[0]: action})
            except ValueError:  # from a seat's view more was expected than the whole state allows
                return
            near = self._drawn(state, [()] * len(self._eyes), near)
            yield [words, near]


def move_text(game: AnyGame, step: Step[Any], names: Sequence[str]) -> str:
    """Return what a seat did in one decision, also if that was no legal action."""
    if step.action is not None:
        words = game.choice_text(Observation(game.observe(step.state, step.seat), step.seat), step.action, names)
    elif isinstance(step.reply, Answer):
        words = f"{preview(dumps(step.reply.value), 60)[1:-1]}, which is not legal"
    else:
        words = "no answer in time" if isinstance(step.reply, Failure) and step.reply.kind is Kind.LATE else "no answer"
    return f"{names[step.seat]}: {words}"


def ending(game: AnyGame, watched: WatchedGame[Any]) -> str:
    """Return how a game ended, as far as its trace tells."""
    if watched.forfeit is None and game.players_to_move(watched.state):
        return "The trace ends here, before the game does."
    return tell_end(game, watched.state, watched.forfeit, watched.names)


def worth_text(worths: Sequence[Worth], names: Sequence[str]) -> str:
    """Return the win shares of all seats in words."""
    return ", ".join(f"{name} {worth.share:.0%}" for name, worth in zip(names, worths, strict=True))
