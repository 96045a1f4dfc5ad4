"""How a round ends: wins and exhaustive draws; and what everybody learns of it."""

from typing import Any

from engine.game import Event, RoundResult, Seat, Step
from engine.mahjong.seats import SEATS
from engine.mahjong.tiles import NO_TILE
from engine.taiwan.events import RoundEnded, Won
from engine.taiwan.items import ENGLISH, Item
from engine.taiwan.match import after_round
from engine.taiwan.model import State
from engine.taiwan.payments import Leg, deltas_of, legs
from engine.taiwan.reading import By
from engine.taiwan.tiles import NAMES, flower_names, tile_names
from engine.taiwan.win import worth


def win(new: State, seats: list[Seat], by: By) -> Step[State, Event]:
    """胡 these seats win, the nearest first; each is paid separately."""
    tile = new.drawn if by == "self_draw" else new.tile
    won = []
    for seat in seats:
        value = worth(new, seat, tile, by)
        assert value is not None, "a win with an incomplete hand was offered"
        payers = others(seat) if by == "self_draw" else (new.current,)
        won.append(won_event(new, seat, by, tile, list(value.items), payers))
    return close(new, by, won, [])


def others(seat: Seat) -> tuple[Seat, ...]:
    """The three other seats."""
    return tuple([other for other in SEATS if other != seat])


def won_event(
    state: State,
    seat: Seat,
    by: str,
    tile: int,
    items: list[Item],
    payers: tuple[Seat, ...],
) -> Won:
    """The event of a win, its items and what each payer owes."""
    player = state.players[seat]
    tai = sum([value for _, value in items])
    rows = legs_of(state, tai, seat, payers)
    return Won(
        seat=seat,
        by=by,
        source=payers[0] if len(payers) == 1 else seat,
        tile=NAMES[tile] if tile != NO_TILE else None,
        hand=tuple(tile_names(player.hand)),
        melds=tuple([str(meld) for meld in player.melds]),
        flowers=tuple(flower_names(player.flowers)),
        yaku=tuple([name for name, _ in items]),
        english=tuple([ENGLISH[name] for name, _ in items]),
        tai=tuple([value for _, value in items]),
        hand_tai=tai,
        payers=tuple([leg.payer for leg in rows]),
        leg_base=tuple([leg.base for leg in rows]),
        dealer_tai=tuple([leg.dealer_tai for leg in rows]),
        leg_tai=tuple([leg.tai for leg in rows]),
        pull=tuple([leg.pull for leg in rows]),
        pays=tuple([leg.pays for leg in rows]),
        deltas=deltas_of(seat, rows),
    )


def legs_of(state: State, tai: int, winner: Seat, payers: tuple[Seat, ...]) -> list[Leg]:
    """What each payer owes for so many tai in this round."""
    this = state.round
    return legs(state.config, tai, winner, payers, this.dealer, this.streak)


def exhaustive(new: State, events: list[Event]) -> Step[State, Event]:
    """流局 no tile is left to draw: nobody pays, the dealer stays."""
    return close(new, "exhaustive", [], events)


def close(new: State, reason: str, won: list[Won], events: list[Event]) -> Step[State, Event]:
    """Book the payments, tell everybody, and go on to the next hand or to the end."""
    this = new.round
    flowers_paid = changed(this.scores, new.scores)
    for event in won:
        new.scores = added(new.scores, event.deltas)
    points = changed(this.scores, new.scores)
    winners = tuple([event.seat for event in won])
    ended = RoundEnded(this.number, reason, points, new.scores)
    result = RoundResult(
        round=this.number,
        winners=winners,
        points=points,
        scores=new.scores,
        extra={
            "reason": reason,
            "wind": this.wind_name,
            "dealer": this.dealer,
            "streak": this.streak,
            "flowers_paid": list(flowers_paid),
            "wins": [as_told(event) for event in won],
        },
    )
    after, more = after_round(new, winners)
    return Step(after, (*events, *won, ended, *more), result)


def as_told(event: Won) -> dict[str, Any]:
    """A win as one plain object: items by name, legs by payer."""
    return {
        "seat": event.seat,
        "by": event.by,
        "source": event.source,
        "tile": event.tile,
        "hand": list(event.hand),
        "melds": list(event.melds),
        "flowers": list(event.flowers),
        "yaku": [
            {"name": name, "english": english, "tai": tai}
            for name, english, tai in zip(event.yaku, event.english, event.tai, strict=True)
        ],
        "hand_tai": event.hand_tai,
        "legs": {
            str(payer): {
                "base": event.leg_base[row],
                "dealer_tai": event.dealer_tai[row],
                "tai": event.leg_tai[row],
                "pull": event.pull[row],
                "pays": event.pays[row],
            }
            for row, payer in enumerate(event.payers)
        },
        "deltas": list(event.deltas),
    }


def added(scores: tuple[int, ...], deltas: tuple[int, ...]) -> tuple[int, ...]:
    """The scores after a payment."""
    return tuple([score + delta for score, delta in zip(scores, deltas, strict=True)])


def changed(before: tuple[int, ...], after: tuple[int, ...]) -> tuple[int, ...]:
    """By how much each score has changed."""
    return tuple([new - old for old, new in zip(before, after, strict=True)])
