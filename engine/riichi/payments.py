"""点数授受 who pays what to whom."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from engine.game import Seat
from engine.riichi.config import RiichiConfig
from engine.riichi.scoring import YAKUMAN_BASE, Score

STICK = 1000
NOTEN = 3000


@dataclass(frozen=True, slots=True)
class Payment:
    """A win to be paid: `loser` is the winner's own seat by tsumo; `pao` the liable by yakuman."""

    score: Score
    winner: Seat
    loser: Seat
    dealer: Seat
    honba: int = 0
    pao: Mapping[str, Seat] = field(default_factory=dict)

    @property
    def is_tsumo(self) -> bool:
        """Whether the winner drew the tile."""
        return self.winner == self.loser


def hundreds(points: int) -> int:
    """Rounded up to a hundred."""
    return -(-points // 100) * 100


def ron_points(base: int, *, dealer: bool) -> int:
    """What a ron of this base is worth without honba and sticks."""
    return hundreds(base * (6 if dealer else 4))


def tsumo_shares(base: int, winner: Seat, dealer: Seat) -> list[int]:
    """What each seat pays for a tsumo of this base; the winner's place is 0."""
    double, single = hundreds(base * 2), hundreds(base)
    return [
        0 if seat == winner else double if dealer in (seat, winner) else single for seat in range(4)
    ]


def worth(payment: Payment) -> int:
    """The points of a win without honba and sticks."""
    if payment.is_tsumo:
        return sum(tsumo_shares(payment.score.base, payment.winner, payment.dealer))
    return ron_points(payment.score.base, dealer=payment.winner == payment.dealer)


def pay(payment: Payment, config: RiichiConfig) -> list[int]:
    """The changes of all four seats by one win, sticks left out."""
    liable = _liable(payment)
    if not liable or set(liable.values()) == {payment.loser}:
        return _pay_plain(payment, payment.score.base, payment.honba, config)
    if config.pao_composite == "whole":
        seat = next(iter(liable.values()))
        return _pay_liable(payment, payment.score.base, payment.honba, seat, config)
    return _pay_parts(payment, liable, config)


def _liable(payment: Payment) -> dict[str, Seat]:
    names = [name for name, _ in payment.score.yaku]
    return {name: seat for name, seat in payment.pao.items() if name in names}


def _pay_plain(payment: Payment, base: int, honba: int, config: RiichiConfig) -> list[int]:
    extra = config.honba_points * honba
    deltas = [0, 0, 0, 0]
    if payment.is_tsumo:
        for seat, share in enumerate(tsumo_shares(base, payment.winner, payment.dealer)):
            deltas[seat] -= share + extra // 3 * (seat != payment.winner)
    else:
        points = ron_points(base, dealer=payment.winner == payment.dealer)
        deltas[payment.loser] -= points + extra
    deltas[payment.winner] -= sum(deltas)
    return deltas


def _pay_liable(
    payment: Payment, base: int, honba: int, liable: Seat, config: RiichiConfig
) -> list[int]:
    """包 pao: the liable seat pays a tsumo alone and shares a ron with the discarder."""
    extra = config.honba_points * honba
    deltas = [0, 0, 0, 0]
    if payment.is_tsumo:
        points = sum(tsumo_shares(base, payment.winner, payment.dealer))
        deltas[liable] = -points - extra
    elif liable == payment.loser:
        return _pay_plain(payment, base, honba, config)
    else:
        points = ron_points(base, dealer=payment.winner == payment.dealer)
        half = points // 2
        honba_share = {"liable": extra, "half": extra // 2, "discarder": 0}[config.pao_honba]
        deltas[liable] = half - points - honba_share
        deltas[payment.loser] = -half - (extra - honba_share)
    deltas[payment.winner] = -sum(deltas)
    return deltas


def _pay_parts(payment: Payment, liable: Mapping[str, Seat], config: RiichiConfig) -> list[int]:
    """Each yakuman that somebody is liable for by itself, the rest of the hand plainly."""
    parts = []
    rest = payment.score.yakuman
    honba = payment.honba
    for name, han in payment.score.yaku:
        if name in liable:
            count = min(han // 13, rest)
            base = count * YAKUMAN_BASE
            parts.append(_pay_liable(payment, base, honba, liable[name], config))
            rest -= count
            honba = 0
    if rest:
        parts.append(_pay_plain(payment, rest * YAKUMAN_BASE, 0, config))
    return added_up(parts)


def pay_each(payments: Sequence[Payment], sticks: int, config: RiichiConfig) -> list[list[int]]:
    """The changes by each of the wins on one tile, the nearest winner first.

    That one gets the sticks, and the honba too unless the option gives it to each.
    """
    rows = []
    for place, payment in enumerate(payments):
        honba = payment.honba if place == 0 or config.multi_honba == "each" else 0
        rows.append(pay(replace(payment, honba=honba), config))
    rows[0][payments[0].winner] += STICK * sticks
    return rows


def added_up(rows: Sequence[Sequence[int]]) -> list[int]:
    """The changes of all seats by several payments together."""
    return [sum(column) for column in zip(*rows, strict=True)]


def noten_penalties(tenpai: Sequence[bool]) -> list[int]:
    """不聴罰符 what the noten pay the tenpai at an exhaustive draw."""
    ready = sum(tenpai)
    if ready in (0, 4):
        return [0, 0, 0, 0]
    return [NOTEN // ready if own else -NOTEN // (4 - ready) for own in tenpai]


def nagashi_payments(seats: Sequence[Seat], dealer: Seat) -> list[int]:
    """流し満貫 nagashi mangan: each of these seats is paid a mangan as if drawn, no honba."""
    deltas = [0, 0, 0, 0]
    for winner in seats:
        shares = tsumo_shares(2000, winner, dealer)
        for seat, share in enumerate(shares):
            deltas[seat] -= share
        deltas[winner] += sum(shares)
    return deltas
