"""A match as frames, for whoever looks at it again: what one viewer saw, step by step.

A frame is the table after a step and how it came about. A step that closes a round makes two:
the old table with the round's result, then the new deal.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Final

from arena.match.bank_replay import BankReplay
from arena.match.log import (
    MatchLog,
    header_line,
    logged_rules,
    outcome_line,
    positions,
    replayed,
    step_line,
)
from arena.match.match import Match
from arena.match.wire_frames import event_rows, variant_moves
from engine.game import ALL_HANDS, PUBLIC, AnyGame, Event, RoundResult, Viewer, ranks
from engine.variants import Position

Row = dict[str, Any]
FACTS: Final = ("match_id", "game", "game_version", "config", "variants", "seed_hash")
SLOW: Final = 0.8
"""The part of the time for a decision from which an answer counts as slow."""


# -- the two ways in


def log_history(log: MatchLog, game: AnyGame, viewer: Viewer) -> Row:
    """All frames of a finished match's log; LogError if the log does not hold."""
    return _history(log, game, viewer, positions(log, game))


def match_history(match: Match, viewer: Viewer) -> Row:
    """All frames of a match so far, running or finished."""
    steps = tuple(step_line(record) for record in match.records)
    result = {"result": outcome_line(match.outcome)} if match.over else None
    log = MatchLog(header_line(match), steps, result)
    return _history(log, match.game, viewer, replayed(log, match.game, match.deals))


def head(match: Match, viewer: Viewer) -> Row:
    """A match's facts and only the frame of now: what a page draws first."""
    view = match.view(viewer)
    frame: Row = {"seq": match.n, "events": [], "view": view}
    log = MatchLog(header_line(match), (), None)
    return _facts(log, match.game, viewer) | {
        "result": outcome_line(match.outcome) if match.over else None,
        "rounds": [{"frame": 0, "name": str(view["round"])}],
        "marks": [],
        "frames": [frame],
    }


def viewer_of(text: str, seats: int) -> Viewer | None:
    """The viewer that `all`, `public` or a seat's number names; None if there is none."""
    named = {"all": ALL_HANDS, "public": PUBLIC}
    named |= {str(seat): Viewer.player(seat) for seat in range(seats)}
    return named.get(text)


# -- putting it together


def _history(log: MatchLog, game: AnyGame, viewer: Viewer, reached: Iterable[Position]) -> Row:
    frames = list(_frames(log, game, viewer, reached))
    return _facts(log, game, viewer) | {
        "result": log.result["result"] if log.result else None,
        "rounds": _rounds(frames),
        "marks": marks_of(frames, log.header.get("clock")),
        "frames": frames,
    }


def _facts(log: MatchLog, game: AnyGame, viewer: Viewer) -> Row:
    """What does not change in a match."""
    header = log.header
    teams = game.teams(game.config(header["config"]), len(log.players))
    return {
        **{key: header[key] for key in FACTS},
        "title": game.title,
        "players": log.players,
        "teams": [list(team) for team in teams],
        "clock": header.get("clock"),
        "as": "all" if viewer.sees_hands else str(viewer),
    }


def _frames(
    log: MatchLog, game: AnyGame, viewer: Viewer, reached: Iterable[Position]
) -> Iterator[Row]:
    rules = logged_rules(log, game)
    steps = {row["n"]: row for row in log.steps}
    before: Any = None
    asking = "turn"
    clock = log.header.get("clock")
    banks = BankReplay(clock, len(log.players)) if clock else None
    for number, position in enumerate(reached):
        view = rules.view(position.state, viewer)
        step = steps.get(number, {})
        told = _told(step, viewer, over=log.result is not None)
        if banks is not None:
            told |= {"banks": _after(banks, step, asking, position)}
        asking = game.asking(position.state)
        closed, opened = _split(position)
        if closed:
            results = [_result(result) for result in position.results]
            shown = before if opened and before is not None else view
            shown = {**shown, "scores": results[-1]["scores"]}
            yield {"seq": number, "events": event_rows(closed, viewer), "view": shown,
                   "results": results, **told}  # fmt: skip
            told = {key: told[key] for key in ("banks",) if key in told}
        if opened or not closed:
            yield {"seq": number, "events": event_rows(opened, viewer), "view": view, **told}
        before = view


def _after(
    banks: BankReplay, step: Mapping[str, Any], asking: str, position: Position
) -> list[int]:
    """What is left in the banks after a step, as far as everybody may know."""
    banks.step(step, asking)
    for _ in position.results:
        banks.round_over()
    return list(banks.shown)


def _split(position: Position) -> tuple[Sequence[Event], Sequence[Event]]:
    """A step's events: those up to the end of a round, and those after it."""
    events = position.events
    if not position.results:
        return (), events
    for place, event in enumerate(events):
        if place and event.opens_round() is not None:
            return events[:place], events[place:]
    return events, ()


def _told(step: Mapping[str, Any], viewer: Viewer, *, over: bool) -> Row:
    """How a step came about, of the seats whose hands this viewer sees.

    What others chose, thought or might have chosen would tell what they hold; that they did
    something wrong is told of them when the match is over. A bot's thoughts are its own till then.
    """
    row: Row = {}
    for key in ("moves", "info", "ms"):
        own = key == "info" and not over
        seen = {
            seat: value
            for seat, value in step.get(key, {}).items()
            if (int(seat) == viewer.seat if own else viewer.sees_hand(int(seat)))
        }
        if seen:
            row[key] = seen
    faults = [
        _fault(fault, viewer)
        for fault in step.get("faults", ())
        if over or viewer.sees_hand(fault["seat"])
    ]
    auto = variant_moves(step, viewer)
    return row | ({"faults": faults} if faults else {}) | ({"auto": auto} if auto else {})


def _fault(fault: Mapping[str, Any], viewer: Viewer) -> Row:
    if viewer.sees_hand(fault["seat"]):
        return dict(fault)
    return {"seat": fault["seat"], "kind": fault["kind"], "reason": ""}


def _result(result: RoundResult) -> Row:
    return {
        "round": result.round,
        "winners": list(result.winners),
        "points": list(result.points),
        "scores": list(result.scores),
        "placements": list(ranks(result.scores)),
        "result": dict(result.extra),
    }


# -- what stands along the way


def _rounds(frames: Sequence[Row]) -> list[Row]:
    """Where each round begins, and the scores it led to."""
    rounds: list[Row] = []
    for place, frame in enumerate(frames):
        for result in frame.get("results", ()):
            if rounds:
                rounds[-1] |= {"scores": result["scores"], "points": result["points"]}
        named = [row["opens_round"] for row in frame["events"] if "opens_round" in row]
        if named:
            rounds.append({"frame": place, "name": named[0] or str(len(rounds) + 1)})
    return rounds or [{"frame": 0, "name": "1"}]


def marks_of(frames: Sequence[Row], clock: Mapping[str, Any] | None) -> list[Row]:
    """What is worth a look: faults, slow answers, advice not taken, the greatest swing.

    A mark of a decision is at the frame before it, where the reader sees what there was to decide.
    Where several rounds changed as much, none of them is the greatest.
    """
    marks = [mark for place, frame in enumerate(frames) for mark in _problems(place, frame, clock)]
    changes = {
        place: max(max(map(abs, result["points"])) for result in frame["results"])
        for place, frame in enumerate(frames)
        if frame.get("results")
    }
    most = max(changes.values(), default=0)
    greatest = [place for place, change in changes.items() if change == most > 0]
    if len(greatest) == 1:
        text = f"{most} points"
        marks.append({"frame": greatest[0], "kind": "swing", "seat": -1, "text": text})
    return sorted(marks, key=lambda mark: (mark["frame"], mark["kind"]))


def _problems(place: int, frame: Row, clock: Mapping[str, Any] | None) -> Iterator[Row]:
    before = max(0, place - 1)
    for fault in frame.get("faults", ()):
        text = f"{fault['kind']}: {fault['reason']}" if fault["reason"] else fault["kind"]
        yield {"frame": before, "kind": "fault", "seat": fault["seat"], "text": text}
    if clock:
        for seat, spent in frame.get("ms", {}).items():
            if spent >= SLOW * clock["decision_ms"]:
                yield {"frame": before, "kind": "slow", "seat": int(seat), "text": f"{spent} ms"}
    for seat, info in frame.get("info", {}).items():
        best = best_candidate(info)
        chosen = frame.get("moves", {}).get(seat)
        if best is not None and chosen is not None and best != chosen:
            text = f"chose {chosen}, rated {best} higher"
            yield {"frame": before, "kind": "doubt", "seat": int(seat), "text": text}


def best_candidate(info: Any) -> str | None:
    """The choice a bot gave the most weight, if it told any: `candidates` is choice to weight."""
    candidates = info.get("candidates") if isinstance(info, Mapping) else None
    if not isinstance(candidates, Mapping):
        return None
    weights = {
        str(choice): weight
        for choice, weight in candidates.items()
        if isinstance(weight, int | float) and not isinstance(weight, bool)
    }
    return max(weights, key=lambda choice: weights[choice]) if weights else None
