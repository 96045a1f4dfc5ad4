"""How a match goes on: the first deal, the next, the end, and how everybody stands."""

from engine.game import Dealt, Event, Outcome, Step, ranks
from engine.texas42.deal import deal_hand
from engine.texas42.events import MatchEnded, RoundStarted
from engine.texas42.model import State, Table
from engine.texas42.moves import Move
from engine.texas42.scoring import by_seat
from engine.texas42.tiles import SEATS, texts


def start(table: Table) -> Step[State, Event]:
    """The first position of a match."""
    state = deal_hand(table, 1, table.config.first_shaker)
    return Step(state, opening_events(state))


def opening_events(state: State) -> tuple[Event, ...]:
    """A deal as events."""
    dealt = [Dealt(seat, texts(hand)) for seat, hand in enumerate(state.hands)]
    return (RoundStarted(state.round, state.shaker), *dealt)


def finish(new: State) -> Event:
    """No more moves; the side that is ahead has won."""
    ours, theirs = new.marks
    new.phase = "Finished"
    new.winner = -1 if ours == theirs else int(theirs > ours)
    return MatchEnded(new.winner, new.marks)


def end_game(new: State, _move: Move) -> Step[State, Event]:
    """The match ends as it stands."""
    return Step(new, (finish(new),))


def next_hand(new: State, _move: Move) -> Step[State, Event]:
    """The next seat shakes."""
    after = deal_hand(new.table, new.round + 1, (new.shaker + 1) % SEATS, new.marks, log=new.log)
    return Step(after, opening_events(after))


def outcome(state: State) -> Outcome:
    """Each seat has its side's marks, and partners share a rank."""
    marks = by_seat(state.marks)
    return Outcome(marks, ranks(marks), state.winner)
