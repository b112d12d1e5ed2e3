"""The page for playing any game, made from the drawings, questions and stories of its `Game`, as one seat observes."""

from collections.abc import Mapping
from typing import Any

from markupsafe import Markup

from gamekit.game import AnyGame, Game, Question
from gamekit.pages.assets import asset, browser_json, template_environment
from gamekit.pages.rules import rules_html
from gamekit.pages.telling import board, called, latest, tell, tell_end
from gamekit.table import Table
from gamekit.web.person import hints, whole_number
from gamekit.web.play_page import choices, left, of_session
from gamekit.web.session import Session
from gamekit.wire.json_stream import dumps

MOST_BUTTONS = 12
"""A number out of more than these is typed (guessed: as many fit under a thumb)."""

_PACKAGE = "gamekit.web"
_KINDS = {"play.css": "text/css", **dict.fromkeys(("play.js", "board.js", "keys.js"), "text/javascript")}


class SeatPage:
    """The page of a seat for any game; see `PlayPage`."""

    def __init__(self, game: AnyGame) -> None:
        self._game = game

    def html(self, session: Session[Any], seat: int, base: str) -> str:
        template = template_environment().from_string(asset(_PACKAGE, "play.html"))
        offered = browser_json(choices(session.party))
        rules = Markup(rules_html(self._game))
        name = session.names[seat]
        return template.render(title=self._game.title, name=name, base=base, choices=offered, rules=rules)

    def file(self, name: str) -> tuple[str, str] | None:
        if name == "game.css":
            return self._game.page_style(), "text/css"
        return (asset(_PACKAGE, name), _KINDS[name]) if name in _KINDS else None

    def news(self, session: Session[Any], seat: int, since: int) -> dict[str, object]:
        game, table = self._game, session.table
        names, asked = called(session.names, seat), session.asked
        own, rounds = table.choice(seat), table.rounds()
        question = game.question(table.observation(seat), names) if seat in asked else None
        return {
            **of_session(session, seat, since),
            "names": names,
            "own_name": session.names[seat],
            "board": board(game, table.shown, seat, names, latest(game, rounds, seat)),
            "question": None if question is None else self._question(question),
            "own": None if own is None else game.action_text(own, game.observe(table.shown, seat)),
            "waiting": asked,
            "story": [tell(game, played, names, seat) for played in rounds[since:]],
            "latest": max((number for number, one in enumerate(rounds) if seat in one.actions), default=0),
            "over": left(session, seat) or (tell_end(game, table.state, table.forfeit, names) if table.over else None),
            "has_hints": any(getattr(type(game), name) is not getattr(Game, name) for name in ("hints", "appraise")),
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
