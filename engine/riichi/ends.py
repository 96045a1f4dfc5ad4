"""How a round ends: wins, aborts, exhaustive draws; and what everybody learns of it."""

from typing import Any

from engine.game import Event, RoundResult, Seat, Step
from engine.mahjong.hands import decompositions
from engine.mahjong.seats import SEATS
from engine.mahjong.shapes import TENPAI, YAOCHU_MASK
from engine.mahjong.tiles import NAMES, face_names
from engine.riichi import match
from engine.riichi.claims import counted_rons
from engine.riichi.deal import ura_indicators
from engine.riichi.events import HandShown, RoundEnded, Won
from engine.riichi.hand import held, live_waits
from engine.riichi.model import CALLED_MARK, Player, State
from engine.riichi.payments import (
    Payment,
    added_up,
    nagashi_payments,
    noten_penalties,
    pay_each,
    worth,
)
from engine.riichi.scoring import counted_ura
from engine.riichi.win import score


def rons(new: State, seats: list[Seat]) -> Step[State, Event]:
    """栄和 one, two or three seats win on a tile."""
    counted = counted_rons(seats, new.config)
    return win(new, counted) if counted else abort(new, "sanchahou", [])


def win(new: State, seats: list[Seat]) -> Step[State, Event]:
    """和了 these seats win, the nearest first; the dealer stays if among them."""
    source = new.current
    tsumo = new.phase == "Discard"
    tile = new.drawn if tsumo else new.tile
    dealer, honba = new.round.dealer, new.round.honba
    payments = []
    for seat in seats:
        value = score(new, seat, tile, tsumo=tsumo)
        assert value is not None, "a win without a yaku was offered"
        payments.append(Payment(value, seat, source, dealer, honba, dict(new.players[seat].pao)))
    rows = pay_each(payments, new.sticks, new.config)
    won = [_won(new, paid, tile, row) for paid, row in zip(payments, rows, strict=True)]
    new.sticks = 0
    extra: dict[str, Any] = {"wins": [event.as_json() for event in won]}
    reason = "tsumo" if tsumo else "ron"
    stays = dealer in seats
    return close(new, reason, added_up(rows), [*won], extra, tuple(seats), stays=stays)


def _won(state: State, payment: Payment, tile: int, deltas: list[int]) -> Won:
    value = payment.score
    player = state.players[payment.winner]
    ura = counted_ura(ura_indicators(state), state.config) if player.riichi else ()
    return Won(
        seat=payment.winner,
        source=payment.loser,
        tile=NAMES[tile],
        hand=tuple(face_names(player.hand)),
        melds=tuple([str(meld) for meld in player.melds]),
        yaku=tuple([name for name, _ in value.yaku]),
        yaku_han=tuple([han for _, han in value.yaku]),
        han=value.han,
        fu=value.fu,
        limit=value.limit,
        points=worth(payment),
        deltas=tuple(deltas),
        ura=tuple([NAMES[face] for face in ura]),
    )


def abort(new: State, reason: str, events: list[Event]) -> Step[State, Event]:
    """途中流局 nobody pays, the dealer stays, sticks stay."""
    return close(new, reason, [0, 0, 0, 0], events, {}, (), stays=True)


def exhaustive(new: State, events: list[Event]) -> Step[State, Event]:
    """流局 the wall is used up: nagashi mangan, or the noten pay the tenpai."""
    tenpai = [is_tenpai(player, new) for player in new.players]
    shown = [
        HandShown(seat, tuple(face_names(new.players[seat].hand))) for seat in SEATS if tenpai[seat]
    ]
    nagashi = [seat for seat in SEATS if new.config.nagashi and is_nagashi(new.players[seat])]
    deltas = nagashi_payments(nagashi, new.round.dealer) if nagashi else noten_penalties(tenpai)
    extra = {
        "tenpai": [seat for seat in SEATS if tenpai[seat]],
        "nagashi": nagashi,
        "hands": [event.as_json() for event in shown],
    }
    reason = "nagashi" if nagashi else "exhaustive"
    stays = tenpai[new.round.dealer]
    return close(new, reason, deltas, [*events, *shown], extra, tuple(nagashi), stays=stays)


def is_tenpai(player: Player, state: State) -> bool:
    """聴牌 whether the hand waits for a tile that it does not hold four times itself."""
    if player.distance == TENPAI and live_waits(player):
        return True
    return not state.config.own_four_noten and _waits_on_fifth(player)


def _waits_on_fifth(player: Player) -> bool:
    for kind in range(34):
        counts = bytearray(player.counts)
        counts[kind] += 1
        sets = 4 - len(player.melds)
        if held(player, kind) >= 4 and any(len(cut[0]) == sets for cut in decompositions(counts)):
            return True
    return False


def is_nagashi(player: Player) -> bool:
    """流し満貫 nothing but terminals and honours discarded, and none of it called."""
    if player.discarded & ~YAOCHU_MASK or not player.pond:
        return False
    return not any(entry & CALLED_MARK for entry in player.pond)


def close(
    new: State,
    reason: str,
    deltas: list[int],
    events: list[Event],
    extra: dict[str, Any],
    winners: tuple[Seat, ...],
    *,
    stays: bool,
) -> Step[State, Event]:
    """Book the changes, tell everybody, and go on to the next round or to the end."""
    new.scores = tuple([score + delta for score, delta in zip(new.scores, deltas, strict=True)])
    this = new.round
    ended = RoundEnded(this.number, reason, tuple(deltas), new.scores, new.sticks)
    result = RoundResult(
        round=this.number,
        winners=winners,
        points=tuple(deltas),
        scores=new.scores,
        extra={
            "reason": reason,
            "name": this.name,
            "dealer": this.dealer,
            "honba": this.honba,
            "sticks": new.sticks,
            **extra,
        },
    )
    after, more = match.after_round(new, reason, stays=stays)
    return Step(after, (*events, ended, *more), result)
