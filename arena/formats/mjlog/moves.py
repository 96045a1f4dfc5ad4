"""What the seats did, step by step, in our choices."""

from collections.abc import Iterator, Sequence

from arena.formats.mjlog.tags import DISCARDS, DRAWS, LoggedMeld, LoggedRound, Tag, read_meld
from engine.game import Seat
from engine.mahjong.tiles import KIND_NAMES, NAMES, write_group

Choices = dict[Seat, str]


def meld_choice(meld: LoggedMeld, faces: bytes) -> str:
    """A call as our choice."""
    if meld.type in ("minkan", "ankan", "kakan"):
        return f"{meld.type}:{KIND_NAMES[meld.ids[0] // 4]}"
    uses = sorted(faces[tile] for tile in meld.ids if tile != meld.called)
    return f"{meld.type}:{write_group(uses)}"


def round_moves(item: LoggedRound, faces: bytes) -> Iterator[Choices]:
    """The moves of a round step by step; seats that pass a claim are left out."""
    drawn = -1
    riichi = False
    tags = [tag for tag in item.tags if tag.name != "DORA" and not _is_accepted(tag)]
    for place, tag in enumerate(tags):
        if tag.tile < 0:
            riichi = tag.name == "REACH"
            yield from _other_moves(tags, place, faces)
        elif tag.name in DRAWS:
            drawn = tag.tile
        else:
            seat = DISCARDS.index(tag.name)
            yield {seat: discard_choice(faces[tag.tile], kept=tag.tile != drawn, riichi=riichi)}
            drawn, riichi = -1, False
            yield from _claims(tags, place, seat, faces)


def discard_choice(face: int, *, kept: bool, riichi: bool) -> str:
    """A discard as our choice; one that was just drawn is a tsumogiri."""
    if riichi:
        return f"riichi:{NAMES[face]}" if kept else "riichi:tsumogiri"
    return f"discard:{NAMES[face]}" if kept else "tsumogiri"


def _other_moves(tags: Sequence[Tag], place: int, faces: bytes) -> Iterator[Choices]:
    """Kans of the own turn, tsumo, and the abort by nine kinds."""
    tag = tags[place]
    if tag.name == "N":
        meld = read_meld(tag)
        seat = int(tag.attributes["who"])
        if meld.type in ("ankan", "kakan"):
            yield {seat: meld_choice(meld, faces)}
        if meld.type == "kakan":
            yield from _claims(tags, place, seat, faces)
    elif tag.name == "AGARI" and tag.attributes["who"] == tag.attributes["fromWho"]:
        yield {int(tag.attributes["who"]): "tsumo"}
    elif tag.name == "RYUUKYOKU" and tag.attributes.get("type") == "yao9":
        yield {DRAWS.index(tags[place - 1].name): "kyuushu"}


def _claims(tags: Sequence[Tag], place: int, seat: Seat, faces: bytes) -> Iterator[Choices]:
    """The claim step after a tile was shown, unless the log breaks off there."""
    if place + 1 < len(tags):
        yield claim_moves(tags[place + 1 :], seat, faces)


def _is_accepted(tag: Tag) -> bool:
    return tag.name == "REACH" and tag.attributes["step"] == "2"


def claim_moves(rest: Sequence[Tag], source: Seat, faces: bytes) -> Choices:
    """Return what the other seats did with a tile, told by what comes next in the log."""
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
