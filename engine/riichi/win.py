"""Whether a seat may win here and now, and the win as the scorer wants it."""

from engine.game import Seat
from engine.mahjong.hands import kind_mask, kinds_in
from engine.mahjong.shapes import YAOCHU_MASK
from engine.mahjong.tiles import EAST, KIND, PLAIN
from engine.riichi.deal import indicators, ura_indicators
from engine.riichi.model import Player, State
from engine.riichi.reading import Win
from engine.riichi.scoring import Score, best_score


def win_of(state: State, seat: Seat, tile: int, *, tsumo: bool) -> Win:
    """The hand of a seat completed by this face."""
    player = state.players[seat]
    return Win(
        concealed=(*player.hand, tile),
        melds=player.melds,
        tile=tile,
        tsumo=tsumo,
        seat_wind=EAST + (seat - state.round.dealer) % 4,
        round_wind=state.round.wind,
        flags=flags_of(state, seat, tsumo=tsumo),
        dora=indicators(state),
        ura=ura_indicators(state) if player.riichi else (),
    )


def flags_of(state: State, seat: Seat, *, tsumo: bool) -> frozenset[str]:
    """The yaku that come from the course of the round."""
    player = state.players[seat]
    flags = []
    if player.riichi:
        flags.append("riichi" if player.riichi == 1 else "double_riichi")
    if player.ippatsu:
        flags.append("ippatsu")
    if tsumo:
        flags += _tsumo_flags(state, seat)
    elif state.claim != "discard":
        flags.append("chankan")
    elif state.left == 0:
        flags.append("houtei")
    if not tsumo and state.first_go and not player.pond and seat != state.round.dealer:
        flags.append("renhou")
    return frozenset(flags)


def _tsumo_flags(state: State, seat: Seat) -> list[str]:
    if state.replacement:
        return ["rinshan"]
    if state.left == 0:
        return ["haitei"]
    if state.first_go and not state.players[seat].pond:
        return ["tenhou" if seat == state.round.dealer else "chiihou"]
    return []


def score(state: State, seat: Seat, tile: int, *, tsumo: bool) -> Score | None:
    """What the win is worth; None without a yaku."""
    return best_score(win_of(state, seat, tile, tsumo=tsumo), state.config)


def can_tsumo(state: State) -> bool:
    """自摸 whether the drawn tile completes the hand with a yaku."""
    seat = state.current
    player = state.players[seat]
    if not player.waits >> KIND[state.drawn] & 1:
        return False
    return has_yaku(state, seat, state.drawn, tsumo=True)


def can_ron(state: State, seat: Seat) -> bool:
    """栄 whether the tile on the table completes a hand that may take it."""
    player = state.players[seat]
    if not player.waits >> KIND[state.tile] & 1 or player.furiten:
        return False
    if state.claim == "ankan" and not waits_on_orphans(player):
        return False
    return has_yaku(state, seat, state.tile, tsumo=False)


def has_yaku(state: State, seat: Seat, tile: int, *, tsumo: bool) -> bool:
    """Whether the hand has a yaku; without atozuke, whether it has one with every wait."""
    player = state.players[seat]
    if player.riichi or (tsumo and player.closed):
        return True
    tiles = [tile]
    if not state.config.atozuke:
        tiles += [PLAIN[kind] for kind in kinds_in(player.waits)]
    return all(score(state, seat, face, tsumo=tsumo) is not None for face in tiles)


def waits_on_orphans(player: Player) -> bool:
    """Whether the waits are those of thirteen orphans, which may rob a concealed kan."""
    if player.melds or player.waits & ~YAOCHU_MASK:
        return False
    held = kind_mask(player.counts)
    return held.bit_count() >= 12 and not held & ~YAOCHU_MASK
