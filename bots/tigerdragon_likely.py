"""Hidden hands of Tiger & Dragon that go with what was passed on.

Passing is free, so any deal is possible; but hardly anybody passes who could answer. So tiles with
which a seat would have answered change places with others, unless the seat has since laid such a
tile: then it passed by choice, and its passes say nothing of that tile.
"""

from collections.abc import Sequence
from random import Random
from typing import Final

from engine.game import Seat
from engine.tigerdragon.model import State
from engine.tigerdragon.rules import defenders

TRUSTED: Final = 0.95
"""In so many worlds passes are believed; in the others anybody may have passed by choice."""


def believe_passes(world: State, seat: Seat, rng: Random, *, aside: bool) -> None:
    """Give no other seat what it passed with; `aside` says that tiles laid aside are hidden."""
    if rng.random() >= TRUSTED:
        return
    config = world.table.config
    lacking = lacked(world.history, len(world.hands), wild_answerable=config.wild_answerable)
    others = [other for other in range(len(world.hands)) if other != seat]
    places = [list(hand) for hand in world.hands]
    places += [list(row) for row in world.face_down] + [list(world.set_aside)]
    open_to = [*others, *[len(world.hands) + other for other in others]]
    if aside:
        open_to.append(len(places) - 1)
    for other in others:
        for spot, tile in enumerate(places[other]):
            if tile in lacking[other]:
                _change(places, lacking, other, spot, open_to, rng)
    seats = len(world.hands)
    world.hands = tuple(["".join(hand) for hand in places[:seats]])
    world.face_down = tuple(["".join(row) for row in places[seats:-1]])
    world.set_aside = "".join(places[-1])


def _change(
    places: Sequence[list[str]],
    lacking: Sequence[str],
    seat: Seat,
    spot: int,
    open_to: Sequence[int],
    rng: Random,
) -> None:
    """Put a tile where it may lie, and take one from there that this seat may hold."""
    tile = places[seat][spot]
    fitting = [
        (place, at)
        for place in open_to
        if place != seat and (place >= len(lacking) or tile not in lacking[place])
        for at, other in enumerate(places[place])
        if other not in lacking[seat]
    ]
    if fitting:
        place, at = fitting[int(rng.random() * len(fitting))]
        places[seat][spot], places[place][at] = places[place][at], tile


def lacked(history: Sequence[str], seats: int, *, wild_answerable: bool) -> list[str]:
    """The tiles that each seat does not hold, if it answers whenever it can."""
    lacking = [""] * seats
    attack = ""
    for token in history:
        seat = int(token[0])
        if token[1:] == "pass":
            lacking[seat] += defenders(attack, wild_answerable=wild_answerable)
        elif len(token) == 3:
            tile = token[1]
            lacking[seat] = lacking[seat].replace(tile, "")
            attack = tile if token[2] == "A" else ""
    return lacking
