"""Tenhou's JSON logs read: four seats' columns, put back into one order of mjai lines.

The columns do not say who came when. After a discard somebody called it, or the next seat drew;
where both fit, one is tried and, if the columns do not come out even, the other.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from arena.errors import LogError
from arena.formats.mjai.tiles import Line
from arena.formats.tenhou6.words import ABORTS, FROM_NUMBER, TSUMOGIRI, WIN
from engine.game import Seat

BROKEN: Final = (ValueError, TypeError, LookupError, AttributeError)
MOST_TRIES: Final = 20_000
MOST_ROUNDS: Final = 200
CALL: Final = re.compile(r"((?:\d\d)*)([cpmka])((?:\d\d)+)")
CALLS: Final = {"c": "chi", "p": "pon", "m": "daiminkan"}
WINDS: Final = "ESWN"
REASONS: Final = {name: reason for reason, name in ABORTS.items()}


def tenhou6_lines(data: Any) -> list[Line]:
    """The mjai lines of a log; LogError says what cannot be read."""
    try:
        return list(_lines(data))
    except BROKEN as error:
        kind = type(error).__name__
        raise LogError(f"not a sound log of tenhou.net/6 ({kind}: {error})") from None


def _lines(data: Mapping[str, Any]) -> Iterator[Line]:
    rule, rounds = data["rule"], data["log"]
    if "三" in rule.get("disp", "") or len(data["name"]) != 4:
        raise LogError("a game for three players; only those for four can be read")
    if not 0 < len(rounds) <= MOST_ROUNDS:
        raise LogError(f"{len(rounds)} rounds; expected 1 to {MOST_ROUNDS}")
    yield {"type": "start_game", "names": list(data["name"]), "config": _config(data, rule)}
    for row in rounds:
        yield from _kyoku(row)
    yield {"type": "end_game"}


def _config(data: Mapping[str, Any], rule: Mapping[str, Any]) -> dict[str, Any]:
    if isinstance(data.get("config"), dict):
        return dict(data["config"])
    display = str(rule.get("disp", ""))
    red = sum(int(rule.get(key, 0)) for key in ("aka", "aka51", "aka52", "aka53"))
    return {
        "length": "tonpuu" if "東" in display or "East" in display else "hanchan",
        "red_fives": 3 if red else 0,
        "kuitan": "喰" in display or not display,
    }


@dataclass(slots=True)
class _Place:
    """How far the columns are read, who takes next, and what was discarded last."""

    takes: list[int]
    discards: list[int]
    actor: Seat
    lines: list[Line]

    def copy(self, actor: Seat) -> "_Place":
        return _Place(self.takes[:], self.discards[:], actor, self.lines[:])


def _kyoku(row: Sequence[Any]) -> Iterator[Line]:
    (number, honba, sticks), scores, dora, ura = row[:4]
    columns = [row[4 + 3 * seat : 7 + 3 * seat] for seat in range(4)]
    yield {
        "type": "start_kyoku",
        "bakaze": WINDS[number // 4],
        "kyoku": number % 4 + 1,
        "honba": honba,
        "kyotaku": sticks,
        "oya": number % 4,
        "dora_marker": FROM_NUMBER[dora[0]],
        "scores": list(scores),
        "tehais": [[FROM_NUMBER[tile] for tile in column[0]] for column in columns],
    }
    yield from ({"type": "dora", "dora_marker": FROM_NUMBER[tile]} for tile in dora[1:])
    yield from _course(columns, number % 4, f"{WINDS[number // 4]}{number % 4 + 1}-{honba}")
    yield from _ending(row[16], [FROM_NUMBER[tile] for tile in ura])
    yield {"type": "end_kyoku"}


def _course(columns: Sequence[Sequence[Any]], dealer: Seat, name: str) -> list[Line]:
    """What happened, in an order in which all columns come out even."""
    open_places = [_Place([0] * 4, [0] * 4, dealer, [])]
    for _ in range(MOST_TRIES):
        if not open_places:
            break
        place = open_places.pop()
        following = _turn(columns, place)
        if following is None:
            if all(
                (place.takes[s], place.discards[s]) == (len(columns[s][1]), len(columns[s][2]))
                for s in range(4)
            ):
                return place.lines
            continue
        open_places += [place.copy(actor) for actor in reversed(following)]
    raise LogError(f"round {name}: the draws and discards of the seats do not fit together")


def _turn(columns: Sequence[Sequence[Any]], place: _Place) -> list[Seat] | None:
    """One seat takes and discards; return who may take next, or None if the columns end here."""
    actor = place.actor
    _, takes, discards = columns[actor]
    if place.takes[actor] >= len(takes):
        return None if place.takes[actor] == len(takes) else []
    taken = takes[place.takes[actor]]
    place.takes[actor] += 1
    if isinstance(taken, int):
        place.lines.append({"type": "tsumo", "actor": actor, "pai": FROM_NUMBER[taken]})
    else:
        call = _call(taken, actor)
        place.lines.append(call)
        if call["type"] == "daiminkan":
            place.discards[actor] += 1  # a zero
            return [actor]
    if place.discards[actor] >= len(discards):
        return None
    given = discards[place.discards[actor]]
    place.discards[actor] += 1
    if isinstance(given, str) and given[:1] != "r":
        place.lines.append(_call(given, actor))
        return [actor]
    if isinstance(given, str):
        place.lines.append({"type": "reach", "actor": actor})
    tile = int(given[1:]) if isinstance(given, str) else given
    drawn = tile == TSUMOGIRI
    name = place.lines[-1 if given == tile else -2]["pai"] if drawn else FROM_NUMBER[tile]
    place.lines.append({"type": "dahai", "actor": actor, "pai": name, "tsumogiri": drawn})
    return _who_may_take(columns, place, name)


def _who_may_take(columns: Sequence[Sequence[Any]], place: _Place, tile: str) -> list[Seat] | None:
    """Whoever calls this discard next, the strongest call first; then the next seat's draw."""
    actor = place.actor
    callers: list[tuple[bool, Seat]] = []
    for seat in range(4):
        takes, at = columns[seat][1], place.takes[seat]
        if seat == actor or at >= len(takes) or not isinstance(takes[at], str):
            continue
        call = _call(takes[at], seat)
        if (call["target"], call["pai"]) == (actor, tile):
            callers.append((call["type"] == "chi", seat))
    found = [seat for _, seat in sorted(callers)]
    following = (actor + 1) % 4
    takes, at = columns[following][1], place.takes[following]
    if at < len(takes) and isinstance(takes[at], int):
        found.append(following)
    return found or None


def _call(text: str, actor: Seat) -> Line:
    """A call as mjai has it; the place of its letter says from whom the tile came."""
    found = CALL.fullmatch(text)
    if found is None:
        raise ValueError(f"{text!r} is no call")
    before, letter, after = _tiles(found[1]), found[2], _tiles(found[3])
    if letter == "a":
        return {"type": "ankan", "actor": actor, "consumed": [*before, *after]}
    pai, rest = after[0], [*before, *after[1:]]
    if letter == "k":
        return {"type": "kakan", "actor": actor, "pai": pai, "consumed": rest}
    away = {0: 3, 1: 2}.get(len(before), 1)
    target = (actor + away) % 4
    kind = CALLS[letter]
    return {"type": kind, "actor": actor, "target": target, "pai": pai, "consumed": rest}


def _tiles(text: str) -> list[str]:
    return [FROM_NUMBER[int(text[at : at + 2])] for at in range(0, len(text), 2)]


def _ending(result: Sequence[Any], ura: list[str]) -> Iterator[Line]:
    if result[0] != WIN:
        reason = REASONS.get(result[0], "exhaustive")
        deltas = result[1] if len(result) > 1 else [0, 0, 0, 0]
        yield {"type": "ryukyoku", "reason": reason, "deltas": list(deltas)}
        return
    for deltas, win in zip(result[1::2], result[2::2], strict=True):
        yield {
            "type": "hora",
            "actor": int(win[0]),
            "target": int(win[1]),
            "ura_markers": ura,
            "deltas": list(deltas),
        }
