"""How a match goes on: the first deal, when it is over, and how everybody stands."""

from typing import Any

from engine.game import Dealt, Event, Outcome, Seat, Step, ranks
from engine.tigerdragon.deal import deal_round
from engine.tigerdragon.events import RoundStarted
from engine.tigerdragon.model import State, Table


def is_over(state: State, winner: Seat) -> bool:
    """Whether the winner of the round, alone or with the partner, has reached the target."""
    config = state.table.config
    if config.teams:
        return state.scores[winner] + state.scores[(winner + 2) % 4] >= config.team_target
    return state.scores[winner] >= config.target


def outcome(state: State) -> Outcome:
    """Points and ranks; partners share a rank and are placed by their sum."""
    points = state.scores
    if state.table.config.teams:
        sums = tuple(points[seat] + points[(seat + 2) % 4] for seat in range(4))
        return Outcome(points, ranks(sums), state.winner)
    return Outcome(points, ranks(points), state.winner)


def start(table: Table) -> Step[State, Event]:
    """The first position of a match."""
    state = deal_round(table, 1, (0,) * table.seats)
    return Step(state, opening_events(state))


def opening_events(state: State) -> tuple[Event, ...]:
    """A round's deal as events."""
    sizes = tuple(len(hand) for hand in state.hands)
    dealt: list[Any] = [Dealt(seat, tuple(hand)) for seat, hand in enumerate(state.hands)]
    return (RoundStarted(state.round, state.start, sizes), *dealt)
