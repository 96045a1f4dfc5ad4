"""Hurried players for playouts of the three mahjongs: from the state itself, with no view built.

They go for the nearest complete hand and look at their own tiles alone, so that what a hand of
tiles asks for can be remembered from one playout to the next.
"""

from collections.abc import Sequence
from functools import lru_cache
from typing import Any, Final

from engine.game import Seat
from engine.mahjong.hands import kinds_in
from engine.mahjong.shapes import NEAR, PLACE, SUIT, TENPAI, YAOCHU_MASK, five, four, keys_of
from engine.mahjong.tiles import DRAGONS, KIND, NO_TILE, RED
from engine.riichi import model as riichi_model
from engine.riichi.moves import Move as RiichiMove
from engine.sichuan import model as sichuan_model
from engine.sichuan.moves import Move as SichuanMove
from engine.taiwan import model as taiwan_model
from engine.taiwan.moves import Move as TaiwanMove

REMEMBERED: Final = 200_000
COUNTED: Final = 1
"""The distance up to which useful tiles are counted; further off, lone tiles go first."""
MOST_OUTSIDERS: Final = 2
"""Terminals and honours in hand with which a riichi player still calls for tanyao."""


@lru_cache(maxsize=REMEMBERED)
def outlook(counts: bytes, need: int, *, melds: int) -> int:
    """How good it is to hold these tiles: nearness first, then tiles that bring it nearer."""
    shapes = five() if melds == 5 else four()
    keys = keys_of(counts)
    if melds == 5:
        far = shapes.standard(*keys, need)
        mask = shapes.nearer(counts, keys, need, far - 1)
    else:
        far = shapes.nearest(*keys, need)
        mask = shapes.nearer_any(counts, keys, need, far - 1)
    return sum([4 - counts[kind] for kind in kinds_in(mask)]) - 1000 * far


@lru_cache(maxsize=REMEMBERED)
def ranked_discards(counts: bytes, need: int, *, melds: int) -> tuple[int, ...]:
    """The kinds of a hand, the one that is missed least first."""
    distance = five().standard if melds == 5 else four().nearest
    keys = keys_of(counts)
    near: dict[int, int] = {}
    for kind, held in enumerate(counts):
        if held:
            rest = list(keys)
            rest[SUIT[kind]] -= PLACE[kind]
            near[kind] = distance(rest[0], rest[1], rest[2], rest[3], need)
    nearest = min(near.values())
    best = [kind for kind in near if near[kind] == nearest]
    if len(best) > 1 and nearest <= COUNTED:
        best.sort(key=lambda kind: -outlook(less(counts, kind), need, melds=melds))
    else:
        best.sort(key=lambda kind: sum([counts[other] for other in NEAR[kind]]))
    return (*best, *sorted([kind for kind in near if near[kind] > nearest], key=near.__getitem__))


def less(counts: Sequence[int], *kinds: int) -> bytes:
    """These tiles without some."""
    rest = bytearray(counts)
    for kind in kinds:
        rest[kind] -= 1
    return bytes(rest)


def with_tile(counts: Sequence[int], kind: int) -> bytes:
    """These tiles and one more; -1 is none."""
    more = bytearray(counts)
    if kind >= 0:
        more[kind] += 1
    return bytes(more)


def far(counts: bytes, need: int, *, melds: int) -> int:
    """How far these tiles are from complete."""
    return (five().standard if melds == 5 else four().nearest)(*keys_of(counts), need)


# -- riichi


def riichi(state: riichi_model.State, seat: Seat, offer: Sequence[RiichiMove]) -> RiichiMove:
    """Win, declare, call for a yaku in sight, or discard what is missed least.

    Whoever does not wait himself gives those in riichi what is safe, if he has it.
    """
    last = offer[-1]
    if last.verb == "tsumo":
        return last
    player = state.players[seat]
    if last.verb == "pass":
        return offer[-2] if offer[-2].verb == "ron" else _riichi_call(state, player, seat, offer)
    drawn = NO_TILE if state.drawn == NO_TILE else KIND[state.drawn]
    counts = with_tile(player.counts, drawn)
    declared = [move for move in offer if move.verb == "riichi"]
    given = _riichi_discards(state, declared or offer)
    ranked = ranked_discards(counts, player.need, melds=4)
    safe = _safe(state, seat)
    if safe is not None and far(counts, player.need, melds=4) > TENPAI:
        ranked = (*[kind for kind in ranked if safe >> kind & 1], *ranked)
    return next(given[kind] for kind in ranked if kind in given)


def _safe(state: riichi_model.State, seat: Seat) -> int | None:
    """The kinds, as a mask, that nobody in riichi can win with; None if nobody has declared."""
    safe = None
    for other, player in enumerate(state.players):
        if player.riichi and other != seat:
            safe = player.discarded if safe is None else safe & player.discarded
    return safe


def _riichi_discards(
    state: riichi_model.State, offer: Sequence[RiichiMove]
) -> dict[int, RiichiMove]:
    """What may be given away, by kind; a red five only if there is no other."""
    given: dict[int, RiichiMove] = {}
    for move in offer:
        if move.verb in ("discard", "tsumogiri", "riichi"):
            face = state.drawn if move.face == NO_TILE else move.face
            if KIND[face] not in given or not RED[face]:
                given[KIND[face]] = move
    return given


def _riichi_call(
    state: riichi_model.State, player: riichi_model.Player, seat: Seat, offer: Sequence[RiichiMove]
) -> RiichiMove:
    tile = KIND[state.tile]
    best, nearest = offer[-1], player.distance
    if _safe(state, seat) is not None:
        nearest = min(nearest, TENPAI + 1)
    for move in offer:
        if move.verb in ("chi", "pon"):
            uses = [KIND[face] for face in move.uses]
            after = far(less(player.counts, *uses), player.need - 1, melds=4)
            if after < nearest and _has_yaku(state, player, seat, [tile, *uses]):
                best, nearest = move, after
    return best


def _has_yaku(
    state: riichi_model.State, player: riichi_model.Player, seat: Seat, laid: Sequence[int]
) -> bool:
    """Whether an open hand with this meld has a triplet of value, or simple tiles nearly alone."""
    values = (*DRAGONS, 27 + (seat - state.round.dealer) % 4, state.round.wind)
    melds = [KIND[face] for meld in player.melds for face in meld.faces]
    if any(kind in values for kind in (*melds, *laid)):
        return laid[0] == laid[1] or any(kind in values for kind in melds)
    if any(player.counts[kind] >= 3 for kind in values):
        return True
    if any(YAOCHU_MASK >> kind & 1 for kind in (*melds, *laid)):
        return False
    outside = [player.counts[kind] for kind in kinds_in(YAOCHU_MASK)]
    return sum(outside) <= MOST_OUTSIDERS


# -- Taiwan


def taiwan(state: taiwan_model.State, seat: Seat, offer: Sequence[TaiwanMove]) -> TaiwanMove:
    """Win, claim what brings nearer, or discard what is missed least."""
    last = offer[-1]
    if last.verb == "win":
        return last
    player = state.players[seat]
    if last.verb == "pass":
        return _taiwan_claim(player, offer)
    counts = with_tile(player.counts, state.drawn)
    given = {move.kind: move for move in offer if move.verb in ("discard", "ready")}
    ranked = ranked_discards(counts, player.need, melds=5)
    return next(given[kind] for kind in ranked if kind in given)


def _taiwan_claim(player: taiwan_model.Player, offer: Sequence[TaiwanMove]) -> TaiwanMove:
    best, nearest = offer[-1], player.distance
    for move in offer:
        if move.verb in ("win", "ready"):
            return move
        if move.verb in ("chi", "pong"):
            uses = move.uses or (move.kind, move.kind)
            after = far(less(player.counts, *uses), player.need - 1, melds=5)
            if after < nearest:
                best, nearest = move, after
    return best


# -- Sichuan


def sichuan(state: sichuan_model.State, seat: Seat, offer: Sequence[SichuanMove]) -> SichuanMove:
    """Win, kong, pong where it helps, or discard what is missed least, the void suit first."""
    last = offer[-1]
    if last.verb == "hu":
        return last
    player = state.players[seat]
    match last.verb:
        case "pass":
            return offer[-2] if offer[-2].verb == "hu" else _sichuan_claim(player, offer)
        case "void":
            return min(offer, key=lambda move: sum(player.counts[9 * move.kind :][:9]))
        case "exchange":
            return min(offer, key=lambda move: _exchange_cost(player.counts, move))
        case _:
            return _sichuan_turn(player, offer)


def _exchange_cost(counts: bytes, move: SichuanMove) -> tuple[int, int]:
    """Tiles of the shortest suit go first, of those the ones that stand alone."""
    suit = move.tiles[0] // 9
    rest = less(counts, *move.tiles)
    return sum(counts[9 * suit :][:9]), -outlook(rest, 4, melds=4)


def _sichuan_claim(player: Any, offer: Sequence[SichuanMove]) -> SichuanMove:
    """Every kong, as it is paid for; a pong if it brings nearer."""
    if offer[-2].verb == "kong":
        return offer[-2]
    counts = _without_void(player)
    kind = offer[0].kind
    after = far(less(counts, kind, kind), player.need - 1, melds=4)
    return offer[0] if after < far(counts, player.need, melds=4) else offer[-1]


def _sichuan_turn(player: Any, offer: Sequence[SichuanMove]) -> SichuanMove:
    if offer[-1].verb in ("ckong", "akong"):
        return offer[-1]
    given = {move.kind: move for move in offer}
    for kind in given:
        if kind // 9 == player.void:
            return given[kind]
    return next(
        given[kind]
        for kind in ranked_discards(_without_void(player), player.need, melds=4)
        if kind in given
    )


def _without_void(player: Any) -> bytes:
    counts = bytearray(player.counts)
    if player.void >= 0 and player.keys[player.void]:
        counts[9 * player.void : 9 * player.void + 9] = bytes(9)
    return bytes(counts)
