"""When a game is won."""

from dataclasses import replace

from economancy.rules.state import End, PlayerState, State

POINTS_TO_WIN = 7


def winner(players: tuple[PlayerState, ...]) -> int | None:
    """Return the seat that has won: the only one left, or 7 points and more than every other; None if none has."""
    left = [seat for seat, player in enumerate(players) if player.cards]
    if len(left) == 1:
        return left[0]
    points = [player.points for player in players]
    best = max(points)
    if best >= POINTS_TO_WIN and points.count(best) == 1:
        return points.index(best)
    return None


def concluded(state: State) -> State:
    """Return the state at its end if somebody has won, else the state itself."""
    seat = winner(state.players)
    return state if seat is None else replace(state, phase=End(seat))
