"""Hands of Texas 42 played out in imagination: first tricks by thumb, the last ones exactly.

Calls that are still to come are made as the counting bot makes them. What a side takes under a
declaration is worked out once for a deal, whatever the bid is.
"""

from typing import Final

from bots.texas42_endgame import Endings, Position, makes, position_of
from bots.texas42_likely import promised
from bots.texas42_play import Sight, best_declaration, choose
from engine.game import Seat
from engine.texas42.contract import contract
from engine.texas42.model import State
from engine.texas42.moves import MARK, POINT_BIDS, Declare
from engine.texas42.scoring import Pair, added
from engine.texas42.tiles import SEATS

# Tricks that a hand promises, and how far it then bids. Opening was read off 4,000 deals played by
# thumb (30 is made in 56 % of them at 4 tricks, in 83 % at 5.5); the others are not tuned.
OPENING: Final = 4.0
OVER_PARTNER: Final = 5.5
POINTS_A_TRICK: Final = 5.0
TWO_MARKS: Final = 6.25
LOWEST_BID: Final = 30


def play_by_thumb(now: Position, exact: int) -> None:
    """Play a hand on until so few dominoes are left before a lead."""
    while now.lead >= 0 or now.dominoes > exact:
        now.play(choose(sight_of(now)))


def sight_of(now: Position) -> Sight:
    """What the seat to play can see."""
    hands, seat = now.hands, now.seat
    return Sight(
        seat,
        hands[seat],
        (hands[0] | hands[1] | hands[2] | hands[3]) ^ hands[seat],
        now.terms,
        now.lead,
        now.best if now.played else 0,
        now.best_seat if now.played else -1,
        now.played == now.terms.size - 1,
    )


class Deal:
    """One imagined deal: how it ends under the contracts that are asked for."""

    __slots__ = ("_dealt", "_ends", "_exact", "_hands", "_shaker")

    def __init__(self, world: State, exact: int) -> None:
        self._dealt = world.hands
        self._exact = exact
        self._ends: Endings | None = None
        """The ends of the contract that is being played."""
        self._hands: dict[tuple[Seat, Declare], tuple[Position, Endings]] = {}
        self._shaker = world.shaker

    def made(self, state: State) -> bool:
        """Whether the bidders make their contract from this state of the deal's play on."""
        if state.made is not None:
            return state.made
        terms = state.contract
        assert terms is not None
        if self._ends is None:
            self._ends = Endings(terms, self._dealt)
        now = position_of(state)
        if terms.goal != "take_none":
            play_by_thumb(now, self._exact)
        return makes(self._ends, now)

    def takes(self, bidder: Seat, how: Declare, points: int) -> bool:
        """Whether a bidder who declares this takes so many points."""
        if (bidder, how) not in self._hands:
            terms = contract(POINT_BIDS[0], bidder, how)
            now = Position(terms, self._dealt, bidder)
            play_by_thumb(now, self._exact)
            self._hands[bidder, how] = now, Endings(terms, tuple(now.hands))
        now, ends = self._hands[bidder, how]
        return ends.reach(now, points - now.points[bidder & 1])

    def called(self, state: State, seat: Seat, own: Declare) -> Pair:
        """The marks that this hand pays by side, the calls still to come included.

        The seat would declare `own`; the others what promises them most tricks.
        """
        bid, bidder = self._auction(state)
        if bidder < 0:
            return (0, 0)
        how = own if bidder == seat else best_declaration(self._dealt[bidder])[1]
        stake, points = max(1, bid // MARK), min(bid, MARK)
        side = bidder & 1 if self.takes(bidder, how, points) else 1 - (bidder & 1)
        return added((0, 0), side, stake)

    def _auction(self, state: State) -> tuple[int, Seat]:
        """The highest bid and who makes it, -1 for nobody."""
        bid, bidder = (state.high.value, state.bidder) if state.high else (0, -1)
        for turn in range(state.calls, SEATS):
            seat = (self._shaker + 1 + turn) % SEATS
            partner = bidder == (seat + 2) % SEATS
            above = next_call(self._dealt[seat], bid, partner=partner)
            if above:
                bid, bidder = above, seat
        return bid, bidder


def next_call(hand: int, high: int, *, partner: bool) -> int:
    """The bid above this value that a hand is worth, as the counting bot counts; 0 to pass."""
    tricks = promised(hand)
    if tricks >= TWO_MARKS and high < 2 * MARK:
        return 2 * MARK
    if tricks < (OVER_PARTNER if partner else OPENING):
        return 0
    lowest = max(LOWEST_BID, high + 1)
    return lowest if lowest <= min(LOWEST_BID + POINTS_A_TRICK * (tricks - OPENING), 41) else 0
