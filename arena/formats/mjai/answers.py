"""What a bot answers in mjai, found among the choices on offer."""

import json
from collections.abc import Sequence
from typing import Final

from arena.formats.mjai.tiles import FROM_MJAI, Line, kind_of
from engine.game import Seat, View
from engine.mahjong.tiles import FACE_OF, write_group

RIICHI: Final = "riichi:"


class WrongAnswerError(Exception):
    """An answer that fits nothing on offer; the text says why."""


def parse(text: str, seat: Seat) -> list[Line]:
    """An answer as objects of this seat: one, or a list of what it does one after another."""
    try:
        data = json.loads(text)
    except (ValueError, RecursionError):
        data = None
    answers = data if isinstance(data, list) else [data]
    return [_checked(answer, seat) for answer in answers] or [{"type": "none"}]


def _checked(answer: object, seat: Seat) -> Line:
    if not isinstance(answer, dict) or not isinstance(answer.get("type"), str):
        raise WrongAnswerError("no JSON object with a type")
    actor = answer.get("actor", seat)
    if answer["type"] != "none" and str(actor) != str(seat):  # some write it as text
        raise WrongAnswerError(f"actor {actor!r}, but this is seat {seat}")
    return answer


def choice_for(answer: Line, legal: Sequence[str], drawn: str | None, *, riichi: bool) -> str:
    """The choice an answer means; `riichi` says that it is the discard after a reach."""
    try:
        wanted = _wanted(answer, legal, drawn, riichi=riichi)
    except (KeyError, IndexError, TypeError) as error:
        raise WrongAnswerError(f"{answer['type']}: {_broken(error)}") from None
    if wanted in legal:
        return wanted
    if wanted == "pass" and len(legal) == 1:
        return legal[0]  # "nothing to decide", as a bot after its reach may say
    raise WrongAnswerError(f"that is {wanted}, which is not on offer{_ready(legal, riichi=riichi)}")


def _ready(legal: Sequence[str], *, riichi: bool) -> str:
    """Which discards declare a reach, after one that does not."""
    tiles = [choice.removeprefix(RIICHI) for choice in legal if choice.startswith(RIICHI)]
    return f"; a reach discards one of {' '.join(tiles)}" if riichi else ""


def _broken(error: Exception) -> str:
    name = error.args[0] if isinstance(error, KeyError) else None
    return f"{name!r} is missing or no tile" if name else "it cannot be read"


def _wanted(answer: Line, legal: Sequence[str], drawn: str | None, *, riichi: bool) -> str:
    match answer["type"]:
        case "dahai":
            return _discard(answer, legal, drawn, RIICHI if riichi else "")
        case kind if riichi:
            raise WrongAnswerError(f"{kind} after a reach; expected dahai")
        case "none":
            return "pass"
        case "chi" | "pon" as call:
            uses = sorted(FACE_OF[FROM_MJAI[name]] for name in answer["consumed"])
            return f"{call}:{write_group(uses)}"
        case "daiminkan":
            return f"minkan:{kind_of(answer['pai'])}"
        case "ankan":
            return f"ankan:{kind_of(answer['consumed'][0])}"
        case "kakan":
            return f"kakan:{kind_of(answer['pai'])}"
        case "hora":
            return "tsumo" if "tsumo" in legal else "ron"
        case "ryukyoku":
            return "kyuushu"
        case kind:
            raise WrongAnswerError(f"{kind!r} is no answer")


def _discard(answer: Line, legal: Sequence[str], drawn: str | None, prefix: str) -> str:
    """A discard, from the hand or of the drawn tile; where only one is on offer, that one."""
    tile = FROM_MJAI[answer["pai"]]
    from_hand = f"{prefix or 'discard:'}{tile}"
    if tile != drawn:
        if answer.get("tsumogiri"):
            raise WrongAnswerError(f"tsumogiri of {answer['pai']}, which was not drawn")
        return from_hand
    as_drawn = f"{prefix}tsumogiri"
    first, second = (from_hand, as_drawn) if _kept(answer) else (as_drawn, from_hand)
    return first if first in legal or second not in legal else second


def _kept(answer: Line) -> bool:
    return answer.get("tsumogiri") is False


def fallback(legal: Sequence[str]) -> str:
    """What is played after a wrong answer: no claim, the drawn tile, else the last choice."""
    return next((choice for choice in ("pass", "tsumogiri") if choice in legal), legal[-1])


def check_reach(legal: Sequence[str], view: View, seat: Seat) -> None:
    """WrongAnswerError unless a reach is on offer; it says which rule is against it."""
    if not any(choice.startswith(RIICHI) for choice in legal):
        raise WrongAnswerError(f"reach is not on offer: {_against_reach(view, seat)}")


def _against_reach(view: View, seat: Seat) -> str:
    if view["asking"] != "turn" or view["actor"] != seat:
        return "this is not your turn to discard"
    if view["riichi"][seat]:
        return "it is declared already"
    if any(meld["type"] != "ankan" for meld in view["melds"][seat]):
        return "the hand is open"
    if view["after_call"] or view["drawn"] is None:
        return "it needs a drawn tile"
    return (
        f"no discard leaves a ready hand, or the stick or the draws do not suffice "
        f"({view['scores'][seat]} points, {view['left']} tiles left)"
    )
