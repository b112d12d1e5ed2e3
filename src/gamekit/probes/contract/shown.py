"""The promises about what people are shown: drawings, words, and the question, whose clicks are drawn."""

from collections.abc import Mapping, Sequence
from html.parser import HTMLParser
from typing import Any

from gamekit.game import A, Change, Game, Observation, Question, S, Section
from gamekit.probes.contract.promise import Promise
from gamekit.probes.samples import few

MARK = "<i>&"
"""In every name: it is escaped, or stands in the page as it is."""

MOST = 1000
"""Actions of a seat that are looked at (guessed: a `range` may be longer than any list)."""

_ACTIONS = 20
"""Actions of a seat whose words are tried (guessed)."""


def check_shown(game: Game[S, A], state: S, actions: Mapping[int, A], promise: Promise) -> None:
    """Check what an onlooker and each seat is shown of a state, and of what was played in it."""
    names = [f"{MARK} {seat}" for seat in range(game.seats_of(state))]
    _is_text(game.moment_text(state), "moment_text", promise)
    for reader in (None, *range(game.seats_of(state))):
        observation = Observation(game.observe(state, reader), reader)
        promise.expect(game.draw_text(observation, names) is not None, "`draw_text` returns a text", None)
        page = _checked_page(game, observation, names, promise)
        if reader in actions:
            _check_question(game, observation, names, page, promise)
    if not actions:
        _is_text(game.outcome(state, names), "outcome", promise)
        return
    after = game.apply(state, actions)
    for reader in (None, *actions):
        before, then = game.observe(state, reader), game.observe(after, reader)
        told = game.story(before, actions, then, names)
        promise.expect(all(isinstance(line, str) for line in told), "`story` returns sentences", told)
        change = Change(before, actions, then)
        _is_text(game.draw_page(Observation(then, reader), names, (change,)), "draw_page", promise, empty=True)


def check_rules_text(game: Game[Any, Any], promise: Promise) -> None:
    """Check that the rules are sections whose pictures can be drawn."""
    sections = game.rules_text()
    promise.expect(all(isinstance(one, Section) for one in sections), "`rules_text` returns Sections", sections)
    for one in sections:
        lines = (*one.lines, *one.items)
        whole = not isinstance(one.lines, str) and not isinstance(one.items, str)
        promise.expect(
            whole and all(isinstance(line, str) for line in lines),
            "`lines` and `items` of a Section are tuples of texts (`rules_text`)",
            one,
        )
        if one.picture is not None:
            promise.expect(
                len(one.names) == game.seats_of(one.picture.state),
                "a picture of `rules_text` has a name for each seat",
                one.names,
            )
            game.draw_text(one.picture, one.names)
            game.draw_page(one.picture, one.names, one.last)


def _is_text(value: object, method: str, promise: Promise, *, empty: bool = False) -> None:
    promise.expect(isinstance(value, str) and (empty or bool(value)), f"`{method}` returns a text", value)


class _Tags(HTMLParser):
    """Collects what a page has: its tags, the names of their attributes, and what can be clicked on."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.tags: set[str] = set()
        self.attributes: set[str] = set()
        self.clicks: set[str] = set()
        self.feed(page)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        self.attributes |= {name for name, _ in attrs}
        self.clicks |= {value or "" for name, value in attrs if name == "data-click"}


def left_out(game: Game[S, Any], state: S) -> list[str]:
    """Return a line for the first seat to move that is not offered all that is legal."""
    for seat in game.players_to_move(state):
        observation = Observation(game.observe(state, seat), seat)
        asked = game.question(observation, [str(each) for each in range(game.seats_of(state))])
        offered = {one.action for one in asked.options}
        missing = [each for each in game.legal_actions(state, seat)[:MOST] if each not in offered]
        if missing and asked.numbers is None:
            return [
                f"`question` does not offer seat {seat} {missing[0]!r:.80}, and {len(missing) - 1} more that are legal"
            ]
    return []


def _checked_page(
    game: Game[S, Any], observation: Observation[S], names: Sequence[str], promise: Promise
) -> _Tags | None:
    """Return what is drawn on the page; None if a script draws it, or nothing does."""
    page = game.draw_page(observation, names)
    _is_text(page, "draw_page", promise, empty=True)
    if not page or game.page_script():
        return None
    promise.expect(MARK not in page, "`draw_page` escapes names (html.escape)", page[max(0, page.find(MARK) - 40) :])
    found = _Tags(page)
    promise.expect("script" not in found.tags, "`draw_page` has no script")
    promise.expect("id" not in found.attributes, "`draw_page` has no id")
    return found


def _check_question(
    game: Game[S, A], observation: Observation[S], names: Sequence[str], page: _Tags | None, promise: Promise
) -> None:
    """Check that what is offered is legal and told in words, by clicks of its own on what is drawn."""
    seat = observation.seat
    assert seat is not None
    legal, asked = game.legal_actions(observation.state, seat), game.question(observation, names)
    promise.expect(isinstance(asked, Question), "`question` returns a Question", asked)
    for action in few(legal[:MOST], _ACTIONS):
        _is_text(game.action_text(action), "action_text", promise)
        _is_text(game.action_text(action, observation.state), "action_text", promise)
        _is_text(game.choice_text(observation, action, names), "choice_text", promise)
    if asked.numbers is not None:
        return
    for one in asked.options:
        promise.expect(isinstance(one.label, str), "an Option of `question` has a label", one)
        promise.expect(one.action in legal, "an Option of `question` is one of `legal_actions`", one)
    clicks = [one.clicks for one in asked.options if one.clicks]
    keys = [tuple(sorted(each)) for each in clicks] if asked.any_order else clicks
    shared = [each for each in keys if keys.count(each) > 1]
    promise.expect(not shared, "each Option of `question` has clicks of its own", shared)
    if page is not None:
        unknown = sorted({click for each in clicks for click in each} - page.clicks)
        promise.expect(not unknown, "clicks of `question` are drawn with that `data-click` by `draw_page`", unknown)
