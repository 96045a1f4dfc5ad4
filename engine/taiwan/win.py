"""胡牌 Whether a seat may win here and now, and the win as the scorer wants it."""

from collections.abc import Mapping
from typing import Final

from engine.game import Seat
from engine.taiwan.deal import live
from engine.taiwan.model import READY_ANY, READY_DEALT, READY_FIRST, Player, State
from engine.taiwan.reading import By, Win
from engine.taiwan.scoring import Score, score

READY_FLAGS: Final[Mapping[int, str]] = {
    READY_DEALT: "tianting", READY_FIRST: "diting", READY_ANY: "declared",
}  # fmt: skip
ALL_FLOWERS: Final = 0xFF


def claim_by(state: State) -> By:
    """How a win on the tile on the table comes about."""
    return "rob_kong" if state.claim == "akong" else "discard"


def win_of(state: State, seat: Seat, tile: int, by: By) -> Win:
    """The hand of a seat completed by this tile."""
    player = state.players[seat]
    counts = bytearray(player.counts)
    counts[tile] += 1
    return Win(
        counts=bytes(counts),
        melds=player.melds,
        tile=tile,
        by=by,
        place=state.round.place(seat),
        round_wind=state.round.wind,
        flowers=player.flowers,
        single=player.waits.bit_count() == 1,
        flags=flags_of(state, seat, by),
    )


def flags_of(state: State, seat: Seat, by: By) -> frozenset[str]:
    """The items that come from the course of the hand."""
    player = state.players[seat]
    flags = []
    if player.declared and not player.void:
        flags.append(READY_FLAGS[player.declared])
    elif player.noticed:
        flags.append(READY_FLAGS[player.noticed])
    if state.first_go and not player.pond:
        flags.append(_first_flag(state, seat, by))
    if by == "self_draw" and blooms(state):
        flags.append("kong_bloom")
    if by != "rob_kong" and live(state) == 0:
        flags.append("last_tile")
    return frozenset(flags)


def _first_flag(state: State, seat: Seat, by: By) -> str:
    if by != "self_draw":
        return "renhu"
    return "tianhu" if seat == state.round.dealer else "dihu"


def blooms(state: State) -> bool:
    """槓上開花 whether the drawn tile is a replacement that earns the item."""
    if state.cause == "open_kong":
        return state.config.open_kong_win == "bloom"
    return state.cause in ("kong", "flower")


def worth(state: State, seat: Seat, tile: int, by: By) -> Score | None:
    """What the win is worth; None if the hand is not complete."""
    return score(win_of(state, seat, tile, by), state.config)


def may_self_draw(state: State) -> bool:
    """自摸 whether the current seat may win with a drawn tile that completes its hand."""
    player = state.players[state.current]
    if player.locked and state.config.passed_win != "ron_only":
        return False
    return not barred_by_open_kong(state) and enough(state, state.current, state.drawn, "self_draw")


def barred_by_open_kong(state: State) -> bool:
    """Whether the drawn tile may not win, being the replacement after an open kong."""
    return state.cause == "open_kong" and state.config.open_kong_win == "forbidden"


def may_claim_win(state: State, seat: Seat) -> bool:
    """Whether a seat may win on a tile on the table that completes its hand."""
    if state.players[seat].locked:
        return False
    return enough(state, seat, state.tile, claim_by(state))


def enough(state: State, seat: Seat, tile: int, by: By) -> bool:
    """Whether the hand has the tai that a win needs; by default any hand has."""
    if not state.config.min_tai:
        return True
    value = worth(state, seat, tile, by)
    return value is not None and value.tai >= state.config.min_tai


def flower_winner(players: tuple[Player, ...]) -> tuple[Seat, Seat] | None:
    """Who wins by flowers and who gave the eighth (the winner if it is the own one).

    Both wins are possible only once all eight flowers lie on the table, so the question comes
    up at most once a hand.
    """
    masks = [player.flowers for player in players]
    if sum([mask.bit_count() for mask in masks]) < 8:
        return None
    for seat, mask in enumerate(masks):
        if mask.bit_count() == 8:
            return seat, seat
        if mask.bit_count() == 7:
            return seat, masks.index(ALL_FLOWERS & ~mask)
    return None
