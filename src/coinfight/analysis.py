"""What a position and its moves are worth: exactly where that is known, else by tree search, networks and playouts."""

from collections.abc import Sequence
from dataclasses import replace
from math import hypot
from random import Random

from coinfight.rules import Action, State, alive, apply, is_over, legal_actions, seat_to_move, winner
from coinfight.search import two_seats
from coinfight.search.core import RULES, Core, core
from gamekit.deadline import Deadline
from gamekit.game import Hint
from gamekit.game.appraisal import Appraisal, Basis, Candidate, Worth

SOLVED = 200_000
"""Positions with two seats left that are solved at most (measured: a fifth of a second)."""
ITERATIONS = 4_000
"""Of a tree search with three seats or more (guessed: a tenth of a second)."""
LOST = 8
"""Moves that are hinted at in a lost position (guessed: more are not read)."""
PLAYOUTS = 64
"""For the shares of seats that do not move, and for a move that the search does not list (guessed)."""

SHARPNESS = 1.66
"""The share of who moves is less certain in a search than it comes true: the odds that come are this power of its odds,
beside those of equal seats, times HIGH. Fitted once with the two below, by a script that is not kept, to
1,600 rounds of games of coinfight:300 at four seats, which FIGURES.txt does not count."""
HIGH = 0.7
"""Too high is the best of many estimates, and who moves looks less far than the search."""
SHARPNESS_OF_OTHERS = 2.4
"""The power of the shares of the others beside each other."""


def appraise(state: State, played: Action | None, rng: Random, deadline: Deadline) -> Appraisal[Action] | None:
    """Return the worth of a position in which somebody moves. None where the core has no room for it."""
    if two_seats.applies(state):
        return _exact(state, {action: two_seats.wins(state, action) for action in _listed(state, played)})
    compiled = core()
    if not compiled.begin(state):
        return None
    if len(alive(state)) == 2 and (solved := _solve(compiled, state, deadline)) is not None:
        wins = dict(zip(compiled.moves(), solved, strict=True))
        if played is not None and played not in wins:
            wins[played] = _wins_after(compiled, apply(state, played), seat_to_move(state), deadline)
        return _exact(state, {action: chance > 0.5 for action, chance in wins.items()})
    return _estimated(compiled, state, played, rng, deadline)


def _listed(state: State, played: Action | None) -> Sequence[Action]:
    """Return the moves by largest sets, and what was played; every action if no such move wins."""
    listed = two_seats.moves(state)
    if not any(two_seats.wins(state, action) for action in listed):
        listed = list(legal_actions(state))
    return listed if played is None or played in listed else [*listed, played]


def _solve(compiled: Core, state: State, deadline: Deadline) -> list[float] | None:
    compiled.begin(state)
    return compiled.solve(0.0, SOLVED, min(60.0, max(0.01, deadline.remaining())))


def _wins_after(compiled: Core, after: State, seat: int, deadline: Deadline) -> float:
    """Return whether a seat wins, 1 or 0, a state with two seats left that is not its turn; 0 if that is not known."""
    if is_over(after):
        return float(winner(after) == seat)
    solved = _solve(compiled, after, deadline)
    return float(solved is not None and max(solved) < 0.5)


def _exact(state: State, wins: dict[Action, bool]) -> Appraisal[Action]:
    mover, seats = seat_to_move(state), len(state.hands)
    candidates = sorted((Candidate(action, Worth(float(won), Basis.PROOF)) for action, won in wins.items()),
                        key=lambda one: -one.worth.share)  # fmt: skip
    share = candidates[0].worth.share
    shares = [0.0] * seats
    shares[mover] = share
    for seat in alive(state):
        if seat != mover:
            shares[seat] = 1 - share
    return Appraisal(tuple(Worth(each, Basis.PROOF) for each in shares), {mover: tuple(candidates)})


def hints(state: State, rng: Random, deadline: Deadline) -> list[Hint[Action]]:
    """Return what each move of the seat to move is worth, the best first.

    Where all are lost, those that leave the most wrong replies come first, at most LOST.
    """
    appraisal = appraise(state, None, rng, deadline)
    if appraisal is None:
        return []
    candidates = appraisal.candidates[seat_to_move(state)]
    if any(one.worth.share > 0 or one.worth.basis != Basis.PROOF for one in candidates):
        return [Hint(one.action, one.worth.text) for one in candidates]
    wrong = {one.action: _wrong_replies(apply(state, one.action), deadline) for one in candidates}
    actions = sorted(wrong, key=lambda action: -wrong[action][0] / max(1, wrong[action][1]))
    return [Hint(action, _lost(*wrong[action])) for action in actions[:LOST]]


def _lost(wrong: int, replies: int) -> str:
    return f"loses, but {wrong} of {replies} replies are mistakes" if wrong else "loses, whatever the reply"


def _wrong_replies(after: State, deadline: Deadline) -> tuple[int, int]:
    """Return how many replies with the largest sets of change lose for who moves now, and how many there are."""
    if is_over(after):
        return 0, 0
    if two_seats.applies(after):
        replies = two_seats.moves(after)
        return sum(not two_seats.wins(after, reply) for reply in replies), len(replies)
    solved = _solve(core(), after, deadline) or []
    return sum(chance < 0.5 for chance in solved), len(solved)


def _estimated(
    compiled: Core, state: State, played: Action | None, rng: Random, deadline: Deadline
) -> Appraisal[Action]:
    """Return the worth by a tree search for the mover, by networks or playouts for the other seats."""
    mover = seat_to_move(state)
    compiled.begin(state)
    compiled.seed(rng.getrandbits(63))
    seconds = 0.0 if deadline.remaining() == float("inf") else max(0.01, 0.6 * deadline.remaining())
    moves = compiled.moves()
    found = compiled.search(compiled.options(iterations=ITERATIONS, seconds=seconds, decided=0))
    candidates = [
        Candidate(action, Worth(wins / visits, Basis.ROLLOUTS, round(visits), _error(wins / visits, visits)))
        for action, wins, visits in zip(moves, found.wins, found.visits, strict=True)
        if visits
    ]
    # what was tried most is what would be played: the highest of many estimates is too high
    best = max(candidates, key=lambda one: one.worth.amount)
    if played is not None and all(one.action != played for one in candidates):
        candidates.append(Candidate(played, _compared(compiled, state, played, best, rng)))
    left = len(alive(state))
    candidates = [replace(one, worth=_sharper(one.worth, left)) for one in candidates]
    candidates.sort(key=lambda one: -one.worth.share)
    chosen = _sharper(best.worth, left)
    others = [share**SHARPNESS_OF_OTHERS for share in _others(compiled, apply(state, best.action), mover, rng)]
    shares = [(1 - chosen.share) * share / sum(others) for share in others]
    worths = [Worth(share, Basis.ROLLOUTS, PLAYOUTS, _error(share, PLAYOUTS)) for share in shares]
    worths[mover] = chosen
    return Appraisal(tuple(worths), {mover: tuple(candidates)})


def _sharper(worth: Worth, seats: int) -> Worth:
    """Return a worth among so many seats as it comes true; its error is not smaller than before."""

    def share(searched: float) -> float:
        mine, each = HIGH * searched**SHARPNESS, ((1 - searched) / (seats - 1)) ** SHARPNESS
        return float(mine / (mine + (seats - 1) * each))

    low, high = max(0.0, worth.share - worth.error), min(1.0, worth.share + worth.error)
    return replace(worth, share=share(worth.share), error=max(worth.error, (share(high) - share(low)) / 2))


def _error(share: float, count: float) -> float:
    """Return the standard error of a share of so many games; of few, as if one were won and one lost besides."""
    smooth = (share * count + 1) / (count + 2)
    return float((smooth * (1 - smooth) / (count + 2)) ** 0.5)


def _others(compiled: Core, after: State, mover: int, rng: Random) -> list[float]:
    """Return how the seats but the mover share what it does not have."""
    chances: list[float] | None = None
    if not is_over(after) and compiled.begin(after):
        chances = compiled.chances()
    if chances is None:
        chances = [worth.share for worth in _by_playouts(compiled, after, rng)]
    shares = [share * (seat != mover) for seat, share in enumerate(chances)]
    total = sum(shares)
    if not total:
        left = [seat != mover and any(hand) for seat, hand in enumerate(after.hands)]
        shares, total = [float(each) for each in left], float(sum(left)) or 1.0
    return [share / total for share in shares]


def _compared(compiled: Core, state: State, played: Action, best: Candidate[Action], rng: Random) -> Worth:
    """Return the worth of a move that was not searched: by how much more or less it wins in playouts than the best one.

    Playouts alone say something else than a search does (up to 0.36 else, of 12 positions of four seats).
    """
    mover, seed = seat_to_move(state), rng.getrandbits(63)
    its, other = (_by_playouts(compiled, apply(state, action), Random(seed))[mover] for action in (played, best.action))
    share = min(1.0, max(0.0, best.worth.share + its.share - other.share))
    return Worth(share, Basis.ROLLOUTS, PLAYOUTS, hypot(its.error, other.error))


def _by_playouts(compiled: Core, state: State, rng: Random) -> list[Worth]:
    """Return each seat's share of games played on by rule players, drawn for each game."""
    wins = [0] * len(state.hands)
    for _ in range(PLAYOUTS):
        now, rules = state, [rng.choice(RULES[1:]) for _ in state.hands]
        while not is_over(now):
            compiled.begin(now)
            now = apply(now, compiled.rule(rules[seat_to_move(now)]))
        won = winner(now)
        if won is not None:
            wins[won] += 1
    return [Worth(won / PLAYOUTS, Basis.ROLLOUTS, PLAYOUTS, _error(won / PLAYOUTS, PLAYOUTS)) for won in wins]
