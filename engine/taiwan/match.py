"""How a match goes on: who deals next, when it ends, and how everybody stands."""

from engine.game import Event, Outcome, Seat, Step, ranks, standing
from engine.mahjong.events import MatchEnded
from engine.taiwan.deal import deal_round, new_round
from engine.taiwan.model import State, Table

NO_SCORES = (0, 0, 0, 0)


def start(table: Table) -> Step[State, Event]:
    """The first hand of a match; seat 0 deals."""
    return Step(*deal_round(new_round(table, 1, 0, 0, NO_SCORES)))


def after_round(new: State, winners: tuple[Seat, ...]) -> tuple[State, tuple[Event, ...]]:
    """連莊 the dealer stays with a win or a draw; the next deal, or the end of the match."""
    this = new.round
    stays = not winners or this.dealer in winners
    passes = this.passes if stays else this.passes + 1
    streak = this.streak + 1 if stays else 0
    if passes == 4 * new.config.circles or this.number >= new.config.most_hands:
        new.phase = "Finished"
        return new, (MatchEnded(new.scores, ranks(new.scores)),)
    return deal_round(new_round(this.table, this.number + 1, passes, streak, new.scores))


def outcome(state: State) -> Outcome:
    """Points and ranks as they stand; at the end a winner unless the first place is shared."""
    return standing(state.scores, over=state.phase == "Finished")
