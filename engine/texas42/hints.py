"""Advice for one seat, from its own hand and what lies on the table."""

from collections.abc import Sequence
from typing import Any, Final

from engine.game import Seat
from engine.texas42.moves import PASS, Bid, Declare, Move, Play
from engine.texas42.suits import called_set
from engine.texas42.tiles import COUNT, DOUBLES, SEATS

ENOUGH: Final = 5
"""Trumps and doubles on the side with which a hand is worth a bid."""
OVER_PARTNER: Final = 6
"""With how many it is worth a bid above the partner's."""


def remark(state: Any, seat: Seat, move: Any) -> str:
    """What a seat should know of this choice."""
    if isinstance(move, Play):
        return _play_remark(state, move.tile)
    if isinstance(move, Declare) and move.called is not None:
        return f"{(state.hands[seat] & called_set(move.called)).bit_count()} in hand"
    if move is PASS:
        doubles = (state.hands[seat] & DOUBLES).bit_count()
        return f"{doubles} {'double' if doubles == 1 else 'doubles'} in hand"
    return ""


def _play_remark(state: Any, tile: int) -> str:
    count = f"counts {COUNT[tile]}" if COUNT[tile] else ""
    table = state.contract.suits.strength
    wins = (
        "takes the trick so far" if state.lead >= 0 and table[state.lead][tile] > state.best else ""
    )
    return ", ".join(filter(None, (wins, count)))


def recommended(state: Any, seat: Seat, offer: Sequence[Move]) -> Move:
    """The choice to make, of those on offer."""
    plays = [move for move in offer if isinstance(move, Play)]
    if plays:
        return _domino(state, seat, plays)
    declarations = [move for move in offer if isinstance(move, Declare)]
    hand = state.hands[seat]
    if declarations:
        return max(declarations, key=lambda how: _length(hand, how))
    return _call(state, seat, hand, offer)


def _length(hand: int, how: Declare) -> tuple[int, int]:
    """Trumps and doubles on the side; of equals the one with more trumps. Specials come last."""
    if how.called is None or how.goal is not None:
        return (-1, 0)
    trumps = hand & called_set(how.called)
    return (trumps | hand & DOUBLES).bit_count(), trumps.bit_count()


def _call(state: Any, seat: Seat, hand: int, offer: Sequence[Move]) -> Move:
    """The lowest bid if a suit is long enough, else a pass where one is allowed."""
    strength = max((hand & (called_set(pip) | DOUBLES)).bit_count() for pip in range(7))
    partner = state.high is not None and state.bidder == (seat + 2) % SEATS
    bids = [move for move in offer if isinstance(move, Bid) and move.plain]
    if bids and (strength >= (OVER_PARTNER if partner else ENOUGH) or PASS not in offer):
        return bids[0]
    return PASS if PASS in offer else offer[0]


def _domino(state: Any, seat: Seat, plays: Sequence[Play]) -> Move:
    terms = state.contract
    table = terms.suits.strength
    loses = terms.goal == "take_none" and seat & 1 == terms.side
    if state.lead < 0:
        high = max if not loses else min
        return high(plays, key=lambda play: (table[play.tile][play.tile], -COUNT[play.tile]))
    row = table[state.lead]
    winners = [play for play in plays if row[play.tile] > state.best]
    losers = [play for play in plays if row[play.tile] <= state.best]
    if loses:
        return max(losers or plays, key=lambda play: row[play.tile] * (1 if losers else -1))
    if state.best_seat == (seat + 2) % SEATS:
        return max(plays, key=lambda play: (COUNT[play.tile], -row[play.tile]))
    if winners:
        last = len(state.trick) == terms.size - 1
        return max(winners, key=lambda play: (COUNT[play.tile] if last else 0, row[play.tile]))
    return min(plays, key=lambda play: (COUNT[play.tile], row[play.tile]))
