"""A player's hand changing: tiles taken in and given away, and what is kept about it."""

from collections.abc import Iterable, Sequence
from typing import Final

from engine.mahjong.hands import kinds_in
from engine.mahjong.melds import Meld, kinds_laid
from engine.mahjong.shapes import COMPLETE, PLACE, SUIT, TENPAI, Keys, five, keys_of
from engine.mahjong.tiles import KINDS, count_kinds
from engine.taiwan.model import UNDECLARED, Player

SHAPES: Final = five()
distance_of: Final = SHAPES.standard


def new_player(hand: Iterable[int], *, migi: bool) -> Player:
    """A player who holds these kinds and has shown nothing."""
    player = Player()
    player.hand = bytes(sorted(hand))
    player.counts = count_kinds(player.hand)
    player.keys = list(keys_of(player.counts))
    player.melds = ()
    player.need = 5
    player.closed = True
    player.flowers = 0
    player.pond = ()
    player.locked = False
    player.no_pong = 0
    player.declared = UNDECLARED
    player.noticed = UNDECLARED
    player.void = False
    measure(player, migi=migi)
    return player


def measure(player: Player, *, migi: bool) -> None:
    """Find distance and waits of the hand as it stands."""
    m, p, s, z = player.keys
    distance = distance_of(m, p, s, z, player.need)
    player.distance = distance
    if distance == TENPAI or migi:
        player.waits = waits(player.counts, (m, p, s, z), player.melds, migi=migi)
        if player.waits:
            player.distance = TENPAI
    else:
        player.waits = 0


def measure_claimed(player: Player) -> None:
    """After a chi or pong the hand has a tile too many: it is near or far, but waits for none."""
    m, p, s, z = player.keys
    player.distance = distance_of(m, p, s, z, player.need)
    player.waits = 0


def waits(counts: Sequence[int], keys: Keys, melds: tuple[Meld, ...], *, migi: bool) -> int:
    """聽牌 the kinds that complete the hand, as a mask; a fifth copy is no wait."""
    mask = SHAPES.nearer(counts, keys, 5 - len(melds), COMPLETE)
    if migi and not melds:
        mask |= migi_waits(counts)
    for kind in kinds_in(mask) if melds else ():
        if counts[kind] + kinds_laid(melds, kind) >= 4:
            mask &= ~(1 << kind)
    return mask


def migi_waits(counts: Sequence[int]) -> int:
    """嚦咕嚦咕 the kinds, as a mask, that make seven pairs and a triplet of sixteen tiles."""
    mask = 0
    for kind in range(KINDS):
        if counts[kind] < 4:
            more = bytearray(counts)
            more[kind] += 1
            if is_migi(more):
                mask |= 1 << kind
    return mask


def is_migi(counts: Sequence[int]) -> bool:
    """Whether these are seven pairs and one triplet; four of a kind are two pairs."""
    return sum(counts) == 17 and list(counts).count(3) == 1 and 1 not in counts


def exchange(player: Player, out: int, drawn: int, *, migi: bool) -> None:
    """Give a kind away from the hand and take the drawn one in (-1: none)."""
    counts = bytearray(player.counts)
    hand = bytearray(player.hand)
    player.keys = keys = player.keys[:]
    hand.remove(out)
    counts[out] -= 1
    keys[SUIT[out]] -= PLACE[out]
    if drawn >= 0:
        hand.append(drawn)
        counts[drawn] += 1
        keys[SUIT[drawn]] += PLACE[drawn]
        player.hand = bytes(sorted(hand))
    else:
        player.hand = bytes(hand)
    player.counts = bytes(counts)
    measure(player, migi=migi)


def remove(player: Player, kinds: tuple[int, ...]) -> None:
    """Take kinds out of the hand for a meld; the hand is measured after the next discard."""
    counts = bytearray(player.counts)
    hand = bytearray(player.hand)
    player.keys = keys = player.keys[:]
    for kind in kinds:
        hand.remove(kind)
        counts[kind] -= 1
        keys[SUIT[kind]] -= PLACE[kind]
    player.hand = bytes(hand)
    player.counts = bytes(counts)


def insert(player: Player, kind: int) -> None:
    """Take a kind into the hand."""
    counts = bytearray(player.counts)
    counts[kind] += 1
    player.keys = keys = player.keys[:]
    keys[SUIT[kind]] += PLACE[kind]
    player.hand = bytes(sorted((*player.hand, kind)))
    player.counts = bytes(counts)


def lay(player: Player, meld: Meld) -> None:
    """Put a new meld on the table."""
    player.noticed = UNDECLARED
    player.melds = (*player.melds, meld)
    player.need -= 1
    player.closed = player.closed and not meld.is_open


def grow(player: Player, kind: int) -> Meld:
    """加槓 the fourth tile joins the own pong of this kind."""
    melds = []
    grown = Meld("added_kong", kind)
    for meld in player.melds:
        if meld.type == "pong" and meld.kind == kind:
            grown = Meld("added_kong", kind, meld.called, meld.source)
            melds.append(grown)
        else:
            melds.append(meld)
    player.melds = tuple(melds)
    player.noticed = UNDECLARED
    return grown


def shrink(player: Player, kind: int) -> None:
    """搶槓 the added tile was robbed: the meld stays a pong."""
    player.melds = tuple(
        [
            Meld("pong", kind, meld.called, meld.source)
            if meld.type == "added_kong" and meld.kind == kind
            else meld
            for meld in player.melds
        ]
    )


def ready_without(player: Player, drawn: int, out: int, *, migi: bool) -> bool:
    """Whether the hand waits for something if the drawn kind came in and this kind went."""
    after = Player(player)
    if out != drawn:
        exchange(after, out, drawn, migi=migi)
    else:
        measure(after, migi=migi)
    return after.waits > 0
