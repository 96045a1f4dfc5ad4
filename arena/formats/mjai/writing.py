"""A match as mjai lines: of a log, or live and masked for one seat."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Final

from arena.formats.mjai.tiles import HAND, HIDDEN, TO_MJAI, Line, tiles
from engine.game import Dealt, Event
from engine.mahjong.events import Drawn
from engine.riichi.events import (
    Called,
    Discarded,
    DoraRevealed,
    MatchEnded,
    RiichiAccepted,
    RoundEnded,
    RoundStarted,
    Won,
)
from engine.variants import Position

CALLS: Final = {"minkan": "daiminkan"}


def export_mjai(
    positions: Iterable[Position], players: Sequence[str], config: Mapping[str, Any]
) -> Iterator[Line]:
    """The events of a match from its replayed positions, `start_game` to `end_game`."""
    yield {"type": "start_game", "names": list(players), "config": dict(config)}
    teller = Teller()
    for position in positions:
        yield from teller.lines(position.events)


class Teller:
    """Turns events into lines as they come; a deal and a win take several events."""

    def __init__(self) -> None:
        self._waiting: list[Event] = []

    def lines(self, events: Iterable[Event]) -> Iterator[Line]:
        """The lines of these events; what is masked in them is `?`."""
        for event in events:
            if isinstance(event, RoundStarted | Dealt | Won):
                self._waiting.append(event)
                if isinstance(event, Dealt) and event.seat == 3:
                    yield _start_kyoku(self._waiting)
                    self._waiting = []
                continue
            yield from _lines(event, self._waiting)
            if isinstance(event, RoundEnded):
                self._waiting = []


def _start_kyoku(events: Sequence[Event]) -> Line:
    started, *dealt = events
    assert isinstance(started, RoundStarted), "a deal begins with its round"
    hands = [event.hand for event in dealt if isinstance(event, Dealt)]
    return {
        "type": "start_kyoku",
        "bakaze": started.name[0],
        "dora_marker": TO_MJAI[started.dora],
        "kyoku": int(started.name[1]),
        "honba": started.honba,
        "kyotaku": started.sticks,
        "oya": started.dealer,
        "scores": list(started.scores),
        "tehais": [tiles(hand) if hand else [HIDDEN] * HAND for hand in hands],
    }


def _lines(event: Event, wins: Sequence[Event]) -> Iterator[Line]:
    match event:
        case Drawn():
            pai = TO_MJAI[event.tile] if event.tile else HIDDEN
            yield {"type": "tsumo", "actor": event.seat, "pai": pai}
        case Discarded():
            if event.riichi:
                yield {"type": "reach", "actor": event.seat}
            yield {
                "type": "dahai",
                "actor": event.seat,
                "pai": TO_MJAI[event.tile],
                "tsumogiri": event.tsumogiri,
            }
        case Called():
            yield _call(event)
        case DoraRevealed():
            yield {"type": "dora", "dora_marker": TO_MJAI[event.indicator]}
        case RiichiAccepted():
            yield {"type": "reach_accepted", "actor": event.seat}
        case RoundEnded():
            yield from _end_kyoku(event, wins)
        case MatchEnded():
            yield {"type": "end_game", "scores": list(event.scores)}
        case _:
            pass


def _call(event: Called) -> Line:
    names = list(event.tiles)
    if event.call == "ankan":
        return {"type": "ankan", "actor": event.seat, "consumed": tiles(names)}
    if event.call == "kakan":
        return {
            "type": "kakan",
            "actor": event.seat,
            "pai": TO_MJAI[names[-1]],
            "consumed": tiles(names[:-1]),
        }
    called = event.called or ""
    names.remove(called)
    return {
        "type": CALLS.get(event.call, event.call),
        "actor": event.seat,
        "target": event.source,
        "pai": TO_MJAI[called],
        "consumed": tiles(names),
    }


def _end_kyoku(ended: RoundEnded, wins: Sequence[Event]) -> Iterator[Line]:
    """The wins, each with everybody's change by it; or the draw with its reason."""
    for won in wins:
        assert isinstance(won, Won), "only wins wait for the end of a round"
        yield {
            "type": "hora",
            "actor": won.seat,
            "target": won.source,
            "pai": TO_MJAI[won.tile],
            "ura_markers": tiles(won.ura),
            "deltas": list(won.deltas),
        }
    if not wins:
        yield {"type": "ryukyoku", "reason": ended.reason, "deltas": list(ended.deltas)}
    yield {"type": "end_kyoku"}
