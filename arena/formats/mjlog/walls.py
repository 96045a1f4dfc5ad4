"""The walls of recorded games: rebuilt from the seed, or pieced together from the draws."""

import re
from base64 import b64decode
from collections.abc import Iterator, Sequence
from hashlib import sha512
from random import Random
from struct import unpack
from typing import Final

from arena.formats.mjlog.tags import DRAWS, LoggedRound, read_meld
from engine.riichi.deal import DORA, FIRST_LIVE, REPLACEMENTS, URA

SEED: Final = re.compile("mt19937ar-sha512-n288(-base64)?,(.*)", re.DOTALL)


def rebuild_walls(rounds: Sequence[LoggedRound], seed: str) -> None:
    """Give every round its wall: from the seed, or pieced together from what was seen."""
    words = SEED.match(seed)
    walls = seeded_walls(seed_bytes(words[2], packed=bool(words[1]))) if words else None
    for item in rounds:
        if words and walls is not None:
            item.wall = next(walls) if words[1] else swapped_rows(next(walls))
            item.from_seed = True
        else:
            item.wall = pieced_wall(item)


def seed_bytes(text: str, *, packed: bool) -> bytes:
    """The 624 words of a seed, in base64 or as a comma list of hexadecimal numbers."""
    if packed:
        return b64decode(text)
    return b"".join(int(word, 16).to_bytes(4, "little") for word in text.split(","))


def seeded_walls(seed: bytes) -> Iterator[list[int]]:
    """The walls of a game's rounds in order."""
    generator = Random(int.from_bytes(seed, "little"))
    while True:
        raw = generator.getrandbits(288 * 32).to_bytes(288 * 4, "little")
        digest = b"".join(sha512(raw[at : at + 128]).digest() for at in range(0, len(raw), 128))
        numbers = unpack("<144I", digest)
        wall = list(range(136))
        for place in range(135):
            other = place + numbers[place] % (136 - place)
            wall[place], wall[other] = wall[other], wall[place]
        yield wall


def swapped_rows(wall: list[int]) -> list[int]:
    """A wall of the older seeds, whose dead wall had its rows swapped, in the layout of today."""
    for place in range(0, 14, 2):
        wall[place], wall[place + 1] = wall[place + 1], wall[place]
    return wall


def pieced_wall(item: LoggedRound) -> list[int]:
    """A wall that gives the hands, draws and indicators of a log; the rest in order."""
    wall = [-1] * 136
    dealer = item.init.numbers("oya")[0]
    hands = [item.init.numbers(f"hai{seat}") for seat in range(4)]
    place = 136
    for start, size in ((0, 4), (4, 4), (8, 4), (12, 1)):
        for step in range(4):
            place -= size
            wall[place : place + size] = hands[(dealer + step) % 4][start : start + size]
    for at, tile in drawn_places(item):
        wall[at] = tile
    for at, tile in zip(DORA, indicators(item), strict=False):
        wall[at] = tile
    for tag in item.tags:
        for at, tile in zip(URA, tag.numbers("doraHaiUra"), strict=False):
            wall[at] = tile
    unseen = iter(sorted(set(range(136)) - set(wall)))
    return [next(unseen) if tile < 0 else tile for tile in wall]


def indicators(item: LoggedRound) -> list[int]:
    """The dora indicators in the order they were turned."""
    first = item.init.numbers("seed")[5]
    return [first, *[int(tag.attributes["hai"]) for tag in item.tags if tag.name == "DORA"]]


def drawn_places(item: LoggedRound) -> Iterator[tuple[int, int]]:
    """Return where in the wall each drawn tile of a log must have lain."""
    live, kans, after_kan = FIRST_LIVE, 0, False
    for tag in item.tags:
        if tag.name == "N":
            after_kan = read_meld(tag).type in ("minkan", "ankan", "kakan")
        elif tag.tile >= 0 and tag.name in DRAWS:
            if after_kan:
                yield REPLACEMENTS[kans], tag.tile
                kans += 1
            else:
                yield live, tag.tile
                live -= 1
            after_kan = False
