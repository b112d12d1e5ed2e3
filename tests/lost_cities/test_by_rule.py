"""Opponents by rule: the compiled ones are those in Python, and both resemble the published ones."""

import contextlib
from random import Random

import pytest
from hypothesis import given, settings

from gamekit.deadline import NO_DEADLINE
from lost_cities.policy import builtin
from lost_cities.protocol.lines import RejectedError, decode_action
from lost_cities.recorded import questions
from lost_cities.rules import observe, players_to_move
from lost_cities.search.core import PlayerKind, Style, library
from tests.lost_cities.by_rule import turn_by_rule
from tests.lost_cities.positions import random_game, seeds
from tests.lost_cities.recorded import games

STYLES = {
    "simple": Style(kind=PlayerKind.SIMPLE),
    "bred": Style(kind=PlayerKind.BRED),
    "positive": Style(kind=PlayerKind.POSITIVE),
    "ads-like": Style(kind=PlayerKind.GREEDY, begin=5, hope=0.25, draws=1),
    "discard": Style(kind=PlayerKind.DISCARDER),
    "hoarder": Style(kind=PlayerKind.HOARDER),
}

AGREE = {
    ("Simple", "simple"): (100, 100),
    ("Discard", "discard"): (100, 100),
    ("Dumb", "dumb"): (98, 100),
    ("Bred", "bred"): (78, 100),
    ("AlwaysPositive", "positive"): (71, 100),
    ("ADS", "ads-like"): (48, 87),
    ("Evolved", "ads-like"): (47, 85),
    ("Risk", "risk"): (38, 93),
}
"""Least share of plays and of draws in the recorded games, in %, in which a published player and ours are alike."""

core = library()


@pytest.mark.parametrize(("published", "ours"), AGREE)
def test_a_published_players_answers_in_recorded_games_are_mostly_ours(published: str, ours: str) -> None:
    alike: dict[bool, list[bool]] = {False: [], True: []}
    for game in games():
        if published not in (game["server"], game["client"]):
            continue
        for (state, line), (side, _) in zip(questions(game), game["answers"], strict=True):
            if game[side] == published:
                with contextlib.suppress(RejectedError):
                    action = decode_action(line, state)
                    answer = builtin(ours)(observe(state, state.mover), Random(0), NO_DEADLINE)
                    alike[state.drawing].append(action == answer)
    shares = [100 * sum(each) / len(each) for each in (alike[False], alike[True])]
    assert all(share >= least for share, least in zip(shares, AGREE[published, ours], strict=True)), shares


@pytest.mark.skipif(core is None, reason="expected a C compiler or a shipped core")
@pytest.mark.parametrize("name", STYLES)
@settings(max_examples=30, deadline=None)
@given(seeds)
def test_the_compiled_opponent_plays_as_the_one_in_python(name: str, seed: int) -> None:
    assert core
    for state in random_game(seed):
        if players_to_move(state) and not state.drawing:
            view = observe(state, state.mover)
            expected = builtin(name)(view, Random(0), NO_DEADLINE)
            assert turn_by_rule(core, view, STYLES[name]) == expected
