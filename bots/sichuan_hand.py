"""What one seat of Sichuan can work out from its view, and how far a hand is from a win."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from engine.game import Seat, View
from engine.mahjong.shapes import PLACE, four, keys_of
from engine.mahjong.tiles import KINDS as ALL_KINDS
from engine.sichuan.tiles import KIND_OF, KINDS, SUIT_NAMES

standard: Final = four().standard
Counts = list[int]
FULL_WALL: Final = 55


@dataclass(slots=True)
class Sight:
    """What one seat can work out from its view; tiles of the void suit are no part of the hand."""

    counts: Counts
    need: int
    laid: tuple[int, ...]
    """Every tile of the own melds."""
    void: int
    unseen: Counts
    left: int


def look(view: View) -> Sight:
    """Count what is known."""
    seat: Seat = int(view["viewer"])
    void = view["void"][seat]
    suit = SUIT_NAMES.index(void) if void else -1
    laid = [laid_tiles(row) for row in view["melds"]]
    unseen = [4] * KINDS + [0] * (ALL_KINDS - KINDS)
    for kind in shown(view) + [kind for row in laid for kind in row]:
        unseen[kind] -= 1
    return Sight(
        counts=without_suit(count(view["hand"]), suit),
        need=4 - len(view["melds"][seat]),
        laid=tuple(laid[seat]),
        void=suit,
        unseen=unseen,
        left=view["left"],
    )


def laid_tiles(melds: Sequence[dict[str, Any]]) -> list[int]:
    """Every tile of some melds."""
    return [
        KIND_OF[meld["tile"]] for meld in melds for _ in range(3 if meld["type"] == "pong" else 4)
    ]


def shown(view: View) -> list[int]:
    """The tiles in the hands that are seen, the own among them, in the ponds, and won with."""
    hands = [tile for hand in view["hands"] for tile in hand or ()]
    ponds = [token for pond in view["ponds"] for token in pond if not token.endswith("*")]
    won = [win["tile"] for win in view["wins"]]
    return [KIND_OF[tile] for tile in (*hands, *ponds, *won)]


def count(tiles: Sequence[str]) -> Counts:
    """How many of each kind."""
    counts = [0] * ALL_KINDS
    for tile in tiles:
        counts[KIND_OF[tile]] += 1
    return counts


def without_suit(counts: Counts, suit: int) -> Counts:
    """The counts with one suit taken out; -1 takes none."""
    return [0 if kind // 9 == suit else own for kind, own in enumerate(counts)]


def distance(counts: Counts, need: int) -> int:
    """Tiles to be exchanged until the hand is ready: sets and a pair, or seven pairs."""
    m, p, s, _ = keys_of(counts)
    nearest = standard(m, p, s, 0, need)
    return min(nearest, pairs_distance(counts)) if need == 4 else nearest


def pairs_distance(counts: Counts) -> int:
    """The distance to seven pairs; four alike are two."""
    return 6 - sum([own // 2 for own in counts])


def useful(counts: Counts, need: int, unseen: Counts, void: int) -> int:
    """Unseen tiles that bring the hand nearer."""
    keys = keys_of(counts)
    now = distance(counts, need)
    found = 0
    for kind in range(KINDS):
        if unseen[kind] > 0 and kind // 9 != void:
            more = list(keys)
            more[kind // 9] += PLACE[kind]
            nearer = counts[kind] < 4 and standard(more[0], more[1], more[2], 0, need) < now
            if nearer or (need == 4 and counts[kind] % 2 and pairs_distance(counts) == now):
                found += unseen[kind]
    return found


def changed(counts: Counts, kind: int, by: int) -> Counts:
    """The counts with so many more or fewer of a kind."""
    after = list(counts)
    after[kind] += by
    return after


NOTHING_SEEN: Final = Sight([0] * ALL_KINDS, 4, (), -1, [4] * ALL_KINDS, FULL_WALL)


def roots(counts: Counts, laid: tuple[int, ...]) -> int:
    """根 Kinds of which all four are held."""
    return sum([counts[kind] + laid.count(kind) == 4 for kind in range(KINDS)])


def plans(counts: Counts, need: int, laid: tuple[int, ...]) -> list[tuple[int, float]]:
    """Ways to win: the tiles each still needs, and its fan."""
    m, p, s, _ = keys_of(counts)
    hook = 1 if need == 0 else 0
    triplets = triplets_distance(counts, need)
    found = [(standard(m, p, s, 0, need), 0.0), (triplets, 1.0 + hook)]
    if need == 4:
        found.append((pairs_distance(counts), 2.0))
    for suit in range(3):
        if all(kind // 9 == suit for kind in laid):
            own = [key if place == suit else 0 for place, key in enumerate((m, p, s))]
            found.append((standard(own[0], own[1], own[2], 0, need), 2.0))
    return found


def triplets_distance(counts: Counts, need: int) -> int:
    """The distance to triplets and a pair."""
    sets = sum([own >= 3 for own in counts])
    pairs = sum([own == 2 for own in counts])
    sets = min(sets, need)
    return 2 * need - 2 * sets - min(pairs, need - sets + 1)
