"""Players who were away: how often a house bot moved for them, and what that costs them."""

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from typing import TYPE_CHECKING

from engine.game import Outcome, Seat

if TYPE_CHECKING:
    from arena.match.match import Record


def house_moves(records: "Iterable[Record]") -> Counter[Seat]:
    """Return how often a house bot moved for each seat whose player was away."""
    return Counter(seat for record in records for seat in record.house)


def settled(
    outcome: Outcome, forfeits: Collection[Seat], teams: Sequence[Sequence[Seat]]
) -> Outcome:
    """Return an outcome in which the teams of these seats come last, with the fewest points."""
    losers = {seat for team in teams if not {*forfeits}.isdisjoint(team) for seat in team}
    if not losers:
        return outcome
    fewest = min(outcome.points)
    points = tuple(
        fewest if seat in losers else points for seat, points in enumerate(outcome.points)
    )
    others = [rank for seat, rank in enumerate(outcome.ranks) if seat not in losers]
    last = len(others) + 1
    ranks = tuple(
        last if seat in losers else 1 + sum(other < rank for other in others)
        for seat, rank in enumerate(outcome.ranks)
    )
    winner = outcome.winner
    if winner in losers:
        winner = ranks.index(1) if ranks.count(1) == 1 else -1
    return Outcome(points, ranks, winner)
