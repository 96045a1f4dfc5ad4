"""A player's hand changing: tiles taken in and given away, and what is kept about it."""

from collections.abc import Iterable
from itertools import chain, repeat

from engine.mahjong.shapes import PLACE, keys_of
from engine.mahjong.tiles import KINDS as ALL_KINDS
from engine.sichuan.model import NO_SUIT, Player
from engine.sichuan.moves import KINDS
from engine.sichuan.win import waits_of


def new_player(tiles: Iterable[int]) -> Player:
    """A player who has just been dealt these tiles."""
    player = Player()
    player.counts = bytes(count_kinds(tiles))
    m, p, s, _ = keys_of(player.counts)
    player.keys = (m, p, s)
    player.need = 4
    player.melds = ()
    player.void = NO_SUIT
    player.waits = 0
    player.pond = ()
    player.won = False
    player.passed = 0
    player.gave = player.got = ()
    return player


def count_kinds(tiles: Iterable[int]) -> bytearray:
    """How many of each kind."""
    counts = bytearray(ALL_KINDS)
    for kind in tiles:
        counts[kind] += 1
    return counts


def shift(player: Player, kind: int, by: int) -> None:
    """So many tiles of a kind come into the hand, or leave it."""
    counts = bytearray(player.counts)
    counts[kind] += by
    player.counts = bytes(counts)
    m, p, s = player.keys
    if kind < 9:
        m += PLACE[kind] * by
    elif kind < 18:
        p += PLACE[kind] * by
    else:
        s += PLACE[kind] * by
    player.keys = (m, p, s)


def measure(player: Player) -> None:
    """Find what the hand waits for as it stands; with a void tile it waits for nothing."""
    void = player.void
    if void != NO_SUIT and player.keys[void]:
        player.waits = 0
    else:
        player.waits = waits_of(player.counts, player.keys, player.need)


def tiles_of(player: Player) -> list[int]:
    """The concealed tiles in order."""
    return spread(range(KINDS), player.counts)


def spread(kinds: Iterable[int], counts: bytes) -> list[int]:
    """Each kind as often as it is there."""
    return list(chain.from_iterable(map(repeat, kinds, counts)))


def highest(player: Player) -> int:
    """The last tile of the hand in order."""
    return max(kind for kind in range(KINDS) if player.counts[kind])


def shortest_suit(counts: bytes) -> int:
    """The suit with the fewest tiles, the first of equals."""
    return min(range(3), key=lambda suit: sum(counts[9 * suit : 9 * suit + 9]))
