"""番 What a complete hand is worth."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, Literal

from engine.mahjong.melds import Meld
from engine.mahjong.tiles import KINDS as ALL_KINDS
from engine.sichuan.config import SichuanConfig
from engine.sichuan.hand import held, live_waits
from engine.sichuan.model import Player
from engine.sichuan.reading import Reading, readings

Luck = Literal[
    "self_draw", "gang_hua", "gang_pao", "rob_kong", "last_tile", "tianhu", "dihu",
]  # fmt: skip
Fan = tuple[str, int]

LUCK: Final[Mapping[Luck, Fan]] = {
    "gang_hua": ("杠上花", 1),
    "gang_pao": ("杠上炮", 1),
    "rob_kong": ("抢杠胡", 1),
    "last_tile": ("海底", 1),
    "tianhu": ("天胡", 5),
    "dihu": ("地胡", 5),
}
HEAVEN_EARTH: Final = ("tianhu", "dihu")
TERMINALS: Final = (0, 8)
GENERALS: Final = (1, 4, 7)
"""将 The places of 2, 5 and 8 in a suit."""


@dataclass(frozen=True, slots=True)
class Score:
    """The items of a hand, their sum, and the value that a payer owes for it."""

    fans: tuple[Fan, ...]
    fan: int
    value: int


def score(
    config: SichuanConfig, counts: Sequence[int], melds: Sequence[Meld], luck: Sequence[Luck]
) -> Score:
    """The dearest reading of a complete hand; `counts` has the winning tile in it."""
    total = held(counts, melds)
    common = tuple(_common(config, total, melds, luck))
    flush = _suits(total) == 1
    found = [
        (*_shape(config, reading, melds, flush=flush), *common)
        for reading in readings(counts, melds)
    ]
    fans = max(found, key=lambda items: sum([fan for _, fan in items]))
    fan = sum([fan for _, fan in fans])
    return Score(fans, fan, value_of(config, fan))


def value_of(config: SichuanConfig, fan: int) -> int:
    """What so many fan are worth."""
    if config.scale == "linear":
        return config.base * (1 + fan)
    return int(config.base * 2 ** min(fan, config.cap))


def top_value(config: SichuanConfig) -> int:
    """封顶 The value at the cap, which a flower pig pays."""
    return int(config.base * 2**config.cap)


def best_value(config: SichuanConfig, player: Player) -> int:
    """查大叫 The most a ready hand could have won, by luck of no kind."""
    best = 0
    for kind in live_waits(player):
        counts = bytearray(player.counts)
        counts[kind] += 1
        best = max(best, score(config, counts, player.melds, ()).value)
    return best


def _suits(total: Sequence[int]) -> int:
    return sum([any(total[first : first + 9]) for first in (0, 9, 18)])


def _shape(
    config: SichuanConfig, reading: Reading, melds: Sequence[Meld], *, flush: bool
) -> Iterator[Fan]:
    """The items that depend on how the tiles are read, and the flush that goes with them."""
    linear = config.scale == "linear"
    sets = _sets(config, reading, melds)
    if linear and flush and sets == ("金钩钓", 1):
        yield ("清金钩钓", 4)
        return
    if flush:
        yield ("清一色", 2)
    if sets is not None:
        yield sets
    if config.dai_yao_jiu and _terminal_sets(reading):
        yield ("带幺九", 2)


def _sets(config: SichuanConfig, reading: Reading, melds: Sequence[Meld]) -> Fan | None:
    """七对, 将对, 金钩钓 or 对对胡, whichever the reading is."""
    linear = config.scale == "linear"
    if reading.shape == "pairs":
        return None if linear else ("七对", 2)
    if reading.runs:
        return None
    if config.jiang_dui and all(k % 9 in GENERALS for k in (*reading.triplets, reading.pair)):
        return ("将对", 3)
    if len(melds) == 4:
        return ("金钩钓", 1 if linear else 2)
    return ("对对胡", 1)


def _terminal_sets(reading: Reading) -> bool:
    """带幺九 whether every set and the pair has a 1 or a 9."""
    if reading.shape == "pairs":
        return False
    places = [kind % 9 for kind in (*reading.triplets, reading.pair)]
    runs = [low % 9 for low in reading.runs]
    return all(p in TERMINALS for p in places) and all(low in (0, 6) for low in runs)


def _common(
    config: SichuanConfig, total: Sequence[int], melds: Sequence[Meld], luck: Sequence[Luck]
) -> Iterator[Fan]:
    """The items that do not depend on how the tiles are read."""
    roots = sum([count == 4 for count in total])
    if roots:
        yield ("根", roots)
    if config.men_qing and all(meld.type == "ckong" for meld in melds):
        yield ("门清", 1)
    if config.duan_yao_jiu and not _has_terminal(total):
        yield ("断幺九", 1)
    if config.zimo_bonus == "add_fan" and "self_draw" in luck:
        yield ("自摸", 1)
    for name, item in LUCK.items():
        if name in luck and _counts(config, name):
            yield item


def _has_terminal(total: Sequence[int]) -> bool:
    return any(total[kind] for kind in range(ALL_KINDS) if kind % 9 in TERMINALS)


def _counts(config: SichuanConfig, luck: Luck) -> bool:
    """Whether a table pays for this kind of luck."""
    if luck in HEAVEN_EARTH:
        return config.heaven_earth
    return luck != "rob_kong" or config.scale == "doubling"
