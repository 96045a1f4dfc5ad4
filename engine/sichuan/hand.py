"""A player's hand changing: tiles taken in and given away, and what is kept about it."""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import chain, repeat
from typing import Final

from engine.mahjong.hands import helpers
from engine.mahjong.melds import Meld
from engine.mahjong.shapes import COMPLETE, PLACE, SUIT, TENPAI, Keys, four, keys_of
from engine.mahjong.tiles import KINDS as ALL_KINDS
from engine.mahjong.tiles import count_kinds
from engine.sichuan.model import NO_SUIT, Player
from engine.sichuan.tiles import KINDS, NAMES

standard: Final = four().standard
ALL_SETS: Final = 4
"""Sets of a whole hand; a hand that needs them all has no melds."""
FEW_KINDS: Final = ALL_KINDS - 7
"""Kinds that are missing from any hand of six pairs and a tile, at least."""


def new_player(tiles: Iterable[int]) -> Player:
    """A player who has just been dealt these tiles."""
    player = Player()
    player.counts = count_kinds(tiles)
    player.keys = list(keys_of(player.counts))
    player.need = 4
    player.melds = ()
    player.void = NO_SUIT
    player.waits = 0
    player.pond = ()
    player.won = False
    player.passed = 0
    player.gave = player.got = ()
    return player


def shift(player: Player, kind: int, by: int) -> None:
    """So many tiles of a kind come into the hand, or leave it."""
    counts = bytearray(player.counts)
    counts[kind] += by
    player.counts = bytes(counts)
    player.keys = keys = player.keys[:]
    keys[SUIT[kind]] += PLACE[kind] * by


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


def pairs(counts: Sequence[int]) -> int:
    """Pairs in a hand; four alike are two."""
    return sum([count // 2 for count in counts])


def waits_of(counts: bytes, keys: Sequence[int], need: int) -> int:
    """The kinds that complete this hand, as a mask."""
    mask = 0
    m, p, s, z = keys
    if standard(m, p, s, z, need) == TENPAI:
        mask = set_waits((m, p, s, z), need, counts)
    if need == ALL_SETS and counts.count(0) >= FEW_KINDS and pairs(counts) == 6:
        odd = next(kind for kind in range(KINDS) if counts[kind] % 2)
        mask |= 1 << odd
    return mask


@lru_cache(maxsize=20_000)
def set_waits(keys: Keys, need: int, counts: bytes) -> int:
    """The kinds that complete sets and a pair; many hands come back, so it is kept."""
    return helpers(standard, counts, keys, need, COMPLETE)


def held(counts: Sequence[int], melds: Sequence[Meld]) -> list[int]:
    """How many of each kind a player holds, melds included."""
    total = list(counts)
    for meld in melds:
        total[meld.kind] += meld.size
    return total


def live_waits(player: Player) -> list[int]:
    """The kinds that complete the hand and of which the player does not hold all four."""
    total = held(player.counts, player.melds)
    return [k for k in range(KINDS) if player.waits >> k & 1 and total[k] < 4]


def hand_names(player: Player) -> tuple[str, ...]:
    """The concealed tiles as text."""
    return tuple([NAMES[kind] for kind in tiles_of(player)])


def lay(player: Player, meld: Meld) -> None:
    """Put a new meld on the table."""
    player.melds = (*player.melds, meld)
    player.need -= 1
