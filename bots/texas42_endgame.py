"""The last tricks of a hand of Texas 42, exactly: all hands open, both sides playing best."""

from typing import Final

from engine.game import SYSTEM, Seat
from engine.texas42.contract import Contract
from engine.texas42.model import State
from engine.texas42.scoring import Pair, added, trick_points, verdict
from engine.texas42.tiles import BIT, members

Hands = tuple[int, ...]
NO_LEAD: Final = -1


def can_make(state: State) -> bool:
    """Whether the bidders make their contract from here on, by the plain rules."""
    if state.made is not None:
        return state.made
    assert state.contract is not None
    ends = Endings(state.contract)
    if state.current == SYSTEM:
        return ends.taken(state.hands, state.trick, state.best_seat, state.points, state.taken)
    return ends.playing(
        state.hands, state.current, state.trick, state.best, state.best_seat,
        state.points, state.taken,
    )  # fmt: skip


class Endings:
    """Ends of hands of one contract; each position between two tricks is worked out once."""

    def __init__(self, terms: Contract) -> None:
        self._terms = terms
        self._led: dict[tuple[Hands, Seat, Pair, Pair], bool] = {}

    def playing(
        self,
        hands: Hands,
        seat: Seat,
        trick: tuple[int, ...],
        best: int,
        best_seat: Seat,
        points: Pair,
        taken: Pair,
    ) -> bool:
        """Whether the contract is made with this seat to play to the trick."""
        terms = self._terms
        suits, bidding = terms.suits, terms.side == seat & 1
        lead = trick[0] if trick else NO_LEAD
        for tile in members(suits.legal(hands[seat], lead)):
            rest = (*hands[:seat], hands[seat] ^ BIT[tile], *hands[seat + 1 :])
            strength = suits.strength[lead if trick else tile][tile]
            wins = not trick or strength > best
            top, top_seat = (strength, seat) if wins else (best, best_seat)
            now = (*trick, tile)
            if len(now) == terms.size:
                made = self.taken(rest, now, top_seat, points, taken)
            else:
                made = self.playing(rest, terms.after[seat], now, top, top_seat, points, taken)
            if made == bidding:
                return bidding
        return not bidding

    def taken(
        self, hands: Hands, trick: tuple[int, ...], winner: Seat, points: Pair, taken: Pair
    ) -> bool:
        """Whether the contract is made once this seat has taken the trick."""
        points = added(points, winner & 1, trick_points(trick))
        taken = added(taken, winner & 1, 1)
        made = verdict(self._terms, points, taken)
        if made is None:
            key = (hands, winner, points, taken)
            if key not in self._led:
                self._led[key] = self.playing(hands, winner, (), 0, winner, points, taken)
            made = self._led[key]
        return made
