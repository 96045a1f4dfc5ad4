"""The end of a Tiger & Dragon round, exactly: all hands open, everybody doing best for himself.

Only what still matters is kept of a position, so that the same ending is worked out once.
"""

from collections.abc import Sequence
from functools import lru_cache
from statistics import fmean
from typing import Final, NamedTuple

from engine.game import Seat
from engine.tigerdragon.model import State
from engine.tigerdragon.rules import defenders
from engine.tigerdragon.scoring import round_points
from engine.tigerdragon.tiles import WIRE_ORDER

REMEMBERED: Final = 20_000
"""Endings; the garbage collector visits all of them now and then, and no answer may wait for it."""
PASS: Final = "pass"

Points = tuple[int, ...]
"""What a round brings, by seat."""


class Terms(NamedTuple):
    """What stays the same until the round ends."""

    card: str
    last_bonus_counts: bool
    wild_answerable: bool
    teams: bool


class Ending(NamedTuple):
    """What decides the rest of a round; the tiles of a hand are in the wire's order."""

    terms: Terms
    hands: tuple[str, ...]
    phase: str
    current: Seat
    attacker: Seat
    attack: str
    face_down: tuple[int, ...]
    last_attacks: tuple[str, ...]
    """By seat, where the card asks for it; else empty."""


def ending(state: State) -> Ending:
    """What of a position decides the rest of its round."""
    config, seats = state.table.config, state.table.seats
    attacks = [""] * seats
    for token in state.history if config.card == "gamemarket" else ():
        if token[-1] == "A":
            attacks[int(token[0])] = token[1]
    return Ending(
        Terms(config.card, config.last_bonus_counts, config.wild_answerable, config.teams),
        tuple(["".join(sorted(hand, key=WIRE_ORDER.index)) for hand in state.hands]),
        state.phase,
        state.current,
        state.attacker,
        state.attack if state.phase == "Defend" else "",
        tuple([len(row) for row in state.face_down]),
        tuple(attacks),
    )


@lru_cache(maxsize=REMEMBERED)
def best(end: Ending) -> tuple[str, Points]:
    """The best choice of the seat to move, of equals the first, and what everybody then scores."""
    rows = [(choice, after(end, choice)) for choice in choices(end)]
    return max(rows, key=lambda row: lead(row[1], end.current, teams=end.terms.teams))


def choices(end: Ending) -> Sequence[str]:
    """What the seat to move may do, as the rules offer it."""
    hand = end.hands[end.current]
    if end.phase == "Defend":
        answers = defenders(end.attack, wild_answerable=end.terms.wild_answerable)
        return [*[tile for tile in answers if tile in hand], PASS]
    return [*dict.fromkeys(hand)]


def after(end: Ending, choice: str) -> Points:
    """What everybody scores after a choice, if from then on all do best for themselves."""
    seat = end.current
    left = (seat + 1) % len(end.hands)
    if choice == PASS:
        if left == end.attacker:
            return best(end._replace(current=left, phase="BonusReceive", attack=""))[1]
        return best(end._replace(current=left))[1]
    hand = end.hands[seat].replace(choice, "", 1)
    if not hand:
        return closed(end, choice)
    then = end._replace(hands=(*end.hands[:seat], hand, *end.hands[seat + 1 :]))
    if end.phase == "Attack":
        then = then._replace(phase="Defend", current=left, attacker=seat, attack=choice)
        if end.terms.card == "gamemarket":
            attacks = (*end.last_attacks[:seat], choice, *end.last_attacks[seat + 1 :])
            then = then._replace(last_attacks=attacks)
    elif end.phase == "Defend":
        then = then._replace(phase="Attack", attacker=seat, attack="")
    else:
        then = then._replace(phase="Attack", face_down=one_more(end.face_down, seat))
    return best(then)[1]


def one_more(face_down: Points, seat: Seat) -> Points:
    """The face-down tiles by seat after this one has laid another."""
    return (*face_down[:seat], face_down[seat] + 1, *face_down[seat + 1 :])


def closed(end: Ending, tile: str) -> Points:
    """What everybody scores when the seat to move lays its last tile."""
    terms, seat, down = end.terms, end.current, end.face_down
    if end.phase == "BonusReceive" and terms.last_bonus_counts:
        down = one_more(down, seat)
    before = end.last_attacks[seat]
    points = round_points(terms.card, tile, down[seat], sum(down), prev_attack=before)
    return tuple([points if other == seat else 0 for other in range(len(end.hands))])


def lead(points: Sequence[int], seat: Seat, *, teams: bool) -> float:
    """How far a seat's side is ahead of the others, on average."""
    own = {seat, (seat + 2) % 4} if teams else {seat}
    others = [score for other, score in enumerate(points) if other not in own]
    return fmean([points[one] for one in own]) - fmean(others)
