"""Hidden hands of the three mahjongs, made as good as they are likely to be by now.

`imagine` deals the unseen tiles by chance, but nobody plays ten turns and still holds a hand of
chance: where everybody is far from a win, no discard is dangerous and no hand urgent. So every
hidden hand goes over its past turns once more: it draws from the imagined wall and puts back what
it misses least. Nothing but the view and chance goes into it.
"""

from collections.abc import Sequence
from random import Random
from typing import Final

from bots.mahjong_playouts import far, ranked_discards
from engine.game import Seat, View
from engine.mahjong.shapes import keys_of
from engine.mahjong.tiles import KIND, KINDS, count_faces, count_kinds
from engine.riichi import hand as riichi_hand
from engine.riichi.deal import FIRST_LIVE, LIVE
from engine.riichi.model import State as RiichiState
from engine.rng import shuffle
from engine.sichuan import hand as sichuan_hand
from engine.sichuan.deal import DEALT
from engine.sichuan.deal import LIVE as SICHUAN_LIVE
from engine.sichuan.imagine import given_away
from engine.sichuan.model import State as SichuanState
from engine.taiwan import hand as taiwan_hand
from engine.taiwan.deal import places_left
from engine.taiwan.model import State as TaiwanState
from engine.taiwan.tiles import FLOWER

UNDECLARED: Final = 1
"""A closed riichi hand that has not declared is at least so far from complete."""
HEADSTART: Final = 2
"""Turns that the exchange and the choice of the void suit are worth at Sichuan."""
ITSELF: Final = bytes(range(KINDS))
"""Where a tile is its kind."""


def ripen(
    hand: list[int],
    wall: bytearray,
    places: Sequence[int],
    turns: int,
    rng: Random,
    *,
    need: int,
    melds: int,
    least: int = -1,
    kept: Sequence[int] = (),
    kind_of: Sequence[int] = ITSELF,
) -> None:
    """Play turns over again: tiles of the hand change places with tiles of the wall."""
    counts, fixed = bytearray(KINDS), bytearray(KINDS)
    for tile in hand:
        counts[kind_of[tile]] += 1
    for tile in kept:
        fixed[kind_of[tile]] += 1
    for _ in range(turns if places else 0):
        if least >= 0 and far(bytes(counts), need, melds=melds) <= least:
            return
        place = places[int(rng.random() * len(places))]
        counts[kind_of[wall[place]]] += 1
        ranked = ranked_discards(bytes(counts), need, melds=melds)
        out = next(kind for kind in ranked if counts[kind] > fixed[kind])
        counts[out] -= 1
        hand.append(wall[place])
        gone = next(tile for tile in hand if kind_of[tile] == out)
        hand.remove(gone)
        wall[place] = gone


def riichi(world: RiichiState, view: View, rng: Random) -> None:
    """Every hidden hand not in riichi; what is closed and undeclared does not wait."""
    wall = bytearray(world.round.wall)
    if world.config.draws == "streams":
        places = [FIRST_LIVE - turn for turn in range(LIVE) if not world.taken >> turn & 1]
    else:
        places = list(range(14, 14 + world.left))
    for seat in hidden(view):
        player = world.players[seat]
        if player.riichi or len(player.hand) % 3 != 1:
            continue
        hand = list(player.hand)
        least = UNDECLARED if player.closed else -1
        turns = len(player.pond)
        ripen(hand, wall, places, turns, rng, need=player.need, melds=4, least=least, kind_of=KIND)
        player.hand = bytearray(sorted(hand))
        player.counts = count_faces(hand)
        player.keys = list(keys_of(player.counts))
        riichi_hand.measure(player)
    world.round.wall = bytes(wall)


def taiwan(world: TaiwanState, view: View, rng: Random) -> None:
    """Every hidden hand that has not declared itself ready."""
    wall = bytearray(world.round.wall)
    places = [place for place in places_left(world) if wall[place] < FLOWER]
    for seat in hidden(view):
        player = world.players[seat]
        if player.declared or len(player.hand) % 3 != 1:
            continue
        hand = list(player.hand)
        ripen(hand, wall, places, len(player.pond), rng, need=player.need, melds=5)
        player.hand = bytes(sorted(hand))
        player.counts = count_kinds(hand)
        player.keys = list(keys_of(player.counts))
        taiwan_hand.measure(player, migi=world.config.migi)
    world.round.wall = bytes(wall)


def sichuan(world: SichuanState, view: View, rng: Random) -> None:
    """Every hidden hand of those who play on; tiles of the void suit go first."""
    if world.phase not in ("Discard", "Claim"):
        return
    wall = bytearray(world.round.wall)
    if world.config.draws == "streams":
        left = [DEALT + turn for turn in range(SICHUAN_LIVE) if not world.taken >> turn & 1]
    else:
        left = list(range(world.head, world.head + world.left))
    given = given_away(view)
    for seat in hidden(view):
        player = world.players[seat]
        tiles = sichuan_hand.tiles_of(player)
        if player.won or len(tiles) % 3 != 1:
            continue
        places = [place for place in left if wall[place] // 9 != player.void]
        shuffle(places, rng)
        kept = [kind for owner, kind in given if owner == seat]
        turns = HEADSTART + len(player.pond)
        turns -= drop_void(tiles, wall, places, turns, player.void, kept)
        playing = [kind for kind in tiles if kind // 9 != player.void]
        idle = [kind for kind in tiles if kind // 9 == player.void]
        places = [place for place in places if wall[place] // 9 != player.void]
        ripen(playing, wall, places, turns, rng, need=player.need, melds=4, kept=kept)
        player.counts = count_kinds(playing + idle)
        player.keys = list(keys_of(player.counts))
        sichuan_hand.measure(player)
    world.round.wall = bytes(wall)


def drop_void(
    tiles: list[int],
    wall: bytearray,
    places: Sequence[int],
    turns: int,
    void: int,
    kept: Sequence[int],
) -> int:
    """Tiles of the void suit for others, as far as the turns go; how many it was."""
    idle = [kind for kind in tiles if kind // 9 == void and kind not in kept][:turns]
    changed = list(zip(idle, places, strict=False))
    for kind, place in changed:
        tiles.remove(kind)
        tiles.append(wall[place])
        wall[place] = kind
    return len(changed)


def hidden(view: View) -> list[Seat]:
    """The seats whose hands are not seen."""
    return [seat for seat, hand in enumerate(view["hands"]) if hand is None]
