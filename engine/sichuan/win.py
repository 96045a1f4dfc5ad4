"""胡 When a hand is complete, what it waits for, and every way to read it."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, Literal

from engine.errors import InvalidActionError
from engine.game import Seat
from engine.mahjong.hands import decompositions, helpers
from engine.mahjong.shapes import COMPLETE, TENPAI, four
from engine.mahjong.tiles import KINDS as ALL_KINDS
from engine.sichuan.events import HuKind
from engine.sichuan.model import Keys, Meld, Player
from engine.sichuan.moves import KINDS, NAMES

Standing = Literal["won", "pig", "ready", "noten"]
Shape = Literal["sets", "pairs"]
standard: Final = four().standard
ALL_SETS: Final = 4
"""Sets of a whole hand; a hand that needs them all has no melds."""
FEW_KINDS: Final = ALL_KINDS - 7
"""Kinds that are missing from any hand of six pairs and a tile, at least."""


def is_complete(counts: Sequence[int], keys: Keys, need: int) -> bool:
    """Whether these concealed tiles make the sets that are needed and a pair, or seven pairs."""
    if standard(keys[0], keys[1], keys[2], 0, need) == COMPLETE:
        return True
    return need == ALL_SETS and pairs(counts) == 7


def pairs(counts: Sequence[int]) -> int:
    """Pairs in a hand; four alike are two."""
    return sum([count // 2 for count in counts])


def waits_of(counts: bytes, keys: Keys, need: int) -> int:
    """The kinds that complete this hand, as a mask."""
    mask = 0
    if standard(keys[0], keys[1], keys[2], 0, need) == TENPAI:
        mask = set_waits(keys, need, counts)
    if need == ALL_SETS and counts.count(0) >= FEW_KINDS and pairs(counts) == 6:
        odd = next(kind for kind in range(KINDS) if counts[kind] % 2)
        mask |= 1 << odd
    return mask


@lru_cache(maxsize=20_000)
def set_waits(keys: Keys, need: int, counts: bytes) -> int:
    """The kinds that complete sets and a pair; many hands come back, so it is kept."""
    return helpers(standard, counts, (*keys, 0), need, COMPLETE)


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


def standing(player: Player) -> Standing:
    """How a player stands at an empty wall."""
    if player.won:
        return "won"
    if player.holds_void:
        return "pig"
    return "ready" if live_waits(player) else "noten"


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


@dataclass(frozen=True, slots=True)
class Reading:
    """One way to read a complete hand: sets and pair with the melds, or seven pairs."""

    shape: Shape
    triplets: tuple[int, ...] = ()
    runs: tuple[int, ...] = ()
    """The lowest kind of each."""
    pair: int = -1


def readings(counts: Sequence[int], melds: Sequence[Meld]) -> list[Reading]:
    """Every way to read a complete hand; empty if it is not complete."""
    laid = tuple(meld.kind for meld in melds)
    found = []
    if not melds and pairs(counts) == 7:
        found.append(Reading("pairs"))
    for sets, pair in decompositions(counts):
        triplets = tuple(low for low, run in sets if not run)
        runs = tuple(low for low, run in sets if run)
        found.append(Reading("sets", laid + triplets, runs, pair))
    return found
