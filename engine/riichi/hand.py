"""A player's hand changing: tiles taken in and given away, and what is kept about it."""

from bisect import insort
from collections.abc import Iterable
from typing import Final

from engine.mahjong.hands import kinds_in, waits
from engine.mahjong.melds import Meld, kinds_laid
from engine.mahjong.shapes import PLACE, SUIT, TENPAI, four
from engine.mahjong.tiles import KIND, KINDS
from engine.riichi.model import MISSED_NOTHING, Player

SHAPES: Final = four()
nearest: Final = SHAPES.nearest


def new_player(hand: bytes) -> Player:
    """A player who has just been dealt these thirteen faces."""
    player = Player()
    player.hand = bytearray(sorted(hand))
    player.counts = counts = bytearray(KINDS)
    player.keys = keys = [0, 0, 0, 0]
    for face in hand:
        kind = KIND[face]
        counts[kind] += 1
        keys[SUIT[kind]] += PLACE[kind]
    player.melds = ()
    player.need = 4
    player.closed = True
    player.kans = 0
    player.pond = ()
    player.discarded = 0
    player.riichi = 0
    player.ippatsu = False
    player.missed = MISSED_NOTHING
    player.pao = ()
    measure(player)
    return player


def measure(player: Player) -> None:
    """Find distance and waits of the hand as it stands."""
    m, p, s, z = player.keys
    need = player.need
    player.distance = distance = nearest(m, p, s, z, need)
    player.waits = waits(SHAPES, player.counts, (m, p, s, z), need) if distance == TENPAI else 0


def exchange(player: Player, out: int, drawn: int) -> None:
    """Give a face away from the hand and take the drawn one in (-1: none)."""
    player.counts = counts = player.counts[:]
    player.hand = hand = player.hand[:]
    player.keys = keys = player.keys[:]
    hand.remove(out)
    kind = KIND[out]
    counts[kind] -= 1
    keys[SUIT[kind]] -= PLACE[kind]
    if drawn >= 0:
        insort(hand, drawn)
        kind = KIND[drawn]
        counts[kind] += 1
        keys[SUIT[kind]] += PLACE[kind]
    measure(player)


def remove(player: Player, faces: tuple[int, ...]) -> None:
    """Take faces out of the hand for a meld; distance and waits wait for the next discard."""
    player.counts = counts = player.counts[:]
    player.hand = hand = player.hand[:]
    player.keys = keys = player.keys[:]
    for face in faces:
        hand.remove(face)
        kind = KIND[face]
        counts[kind] -= 1
        keys[SUIT[kind]] -= PLACE[kind]


def insert(player: Player, face: int) -> None:
    """Take a face into the hand."""
    player.counts = player.counts[:]
    player.hand = player.hand[:]
    player.keys = player.keys[:]
    insort(player.hand, face)
    kind = KIND[face]
    player.counts[kind] += 1
    player.keys[SUIT[kind]] += PLACE[kind]


def distance_with(player: Player, drawn: int) -> int:
    """The distance if the drawn kind came in."""
    keys = player.keys[:]
    keys[SUIT[drawn]] += PLACE[drawn]
    return nearest(keys[0], keys[1], keys[2], keys[3], player.need)


def distance_without(player: Player, drawn: int, out: int) -> int:
    """The distance if the drawn kind came in and this kind went."""
    keys = player.keys[:]
    keys[SUIT[drawn]] += PLACE[drawn]
    keys[SUIT[out]] -= PLACE[out]
    return nearest(keys[0], keys[1], keys[2], keys[3], player.need)


def live_waits(player: Player) -> int:
    """The waits of which the player does not hold all four, melds included."""
    return sum([1 << kind for kind in kinds_in(player.waits) if held(player, kind) < 4])


def held(player: Player, kind: int) -> int:
    """How many tiles of a kind a player holds, melds included."""
    return player.counts[kind] + kinds_laid(player.melds, kind)


def faces_in(hand: Iterable[int], kind: int) -> tuple[int, ...]:
    """The faces of a hand that are of this kind."""
    return tuple([face for face in hand if KIND[face] == kind])


def lay(player: Player, meld: Meld) -> None:
    """Put a new meld on the table."""
    player.melds = (*player.melds, meld)
    player.need -= 1
    player.closed = player.closed and not meld.is_open
