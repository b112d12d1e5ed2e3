"""A player of Santorini. Think in `place` and `value`; the rest reads and writes boards. It uses no card's power."""

import json
import sys

ALL = [(row, column) for row in range(1, 6) for column in range(1, 6)]


def around(space):
    return [other for other in ALL if max(abs(space[0] - other[0]), abs(space[1] - other[1])) == 1]


def place(taken):
    """Return my two spaces: the first that are free, from the middle on."""
    free = [space for space in ALL if list(space) not in taken]
    return [list(space) for space in sorted(free, key=lambda at: abs(at[0] - 3) + abs(at[1] - 3))[:2]]


def value(level, moved, tokens):
    """Return what a turn is worth to me: the levels (by space) after it, where I moved to, my tokens."""
    return 10 * level[moved] + sum(level[space] for token in tokens for space in around(token) if level[space] < 4)


def turns(level, mine, theirs):
    """Yield (value, my tokens, levels) of each turn: a move to 3 wins at once, any other is followed by a build."""
    for number, token in enumerate(mine):
        taken = {*theirs, mine[1 - number]}
        for to in around(token):
            if to in taken or level[to] == 4 or level[to] > level[token] + 1:
                continue
            tokens = [*mine[:number], to, *mine[number + 1 :]]
            if level[to] == 3 and level[token] == 2:
                yield 1000, tokens, level
                continue
            for build in around(to):
                if build not in taken and level[build] < 4:
                    after = {**level, build: level[build] + 1}
                    yield value(after, to, tokens), tokens, after


def answer(board):
    if isinstance(board, list) and not any(isinstance(player, dict) for player in board):  # the set-up
        return [*board, place(board[0] if board else [])]
    if isinstance(board, list):  # the set-up with cards: mine comes first, and goes back last
        return [board[1], {**board[0], "tokens": place(board[1].get("tokens", []))}]
    spaces = [[tuple(at) for at in (each["tokens"] if isinstance(each, dict) else each)] for each in board["players"]]
    level = {at: board["spaces"][at[0] - 1][at[1] - 1] for at in ALL}
    _, tokens, after = max(turns(level, *spaces), key=lambda turn: turn[0])
    mine = {**board["players"][0], "tokens": tokens} if isinstance(board["players"][0], dict) else tokens
    rows = [[after[row, column] for column in range(1, 6)] for row in range(1, 6)]
    return {"players": [board["players"][1], mine], "spaces": rows, "turn": board["turn"] + 1}


text = ""
while letter := sys.stdin.read(1):  # a board ends with its last bracket, not with a line
    text += letter
    if letter in "}]" and text.count("[") == text.count("]") and text.count("{") == text.count("}"):
        print(json.dumps(answer(json.loads(text))), flush=True)  # to see what it thinks: print(..., file=sys.stderr)
        text = ""
