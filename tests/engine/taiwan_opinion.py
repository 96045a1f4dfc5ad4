"""A second opinion on what a Taiwan hand is worth, written from the table of the rules alone.

Tiles are text, every reading is searched for by brute force, and the table is read as it stands:
first whatever is there counts, then the items that others make absent go. It shares no code with
the engine and is in no hurry.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from random import Random

SUITED = [f"{number}{suit}" for suit in "mps" for number in range(1, 10)]
WINDS = ["1z", "2z", "3z", "4z"]
DRAGONS = ["5z", "6z", "7z"]
HONORS = WINDS + DRAGONS
EVERY = SUITED + HONORS
Group = tuple[str, ...]

ABSENT_WITH = {
    "門清": ["天胡", "地胡", "人胡", "天聽", "地聽", "五暗坎", "嚦咕嚦咕"],
    "不求": ["天胡", "地聽"],
    "自摸": ["天胡"],
    "獨聽": ["天胡"],
    "風牌": ["大四喜"],
    "風圈": ["大四喜"],
    "箭字坎": ["小三元", "大三元"],
    "對對胡": ["字一色", "五暗坎"],
}
"""The exclusions of the table, row by row."""
FIRST_WINS = {"天胡", "地胡", "人胡"}
DECLARED = {"天聽", "地聽", "宣告聽牌"}
"""What the first wins stand in the place of."""


@dataclass
class Opinion:
    """A won hand in words."""

    concealed: list[str]
    """Without the winning tile."""
    tile: str
    melds: list[tuple[str, Group]]
    by: str
    seat_wind: str
    round_wind: str
    flowers: list[int]
    flags: set[str]
    gamesofa: bool = False
    migi: bool = False

    # -- readings

    @cached_property
    def waits(self) -> list[str]:
        """The kinds that complete the hand, of which fewer than four are held or shown."""
        held = [*self.concealed, *(tile for _, group in self.melds for tile in group)]
        return [
            kind
            for kind in EVERY
            if held.count(kind) < 4 and self.is_complete([*self.concealed, kind])
        ]

    def is_complete(self, tiles: list[str]) -> bool:
        return any(True for _ in cuts(sorted(tiles), "")) or (self.migi and self.is_migi(tiles))

    def is_migi(self, tiles: list[str]) -> bool:
        """Seven pairs and a triplet; four of a kind are two pairs."""
        numbers = [tiles.count(kind) for kind in EVERY]
        return not self.melds and numbers.count(3) == 1 and numbers.count(1) == 0

    def best(self) -> dict[str, int]:
        """The items of the reading with the most tai, equal ones added up.

        Of equal readings that with fewer items, then the smaller list of them.
        """
        readings = [
            self.items(sets, pair, completed)
            for sets, pair in cuts(sorted([*self.concealed, self.tile]), "")
            for completed in {*sets, (pair, pair)}
            if self.tile in completed
        ]
        if self.migi and self.is_migi([*self.concealed, self.tile]):
            readings.append(self.items([], "", ()))
        return min(readings, key=lambda i: (-sum(i.values()), len(i), sorted(i.items())))

    # -- the table

    def items(self, sets: list[Group], pair: str, completed: Group) -> dict[str, int]:
        """The table for one reading; `completed` is the group that the winning tile went to."""
        found = {
            **self.of_sets(sets, pair, completed),
            **self.of_colour(),
            **self.of_course(),
            **self.of_flowers(),
        }
        if not pair:
            found["嚦咕嚦咕"] = 8
            triplet = next(kind for kind in EVERY if self.all_tiles().count(kind) == 3)
            found |= {k: v for k, v in self.of_honors([triplet], "").items() if v}
        return self.reduced(found)

    def all_tiles(self) -> list[str]:
        laid = [tile for _, group in self.melds for tile in group]
        return [*self.concealed, self.tile, *laid]

    def of_sets(self, sets: list[Group], pair: str, completed: Group) -> dict[str, int]:
        if not pair:
            return {}
        found = {}
        own = [group[0] for group in sets if group[0] == group[1]]
        hidden = len(own) + [kind for kind, _ in self.melds].count("concealed_kong")
        if self.by != "self_draw" and len(completed) == 3 and completed[0] == completed[1]:
            hidden -= 1
        if hidden >= 3:
            found[{3: "三暗坎", 4: "四暗坎", 5: "五暗坎"}[hidden]] = {3: 2, 4: 5, 5: 8}[hidden]
        triplets = own + [group[0] for kind, group in self.melds if kind != "chi"]
        if len(triplets) == 5:
            found["對對胡"] = 4
        if self.is_pinghu(triplets, completed):
            found["平胡"] = 2
        return {**found, **self.of_honors(triplets, pair)}

    def is_pinghu(self, triplets: list[str], completed: Group) -> bool:
        honors = any(tile in HONORS for tile in self.all_tiles())
        if self.by != "discard" or triplets or honors or self.flowers or len(completed) != 3:
            return False
        others = [int(tile[0]) for tile in completed]
        others.remove(int(self.tile[0]))
        neighbours = others[1] - others[0] == 1 and others[0] > 1 and others[1] < 9
        return neighbours and len(self.waits) >= 2

    def of_honors(self, triplets: list[str], pair: str) -> dict[str, int]:
        found = {}
        dragons = sum(kind in triplets for kind in DRAGONS)
        winds = sum(kind in triplets for kind in WINDS)
        found["箭字坎"] = dragons
        found["風牌"] = int(self.seat_wind in triplets)
        found["風圈"] = int(self.round_wind in triplets)
        if dragons == 3:
            found["大三元"] = 8
        if dragons == 2 and pair in DRAGONS:
            found["小三元"] = 4
        if winds == 4:
            found["大四喜"] = 16
        if winds == 3 and pair in WINDS:
            found["小四喜"] = 8
        return found

    def of_colour(self) -> dict[str, int]:
        colours = {tile[1] for tile in self.all_tiles()}
        if colours == {"z"}:
            return {"字一色": 8 if self.gamesofa else 16}
        if len(colours - {"z"}) > 1:
            return {}
        return {"湊一色": 4} if "z" in colours else {"清一色": 8}

    def of_course(self) -> dict[str, int]:
        own = self.by == "self_draw"
        closed = all(kind == "concealed_kong" for kind, _ in self.melds)
        begged = len(self.melds) == 5 and all(k != "concealed_kong" for k, _ in self.melds)
        found = {
            "門清": int(closed),
            "不求": int(closed and own),
            "自摸": int(own),
            "獨聽": int(len(self.waits) == 1),
            "搶槓": int(self.by == "rob_kong"),
            "槓上開花": int("kong_bloom" in self.flags),
            "海底撈月": int("last_tile" in self.flags and own),
            "河底撈魚": int("last_tile" in self.flags and not own and not self.gamesofa),
            "半求": int(begged and own),
            "全求": 2 * int(begged and not own),
        }
        values = {"天胡": 24, "地胡": 16, "人胡": 8, "天聽": 0, "地聽": 4, "宣告聽牌": 1}
        if not self.gamesofa:
            values = {"天胡": 16, "地胡": 16, "人胡": 16, "天聽": 8, "地聽": 4, "宣告聽牌": 0}
        words = {"天胡": "tianhu", "地胡": "dihu", "人胡": "renhu", "天聽": "tianting"}
        words |= {"地聽": "diting", "宣告聽牌": "declared"}
        found |= {name: values[name] for name, flag in words.items() if flag in self.flags}
        if self.gamesofa and begged:
            found["獨聽"] = 0
        return found

    def of_flowers(self) -> dict[str, int]:
        own = WINDS.index(self.seat_wind) + 1
        found = {"花牌": 0, "花槓": 0}
        for first in (1, 5):
            if all(flower in self.flowers for flower in range(first, first + 4)):
                found["花槓"] += 2
            elif first - 1 + own in self.flowers:
                found["花牌"] += 1
        return found

    def reduced(self, found: dict[str, int]) -> dict[str, int]:
        """What is left once the items that others make absent are gone."""
        there = {name for name, tai in found.items() if tai}
        if there & FIRST_WINS:
            there -= DECLARED
        kept = {}
        for name in there:
            absent = set(ABSENT_WITH.get(name, []))
            if self.gamesofa and name in ("門清", "對對胡"):
                absent.discard("五暗坎")
            if not absent & there:
                kept[name] = found[name]
        if self.gamesofa and {"自摸", "地聽"} <= kept.keys():
            kept["自摸"] = 2
        if self.gamesofa and {"門清", "不求", "自摸"} <= kept.keys():
            kept = {n: t for n, t in kept.items() if n not in ("門清", "不求", "自摸")}
            kept["門清自摸"] = 3
        return kept


def cuts(tiles: list[str], pair: str) -> Iterator[tuple[list[Group], str]]:
    """Every way to lay these sorted tiles into sets and one pair."""
    if not tiles:
        if pair:
            yield [], pair
        return
    first = tiles[0]
    run = (first, *(f"{int(first[0]) + step}{first[1]}" for step in (1, 2)))
    if tiles.count(first) >= 2 and not pair:
        yield from cuts(without(tiles, (first, first)), first)
    for group in ((first,) * 3, run):
        if first[1] == "z" and group == run:
            continue
        if all(tiles.count(tile) >= group.count(tile) for tile in group):
            for sets, found in cuts(without(tiles, group), pair):
                yield [group, *sets], found


def without(tiles: list[str], group: Group) -> list[str]:
    left = list(tiles)
    for tile in group:
        left.remove(tile)
    return left


# -- hands to have an opinion on


def random_hand(rng: Random) -> Opinion | None:
    """A won hand such as are worth something; None if it needs more tiles than there are."""
    kinds = rng.choice([EVERY, SUITED, [k for k in EVERY if k[1] in "mz"], SUITED[:9], HONORS])
    migi = rng.random() < 0.1
    melds, concealed = seven_pairs(rng, kinds) if migi else random_sets(rng, kinds)
    shown = [tile for _, group in melds for tile in group]
    if any((concealed + shown).count(kind) > 4 for kind in kinds):
        return None
    tile = concealed.pop(rng.randrange(len(concealed)))
    seat = rng.randrange(4)
    by = rng.choice(["discard", "self_draw", "rob_kong"])
    often = rng.choice([0, 0.3, 0.9])
    flowers = [number for number in range(1, 9) if rng.random() < often]
    flags = random_flags(rng, by, seat, closed=not melds)
    gamesofa = rng.random() < 0.3
    round_wind = rng.choice(WINDS)
    hand = Opinion(
        concealed, tile, melds, by, WINDS[seat], round_wind, flowers, flags, gamesofa, migi
    )
    return hand if tile in hand.waits else None


def random_sets(rng: Random, kinds: list[str]) -> tuple[list[tuple[str, Group]], list[str]]:
    """Five sets, some of them laid down, and a pair."""
    triplets = rng.choice([0, 0.5, 0.9])
    groups = [random_set(rng, kinds, triplets) for _ in range(5)]
    laid = rng.choice([0, 0, 1, 2, 4, 5])
    concealed = [tile for group in groups[laid:] for tile in group]
    return [laid_down(rng, group) for group in groups[:laid]], [
        *concealed,
        *[rng.choice(kinds)] * 2,
    ]


def seven_pairs(rng: Random, kinds: list[str]) -> tuple[list[tuple[str, Group]], list[str]]:
    """Seven pairs and a triplet, nothing laid down."""
    pairs = [rng.choice(kinds) for _ in range(8)]
    return [], [*pairs, *pairs, pairs[0]]


def random_set(rng: Random, kinds: list[str], triplets: float) -> Group:
    """A triplet with this probability, else a run where there can be one."""
    first = rng.choice(kinds)
    if first[1] == "z" or int(first[0]) > 7 or rng.random() < triplets:
        return (first,) * 3
    return (first, *(f"{int(first[0]) + step}{first[1]}" for step in (1, 2)))


def laid_down(rng: Random, group: Group) -> tuple[str, Group]:
    if group[0] != group[1]:
        return "chi", group
    kind = rng.choice(["pong", "pong", "open_kong", "added_kong", "concealed_kong"])
    return kind, group if kind == "pong" else (*group, group[0])


def random_flags(rng: Random, by: str, seat: int, *, closed: bool) -> set[str]:
    """Flags that can come together."""
    flags = set()
    if closed and rng.random() < 0.5:
        flags.add(rng.choice(["tianting", "diting", "declared"]))
    if closed and rng.random() < 0.3:
        if by == "self_draw":
            flags.add("dihu" if seat else "tianhu")
        elif by == "discard" and seat:
            flags.add("renhu")
    if by == "self_draw" and "tianhu" not in flags and rng.random() < 0.3:
        flags.add("kong_bloom")
    if by != "rob_kong" and rng.random() < 0.2:
        flags.add("last_tile")
    return flags
