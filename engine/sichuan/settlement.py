"""刮风下雨 The money: who pays whom for wins, kongs and an empty wall.

The settlement is told plain facts and answers with new books and the events to tell; the play
carries the books along and never reads them. It may be left out (`NoSettlement`).
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final, Literal

from engine.errors import InvalidActionError
from engine.game import Event, Seat
from engine.mahjong.seats import ORDER, SEATS
from engine.sichuan.config import SichuanConfig
from engine.sichuan.events import (
    EmptyWallSettled,
    HuKind,
    HuSettled,
    KongMoneyMoved,
    KongPaid,
    ZeroSumViolated,
)
from engine.sichuan.model import START_SCORE
from engine.sichuan.scoring import Fan, top_value

Standing = Literal["won", "pig", "ready", "noten"]

KongKind = Literal["concealed", "exposed", "added", "postponed"]
Status = Literal["paid", "moved", "refunded", "returned"]
Numbers = tuple[int, ...]
EXPECTED_SUM: Final = 4 * START_SCORE


@dataclass(frozen=True, slots=True)
class Entry:
    """One payment for a kong, and what became of the money."""

    kong: int
    receiver: Seat
    payer: Seat
    amount: int
    status: Status = "paid"


@dataclass(frozen=True, slots=True)
class Books:
    """Everybody's score, and the kong money of the running deal."""

    scores: Numbers
    ledger: tuple[Entry, ...] = ()


Settled = tuple[Books, tuple[Event, ...]]


@dataclass(frozen=True, slots=True)
class Hu:
    """One win to be paid. The kind is always said: no discarder never means a self-draw.

    `won` are the seats that had won before; `feeder` pays a self-draw alone if the table says so.
    """

    game: str
    seat: Seat
    tile: str
    kind: HuKind
    value: int
    discarder: Seat | None = None
    won: frozenset[Seat] = frozenset()
    feeder: Seat | None = None
    fan: int = 0
    fans: tuple[Fan, ...] = ()


@dataclass(frozen=True, slots=True)
class Kong:
    """One kong to be paid; `number` counts the kongs of the deal from 1 on."""

    number: int
    seat: Seat
    kind: KongKind
    source: Seat | None = None
    won: frozenset[Seat] = frozenset()


class Settlement:
    """Pays by the options of a match."""

    def __init__(self, config: SichuanConfig) -> None:
        self.config = config

    # -- wins

    def hus(self, game: str, books: Books, hus: Sequence[Hu], kong: int = 0) -> Settled:
        """Every win with one tile, in the order given; `kong` is the one it was shot after."""
        events: list[Event] = []
        for hu in hus:
            books, told = self.hu(books, hu)
            events += told
        if kong:
            books, told = self.move_kong_money(game, books, kong, [hu.seat for hu in hus])
            events += told
        return books, tuple(events)

    def hu(self, books: Books, hu: Hu) -> Settled:
        """One win: transfer, check the sum, tell."""
        check_kind(hu)
        payers, amount = self._owed(hu)
        deltas = [0, 0, 0, 0]
        for payer in payers:
            deltas[payer] -= amount
            deltas[hu.seat] += amount
        books = transfer(books, deltas)
        told = HuSettled(
            game=hu.game,
            seat=hu.seat,
            tile=hu.tile,
            kind=hu.kind,
            fans=hu.fans,
            fan=hu.fan,
            value=hu.value,
            fan_count=amount,
            score_change=f"{deltas[hu.seat]:+d}",
            deltas=tuple(deltas),
            scores=books.scores,
        )
        return books, (*verify_zero_sum(hu.game, books), told)

    def _owed(self, hu: Hu) -> tuple[list[Seat], int]:
        """Who pays, and how much each."""
        if hu.kind != "self_draw" and hu.discarder is not None:
            return [hu.discarder], hu.value
        if hu.feeder is not None and self.config.dian_gang_hua == "discard":
            return [hu.feeder], hu.value
        bonus = self.config.base if self.config.zimo_bonus == "add_base" else 0
        return self._everybody(hu.seat, hu.won), hu.value + bonus

    def _everybody(self, seat: Seat, won: frozenset[Seat]) -> list[Seat]:
        """All others, or all others still playing."""
        gone = won if self.config.self_draw_payers == "active" else ()
        return [payer for payer in ORDER[seat] if payer not in gone]

    # -- kongs

    def kong(self, game: str, books: Books, kong: Kong) -> Settled:
        """A kong that nobody robbed, paid at once and noted in the ledger."""
        config = self.config
        amount = (
            config.base
            * {
                "concealed": config.kong_concealed,
                "exposed": config.kong_exposed,
                "added": config.kong_added,
                "postponed": config.kong_added if config.postponed_kong_pays else 0,
            }[kong.kind]
        )
        payers = self._everybody(kong.seat, kong.won) if kong.source is None else [kong.source]
        if not amount:
            return books, ()
        entries = tuple(Entry(kong.number, kong.seat, payer, amount) for payer in payers)
        deltas = [0, 0, 0, 0]
        for entry in entries:
            deltas[entry.payer] -= amount
            deltas[kong.seat] += amount
        books = replace(transfer(books, deltas), ledger=books.ledger + entries)
        told = KongPaid(kong.number, kong.seat, tuple(deltas), books.scores)
        return books, (*verify_zero_sum(game, books), told)

    def move_kong_money(
        self, game: str, books: Books, kong: int, winners: Sequence[Seat]
    ) -> Settled:
        """杠上炮 What this kong earned goes to the winners, back to the payers, or stays."""
        how = self.config.gang_pao
        moved = [entry for entry in books.ledger if entry.kong == kong and entry.status == "paid"]
        if how == "keep" or not moved:
            return books, ()
        deltas = [0, 0, 0, 0]
        for entry in moved:
            deltas[entry.receiver] -= entry.amount
        if how == "refund":
            for entry in moved:
                deltas[entry.payer] += entry.amount
        else:
            share, rest = divmod(sum(entry.amount for entry in moved), len(winners))
            for winner in winners:
                deltas[winner] += share
            deltas[winners[0]] += rest
        books = transfer(books, deltas)
        books = mark(books, moved, "moved" if how == "transfer" else "refunded")
        told = KongMoneyMoved(kong, how, tuple(deltas), books.scores)
        return books, (*verify_zero_sum(game, books), told)

    # -- the empty wall

    def empty_wall(
        self, game: str, books: Books, states: Sequence[Standing], values: Sequence[int]
    ) -> Settled:
        """查花猪, 查大叫, 退税: pigs pay, those not ready pay, and both return kong money."""
        pigs = self._pigs(states)
        not_ready = _not_ready(states, values)
        taxed = [
            entry
            for entry in books.ledger
            if entry.status == "paid" and states[entry.receiver] in ("pig", "noten")
        ]
        refunds = [0, 0, 0, 0]
        for entry in taxed if self.config.tax_refund else ():
            refunds[entry.receiver] -= entry.amount
            refunds[entry.payer] += entry.amount
        deltas = [sum(row) for row in zip(pigs, not_ready, refunds, strict=True)]
        books = transfer(books, deltas)
        if self.config.tax_refund:
            books = mark(books, taxed, "returned")
        told = EmptyWallSettled(
            states=tuple(states),
            values=tuple(values),
            pigs=tuple(pigs),
            not_ready=tuple(not_ready),
            refunds=tuple(refunds),
            deltas=tuple(deltas),
            scores=books.scores,
        )
        return books, (*verify_zero_sum(game, books), told)

    def _pigs(self, states: Sequence[Standing]) -> list[int]:
        amount = top_value(self.config)
        spared = ("pig",) if self.config.pig_pays_winners else ("pig", "won")
        deltas = [0, 0, 0, 0]
        for pig in SEATS:
            for other in SEATS:
                if states[pig] == "pig" and states[other] not in spared:
                    deltas[pig] -= amount
                    deltas[other] += amount
        return deltas


def _not_ready(states: Sequence[Standing], values: Sequence[int]) -> list[int]:
    deltas = [0, 0, 0, 0]
    for payer in SEATS:
        for ready in SEATS:
            if states[payer] == "noten" and states[ready] == "ready":
                deltas[payer] -= values[ready]
                deltas[ready] += values[ready]
    return deltas


class NoSettlement(Settlement):
    """Nobody pays anything: the play is the same without money."""

    def hus(self, game: str, books: Books, hus: Sequence[Hu], kong: int = 0) -> Settled:  # noqa: ARG002
        """Nothing."""
        return books, ()

    def kong(self, game: str, books: Books, kong: Kong) -> Settled:  # noqa: ARG002
        """Nothing."""
        return books, ()

    def empty_wall(
        self,
        game: str,  # noqa: ARG002
        books: Books,
        states: Sequence[Standing],  # noqa: ARG002
        values: Sequence[int],  # noqa: ARG002
    ) -> Settled:
        """Nothing."""
        return books, ()


def check_kind(hu: Hu) -> None:
    """An InvalidActionError unless a win names another's seat, and a self-draw names none."""
    is_self_draw = hu.kind == "self_draw"
    if hu.discarder is None if is_self_draw else hu.discarder in ORDER[hu.seat]:
        return
    what = "not allowed for self-draw HU" if is_self_draw else "required for discard HU"
    raise InvalidActionError(
        f"discard_player_id {what}, game={hu.game}, player={hu.seat}, tile={hu.tile}, "
        f"kind={hu.kind}, is_self_draw={is_self_draw}, got {hu.discarder!r}"
    )


def transfer(books: Books, deltas: Sequence[int]) -> Books:
    """The books after these changes; scores may become negative."""
    scores = tuple([old + change for old, change in zip(books.scores, deltas, strict=True)])
    return Books(scores, books.ledger)


def mark(books: Books, entries: Sequence[Entry], status: Status) -> Books:
    """The books with these entries in another state."""
    ledger = tuple(
        replace(entry, status=status) if entry in entries else entry for entry in books.ledger
    )
    return Books(books.scores, ledger)


def verify_zero_sum(game: str, books: Books) -> tuple[Event, ...]:
    """What to tell if the scores do not add up; never an exception."""
    total = sum(books.scores)
    if total == EXPECTED_SUM:
        return ()
    return (ZeroSumViolated(game, total, EXPECTED_SUM, books.scores),)
