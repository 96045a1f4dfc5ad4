"""The contract that a bid and a declaration make: how a hand is played, won and paid."""

from dataclasses import dataclass, field
from functools import cache

from engine.game import Seat
from engine.texas42.moves import Bid, Declare, Goal
from engine.texas42.suits import Called, Doubles, Order, Suits, suits
from engine.texas42.tiles import SEATS


@dataclass(frozen=True, slots=True)
class Contract:
    """All that decides how a hand is played, won and paid."""

    stake: int
    goal: Goal
    points: int
    called: Called
    power: bool
    doubles: Doubles
    order: Order
    bidder: Seat
    selector: Seat
    leader: Seat
    out_seat: Seat | None
    declaration: Declare
    suits: Suits = field(repr=False, compare=False)
    after: tuple[Seat, ...]
    """Who plays next, by seat."""
    size: int
    """Dominoes to a trick."""

    @property
    def side(self) -> int:
        """The bidding side."""
        return self.bidder & 1


@cache
def contract(bid: Bid, bidder: Seat, how: Declare) -> Contract:
    """What a bid and a declaration come to; made once."""
    selector = (bidder + bid.selector) % SEATS
    out_seat = (bidder + 2) % SEATS if how.partner_out else None
    return Contract(
        stake=bid.stake,
        goal=how.goal or bid.goal,
        points=bid.points,
        called=how.called,
        power=how.power,
        doubles=how.doubles,
        order=how.order,
        bidder=bidder,
        selector=selector,
        leader=selector,
        out_seat=out_seat,
        declaration=how,
        suits=suits(how.called, how.doubles, how.order, power=how.power),
        after=tuple(next_seat(seat, out_seat) for seat in range(SEATS)),
        size=SEATS if out_seat is None else SEATS - 1,
    )


def next_seat(seat: Seat, out_seat: Seat | None) -> Seat:
    """The seat to the left, past one that sits out."""
    left = (seat + 1) % SEATS
    return left if left != out_seat else (left + 1) % SEATS
