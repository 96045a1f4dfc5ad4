"""What each seat pays for a win."""

from dataclasses import dataclass

from engine.game import Seat
from engine.mahjong.seats import SEATS
from engine.taiwan.config import TaiwanConfig


@dataclass(frozen=True, slots=True)
class Leg:
    """What one seat pays, and how it comes about: base + unit * (tai + pull).

    `tai` is capped and has `dealer_tai` in it; `pull` is paid beside the cap.
    """

    payer: Seat
    base: int
    dealer_tai: int
    tai: int
    pull: int
    pays: int


def legs(
    config: TaiwanConfig,
    tai: int,
    winner: Seat,
    payers: tuple[Seat, ...],
    dealer: Seat,
    streak: int,
) -> list[Leg]:
    """What each payer owes: the base and the tai, with those of the dealer where he is in it.

    拉莊 by option the second half of a winning dealer's streak is paid by everybody.
    """
    repeats = streak if config.streak_cap is None else min(streak, config.streak_cap)
    pull = repeats if config.streak_pull == "all" and dealer == winner else 0
    rows = []
    for payer in payers:
        involved = dealer == winner or (dealer == payer and config.dealer_tai == "involved")
        dealer_tai = 1 + 2 * repeats - pull if involved else 0
        counted = min(config.cap, tai + dealer_tai)
        pays = config.base + config.unit * (counted + pull)
        rows.append(Leg(payer, config.base, dealer_tai, counted, pull, pays))
    bystanders = [seat for seat in SEATS if pull and seat != winner and seat not in payers]
    return rows + [Leg(seat, 0, 0, 0, pull, config.unit * pull) for seat in bystanders]


def deltas_of(winner: Seat, rows: list[Leg]) -> tuple[int, ...]:
    """The change of every seat's score."""
    deltas = [0, 0, 0, 0]
    for leg in rows:
        deltas[leg.payer] -= leg.pays
        deltas[winner] += leg.pays
    return tuple(deltas)
