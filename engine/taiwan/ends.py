"""How a hand ends: wins, flower wins, exhaustive draws; and what follows it."""

from typing import Any

from engine.game import Event, Outcome, RoundResult, Seat, Step, ranks
from engine.mahjong.events import MatchEnded
from engine.mahjong.seats import SEATS, with_player
from engine.mahjong.tiles import NO_TILE
from engine.taiwan.deal import deal_round, new_round
from engine.taiwan.events import DRAWN, FlowersPaid, RoundEnded, Won
from engine.taiwan.items import ENGLISH, By, Item, flower_win_items
from engine.taiwan.model import Player, State, Table
from engine.taiwan.scoring import Leg, deltas_of, legs
from engine.taiwan.tiles import FLOWER, NAMES, flower_names
from engine.taiwan.wall import can_draw, take
from engine.taiwan.win import ALL_FLOWERS, worth

NOBODY_PAYS = (0, 0, 0, 0)


def win(new: State, seats: list[Seat], by: By) -> Step[State, Event]:
    """胡 these seats win, the nearest first; each is paid separately."""
    tile = new.drawn if by == "self_draw" else new.tile
    won = []
    for seat in seats:
        value = worth(new, seat, tile, by)
        assert value is not None, "a win with an incomplete hand was offered"
        payers = others(seat) if by == "self_draw" else (new.current,)
        won.append(_won(new, seat, by, tile, list(value.items), payers))
    return close(new, by, won, [])


def others(seat: Seat) -> tuple[Seat, ...]:
    """The three other seats."""
    return tuple([other for other in SEATS if other != seat])


def _won(
    state: State,
    seat: Seat,
    by: str,
    tile: int,
    items: list[Item],
    payers: tuple[Seat, ...],
) -> Won:
    player = state.players[seat]
    tai = sum([value for _, value in items])
    rows = _legs(state, tai, seat, payers)
    return Won(
        seat=seat,
        by=by,
        source=payers[0] if len(payers) == 1 else seat,
        tile=NAMES[tile] if tile != NO_TILE else None,
        hand=tuple([NAMES[kind] for kind in player.hand]),
        melds=tuple([str(meld) for meld in player.melds]),
        flowers=tuple(flower_names(player.flowers)),
        yaku=tuple([name for name, _ in items]),
        english=tuple([ENGLISH[name] for name, _ in items]),
        tai=tuple([value for _, value in items]),
        hand_tai=tai,
        payers=payers,
        dealer_tai=tuple([leg.dealer_tai for leg in rows]),
        leg_tai=tuple([leg.tai for leg in rows]),
        pays=tuple([leg.pays for leg in rows]),
        deltas=deltas_of(seat, rows),
    )


def _legs(state: State, tai: int, winner: Seat, payers: tuple[Seat, ...]) -> list[Leg]:
    this = state.round
    return legs(state.config, tai, winner, payers, this.dealer, this.streak)


def flower_win(
    new: State, winner: Seat, owner: Seat, events: list[Event], *, as_dealt: bool
) -> Step[State, Event] | None:
    """花胡 the flowers win: the end of the hand, or by option a payment and None."""
    robbed = owner != winner
    if robbed:
        take_flower(new, winner, owner)
    items = flower_win_items(new.config, robbed=robbed, as_dealt=as_dealt)
    payers = (owner,) if robbed else others(winner)
    if new.config.flower_win == "bonus":
        pay_bonus(new, winner, payers, items, events)
        return None
    tile = NO_TILE
    if new.config.flower_win == "combined":
        tile, more = combined(new, winner, events, as_dealt=as_dealt)
        items += more
    by = "flower7rob1" if robbed else "flower_deal" if as_dealt else "flower8"
    return close(new, by, [_won(new, winner, by, tile, items, payers)], events)


def take_flower(new: State, winner: Seat, owner: Seat) -> None:
    """七搶一 the eighth flower goes to the holder of seven."""
    giver, taker = Player(new.players[owner]), Player(new.players[winner])
    giver.flowers = 0
    taker.flowers = ALL_FLOWERS
    new.players = with_player(with_player(new.players, owner, giver), winner, taker)


def pay_bonus(
    new: State, winner: Seat, payers: tuple[Seat, ...], items: list[Item], events: list[Event]
) -> None:
    """The flowers are paid at once and the hand goes on."""
    rows = _legs(new, sum([tai for _, tai in items]), winner, payers)
    deltas = deltas_of(winner, rows)
    new.scores = added(new.scores, deltas)
    source = payers[0] if len(payers) == 1 else winner
    events.append(FlowersPaid(winner, source, items[-1][0], deltas, new.scores))


def combined(
    new: State, winner: Seat, events: list[Event], *, as_dealt: bool
) -> tuple[int, list[Item]]:
    """By option the winner draws a replacement, and a complete hand adds its own items."""
    if as_dealt:
        tile = new.drawn if winner == new.current else NO_TILE
    elif can_draw(new, "flower"):
        tile = take(new, winner, "flower")
        assert tile < FLOWER, "all flowers lie on the table"
        events.append(DRAWN[True][winner][tile])
        new.current, new.drawn, new.cause = winner, tile, "flower"
    else:
        tile = NO_TILE
    if tile == NO_TILE or not new.players[winner].waits >> tile & 1:
        return NO_TILE, []
    value = worth(new, winner, tile, "self_draw")
    assert value is not None, "a wait completes the hand"
    return tile, list(value.items)


def exhaustive(new: State, events: list[Event]) -> Step[State, Event]:
    """流局 no tile is left to draw: nobody pays, the dealer stays."""
    return close(new, "exhaustive", [], events)


def close(new: State, reason: str, won: list[Won], events: list[Event]) -> Step[State, Event]:
    """Book the payments, tell everybody, and go on to the next hand or to the end."""
    this = new.round
    for event in won:
        new.scores = added(new.scores, event.deltas)
    points = tuple([now - before for now, before in zip(new.scores, this.scores, strict=True)])
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
            str(payer): {"dealer_tai": dealer_tai, "tai": tai, "pays": pays}
            for payer, dealer_tai, tai, pays in zip(
                event.payers, event.dealer_tai, event.leg_tai, event.pays, strict=True
            )
        },
        "deltas": list(event.deltas),
    }


def added(scores: tuple[int, ...], deltas: tuple[int, ...]) -> tuple[int, ...]:
    """The scores after a payment."""
    return tuple([score + delta for score, delta in zip(scores, deltas, strict=True)])


# -- the course of a match


def start(table: Table) -> Step[State, Event]:
    """The first hand of a match; seat 0 deals."""
    return Step(*deal_round(new_round(table, 1, 0, 0, NOBODY_PAYS)))


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
    places = ranks(state.scores)
    alone = state.phase == "Finished" and places.count(1) == 1
    return Outcome(state.scores, places, places.index(1) if alone else -1)
