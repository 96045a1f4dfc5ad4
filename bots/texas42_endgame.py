"""The last tricks of a hand of Texas 42, exactly: all hands open, both sides playing best."""

from typing import Final

from engine.game import Seat
from engine.texas42.contract import Contract
from engine.texas42.model import State
from engine.texas42.suits import Suits
from engine.texas42.tiles import BIT, COUNT, members

NO_LEAD: Final = -1
BITS: Final = 6
"""Enough for the points of a hand."""
LOWEST: Final = (1 << BITS) - 1


class Position:
    """A hand in play with every domino in sight; it changes with every play."""

    __slots__ = ("best", "best_seat", "hands", "lead", "played", "points", "seat", "terms", "worth")

    def __init__(self, terms: Contract, hands: tuple[int, ...], seat: Seat) -> None:
        self.terms = terms
        self.hands = list(hands)
        self.seat = seat
        """Who is to play."""
        self.points = [0, 0]
        self.lead = NO_LEAD
        self.best = 0
        self.best_seat = seat
        self.played = 0
        """Dominoes of the trick on the table."""
        self.worth = 1
        """What that trick is worth so far."""

    def play(self, tile: int) -> None:
        """Play a domino; a complete trick is taken at once."""
        seat, terms = self.seat, self.terms
        self.hands[seat] ^= BIT[tile]
        lead = tile if self.lead < 0 else self.lead
        strength = terms.suits.strength[lead][tile]
        if self.lead < 0 or strength > self.best:
            self.best, self.best_seat = strength, seat
        self.lead = lead
        self.played += 1
        self.worth += COUNT[tile]
        self.seat = terms.after[seat]
        if self.played == terms.size:
            self.take()

    def take(self) -> None:
        """Give the complete trick to its winner, who leads."""
        self.points[self.best_seat & 1] += self.worth
        self.seat = self.best_seat
        self.lead, self.best, self.played, self.worth = NO_LEAD, 0, 0, 1

    @property
    def left(self) -> int:
        """The points of the dominoes in play and of the tricks still to be taken."""
        hands = self.hands
        tiles = members(hands[0] | hands[1] | hands[2] | hands[3])
        tricks = hands[self.seat].bit_count()
        return tricks + sum([COUNT[tile] for tile in tiles]) + (self.worth - 1)

    @property
    def dominoes(self) -> int:
        """How many dominoes are still held."""
        hands = self.hands
        return (hands[0] | hands[1] | hands[2] | hands[3]).bit_count()


def position_of(state: State) -> Position:
    """What a state of a hand in play comes to."""
    assert state.contract is not None
    now = Position(state.contract, state.hands, state.current)
    now.points = list(state.points)
    if state.trick:
        now.lead, now.best, now.best_seat = state.lead, state.best, state.best_seat
        now.played = len(state.trick)
        now.worth = 1 + sum([COUNT[tile] for tile in state.trick])
        if now.played == state.contract.size:
            now.take()
    return now


def can_make(state: State) -> bool:
    """Whether the bidders make their contract from here on, by the plain rules."""
    if state.made is not None:
        return state.made
    assert state.contract is not None
    return makes(Endings(state.contract, state.hands), position_of(state))


def makes(ends: "Endings", now: Position) -> bool:
    """Whether the bidders make their contract from this position of a deal on."""
    terms = now.terms
    own, others = now.points[terms.side], now.points[1 - terms.side]
    if terms.goal == "points":
        return ends.reach(now, terms.points - own)
    if terms.goal == "take_all":
        return not others and ends.reach(now, now.left)
    return not own and not ends.reach(now, 1)


class Endings:
    """Ends of one deal under one contract: how many points the bidders get.

    A position between two tricks is told by the dominoes left and who leads. For each the bounds
    are kept between which the bidders' points lie, as far as they were asked for.
    """

    __slots__ = ("_bounds", "_cheap", "_high", "_wants", "terms")

    def __init__(self, terms: Contract, hands: tuple[int, ...]) -> None:
        self.terms = terms
        self._wants = terms.side if terms.goal != "take_none" else 1 - terms.side
        """The side that wants the bidders to have points."""
        self._bounds: dict[int, int] = {}
        self._high = [_strong_first(terms.suits, hand) for hand in hands]
        self._cheap = [_cheap_first(terms.suits, hand) for hand in hands]

    def reach(self, now: Position, need: int) -> bool:
        """Whether the bidders get so many points more from a position of this deal."""
        h0, h1, h2, h3 = now.hands
        if now.lead < 0:
            return self._led(h0, h1, h2, h3, now.seat, need, now.left)
        return self._play(
            h0, h1, h2, h3, now.seat, now.lead, now.best, now.best_seat, now.played, now.worth,
            need, now.left,
        )  # fmt: skip

    def _led(self, h0: int, h1: int, h2: int, h3: int, seat: int, need: int, left: int) -> bool:
        """Whether they do with this seat to lead."""
        if need <= 0:
            return True
        if need > left or not (h0 | h1 | h2 | h3):
            return False
        key = (h0 | h1 | h2 | h3) << 2 | seat
        low, high = 0, left
        known = self._bounds.get(key)
        if known is not None:
            low, high = known >> BITS, known & LOWEST
            if need <= low:
                return True
            if need > high:
                return False
        reached = self._play(h0, h1, h2, h3, seat, NO_LEAD, 0, seat, 0, 1, need, left)
        self._bounds[key] = need << BITS | high if reached else low << BITS | need - 1
        return reached

    def _play(
        self,
        h0: int,
        h1: int,
        h2: int,
        h3: int,
        seat: int,
        lead: int,
        best: int,
        best_seat: int,
        played: int,
        worth: int,
        need: int,
        left: int,
    ) -> bool:
        """Whether they do with this seat to play to the trick."""
        terms = self.terms
        hand = h0 if seat == 0 else h1 if seat == 1 else h2 if seat == 2 else h3
        legal = terms.suits.legal(hand, lead)
        wanting = self._wants == seat & 1
        last = played + 1 == terms.size
        helped = lead >= 0 and (best_seat ^ seat) == 2
        # A winner first; where the partner has the trick, what is cheap comes first.
        for winning in (False, True) if helped else (True, False):
            for tile in self._high[seat] if winning else self._cheap[seat]:
                if not legal >> tile & 1:
                    continue
                strength = terms.suits.strength[tile if lead < 0 else lead][tile]
                wins = lead < 0 or strength > best
                if wins != winning:
                    continue
                bit = BIT[tile]
                n0 = h0 ^ bit if seat == 0 else h0
                n1 = h1 ^ bit if seat == 1 else h1
                n2 = h2 ^ bit if seat == 2 else h2
                n3 = h3 ^ bit if seat == 3 else h3
                top, top_seat = (strength, seat) if wins else (best, best_seat)
                total = worth + COUNT[tile]
                if last:
                    gained = total if top_seat & 1 == terms.side else 0
                    reached = self._led(n0, n1, n2, n3, top_seat, need - gained, left - total)
                else:
                    reached = self._play(
                        n0, n1, n2, n3, terms.after[seat], tile if lead < 0 else lead, top,
                        top_seat, played + 1, total, need, left,
                    )  # fmt: skip
                if reached == wanting:
                    return wanting
        return not wanting


def _strong_first(table: Suits, hand: int) -> tuple[int, ...]:
    """The dominoes of a hand, trumps and doubles first."""
    return tuple(sorted(members(hand), key=lambda tile: -table.strength[tile][tile]))


def _cheap_first(table: Suits, hand: int) -> tuple[int, ...]:
    """The dominoes of a hand, without count and low ones first."""
    return tuple(sorted(members(hand), key=lambda tile: (COUNT[tile], table.strength[tile][tile])))
