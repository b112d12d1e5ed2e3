"""The seven rule players of the public framework, by their described behaviour; six of them never draw a number."""

from random import Random

from coinfight.rules import Action, Counts, State, change_sets, greedy_change, seat_to_move, value


def _hand(state: State) -> Counts:
    return state.hands[seat_to_move(state)]


def _held(state: State) -> list[int]:
    """Return the denominations in the hand of the seat to move, rising."""
    return [face for face, count in zip(state.denominations, _hand(state), strict=True) if count]


def _by_value(state: State, coin: int) -> Action:
    return Action(coin, greedy_change(state.denominations, state.table, coin))


def _by_count(state: State, coin: int) -> Action:
    return Action(coin, greedy_change(state.denominations, state.table, coin, lowest_first=True))


def randy(state: State, rng: Random) -> Action:
    """Pay the first coin held from a random denomination on; take most value or most coins, an even chance each."""
    start = rng.randrange(len(state.denominations))
    faces = state.denominations[start:] + state.denominations[:start]
    coin = next(face for face in faces if face in _held(state))
    return (_by_value if rng.random() < 0.5 else _by_count)(state, coin)


def greedy(state: State, rng: Random) -> Action:
    """Lose the least value; among equals take the most coins, then pay the lowest."""
    actions = [_by_value(state, coin) for coin in _held(state)]
    return min(
        actions, key=lambda action: (action.coin - value(state.denominations, action.change), -sum(action.change))
    )


def coinage(state: State, rng: Random) -> Action:
    """Take the most coins; among equals lose the least value, then pay the lowest."""
    actions = [
        Action(coin, change) for coin in _held(state) for change in change_sets(state.denominations, state.table, coin)
    ]
    return min(
        actions, key=lambda action: (-sum(action.change), action.coin - value(state.denominations, action.change))
    )


def all_high(state: State, rng: Random) -> Action:
    """Pay the highest coin, take the most value."""
    return _by_value(state, _held(state)[-1])


def all_low(state: State, rng: Random) -> Action:
    """Pay the lowest coin, take the most coins."""
    return _by_count(state, _held(state)[0])


def c_player(state: State, rng: Random) -> Action:
    """Pay the lowest coin, take the most value."""
    return _by_value(state, _held(state)[0])


def thats_not_ai(state: State, rng: Random) -> Action:
    """Pay a coin that brings much (over 2/5 of its value in coins, or 2/3 in value), the highest first; else the
    second denomination for coins of the first; else the first, for nothing; else what brings the most coins.
    """
    held = _held(state)
    lowest = state.denominations[0]
    for coin in reversed(held):
        action = _by_value(state, coin)
        much = sum(action.change) > 2 * coin // 5 or value(state.denominations, action.change) > 2 * coin // 3
        if much and coin != lowest:
            return action
    if len(state.denominations) > 1 and state.denominations[1] in held and state.table[0]:
        return _by_value(state, state.denominations[1])
    if lowest in held:
        return Action(lowest, (0,) * len(state.table))
    return max((_by_value(state, coin) for coin in held), key=lambda action: sum(action.change))
