"""A choice at a riichi table as the mjai answer that makes it."""

from collections.abc import Sequence

from arena.formats.mjai.tiles import FROM_MJAI, TO_MJAI, Line, kind_of
from arena.mjai.seat_table import MOVES
from engine.game import Seat, View
from engine.mahjong.tiles import NAMES


def reply(choice: str, view: View, seat: Seat) -> Line:
    """The answer for a choice; the discard that declares a reach is told after it."""
    verb, _, what = choice.partition(":")
    own: Line = {"actor": seat}
    match verb:
        case "pass":
            return {"type": "none"}
        case "tsumogiri" | "discard":
            return {"type": "dahai", **own, **_discard(what or "tsumogiri", view)}
        case "riichi":
            return {"type": "reach", **own}
        case "tsumo":
            return {"type": "hora", **own, "target": seat, "pai": TO_MJAI[view["drawn"]]}
        case "ron":
            return {"type": "hora", **own, **_claimed(view)}
        case "kyuushu":
            return {"type": "ryukyoku", **own, "reason": "kyushukyuhai"}
        case "chi" | "pon":
            uses = [TO_MJAI[NAMES[face]] for face in MOVES[choice].uses]
            return {"type": verb, **own, **_claimed(view), "consumed": uses}
        case "minkan":
            return {"type": "daiminkan", **own, **_claimed(view), "consumed": _held(what, view)}
        case "ankan":
            return {"type": "ankan", **own, "consumed": _held(what, view)}
        case _:
            return {"type": "kakan", **own, **_added(what, view, seat)}


def discard_after_reach(choice: str, view: View, seat: Seat) -> Line:
    """The discard of a choice such as `riichi:5m`."""
    return {"type": "dahai", "actor": seat, **_discard(choice.partition(":")[2], view)}


def _discard(what: str, view: View) -> Line:
    drawn = what == "tsumogiri"
    return {"pai": TO_MJAI[view["drawn"] if drawn else what], "tsumogiri": drawn}


def _claimed(view: View) -> Line:
    return {"target": view["actor"], "pai": TO_MJAI[view["tile"]]}


def _held(kind: str, view: View) -> list[str]:
    return _of_kind(view["hand"], kind)


def _added(kind: str, view: View, seat: Seat) -> Line:
    pon = next(
        meld["tiles"]
        for meld in view["melds"][seat]
        if meld["type"] == "pon" and _of_kind(meld["tiles"], kind)
    )
    return {"pai": _held(kind, view)[0], "consumed": [TO_MJAI[name] for name in pon]}


def _of_kind(names: Sequence[str], kind: str) -> list[str]:
    theirs = [TO_MJAI[name] for name in names]
    return [name for name in theirs if kind_of(name) == kind and name in FROM_MJAI]
