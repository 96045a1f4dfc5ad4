"""胡 Whether a seat may win here and now, and what counts beside its tiles."""

from engine.errors import InvalidActionError
from engine.game import Seat
from engine.mahjong.shapes import PLACE
from engine.mahjong.tiles import NO_TILE
from engine.sichuan.events import HuKind
from engine.sichuan.hand import highest
from engine.sichuan.model import Player, State
from engine.sichuan.reading import is_complete
from engine.sichuan.scoring import Luck, score
from engine.sichuan.tiles import NAMES


def check_hu(
    game: str, seat: Seat, player: Player, kind: int, how: HuKind, *, complete: bool
) -> None:
    """An InvalidActionError unless the hand supports this win."""
    if complete and not player.holds_void and kind // 9 != player.void:
        return
    raise InvalidActionError(
        f"player cannot HU with tile, game={game}, player={seat}, tile={NAMES[kind]}, "
        f"kind={how}, is_self_draw={how == 'self_draw'}"
    )


def luck_of(state: State, seat: Seat, how: HuKind) -> tuple[Luck, ...]:
    """What counts beside the tiles if this seat wins now, before anything has changed."""
    found: list[Luck] = []
    if how == "self_draw":
        if not fed(state):
            found.append("self_draw")
        if state.began == "kong":
            found.append("gang_hua")
        elif state.began == "opening":
            found.append("tianhu")
        elif is_first_draw(state, seat):
            found.append("dihu")
    elif how == "rob_kong":
        found.append("rob_kong")
    elif state.after_kong:
        found.append("gang_pao")
    if not state.left:
        found.append("last_tile")
    return tuple(found)


def is_first_draw(state: State, seat: Seat) -> bool:
    """地胡 Whether a seat other than the dealer has drawn for the first time, all being calm.

    A winner who stayed has no discard either, but its first win was the first.
    """
    player = state.players[seat]
    return state.calm and seat != state.round.dealer and not player.pond and not player.won


def fed(state: State) -> bool:
    """点杠花 Whether the feeder of a kong pays this win alone, as if for a discard."""
    return state.feeder >= 0 and state.config.dian_gang_hua == "discard"


def hu_kind(state: State) -> HuKind:
    """How a claim now would win."""
    return "discard" if state.claim == "discard" else "rob_kong"


def may_hu(state: State, seat: Seat, player: Player) -> bool:
    """Whether a seat that waits for the tile is free to win with it."""
    if not player.passed:
        return True
    if state.config.passed_win == "until_draw":
        return False
    return claim_value(state, seat, player) > player.passed


def claim_value(state: State, seat: Seat, player: Player) -> int:
    """What winning with the tile on the table would be worth."""
    counts = bytearray(player.counts)
    counts[state.tile] += 1
    luck = luck_of(state, seat, hu_kind(state))
    return score(state.config, counts, player.melds, luck).value


def can_self_draw(state: State, player: Player) -> bool:
    """Whether the tiles as drawn are a win."""
    if state.drawn != NO_TILE:
        return bool(player.waits >> state.drawn & 1)
    if state.began != "opening" or player.holds_void:
        return False
    return is_complete(player.counts, player.keys, player.need)


def self_drawn_tile(state: State) -> int:
    """The tile a self-draw wins with; of the dealer's first fourteen the last in order."""
    if state.drawn != NO_TILE:
        return state.drawn
    return highest(state.players[state.current])


def self_draw_value(state: State) -> int:
    """What a self-draw now would be worth, the bonus aside."""
    player = state.players[state.current]
    luck = luck_of(state, state.current, "self_draw")
    return score(state.config, player.counts, player.melds, luck).value


def check_win(state: State, seat: Seat, kind: int, how: HuKind) -> None:
    """An InvalidActionError unless the hand with this tile is complete."""
    player = state.players[seat]
    counts = bytearray(player.counts)
    keys = player.keys[:]
    if how != "self_draw":
        counts[kind] += 1
        keys[kind // 9] += PLACE[kind]
    complete = is_complete(counts, keys, player.need)
    check_hu(state.round.table.game, seat, player, kind, how, complete=complete)
