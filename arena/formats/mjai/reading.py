"""mjai logs read: options, deals and moves; tiles nobody saw lie in the wall in some order."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from arena.errors import LogError
from arena.formats.mjai.tiles import FROM_MJAI, Line, face_of, kind_of
from engine.game import Seat
from engine.mahjong.tiles import NAMES, PLAIN_IDS, RED_ID_FACES, write_group
from engine.riichi.deal import DORA, FIRST_LIVE, REPLACEMENTS, URA

BROKEN: Final = (KeyError, IndexError, TypeError, ValueError, AttributeError)
"""What lines that lack something, or have it in another form, raise while they are read."""
PLAYED: Final = (
    "tsumo", "dahai", "chi", "pon", "daiminkan", "ankan", "kakan", "dora", "reach",
    "reach_accepted", "hora", "ryukyoku",
)  # fmt: skip


@dataclass(slots=True)
class MjaiGame:
    """A match read from mjai: who played, by which options, with which walls and moves."""

    names: tuple[str, ...]
    config: dict[str, Any]
    deals: list[dict[str, list[int]]] = field(default_factory=list)
    moves: list[dict[Seat, str]] = field(default_factory=list)
    scores: list[tuple[int, ...]] = field(default_factory=list)
    """The scores at the start of each round, as far as the log has them."""


def import_mjai(lines: Iterable[Line]) -> MjaiGame:
    """Options, deals and moves; seats that pass a claim are left out of the moves.

    LogError says what cannot be read. Lines that only other tools have are skipped.
    """
    try:
        return _import(lines)
    except BROKEN as error:
        raise LogError(f"not a sound mjai log ({type(error).__name__}: {error})") from None


def _import(lines: Iterable[Line]) -> MjaiGame:
    rows = [_usual(line) for line in lines if isinstance(line, dict)]
    start = next((row for row in rows if row.get("type") == "start_game"), {})
    config = {"preset": "tenhou", **(start.get("config") or {}), "draws": "wall"}
    names = [str(name) for name in start.get("names") or ()]
    game = MjaiGame(tuple(names if len(names) == 4 else ("0", "1", "2", "3")), config)
    rounds = _rounds(rows)
    if not rounds:
        raise LogError("no start_kyoku: this is no mjai log")
    _check_first(rounds[0][0])
    if scores := rounds[0][0].get("scores"):
        config.setdefault("start_points", scores[0])
    faces = RED_ID_FACES if config.get("red_fives", 3) else PLAIN_IDS
    for kyoku in rounds:
        game.deals.append({"wall": pieced_wall(kyoku, faces)})
        game.moves += round_moves(kyoku)
        game.scores.append(tuple(kyoku[0].get("scores") or ()))
    return game


def _usual(line: Line) -> Line:
    """A line with the words that most tools use."""
    kind = line.get("type")
    if kind == "kan":
        return {**line, "type": "daiminkan"}
    return {**line, "target": line["actor"]} if kind == "hora" and "target" not in line else line


def _check_first(start: Line) -> None:
    """LogError unless a match begins here: what happened before would be unknown."""
    if (start["bakaze"], start["kyoku"], start["honba"]) != ("E", 1, 0):
        raise LogError(
            f"it begins with {start['bakaze']}{start['kyoku']}, honba {start['honba']}; only whole "
            "matches can be replayed, from E1 on"
        )


def _rounds(rows: Sequence[Line]) -> list[list[Line]]:
    found: list[list[Line]] = []
    for row in rows:
        if row.get("type") == "start_kyoku":
            found.append([row])
        elif found and row.get("type") in PLAYED:
            found[-1].append(row)
    return found


def pieced_wall(kyoku: Sequence[Line], faces: bytes) -> list[int]:
    """A wall of tile ids that gives these hands, draws and indicators."""
    places: dict[int, int] = {}
    start = kyoku[0]
    at = 136
    for first, size in ((0, 4), (4, 4), (8, 4), (12, 1)):
        for step in range(4):
            at -= size
            hand = start["tehais"][(start["oya"] + step) % 4]
            for offset in range(size):
                places[at + offset] = face_of(hand[first + offset])
    places |= _drawn_places(kyoku)
    markers = [start, *(row for row in kyoku if row["type"] == "dora")]
    for place, row in zip(DORA, markers, strict=False):
        places[place] = face_of(row["dora_marker"])
    for row in kyoku:
        for place, name in zip(URA, row.get("ura_markers", []), strict=False):
            places[place] = face_of(name)
    return _fill(places, faces)


def _drawn_places(kyoku: Sequence[Line]) -> dict[int, int]:
    places: dict[int, int] = {}
    live, kans, after_kan = FIRST_LIVE, 0, False
    for row in kyoku:
        if row["type"] in ("daiminkan", "ankan", "kakan"):
            after_kan = True
        elif row["type"] == "tsumo" and after_kan:
            places[REPLACEMENTS[kans]] = face_of(row["pai"])
            kans, after_kan = kans + 1, False
        elif row["type"] == "tsumo":
            places[live] = face_of(row["pai"])
            live -= 1
    return places


def _fill(places: Mapping[int, int], faces: bytes) -> list[int]:
    """Tile ids with these faces at their places, and whatever is left elsewhere."""
    free: dict[int, list[int]] = {}
    for tile in reversed(range(136)):
        free.setdefault(faces[tile], []).append(tile)
    wall = [-1] * 136
    for place, face in places.items():
        if not free.get(face):
            raise LogError(f"too many tiles {NAMES[face]}")
        wall[place] = free[face].pop()
    rest = sorted(tile for tiles in free.values() for tile in tiles)
    return [rest.pop(0) if tile < 0 else tile for tile in wall]


def round_moves(kyoku: Sequence[Line]) -> Iterator[dict[Seat, str]]:
    """The moves of a round step by step; seats that pass a claim are left out."""
    riichi, drawn = False, ""
    rows = [row for row in kyoku if row["type"] not in ("dora", "reach_accepted")]
    for place, row in enumerate(rows):
        match row["type"]:
            case "tsumo":
                drawn = row["pai"]
            case "reach":
                riichi = True
            case "dahai":
                as_drawn = row.get("tsumogiri", row["pai"] == drawn)
                yield {row["actor"]: _discard(row["pai"], as_drawn=as_drawn, riichi=riichi)}
                riichi, drawn = False, ""
                yield from _claims(rows[place + 1 :], row["actor"])
            case "ankan":
                yield {row["actor"]: f"ankan:{kind_of(row['consumed'][0])}"}
            case "kakan":
                yield {row["actor"]: f"kakan:{kind_of(row['pai'])}"}
                yield from _claims(rows[place + 1 :], row["actor"])
            case "hora" if row["actor"] == row["target"]:
                yield {row["actor"]: "tsumo"}
            case "ryukyoku" if rows[place - 1]["type"] == "tsumo":
                yield {rows[place - 1]["actor"]: "kyuushu"}


def _discard(pai: str, *, as_drawn: bool, riichi: bool) -> str:
    if as_drawn:
        return "riichi:tsumogiri" if riichi else "tsumogiri"
    return f"{'riichi' if riichi else 'discard'}:{FROM_MJAI[pai]}"


def _claims(rest: Sequence[Line], source: Seat) -> Iterator[dict[Seat, str]]:
    """The claim step after a tile was shown, unless the log breaks off there."""
    if rest:
        yield _claim(rest, source)


def _claim(rest: Sequence[Line], source: Seat) -> dict[Seat, str]:
    """Return what the others did with a tile, told by what comes next."""
    row = rest[0]
    match row["type"]:
        case "chi" | "pon":
            uses = sorted(face_of(name) for name in row["consumed"])
            return {row["actor"]: f"{row['type']}:{write_group(uses)}"}
        case "daiminkan":
            return {row["actor"]: f"minkan:{kind_of(row['pai'])}"}
        case "hora":
            return {win["actor"]: "ron" for win in rest if win["type"] == "hora"}
        case "ryukyoku" if row.get("reason") == "sanchahou":
            return {seat: "ron" for seat in range(4) if seat != source}
    return {}
