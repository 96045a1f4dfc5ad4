"""半荘 How a match goes on: who deals next, when it ends, and the final points."""

from typing import Final

from engine.game import Dealt, Event, Outcome, Seat
from engine.mahjong.seats import SEATS
from engine.mahjong.tiles import NAMES, face_names
from engine.riichi.config import RiichiConfig
from engine.riichi.deal import deal_round, indicators
from engine.riichi.events import DRAWN, MatchEnded, RoundStarted
from engine.riichi.model import State, Table
from engine.riichi.payments import STICK

ABORTS: Final = ("kyuushu", "suufon", "suucha", "suukaikan", "sanchahou")
WINS: Final = ("ron", "tsumo")
LAST_HAND: Final = {"hanchan": 7, "tonpuu": 3}


def start(table: Table) -> tuple[State, tuple[Event, ...]]:
    """The first position of a match."""
    scores = (table.config.start_points,) * 4
    state = deal_round(table, 1, 0, 0, 0, scores)
    return state, opening_events(state)


def opening_events(state: State) -> tuple[Event, ...]:
    """A round's deal as events."""
    this = state.round
    started = RoundStarted(
        this.number,
        this.name,
        this.dealer,
        this.honba,
        state.sticks,
        state.scores,
        NAMES[indicators(state)[0]],
    )
    dealt = [Dealt(seat, tuple(face_names(state.players[seat].hand))) for seat in SEATS]
    return (started, *dealt, DRAWN[this.dealer][state.drawn])


def after_round(new: State, reason: str, *, stays: bool) -> tuple[State, tuple[Event, ...]]:
    """The next deal, or the end of the match."""
    this = new.round
    config = new.config
    if is_over(config, this.hand, new.scores, reason, stays=stays):
        return finish(new)
    won = reason in WINS
    hand = this.hand if stays else this.hand + 1
    honba = this.honba + 1 if stays or not won else 0
    state = deal_round(this.table, this.number + 1, hand, honba, new.sticks, new.scores)
    return state, opening_events(state)


def is_over(
    config: RiichiConfig, hand: int, scores: tuple[int, ...], reason: str, *, stays: bool
) -> bool:
    """Whether the match ends after this round; `stays` means the dealer deals again."""
    if config.tobi and min(scores) < 0:
        return True
    last = LAST_HAND[config.length]
    if hand < last or reason in ABORTS:
        return False
    reached = max(scores) >= config.target
    if stays:
        return reached and _ends_with_dealer(config, hand > last, scores, hand % 4, reason)
    return reached or not config.enchousen or hand == last + 4


def _ends_with_dealer(
    config: RiichiConfig, extension: bool, scores: tuple[int, ...], dealer: Seat, reason: str
) -> bool:
    """和了止め, 聴牌止め: whether the match ends although the dealer would deal again."""
    if extension and not config.enchousen_dealer_stays:
        return True
    top = max(scores)
    if scores[dealer] < top or scores.count(top) > 1:
        return False
    return config.agari_yame if reason in WINS else config.tenpai_yame


def finish(new: State) -> tuple[State, tuple[Event, ...]]:
    """Sticks left over go where the option says, and the match is over."""
    new.scores = with_leftover_sticks(new.config, new.scores, new.sticks)
    new.sticks = 0
    new.phase = "Finished"
    points = final_points(new.config, new.scores)
    ended = MatchEnded(new.scores, tuple([point / 1000 for point in points]), ranks_of(new.scores))
    return new, (ended,)


def with_leftover_sticks(
    config: RiichiConfig, scores: tuple[int, ...], sticks: int
) -> tuple[int, ...]:
    """The scores after the sticks left over went to the first, were lost, or were shared.

    Those tied for the first place share in hundreds; what is left goes to the earliest seat.
    """
    if config.leftover_sticks == "lost":
        return scores
    order = ranking(scores)
    shared = config.leftover_sticks == "shared"
    firsts = [seat for seat in order if scores[seat] == scores[order[0]]] if shared else order[:1]
    share = STICK * sticks // len(firsts) // 100 * 100
    new = list(scores)
    for seat in firsts:
        new[seat] += share
    new[firsts[0]] += STICK * sticks - share * len(firsts)
    return tuple(new)


def ranking(scores: tuple[int, ...]) -> list[Seat]:
    """Seats from first to last; of equal scores the earlier seat stands higher."""
    return sorted(SEATS, key=lambda seat: (-scores[seat], seat))


def ranks_of(scores: tuple[int, ...]) -> tuple[int, ...]:
    """The rank of each seat."""
    order = ranking(scores)
    return tuple(order.index(seat) + 1 for seat in SEATS)


def final_points(config: RiichiConfig, scores: tuple[int, ...]) -> tuple[int, ...]:
    """Points above the target with uma and oka, in single points.

    They add up to 0, or to what is missing on the table where sticks left over are lost.
    ウマ uma goes by rank; オカ oka, what everybody paid in above the start, goes to the first.
    Ranks two to four are rounded, the first gets what they lose.
    """
    order = ranking(scores)
    points = [0, 0, 0, 0]
    for place in (1, 2, 3):
        seat = order[place]
        points[seat] = rounded(config, scores[seat]) + 1000 * config.uma[place]
    lost = 4 * config.start_points - sum(scores) if config.leftover_sticks == "lost" else 0
    points[order[0]] = -sum(points) - lost
    return tuple(points)


def rounded(config: RiichiConfig, score: int) -> int:
    """A score as its difference to the target, rounded as the option says."""
    over = score - config.target
    if config.rounding == "half_away":
        return _away(score, 500) - config.target
    if config.rounding == "goshashonyu":
        return _away(over, 499)
    return over


def _away(points: int, lift: int) -> int:
    """Round to thousands: away from zero if the rest plus `lift` makes a whole one."""
    size = (abs(points) + lift) // 1000 * 1000
    return size if points >= 0 else -size


def outcome(state: State) -> Outcome:
    """Final points (thousands with uma and oka, in single points) and ranks as they stand."""
    ranks = ranks_of(state.scores)
    winner = ranks.index(1) if state.phase == "Finished" else -1
    return Outcome(final_points(state.config, state.scores), ranks, winner)
