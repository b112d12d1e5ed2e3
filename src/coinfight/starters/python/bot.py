"""A player of Coin Fight, started for every turn: reads the state, writes a coin and its change. Think in `choose`."""

import sys


def pool(line):
    """Return the coins of a line such as `4x1, 3x5`, how many by denomination."""
    pairs = [pair.split("x") for pair in line.split(",")]
    return {int(coin): int(count) for count, coin in pairs}


def most_change(table, coin):
    """Return change worth less than the coin: the largest coins first."""
    change, left = {}, coin - 1
    for face in sorted(table, reverse=True):
        change[face] = min(table[face], left // face)
        left -= face * change[face]
    return change


def choose(table, hands, me):
    """Return the coin that I pay and the change that I take: what leaves me the most, small coins first."""
    best = None
    for coin in sorted(coin for coin, count in hands[me].items() if count):
        change = most_change(table, coin)
        worth = sum(face * count for face, count in change.items()) - coin
        if best is None or worth > best[0]:
            best = worth, coin, change
    return best[1], best[2]


lines = [line for line in sys.stdin.read().splitlines() if line.strip()]
seats, turn = map(int, lines[0].split())
table, *hands = map(pool, lines[1 : seats + 2])
coin, change = choose(table, hands, turn % seats)
print(coin)  # to see what it thinks: print(..., file=sys.stderr)
print(", ".join(f"{count}x{face}" for face, count in change.items()))
