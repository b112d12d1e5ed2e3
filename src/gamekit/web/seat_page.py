"""The page for playing any game, made from the drawings, questions and stories of its `Game`, as one seat observes.

The page asks at these paths behind its own link: `news?after=VERSION` waits for something new and returns `news`;
`move` takes {"moment": N, ...} with what `answer` understands; `back` takes {"moment": N}, a move back; `hint` takes
{"moment": N} and returns `hint`; `new` takes {"game": N} and begins the next one once all people have asked for it, for
one who plays alone with other "seats" and another "variant" if given; `leave` takes {"game": N} and breaks that off;
`stand-in` takes {"game": N, "seat": N, "player": NAME}: a built-in plays for a person who is away.
With `have=GAME.ROUNDS.LINE` news leave out what the page has of the game's story; LINE is the `line` of the news.
`trace/N` and `watch/N` are those of game N, once it is over; `try` takes {"game": N, "step": N, "seat": N}: the one
person begins a game from there in that seat. `protocol` says how programs play.
"""

from collections.abc import Mapping
from typing import Any

from markupsafe import Markup

from gamekit.game import AnyGame, Question
from gamekit.pages.assets import asset, browser_json, template_environment
from gamekit.pages.rules import rules_html
from gamekit.pages.telling import board, called, latest, tell, tell_end
from gamekit.policies.appraisals import has_hints
from gamekit.table import Table
from gamekit.web.party import PERSON, Party, Roster
from gamekit.web.person import hints, whole_number
from gamekit.web.session import Session
from gamekit.wire.json_stream import dumps

LATEST = 12
"""Rounds at most that are told as what happened last (guessed; a seat that is out of the game watches many)."""

MOST_BUTTONS = 12
"""A number out of more than these is typed (guessed: as many fit under a thumb)."""

_PACKAGE = "gamekit.web"
_KINDS = {"play.css": "text/css", **dict.fromkeys(("play.js", "board.js", "keys.js"), "text/javascript")}


class SeatPage:
    """The page of a seat for any game. Nothing that it returns for a seat holds what the seat must not know."""

    def __init__(self, game: AnyGame) -> None:
        self._game = game

    def html(self, session: Session[Any], seat: int, base: str) -> str:
        """Return the page of a seat; its requests go below the address `base`, relative to its own."""
        template = template_environment().from_string(asset(_PACKAGE, "play.html"))
        offered = browser_json(_choices(session.party))
        rules = Markup(rules_html(self._game))
        name = session.names[seat]
        return template.render(title=self._game.title, name=name, base=base, choices=offered, rules=rules)

    def file(self, name: str) -> tuple[str, str] | None:
        """Return the text and the media type of a file of this page's own, None if it has none of this name."""
        if name == "game.css":
            return self._game.page_style(), "text/css"
        if name == "game.js":
            script = self._game.page_script()
            return (
                f'"use strict";\nconst drawBoard = {f"(() => {{{script}}})()" if script else "null"};',
                "text/javascript",
            )
        return (asset(_PACKAGE, name), _KINDS[name]) if name in _KINDS else None

    def news(self, session: Session[Any], seat: int, since: int) -> dict[str, object]:
        """Return what the page shows to a seat; `story` tells of the rounds from `since` on."""
        game, table = self._game, session.table
        names, asked = called(session.names, seat), session.asked
        own, rounds = table.choice(seat), table.rounds()
        question = game.question(table.observation(seat), names) if seat in asked else None
        return {
            **_of_session(session, seat, since),
            "names": names,
            "when": "" if table.over else game.moment_text(game.observe(table.state, seat)),
            "own_name": session.names[seat],
            "board": board(game, table.shown, seat, names, latest(game, rounds, seat)),
            "question": None if question is None else self._question(question),
            "own": None if own is None else game.action_text(own, game.observe(table.shown, seat)),
            "waiting": asked,
            "chosen": _chosen(table, seat),
            "lengths": [game.length(game.observe(played.before, seat)) for played in rounds[since:]],
            "length_noun": game.length_noun.removesuffix("s"),
            "story": [
                tell(game, played, session.absence.names_in(number, seat, names, session.names[seat]), seat)
                for number, played in enumerate(rounds[since:], since)
            ],
            "latest": max([0, len(rounds) - LATEST, *(at for at, one in enumerate(rounds) if seat in one.actions)]),
            "over": _left(session, seat) or (tell_end(game, table.state, table.forfeit, names) if table.over else None),
            "has_hints": has_hints(game),
        }

    def _question(self, asked: Question[Any]) -> dict[str, object]:
        """Return a question as JSON; numbers that have no limit are strings, actions are the JSON to be sent back."""
        numbers = asked.numbers
        few = numbers is not None and numbers[-1] - numbers[0] < MOST_BUTTONS * numbers.step
        return {
            "title": asked.title,
            "help": asked.help,
            "any_order": asked.any_order,
            "numbers": None if numbers is None or few else [str(numbers[0]), str(numbers[-1])],
            "options": [
                {"action": self._encoded(one.action), "label": one.label, "note": one.note, "clicks": one.clicks}
                for one in asked.options
            ]
            + [
                {"action": self._encoded(number), "label": str(number), "note": "", "clicks": ()}
                for number in (numbers if few and numbers is not None else ())
            ],
        }

    def _encoded(self, action: Any) -> str:
        return dumps(self._game.encode_action(action)).decode()

    def answer(self, body: Mapping[str, object], session: Session[Any], seat: int) -> object:
        """Return the answer of {"action": VALUE}, or of {"number": "DIGITS"} where a number is asked for."""
        if "number" not in body:
            if "action" not in body:
                raise ValueError(f"expected the key 'action' or 'number', got {sorted(body)!r:.80}")
            self._game.decode_action(body["action"])
            return body["action"]
        text = body["number"]
        number = whole_number(text) if isinstance(text, str) else None
        if number is None:
            raise ValueError(f"expected the digits of a whole number, got {text!r:.40}")
        if self._game.question(session.table.observation(seat), called(session.names, seat)).numbers is None:
            raise ValueError("expected the key 'action': no number is asked for")
        return self._game.encode_action(number)

    def hint(self, table: Table[Any], seat: int) -> dict[str, object]:
        """Return the game's hints, best first; their chance comes from the number of the round."""
        game, observation = self._game, table.observation(seat)
        return {
            "hints": [
                {
                    "action": self._encoded(one.action),
                    "label": game.action_text(one.action, observation.state),
                    "text": one.text,
                }
                for one in hints(game, observation, table.length)
            ]
        }


def _chosen(table: Table[Any], seat: int) -> list[int]:
    """Return the others who have chosen in secret in the round that is being played."""
    others = range(table.game.seats_of(table.state)) if table.at_once else ()
    return [other for other in others if other != seat and table.has_answered(other)]


def _of_session(session: Session[Any], seat: int, since: int) -> dict[str, object]:
    """Return what is told of a session: where it stands, who asks for a new game, and what is kept."""
    return {
        "version": session.version,
        "moment": session.moment,
        "game": session.game,
        "line": session.line,
        "seat": seat,
        "since": since,
        "alone": len(session.people) == 1,
        "programs": session.programs,
        "away": (away := [other for other in session.away if other != seat]),
        "stand_ins": {str(absent): name for absent, name in session.absence.names.items()},
        "builtins": _builtins(session.party) if away else [],
        "may_take_back": session.way_back(seat) is not None,
        "setup": _setup(session.party),
        "last_words": session.last_words,
        "agreed": sorted(session.agreed),
        "finished": sorted(session.archive.traces),
    }


def _setup(party: Roster) -> dict[str, object] | None:
    """Return who plays and the variant, as they can be chosen for a new game; None if nothing can be."""
    return {"seats": party.chosen, "variant": party.variant} if isinstance(party, Party) else None


def _builtins(party: Roster) -> tuple[str, ...]:
    """Return who may play for a person who is away."""
    return party.builtins if isinstance(party, Party) else ()


def _choices(party: Roster) -> dict[str, object] | None:
    """Return what one who plays alone may choose for a new game; None if nothing can be."""
    if not isinstance(party, Party) or len(party.people) > 1:
        return None
    game = party.game
    return {
        "person": PERSON,
        "players": party.players,
        "variants": party.variants,
        "noun": game.variant_noun,
        "seats": [*game.seats],
        "ours": game.ours,
    }


def _left(session: Session[Any], seat: int | None) -> str | None:
    """Return in words who broke the game off, None if nobody did."""
    if session.left is None:
        return None
    return "You have left the game." if session.left == seat else f"{session.names[session.left]} has left the game."
