"""A match as Tenhou's JSON log: per round the deal, and per seat what it took and discarded."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from arena.formats.mjai.tiles import TO_MJAI, Line
from arena.formats.played_rounds import PlayedRound, played_rounds
from arena.formats.tenhou6.words import ABORTS, LIMITS, TO_NUMBER, TSUMOGIRI, WIN, YAKU
from engine.game import Seat
from engine.riichi.events import RoundEnded, Won
from engine.variants import Position

WINDS = "ESWN"


def write_tenhou6(
    positions: Iterable[Position], players: Sequence[str], config: Mapping[str, Any]
) -> dict[str, Any]:
    """The log of a match, but for a round that broke off; `config` is ours, for the way back."""
    length = "東" if config.get("length") == "tonpuu" else "南"
    kuitan, aka = config.get("kuitan", True), config.get("red_fives", 3) > 0
    display = f"般{length}{'喰' if kuitan else ''}{'赤' if aka else ''}"
    return {
        "title": ["", ""],
        "name": list(players),
        "rule": {"disp": display, "aka": int(aka)},
        "log": [_kyoku(item) for item in played_rounds(positions) if item.ended],
        "config": dict(config),
    }


def _kyoku(item: PlayedRound) -> list[Any]:
    start = item.start
    number = WINDS.index(start["bakaze"]) * 4 + start["kyoku"] - 1
    dora = [row["dora_marker"] for row in item.lines if "dora_marker" in row]
    ura = max((win.ura for win in item.wins), key=len, default=())
    seats = [_Seat(hand) for hand in start["tehais"]]
    reached = False
    for row in item.lines[1:]:
        reached = _add(seats, row, reached=reached)
    columns = [column for seat in seats for column in (seat.hand, seat.takes, seat.discards)]
    return [
        [number, start["honba"], start["kyotaku"]],
        list(start["scores"]),
        [TO_NUMBER[name] for name in dora],
        [TO_NUMBER[TO_MJAI[name]] for name in ura],
        *columns,
        _result(item),
    ]


class _Seat:
    """One seat's columns: its hand, what it took and what it discarded."""

    def __init__(self, hand: Sequence[str]) -> None:
        self.hand = sorted((TO_NUMBER[name] for name in hand), key=_in_order)
        self.takes: list[int | str] = []
        self.discards: list[int | str] = []
        self.pons: dict[str, tuple[int, list[int]]] = {}
        """By kind: from how far away a pon was called, and its tiles with the called one first."""


def _in_order(number: int) -> tuple[int, int]:
    """A red five stands among the fives."""
    return (number - 50, 5) if number > 50 else divmod(number, 10)


def _add(seats: Sequence[_Seat], row: Line, *, reached: bool) -> bool:
    """Add a line to its seat's columns; return whether it declares a riichi."""
    if "actor" not in row:
        return reached
    seat = seats[row["actor"]]
    match row["type"]:
        case "reach":
            return True
        case "tsumo":
            seat.takes.append(TO_NUMBER[row["pai"]])
        case "dahai":
            tile = TSUMOGIRI if row["tsumogiri"] else TO_NUMBER[row["pai"]]
            seat.discards.append(f"r{tile}" if reached else tile)
            return False
        case "chi" | "pon" | "daiminkan":
            _call(seat, row)
        case "ankan":
            *most, last = [TO_NUMBER[name] for name in row["consumed"]]
            seat.discards.append("".join(map(str, [*most, "a", last])))
        case "kakan":
            away, tiles = seat.pons[row["pai"][:2]]
            seat.discards.append(_laid("k", [TO_NUMBER[row["pai"]], *tiles], away))
        case _:
            pass
    return reached


def _call(seat: _Seat, row: Line) -> None:
    away = (row["target"] - row["actor"]) % 4
    tiles = [TO_NUMBER[row["pai"]], *[TO_NUMBER[name] for name in row["consumed"]]]
    seat.takes.append(_laid({"chi": "c", "pon": "p"}.get(row["type"], "m"), tiles, away))
    if row["type"] == "pon":
        seat.pons[row["pai"][:2]] = (away, tiles)
    elif row["type"] == "daiminkan":
        seat.discards.append(0)


def _laid(letter: str, tiles: Sequence[int], away: int) -> str:
    """A call: the letter stands before the called tile, which lies towards whom it came from."""
    turned = 2 if letter == "k" else 1
    called, own = tiles[:turned], tiles[turned:]
    before = {3: 0, 2: 1, 1: len(own)}[away]
    return "".join(map(str, [*own[:before], letter, *called, *own[before:]]))


def _result(item: PlayedRound) -> list[Any]:
    assert item.ended is not None, "rounds that broke off are left out"
    if not item.wins:
        return _drawn(item.ended)
    found: list[Any] = [WIN]
    for won in item.wins:
        found += [list(won.deltas), _win(won, item.start["oya"])]
    return found


def _drawn(ended: RoundEnded) -> list[Any]:
    name = ABORTS.get(ended.reason, ABORTS["exhaustive"])
    paid = ended.reason in ("exhaustive", "nagashi")
    return [name, list(ended.deltas)] if paid else [name]


def _win(won: Won, dealer: Seat) -> list[Any]:
    yaku = [
        f"{YAKU.get(name, name)}({'役満' if won.fu is None else f'{han}飜'})"
        for name, han in zip(won.yaku, won.yaku_han, strict=True)
    ]
    return [won.seat, won.source, won.seat, _worth(won, dealer), *yaku]


def _worth(won: Won, dealer: Seat) -> str:
    """Such as `30符3飜3900点`, `満貫2000-4000点` or `満貫4000点∀`."""
    base = won.points // (6 if won.seat == dealer else 4)
    limits = [name for least, name in LIMITS.items() if base >= least]
    value = limits[-1] if limits else f"{won.fu}符{won.han}飜"
    if won.source != won.seat:
        return f"{value}{won.points}点"
    if won.seat == dealer:
        return f"{value}{won.points // 3}点∀"
    return f"{value}{_share(won, dealer=False)}-{_share(won, dealer=True)}点"


def _share(won: Won, *, dealer: bool) -> int:
    """What the dealer, or another seat, pays of a tsumo, without honba: rounded up to hundreds."""
    other = won.points // 4 // 100 * 100
    while not 2 * other - 100 <= won.points - 2 * other <= 2 * other:
        other += 100
    return won.points - 2 * other if dealer else other
