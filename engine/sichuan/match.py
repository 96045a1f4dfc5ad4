"""How a match goes on: who deals next, and how everybody stands."""

from engine.game import Dealt, Event, Outcome, Seat, Step, standing
from engine.mahjong.seats import SEATS
from engine.sichuan.deal import deal_round, first_dealer
from engine.sichuan.events import RoundStarted
from engine.sichuan.hand import hand_names
from engine.sichuan.model import START_SCORE, State, Table


def next_dealer(state: State) -> Seat:
    """The first winner, the discarder if several won first, the same if nobody did."""
    if not state.wins:
        return state.round.dealer
    first = state.wins[0]
    return first.seats[0] if len(first.seats) == 1 else first.source


def start(table: Table) -> Step[State, Event]:
    """The first deal of a match."""
    state = deal_round(table, 1, first_dealer(table), (START_SCORE,) * 4)
    return Step(state, opening_events(state))


def opening_events(state: State) -> tuple[Event, ...]:
    """A deal as events."""
    this = state.round
    dealt = [Dealt(seat, hand_names(state.players[seat])) for seat in SEATS]
    return (RoundStarted(this.number, this.dealer, this.start_scores), *dealt)


def outcome(state: State) -> Outcome:
    """The scores and their ranks."""
    return standing(state.books.scores, over=state.phase == "Finished")
