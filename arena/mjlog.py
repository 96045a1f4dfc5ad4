"""Recorded games in the mjlog format: read, walls rebuilt, turned into moves, and verified.

A log names every draw, discard, call and payment. `import_mjlog` gives games whose deals and
moves our engine replays; `verify` replays one and lists whatever comes out differently.
"""

import re
from base64 import b64decode
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from gzip import decompress
from hashlib import sha512
from pathlib import Path
from random import Random
from struct import unpack
from typing import Any, Final
from zipfile import ZipFile

from engine.game import Seat
from engine.mahjong.tiles import KIND_NAMES, NAMES, PLAIN_IDS, RED_ID_FACES, write_group
from engine.riichi.deal import DORA, FIRST_LIVE, REPLACEMENTS, URA

TAG: Final = re.compile(r"<([A-Za-z]+?)(\d+)?(\s[^>]*?)?/?>")
ATTRIBUTE: Final = re.compile(r'(\w+)="([^"]*)"')
DRAWS: Final = "TUVW"
DISCARDS: Final = "DEFG"
SEED: Final = re.compile("mt19937ar-sha512-n288(-base64)?,(.*)", re.DOTALL)
IGNORED: Final = ("UN", "BYE", "TAIKYOKU", "SHUFFLE", "GO", "mjloggm")
NO_RED, NO_KUITAN, HANCHAN, THREE_PLAYERS, CHIPS, HONBA_1500, GOLD = (
    2, 4, 8, 0x10, 0x200, 0x400, 0x800
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Tag:
    """One element of a log; `tile` is the number in a draw's or discard's name, else -1."""

    name: str
    attributes: Mapping[str, str]
    tile: int = -1

    def numbers(self, key: str) -> list[int]:
        """A comma list of integers; empty if the attribute is absent."""
        text = self.attributes.get(key, "")
        return [int(part) for part in text.split(",")] if text else []


@dataclass(frozen=True, slots=True)
class LoggedMeld:
    """A call as the log's number tells it: tile ids, the called one (-1: none), whose it was."""

    type: str
    ids: tuple[int, ...]
    called: int
    source: Seat
    added: int = -1


@dataclass(slots=True)
class LoggedRound:
    """One INIT and what follows it, with the wall's tile ids."""

    init: Tag
    tags: list[Tag]
    wall: list[int] = field(default_factory=list)
    from_seed: bool = False


@dataclass(slots=True)
class LoggedGame:
    """A recorded game: options, rounds, and whether its walls came from the seed."""

    name: str
    config: dict[str, Any]
    rounds: list[LoggedRound]
    private: bool = False
    """A private lobby settles final points by rules that the log does not tell."""

    @property
    def has_wall(self) -> bool:
        """Whether the walls are the real ones and not pieced together from the draws."""
        return all(item.from_seed for item in self.rounds)

    @property
    def deals(self) -> list[dict[str, list[int]]]:
        """The walls in the form that `Deals.given` takes."""
        return [{"wall": item.wall} for item in self.rounds]

    @property
    def faces(self) -> bytes:
        """The face of each tile id in this game's set."""
        return RED_ID_FACES if self.config["red_fives"] else PLAIN_IDS


def import_mjlog(path: Path) -> Iterator[LoggedGame]:
    """Every four-player game in a file, a folder or a zip."""
    for name, text in texts(path):
        game = read_game(name, text)
        if game is not None:
            yield game


def texts(path: Path) -> Iterator[tuple[str, str]]:
    """The logs under a path by name, unpacked."""
    if path.is_dir():
        for file in sorted(path.rglob("*.mjlog")):
            yield from texts(file)
    elif path.suffix == ".zip":
        with ZipFile(path) as archive:
            for name in archive.namelist():
                if not name.endswith("/"):
                    yield Path(name).stem, unpack_text(archive.read(name))
    else:
        yield path.stem, unpack_text(path.read_bytes())


def unpack_text(data: bytes) -> str:
    """The text of a log, gzipped or not."""
    return (decompress(data) if data[:2] == b"\x1f\x8b" else data).decode("utf-8", "replace")


def read_tags(text: str) -> list[Tag]:
    """The elements of a log in order."""
    tags = []
    for match in TAG.finditer(text):
        attributes = dict(ATTRIBUTE.findall(match[3] or ""))
        tags.append(Tag(match[1], attributes, int(match[2]) if match[2] else -1))
    return tags


def read_game(name: str, text: str) -> LoggedGame | None:
    """A game with its walls; None if it is not for four players or has no round."""
    tags = read_tags(text)
    go = next((tag.attributes for tag in tags if tag.name == "GO"), {})
    kind = int(go.get("type", 0))
    starts = [place for place, tag in enumerate(tags) if tag.name == "INIT"]
    if kind & THREE_PLAYERS or not starts:
        return None
    rounds = []
    for start, end in zip(starts, [*starts[1:], len(tags)], strict=True):
        body = [tag for tag in tags[start + 1 : end] if tag.name not in IGNORED]
        rounds.append(LoggedRound(tags[start], body))
    seed = next((tag.attributes["seed"] for tag in tags if tag.name == "SHUFFLE"), "")
    rebuild_walls(rounds, seed)
    date = re.match(r"(\d{6})\d{4}gm", name)
    month = int(date[1]) if date else 202001 if seed else 200901
    start = 100 * rounds[0].init.numbers("ten")[0]
    private = go.get("lobby", "0") != "0"
    return LoggedGame(name, config_of(kind, month, start), rounds, private)


def config_of(kind: int, month: int, start: int) -> dict[str, Any]:
    """Our options for a game's type bits, its month (logs without a seed are old) and start.

    Chip lobbies round mangan up, turn kan dora at once and have a larger uma; gold lobbies pay
    the bare difference to the start.
    """
    old = month < 201001
    gold = bool(kind & GOLD)
    chips = bool(kind & CHIPS)
    uma = [10, 5, -5, -10] if old and not kind & HANCHAN else [20, 10, -10, -20]
    if chips or gold:
        uma = [0, 0, 0, 0] if gold else [30, 10, -10, -30]
    return {
        "preset": "tenhou",
        "length": "hanchan" if kind & HANCHAN else "tonpuu",
        "start_points": start,
        "target": start if gold else 30_000,
        "red_fives": 0 if kind & NO_RED else 3,
        "kuitan": not kind & NO_KUITAN,
        "honba_points": 1500 if kind & HONBA_1500 else 300,
        "kiriage": chips,
        "kan_dora": "immediate" if chips else "before_discard",
        "tenpai_yame": not old,
        "uma": uma,
        "rounding": "one_decimal" if gold or month > 202201 else "half_away",
    }


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
    """Where in the wall each drawn tile of a log must have lain."""
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


def read_meld(tag: Tag) -> LoggedMeld:
    """The call behind an N tag."""
    who, code = int(tag.attributes["who"]), int(tag.attributes["m"])
    source = (who + (code & 3)) % 4
    if code & 4:
        return _chi(code, source)
    if code & 8 or code & 16:
        return _pon(code, source)
    called = code >> 8
    ids = tuple(called // 4 * 4 + copy for copy in range(4))
    if code & 3:
        return LoggedMeld("minkan", ids, called, source)
    return LoggedMeld("ankan", ids, -1, who)


def _chi(code: int, source: Seat) -> LoggedMeld:
    number = code >> 10
    place, number = number % 3, number // 3
    low = number // 7 * 9 + number % 7
    ids = tuple((low + step) * 4 + (code >> (3 + 2 * step) & 3) for step in range(3))
    return LoggedMeld("chi", ids, ids[place], source)


def _pon(code: int, source: Seat) -> LoggedMeld:
    number = code >> 9
    place, kind = number % 3, number // 3
    unused = kind * 4 + (code >> 5 & 3)
    ids = tuple(kind * 4 + copy for copy in range(4) if kind * 4 + copy != unused)
    if code & 8:
        return LoggedMeld("pon", ids, ids[place], source)
    return LoggedMeld("kakan", ids, ids[place], source, unused)


def meld_choice(meld: LoggedMeld, faces: bytes) -> str:
    """A call as our choice."""
    if meld.type in ("minkan", "ankan", "kakan"):
        return f"{meld.type}:{KIND_NAMES[meld.ids[0] // 4]}"
    uses = sorted(faces[tile] for tile in meld.ids if tile != meld.called)
    return f"{meld.type}:{write_group(uses)}"


def round_moves(item: LoggedRound, faces: bytes) -> Iterator[dict[Seat, str]]:
    """The moves of a round step by step; seats that pass a claim are left out."""
    drawn = -1
    riichi = False
    tags = [tag for tag in item.tags if tag.name != "DORA" and not _is_accepted(tag)]
    for place, tag in enumerate(tags):
        if tag.name in DRAWS and tag.tile >= 0:
            drawn = tag.tile
        elif tag.name in DISCARDS and tag.tile >= 0:
            seat = DISCARDS.index(tag.name)
            text = "tsumogiri" if tag.tile == drawn else NAMES[faces[tag.tile]]
            verb = "riichi:" if riichi else "" if tag.tile == drawn else "discard:"
            yield {seat: verb + text}
            drawn, riichi = -1, False
            if place + 1 < len(tags):
                yield claim_moves(tags[place + 1 :], seat, faces)
        elif tag.name == "REACH":
            riichi = True
        elif tag.name == "N":
            meld = read_meld(tag)
            seat = int(tag.attributes["who"])
            if meld.type in ("ankan", "kakan"):
                yield {seat: meld_choice(meld, faces)}
                drawn = -1
            if meld.type == "kakan" and place + 1 < len(tags):
                yield claim_moves(tags[place + 1 :], seat, faces)
        elif tag.name == "AGARI" and tag.attributes["who"] == tag.attributes["fromWho"]:
            yield {int(tag.attributes["who"]): "tsumo"}
        elif tag.name == "RYUUKYOKU" and tag.attributes.get("type") == "yao9":
            yield {Seat(DRAWS.index(tags[place - 1].name)): "kyuushu"}


def _is_accepted(tag: Tag) -> bool:
    return tag.name == "REACH" and tag.attributes["step"] == "2"


def claim_moves(rest: Sequence[Tag], source: Seat, faces: bytes) -> dict[Seat, str]:
    """What the other seats did with a tile, told by what comes next in the log."""
    following = rest[0]
    if following.name == "N":
        meld = read_meld(following)
        if meld.type in ("chi", "pon", "minkan"):
            return {int(following.attributes["who"]): meld_choice(meld, faces)}
    if following.name == "AGARI":
        return {int(tag.attributes["who"]): "ron" for tag in rest if tag.name == "AGARI"}
    if following.attributes.get("type") == "ron3":
        return {seat: "ron" for seat in range(4) if seat != source}
    return {}
