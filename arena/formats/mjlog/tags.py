"""The elements of an mjlog file: tags, rounds, calls."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from engine.game import Seat

TAG: Final = re.compile(r"<([A-Za-z]+?)(\d+)?(\s[^>]*?)?/?>")
ATTRIBUTE: Final = re.compile(r'(\w+)="([^"]*)"')
DRAWS: Final = "TUVW"
DISCARDS: Final = "DEFG"


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


def read_tags(text: str) -> list[Tag]:
    """The elements of a log in order."""
    tags = []
    for match in TAG.finditer(text):
        attributes = dict(ATTRIBUTE.findall(match[3] or ""))
        tags.append(Tag(match[1], attributes, int(match[2]) if match[2] else -1))
    return tags


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
