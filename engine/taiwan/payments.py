"""What each seat pays for a win."""

from dataclasses import dataclass

from engine.game import Seat
from engine.taiwan.config import TaiwanConfig


@dataclass(frozen=True, slots=True)
class Leg:
    """What one seat pays, and how it comes about."""

    payer: Seat
    dealer_tai: int
    tai: int
    pays: int


def legs(
    config: TaiwanConfig,
    tai: int,
    winner: Seat,
    payers: tuple[Seat, ...],
    dealer: Seat,
    streak: int,
) -> list[Leg]:
    """What each payer owes: the base and the tai, with those of the dealer where he is in it."""
    repeats = streak if config.streak_cap is None else min(streak, config.streak_cap)
    rows = []
    for payer in payers:
        dealer_tai = 1 + 2 * repeats if dealer in (winner, payer) else 0
        counted = min(config.cap, tai + dealer_tai)
        rows.append(Leg(payer, dealer_tai, counted, config.base + config.unit * counted))
    return rows


def deltas_of(winner: Seat, rows: list[Leg]) -> tuple[int, ...]:
    """The change of every seat's score."""
    deltas = [0, 0, 0, 0]
    for leg in rows:
        deltas[leg.payer] -= leg.pays
        deltas[winner] += leg.pays
    return tuple(deltas)
