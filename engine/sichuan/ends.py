"""How a round ends: wins as the play sees them, three winners, an empty wall."""

from collections.abc import Callable, Sequence
from typing import Final

from engine.game import Event, RoundResult, Seat, Step, ranks
from engine.mahjong.events import MatchEnded
from engine.mahjong.seats import SEATS, with_player
from engine.mahjong.tiles import NO_TILE
from engine.sichuan.deal import deal_round, draw
from engine.sichuan.events import DRAWN, HuKind, RoundEnded, SettlementFailed, Won
from engine.sichuan.hand import hand_names, live_waits, measure, shift
from engine.sichuan.match import next_dealer, opening_events
from engine.sichuan.model import CLAIMED, Player, State, Win
from engine.sichuan.scoring import best_value, score
from engine.sichuan.settlement import Books, Hu, Settled, Standing
from engine.sichuan.tiles import NAMES
from engine.sichuan.win import check_win, luck_of

MOST_WINNERS: Final = 3


def settle(new: State, pay: Callable[[Books], Settled]) -> tuple[Event, ...]:
    """Move the money; if that fails, tell it and play on."""
    try:
        new.books, events = pay(new.books)
    except Exception as error:  # money must never stop the play, whatever is wrong with it
        return (SettlementFailed(new.round.table.game, f"{type(error).__name__}: {error}"),)
    return events


# -- wins


def win(
    new: State, seats: Sequence[Seat], kind: int, how: HuKind, source: Seat | None
) -> Step[State, Event]:
    """Everybody who wins with one tile, in seating order; the next tile is drawn at the end."""
    before = State(new)
    for seat in seats:
        check_win(before, seat, kind, how)
    commit(new, seats, kind, how, source)
    told: list[Event] = [
        Won(seat, NAMES[kind], how, source, hand_names(new.players[seat])) for seat in seats
    ]
    events = settle(new, lambda books: pay_hus(before, books, seats, kind, how, source))
    return go_on(new, (*told, *events))


def commit(new: State, seats: Sequence[Seat], kind: int, how: HuKind, source: Seat | None) -> None:
    """All of the play: who has won, where the tile went, whose turn is next."""
    if how == "discard":
        take_discard(new)
    for seat in seats:
        player = Player(new.players[seat])
        player.won = True
        player.passed = 0
        if how == "self_draw":
            shift(player, kind, -1)
            measure(player)
        new.players = with_player(new.players, seat, player)
        new.history = (new.history, f"{seat}hu:{NAMES[kind]}")
    after = seats[-1] if source is None or winner_next(new) else source
    new.wins = (*new.wins, Win(tuple(seats), kind, how, -1 if source is None else source))
    new.drawn = new.tile = NO_TILE
    new.current = next_seat(new, after)


def winner_next(state: State) -> bool:
    """Whether the turn goes on after the last winner, whoever discarded."""
    return state.config.turn_after_discard_hu == "winner_next"


def take_discard(new: State) -> None:
    """Mark the discard on the table as gone."""
    source = new.current
    player = Player(new.players[source])
    player.pond = (*player.pond[:-1], player.pond[-1] | CLAIMED)
    new.players = with_player(new.players, source, player)


def next_seat(state: State, seat: Seat) -> Seat:
    """The next seat in turn that still plays."""
    if not state.wins:
        return (seat + 1) % 4
    stays = state.config.winners_stay
    for step in (1, 2, 3):
        other = (seat + step) % 4
        if stays or not state.players[other].won:
            return other
    return seat


def pay_hus(
    before: State,
    books: Books,
    seats: Sequence[Seat],
    kind: int,
    how: HuKind,
    source: Seat | None,
) -> Settled:
    """Value every hand as it stood, and have it paid."""
    table = before.round.table
    luck = {seat: luck_of(before, seat, how) for seat in seats}
    hus = []
    for seat in seats:
        player = before.players[seat]
        counts = bytearray(player.counts)
        if how != "self_draw":
            counts[kind] += 1
        worth = score(table.config, counts, player.melds, luck[seat])
        hus.append(
            Hu(
                game=table.game,
                seat=seat,
                tile=NAMES[kind],
                kind=how,
                value=worth.value,
                discarder=source,
                won=winners_of(before),
                feeder=before.feeder if before.feeder >= 0 else None,
                fan=worth.fan,
                fans=worth.fans,
            )
        )
    kong = before.kongs if "gang_pao" in luck[seats[0]] else 0
    return table.settlement.hus(table.game, books, hus, kong)


def winners_of(state: State) -> frozenset[Seat]:
    """The seats that have won so far."""
    return frozenset([seat for seat in SEATS if state.players[seat].won])


# -- the end of a round


def go_on(new: State, events: tuple[Event, ...]) -> Step[State, Event]:
    """The next seat draws, or the deal is over."""
    if not new.config.winners_stay and len(winners_of(new)) >= MOST_WINNERS:
        return close(new, events, "three_winners")
    return draw_next(new, new.current, events)


def draw_next(new: State, seat: Seat, events: tuple[Event, ...] = ()) -> Step[State, Event]:
    """A seat draws, or the wall is empty."""
    if not new.left:
        return close(new, events, "empty_wall")
    kind = draw(new, seat)
    return Step(new, (*events, DRAWN[seat][kind]))


def close(new: State, events: tuple[Event, ...], reason: str) -> Step[State, Event]:
    """Settle an empty wall, then deal again or end the match."""
    this = new.round
    new.phase = "Finished"
    new.drawn = new.tile = NO_TILE
    if reason == "empty_wall" and len(winners_of(new)) < len(SEATS):
        events += settle(new, lambda books: pay_empty_wall(new, books))
    scores = new.books.scores
    points = tuple([now - then for now, then in zip(scores, this.start_scores, strict=True)])
    winners = tuple(dict.fromkeys(seat for win in new.wins for seat in win.seats))
    dealer = next_dealer(new)
    shown = reason == "empty_wall"
    hands = tuple(hand_names(p) if shown or p.won else None for p in new.players)
    ended = RoundEnded(this.number, reason, winners, hands, points, scores, dealer)
    result = RoundResult(this.number, winners, points, scores, {"reason": reason})
    if this.number == new.config.deals:
        return Step(new, (*events, ended, MatchEnded(scores, ranks(scores))), result)
    after = deal_round(this.table, this.number + 1, dealer, scores)
    return Step(after, (*events, ended, *opening_events(after)), result)


def pay_empty_wall(state: State, books: Books) -> Settled:
    """Find out how everybody stands, and have it paid."""
    table = state.round.table
    states = [standing(player) for player in state.players]
    values = [
        best_value(table.config, player) if how == "ready" else 0
        for player, how in zip(state.players, states, strict=True)
    ]
    return table.settlement.empty_wall(table.game, books, states, values)


def standing(player: Player) -> Standing:
    """How a player stands at an empty wall."""
    if player.won:
        return "won"
    if player.holds_void:
        return "pig"
    return "ready" if live_waits(player) else "noten"
