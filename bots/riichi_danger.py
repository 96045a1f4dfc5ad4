"""How dangerous a discard is at riichi, from what lies open: safe tiles, suji, walls."""

from typing import Final, NamedTuple

from engine.game import Seat
from engine.mahjong.tiles import FACE_OF, KIND
from engine.riichi.observation import Observation

SAFE: Final = 0
LOW: Final = 1
MEDIUM: Final = 2
HIGH: Final = 3
HONOUR_LEVELS: Final = (LOW, LOW, MEDIUM, HIGH)
"""The danger of an honour by how many of its kind are unseen."""
MANY_CALLS: Final = 3
"""With so many open melds a seat is taken for ready."""


class Risk(NamedTuple):
    """The danger of a discard towards one seat: a level from SAFE to HIGH, and its reason."""

    seat: Seat
    level: int
    reason: str
    unseen: int | None = None
    """How many of an honour are unseen; None of any other tile."""


def danger(seen: Observation, kind: int, seat: Seat) -> float:
    """How likely a discard of this kind deals into a seat in riichi; 0 is certain safety."""
    safe = seen.safe_against(seat)
    if safe >> kind & 1:
        return 0.0
    left = seen.unseen(kind)
    if kind >= 27:
        return (0.2, 1.0, 2.5, 3.5)[min(left, 3)]
    place = kind % 9
    partners = [kind + step for step in (-3, 3) if 0 <= place + step < 9]
    covered = sum(safe >> partner & 1 for partner in partners)
    edge = place in (0, 8)
    if covered == len(partners):
        return 1.2 if edge else 2.5
    if covered:
        return 4.5
    return 4.0 if edge else 6.0 if 2 < place < 6 else 5.0


def threatening(seen: Observation) -> list[Seat]:
    """The other seats that are in riichi, or have called so often that they may well wait."""
    others = [seat for seat in range(4) if seat != seen.seat]
    return [s for s in others if s in seen.threats or open_melds(seen, s) >= MANY_CALLS]


def open_melds(seen: Observation, seat: Seat) -> int:
    """How often a seat has called."""
    return sum(meld["type"] != "ankan" for meld in seen.view["melds"][seat])


def risks(seen: Observation) -> dict[str, list[Risk]]:
    """The danger of each tile of the hand towards each seat that threatens; none without one."""
    seats = threatening(seen)
    tiles = dict.fromkeys(seen.view["hand"]) if seats else ()
    return {name: [risk(seen, KIND[FACE_OF[name]], seat) for seat in seats] for name in tiles}


def risk(seen: Observation, kind: int, seat: Seat) -> Risk:
    """The danger of a kind towards a seat, named as players name it."""
    safe = seen.safe_against(seat)
    if safe >> kind & 1:
        return Risk(seat, SAFE, "safe")
    if kind >= 27:
        left = min(seen.unseen(kind), 3)
        return Risk(seat, HONOUR_LEVELS[left], "honour", left)
    sides = [side_of(seen, kind, step, safe) for step in (-1, 1) if 0 <= kind % 9 + 3 * step < 9]
    if all(side == "suji" for side in sides):
        return Risk(seat, LOW if kind % 9 in (0, 8) else MEDIUM, "suji")
    if all(side in ("suji", "no chance") for side in sides):
        return Risk(seat, LOW, "no chance")
    if all(side != "open" for side in sides):
        return Risk(seat, MEDIUM, "one chance")
    return Risk(seat, HIGH, "half suji" if "suji" in sides else "live")


def side_of(seen: Observation, kind: int, step: int, safe: int) -> str:
    """What speaks against a two-sided wait on a kind from below (-1) or above (1)."""
    if safe >> (kind + 3 * step) & 1:
        return "suji"
    fewest = min(seen.unseen(kind + step), seen.unseen(kind + 2 * step))
    return ("no chance", "one chance")[fewest] if fewest < 2 else "open"
