"""補花 Draws, the flowers laid and replaced on the way, and wins by flowers."""

from engine.game import Event, Seat, Step
from engine.mahjong.seats import with_player
from engine.mahjong.tiles import NO_TILE
from engine.taiwan.claims import Moves
from engine.taiwan.deal import can_draw, take
from engine.taiwan.ends import added, close, exhaustive, legs_of, others, won_event
from engine.taiwan.events import DRAWN, FlowerLaid, FlowersPaid
from engine.taiwan.items import Item, flower_win_items, items_beside_flowers
from engine.taiwan.model import Cause, Player, State
from engine.taiwan.moves import WIN
from engine.taiwan.payments import deltas_of
from engine.taiwan.tiles import FLOWER, NAMES
from engine.taiwan.win import ALL_FLOWERS, barred_by_open_kong, flower_winner, worth


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
    if new.config.flower_win_adds_items and tile == NO_TILE:
        items += beside_flowers(new, winner)
    by = "flower7rob1" if robbed else "flower_deal" if as_dealt else "flower8"
    return close(new, by, [won_event(new, winner, by, tile, items, payers)], events)


def beside_flowers(state: State, winner: Seat) -> list[Item]:
    """What a win by flowers adds by option, the hand being incomplete."""
    player = state.players[winner]
    single = player.waits.bit_count() == 1
    place = state.round.place(winner)
    return items_beside_flowers(
        player.flowers, place, state.config, closed=player.closed, single=single
    )


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
    rows = legs_of(new, sum([tai for _, tai in items]), winner, payers)
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
        new.cause = new.cause if winner == new.current else "flower"
        new.current, new.drawn = winner, tile
    else:
        tile = NO_TILE
    complete = tile != NO_TILE and new.players[winner].waits >> tile & 1
    if not complete or barred_by_open_kong(new):
        return NO_TILE, []
    value = worth(new, winner, tile, "self_draw")
    assert value is not None, "a wait completes the hand"
    return tile, list(value.items)


def resolve_flower(new: State, moves: Moves) -> Step[State, Event]:
    """By option a flower win may be declined; then its layer draws the replacement."""
    found = flower_winner(new.players)
    assert found is not None, "nobody can win by flowers"
    winner, owner = found
    if moves[winner] is WIN:
        step = flower_win(new, winner, owner, [], as_dealt=False)
        assert step is not None, "an optional flower win ends the hand"
        return step
    return draw(new, new.current, new.cause, [])


def draw(new: State, seat: Seat, cause: Cause, events: list[Event]) -> Step[State, Event]:
    """A seat draws, flowers are laid and replaced; the hand ends where no tile is left."""
    new.current = seat
    new.drawn = NO_TILE
    while can_draw(new, cause):
        tile = take(new, seat, cause)
        event = DRAWN[cause != "head"][seat][tile]
        if tile < FLOWER:
            begin_turn(new, seat, tile, cause)
            return Step(new, (*events, event) if events else (event,))
        events.append(event)
        cause = new.cause = after_flower(cause)
        step = lay_flower(new, seat, tile, events)
        if step:
            return step
    return exhaustive(new, events)


def after_flower(cause: Cause) -> Cause:
    """Why the next tile is drawn after a flower: what an open kong forbids, no flower allows."""
    return "open_kong" if cause == "open_kong" else "flower"


def begin_turn(new: State, seat: Seat, tile: int, cause: Cause) -> None:
    """It is a seat's turn with this drawn tile."""
    new.phase = "Discard"
    new.drawn = tile
    new.cause = cause
    new.banned = 0
    old = new.players[seat]
    if old.no_pong or (old.locked and new.config.passed_win == "ron_only"):
        player = Player(old)
        player.no_pong = 0
        player.locked = player.locked and new.config.passed_win != "ron_only"
        new.players = with_player(new.players, seat, player)


def lay_flower(new: State, seat: Seat, tile: int, events: list[Event]) -> Step[State, Event] | None:
    """補花 a flower goes to the table; the step that follows if somebody wins by it."""
    player = Player(new.players[seat])
    player.flowers |= 1 << tile - FLOWER
    new.players = with_player(new.players, seat, player)
    new.history = (new.history, f"{seat}flower:{NAMES[tile]}")
    events.append(FlowerLaid(seat, NAMES[tile]))
    found = flower_winner(new.players)
    if not found:
        return None
    if new.config.flower_win == "optional":
        new.phase = "Claim"
        new.claim = "flower"
        new.tile = NO_TILE
        return Step(new, tuple(events))
    return flower_win(new, *found, events, as_dealt=False)
