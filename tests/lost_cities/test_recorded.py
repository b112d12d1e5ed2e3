"""The model of the server sends what the real one sent, byte for byte."""

import hashlib

from lost_cities.protocol.lines import card_named
from lost_cities.protocol.table import ServedGame
from lost_cities.rules import new_game, scores
from tests.lost_cities.recorded import SEATS, games


def test_every_recorded_game_is_reproduced_from_hands_deck_and_answers() -> None:
    for game in games():
        hands = [map(card_named, game["hands"][seat]) for seat in SEATS]
        table = ServedGame(new_game(hands, map(card_named, game["deck"]), SEATS.index(game["first"])))
        for side, answer in game["answers"]:
            assert SEATS[table.state.mover] == side
            table.answer(answer)
        assert dict(zip(SEATS, scores(table.state), strict=True)) == game["score"]
        for seat, side in enumerate(SEATS):
            sent = "".join(f"{line}\n" for line in table.take(seat)).encode()
            stream = game["streams"][side]
            assert len(sent) == stream["bytes"], game["id"]
            assert hashlib.sha256(sent).hexdigest() == stream["sha256"], game["id"]
            assert sent.decode() == stream.get("text", sent.decode())
