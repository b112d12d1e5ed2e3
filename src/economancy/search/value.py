"""Learned values: networks that predict the outcome of a game, for the shops and numbers of seats with weights.

Dimensions: B games, P seats, F features, O = P + 1 outcomes: a win of each seat, in order, and last a draw.
"""

import os
import struct
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from io import BytesIO
from typing import TYPE_CHECKING, Any, BinaryIO

import numpy as np
from numpy.lib import format as npy
from numpy.typing import NDArray

from economancy.arrays.games import ATTACKING, BUYING, END, INVESTING, NOBODY, Games, take
from economancy.rivals.types import PlayerType
from economancy.rules.cards import BASE, SHOP_CARDS, SIMPLE, STIPEND, card_named
from economancy.rules.state import State
from economancy.search.features import Encoder, Features

if TYPE_CHECKING:
    from economancy.search.value_table import ValueTable

Outcomes = NDArray[np.float32]
"""Probabilities [..., O]: each seat's win, in order, and last a draw; of sum 1."""

Value = Callable[[Games], Outcomes]
"""A value function: the outcomes [B, O] of games, at any phase in which no named card awaits an answer."""

Weights = tuple[tuple[NDArray[np.float32], NDArray[np.float32]], ...]
"""The layers of a network, each a matrix [outputs, inputs] and a bias [outputs]."""

PHASES: Mapping[str, int] = {"investing": INVESTING, "attacking": ATTACKING, "buying": BUYING}

SHOP_CARD_NAMES: Mapping[str, tuple[str, ...]] = {"simple": SIMPLE, "base": BASE}

SHOPS: Mapping[str, tuple[int, ...]] = {
    shop: tuple(sorted(SHOP_CARDS.index(card_named(name)) for name in names)) for shop, names in SHOP_CARD_NAMES.items()
}
"""The kinds sold by each shop with trained values, by the shop's name."""

SEATS = (2, 3, 4)

WEIGHTS = os.path.join(os.path.dirname(os.path.dirname(__file__)), "weights")
"""The folder of the weights files."""


def certain(games: Games) -> Outcomes:
    """Return the outcomes of games that have ended, [B, O]."""
    ends = np.where(games.winner == NOBODY, games.seats, games.winner)
    outcomes: Outcomes = np.eye(games.seats + 1, dtype=np.float32)[ends]
    return outcomes


def forward(weights: Weights, features: Features) -> NDArray[np.float32]:
    """Return the logits [outputs, B] of a network with ReLU between its layers."""
    hidden = features
    for number, (matrix, bias) in enumerate(weights):
        if number:
            np.maximum(hidden, 0, out=hidden)
        hidden = matrix @ hidden
        hidden += bias[:, None]
    return hidden


def softmax(logits: NDArray[np.float32]) -> Outcomes:
    """Return the probabilities [B, O] of logits [O, B]."""
    chances: Outcomes = np.exp(logits - logits.max(axis=0))
    chances /= chances.sum(axis=0)
    return chances.T


AT_ONCE = 1024
"""The number of games valued in one batch: fewer or more are slower, and more take more memory (compared once, from
256 to 8,192).
"""


@dataclass(frozen=True)
class Networks:
    """A value with one network for each phase, and optionally a second set for games with a LEVEL_ONE seat, so that
    training on these does not change the values of other games (guessed to matter).

    Positions in the `table` have its outcomes instead.

    A position is evaluated from the view of each of the first `views` seats, and the results are averaged: slower in
    proportion, but harder to exploit (compared once; no figures were kept).
    """

    encoders: Mapping[int, Encoder]
    weights: Mapping[int, Weights]
    views: int = 1
    level_one: Mapping[int, Weights] | None = None
    table: "ValueTable | None" = None  # of positions near the start, at two seats

    @property
    def seats(self) -> int:
        return self.encoders[INVESTING].seats

    def __call__(self, games: Games) -> Outcomes:
        """Return the outcomes of games [B, O]."""
        if self.table is None:
            return self._by_networks(games)
        rows, known = self.table.find(games)
        outcomes = np.empty((len(games), games.seats + 1), np.float32)
        outcomes[rows] = known
        if len(rows) < len(games):
            others = np.setdiff1d(np.arange(len(games)), rows, assume_unique=True)
            outcomes[others] = self._by_networks(take(games, others) if len(rows) else games)
        return outcomes

    def _by_networks(self, games: Games) -> Outcomes:
        outcomes = np.empty((len(games), games.seats + 1), np.float32)
        if self.level_one is None:
            apart = np.zeros(len(games), bool)
        else:
            apart = (games.types == PlayerType.LEVEL_ONE).any(axis=1)
        for weights, chosen in ((self.weights, ~apart), (self.level_one or self.weights, apart)):
            for phase in np.unique(games.phase[chosen]):
                of_phase = np.flatnonzero(chosen & (games.phase == phase))
                for first in range(0, len(of_phase), AT_ONCE):
                    rows = of_phase[first : first + AT_ONCE]
                    part = games if len(rows) == len(games) else take(games, rows)
                    outcomes[rows] = certain(part) if phase == END else self._predict(part, int(phase), weights)
        return outcomes

    def _predict(self, games: Games, phase: int, weights: Mapping[int, Weights]) -> Outcomes:
        total = np.zeros((len(games), games.seats + 1), np.float32)
        for seat, features in enumerate(self.encoders[phase].views(games, self.views)):
            seen = softmax(forward(weights[phase], features))
            total[:, seat : games.seats] += seen[:, : games.seats - seat]
            total[:, :seat] += seen[:, games.seats - seat : games.seats]
            total[:, games.seats] += seen[:, games.seats]
        total /= self.views
        return total


def encoders(seats: int, kinds: tuple[int, ...]) -> dict[int, Encoder]:
    """Return the encoder of each phase."""
    return {phase: Encoder(seats, kinds, phase) for phase in PHASES.values()}


def pack(weights: Mapping[int, Weights]) -> bytes:
    """Return networks as the bytes of a weights file, in half precision: no probability changes by more than 0.002."""
    names = {phase: name for name, phase in PHASES.items()}
    arrays = {
        f"{names[phase]}.{layer}.{part}": array.astype(np.float16)
        for phase, layers in weights.items()
        for layer, arrays in enumerate(layers)
        for part, array in zip(("matrix", "bias"), arrays, strict=True)
    }
    file = BytesIO()
    np.savez(file, **arrays)  # type: ignore[arg-type]  # its stubs take the names for arguments of its own
    return file.getvalue()


def unpack(data: bytes) -> dict[int, Weights]:
    """Return the networks of a weights file. Raises ValueError for another kind of file, KeyError if a part lacks."""
    layers: dict[int, list[tuple[NDArray[np.float32], NDArray[np.float32]]]] = {phase: [] for phase in PHASES.values()}
    arrays = arrays_of(data)
    for name, phase in PHASES.items():
        while (key := f"{name}.{len(layers[phase])}") + ".matrix" in arrays:
            matrix, bias = (arrays[f"{key}.{part}"].astype(np.float32) for part in ("matrix", "bias"))
            layers[phase].append((matrix, bias))
    return {phase: tuple(parts) for phase, parts in layers.items()}


_MEMBER = struct.Struct("<4s4xH8x8xHH")  # of a zip archive: signature, compression, lengths of the name and of an extra
_SIZES = struct.Struct("<4xQ")  # the extra's beginning: the size


def arrays_of(data: bytes) -> dict[str, NDArray[Any]]:
    """Return the arrays of a file of weights or of a table, by name. Raises ValueError for another kind of file."""
    return dict(_members(data))


def _members(data: bytes) -> Iterator[tuple[str, NDArray[Any]]]:
    """Yield the arrays of what `numpy.savez` wrote, with their names. Raises ValueError for another kind of file.

    As `numpy.load`, without the module zipfile: its import takes a tenth of the time to the first answer.
    """
    place = 0
    while data[place : place + 4] != b"PK\1\2":  # the list of the members, behind them all
        try:
            signature, compression, name_length, extra_length = _MEMBER.unpack_from(data, place)
            name = data[place + _MEMBER.size : place + _MEMBER.size + name_length].decode()
            place += _MEMBER.size + name_length + extra_length
            (size,) = _SIZES.unpack_from(data, place - extra_length)
        except struct.error as error:
            raise ValueError("expected the end of a weights file, got the end of the bytes") from error
        if signature != b"PK\3\4" or compression:
            raise ValueError(f"expected arrays as numpy.savez writes them at byte {place}")
        array: NDArray[Any] = npy.read_array(BytesIO(data[place : place + size]))  # type: ignore[no-untyped-call]
        yield name.removesuffix(".npy"), array
        place += size


LEVEL_ONE, OPENING = "level-one", "opening"
"""Parts of a value in files of their own: the networks for games with a LEVEL_ONE seat, and the table."""


def weights_name(shop: str, seats: int, part: str = "") -> str:
    """Return the name of the file of a shop's value for a number of seats, or of a `part` of it, in the package's
    folder `weights`.
    """
    return f"{shop}-{seats}-{part}.npz" if part else f"{shop}-{seats}.npz"


def hold() -> None:
    """Open all weights files now: for a program whose files are about to be removed."""
    for shop in SHOPS:
        for seats in SEATS:
            for part in ("", LEVEL_ONE, OPENING):
                _file(shop, seats, part)


@cache
def _file(shop: str, seats: int, part: str) -> BinaryIO | None:
    try:
        return open(os.path.join(WEIGHTS, weights_name(shop, seats, part)), "rb")
    except FileNotFoundError:
        return None


def _data(shop: str, seats: int, part: str) -> bytes | None:
    """Return the bytes of a weights file, or None if there is none."""
    file = _file(shop, seats, part)
    if file is None:
        return None
    number = file.fileno()
    return os.pread(number, os.fstat(number).st_size, 0)  # two threads may do so at once


@cache
def trained(shop: str, seats: int) -> Networks | None:
    """Return the value that comes with the package for a shop, by name, and a number of seats, if there is one."""
    data, level_one, opening = (_data(shop, seats, part) for part in ("", LEVEL_ONE, OPENING))
    if data is None:
        return None
    return Networks(
        encoders(seats, SHOPS[shop]),
        unpack(data),
        seats,
        unpack(level_one) if level_one else None,
        _table(opening) if opening else None,
    )


def _table(data: bytes) -> "ValueTable":
    from economancy.search.value_table import ValueTable  # noqa: PLC0415 - most values have no table

    return ValueTable.of(arrays_of(data))


def value_for(state: State) -> Networks | None:
    """Return the trained value that fits a state, or None. It fits if the shop sells the kinds of one of SHOPS, no more
    copies than at the start, and all players' cards can come from that shop.
    """
    names = {stock.card.name for stock in state.shop}
    seats = len(state.players)
    if any(stock.left > stock.card.per_player * seats for stock in state.shop):
        return None
    for player in state.players:
        held = Counter(owned.card for owned in player.cards)
        if any(number > max(1, card.per_player * seats) for card, number in held.items()):
            return None
        if not {card.name for card in held} <= names | {STIPEND.name}:
            return None
    for shop, kinds in SHOPS.items():
        if names == {SHOP_CARDS[kind].name for kind in kinds}:
            return trained(shop, seats)
    return None
