"""The match log: JSON lines that hold all that is needed to look at a match again.

A header, one line a step, and a result line with the deals. Events are not kept: they follow
from the deals and the moves. docs/log-format.md describes every key.
"""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any, Final

from arena.errors import LogError
from arena.match.forfeits import settled
from arena.match.match import Fault, Match, Record
from engine.errors import GameError
from engine.game import AnyGame, Outcome, Seat
from engine.replay import find_moves
from engine.rng import Deals, seed_hash
from engine.variants import Position, Rules, logged_variants, made_by

LOG_VERSION: Final = 1
RESULT_KEYS: Final = ("result", "deals", "steps")
HEADER_KEYS: Final = {
    "match_id": str, "game": str, "game_version": int, "config": dict, "variants": list,
    "players": list, "seed_hash": str,
}  # fmt: skip
JSON_NAMES: Final = {str: "a string", int: "a number", dict: "an object", list: "a list"}

UNPLAYABLE: Final = (
    ValueError, TypeError, LookupError, AttributeError, ArithmeticError, RecursionError, GameError,
)  # fmt: skip
"""What replaying options, deals and moves from outside can raise: games trust their types."""

Line = Mapping[str, Any]


# -- writing


def log_lines(match: Match, forfeits: Sequence[Seat] = ()) -> list[str]:
    """A finished match as the lines of its log."""
    rows = [header_line(match), *map(step_line, match.records), result_line(match, forfeits)]
    return [dump(row) for row in rows]


def write_log(match: Match, path: str | Path) -> None:
    """Write a finished match to a file."""
    Path(path).write_text("".join(f"{line}\n" for line in log_lines(match)), encoding="utf-8")


def dump(row: Line) -> str:
    """One object on one line, always the same bytes."""
    return json.dumps(row, separators=(",", ":"), ensure_ascii=False)


def header_line(match: Match) -> Line:
    """What is known before the first move."""
    from protocol.messages import VERSION  # pydantic is slow to import, and reading needs none

    row = {"log": LOG_VERSION, "protocol": VERSION, **asdict(match.header)}
    row["variants"] = list(row["variants"])
    row["players"] = list(row["players"])
    return row


def step_line(record: Record) -> Line:
    """One step; what is empty is left out."""
    row: dict[str, Any] = {"n": record.n, "moves": choices(record.moves)}
    row["passed"] = sorted(record.passed)
    row["defaulted"] = sorted(record.defaulted)
    row["house"] = sorted(record.house)
    row["auto"] = [choices(moves) for moves in record.auto]
    row["by"] = makers(record.auto)
    row["faults"] = [fault.as_json() for fault in record.faults]
    for name in ("info", "ms", "lag_ms"):
        row[name] = {str(seat): value for seat, value in sorted(getattr(record, name).items())}
    return {key: value for key, value in row.items() if value or key in ("n", "moves")}


def choices(moves: Mapping[Seat, Any]) -> dict[str, str]:
    """Moves as text, by seat."""
    return {str(seat): moves[seat].choice for seat in sorted(moves)}


def makers(auto: Sequence[Mapping[Seat, Any]]) -> list[dict[str, str]]:
    """The variants behind system moves, by seat; nothing where the game made them all."""
    rows = [{str(seat): name for seat, name in sorted(made_by(moves).items())} for moves in auto]
    return rows if any(rows) else []


def result_line(match: Match, forfeits: Sequence[Seat] = ()) -> Line:
    """How it ended, and the deals that nobody could know before.

    `result` is what the rules say; where seats forfeited, `counted` is what is counted instead.
    """
    result = outcome_line(match.outcome)
    row: dict[str, Any] = {"result": result, "deals": match.deals.as_json(), "steps": match.n}
    if forfeits:
        counted = settled(match.outcome, forfeits, match.game.teams(match.config, match.seats))
        row |= {"forfeits": list(forfeits), "counted": outcome_line(counted)}
    return row


def outcome_line(outcome: Outcome) -> Line:
    """Points, ranks and the winner's seat (-1: nobody)."""
    return {
        "points": list(outcome.points),
        "ranks": list(outcome.ranks),
        "winner": outcome.winner,
    }


# -- reading


@dataclass(frozen=True, slots=True)
class MatchLog:
    """A log as it was read; `torn` says that a broken last line was dropped."""

    header: Line
    steps: Sequence[Line]
    result: Line | None
    torn: bool = field(default=False)

    @property
    def players(self) -> list[str]:
        """The names at the table, by seat."""
        return list(self.header["players"])


def read_log(path: str | Path) -> MatchLog:
    """Read a log file; LogError says which line is wrong."""
    try:
        text = Path(path).read_text(encoding="utf-8", errors="replace")
    except OSError as error:
        raise LogError(error.strerror or str(error)) from None
    return parse_log(split_lines(text))


def split_lines(text: str) -> list[str]:
    """The lines of a log's text: only a newline ends one, for bots may say whatever else does."""
    *lines, rest = text.split("\n")
    return [*lines, rest] if rest else lines


def parse_log(lines: Iterable[str]) -> MatchLog:
    """Read a log's lines; one torn last line is dropped."""
    rows, torn = _objects(list(lines))
    if not rows:
        raise LogError("the log is empty")
    header = rows[0]
    _check_header(header)
    result = rows[-1] if "result" in rows[-1] else None
    steps = rows[1:-1] if result else rows[1:]
    for number, row in enumerate(steps, 2):
        if not isinstance(row.get("moves"), dict) or not isinstance(row.get("n"), int):
            raise LogError(f"line {number}: a step has `n` and `moves`")
    return MatchLog(header, steps, result, torn)


def _objects(lines: list[str]) -> tuple[list[dict[str, Any]], bool]:
    rows: list[dict[str, Any]] = []
    for number, line in enumerate(lines, 1):
        try:
            row = json.loads(line)
        except (ValueError, RecursionError):  # the latter by deep nesting
            row = None
        if isinstance(row, dict):
            rows.append(row)
        elif number == len(lines):
            return rows, True
        else:
            raise LogError(f"line {number} is no JSON object")
    return rows, False


def _check_header(header: Line) -> None:
    version = header.get("log")
    if not isinstance(version, int):
        raise LogError("line 1: no `log` version; is this a match log?")
    if not 1 <= version <= LOG_VERSION:
        raise LogError(f"log version {version}; this arena reads 1 to {LOG_VERSION}")
    for key, kind in HEADER_KEYS.items():
        if key not in header:
            raise LogError(f"line 1: no `{key}`")
        if not isinstance(header[key], kind):
            raise LogError(f"line 1: `{key}`: expected {JSON_NAMES[kind]}")


def read_record(row: Line, moves: Mapping[Seat, Any]) -> Record:
    """The record a line was written from, its choices already found among the offers."""
    by_seat = {
        name: {int(seat): value for seat, value in row.get(name, {}).items()}
        for name in ("info", "ms", "lag_ms")
    }
    return Record(
        row["n"], moves, row.get("passed", ()), row.get("defaulted", ()), (),
        [read_fault(fault) for fault in row.get("faults", ())],
        by_seat["info"], by_seat["ms"], by_seat["lag_ms"], row.get("house", ()),
    )  # fmt: skip


def read_fault(row: Line) -> Fault:
    """A fault as the log has it."""
    return Fault(**{**row, "legal": tuple(row.get("legal", ()))})


# -- verifying


def verify(log: MatchLog, game: AnyGame) -> Position:
    """The last position, if every move was legal and the outcome and seed hash hold."""
    position = None
    for position in positions(log, game):  # noqa: B007  # the last one is wanted
        pass
    assert position is not None
    result = finished(log)
    if position.offers:
        raise LogError(f"the match is not over after {len(log.steps)} steps, but has a result")
    if result["steps"] != (count := log.steps[-1]["n"] if log.steps else 0):
        raise LogError(f"the result speaks of {result['steps']} steps, the log has {count}")
    outcome = outcome_line(game.outcome(position.state))
    if result["result"] != outcome:
        raise LogError(f"the log says {dump(result['result'])}, the rules say {dump(outcome)}")
    return position


def positions(log: MatchLog, game: AnyGame) -> Iterator[Position]:
    """Every position of a logged match, the deal first; LogError at the first thing wrong."""
    header, result = log.header, finished(log)
    if game.version != header["game_version"]:
        raise LogError(
            f"played by version {header['game_version']} of {game.name}; here is {game.version}"
        )
    try:
        yield from replayed(log, game, _checked_deals(header, result))
    except UNPLAYABLE as error:
        raise LogError(str(error)) from error


def finished(log: MatchLog) -> Line:
    """The result line; without it nobody knows the deals."""
    if log.result is None:
        raise LogError("no result line: the match did not finish, so its deals are not known")
    for key in RESULT_KEYS:
        if key not in log.result:
            raise LogError(f"the result line has no `{key}`")
    return log.result


def _checked_deals(header: Line, result: Line) -> Deals:
    deals = Deals.from_json(result["deals"])
    if seed_hash(header["match_id"], deals.root or "") != header["seed_hash"]:
        raise LogError("the seed is not the one whose hash was published at the start")
    return deals


def replayed(log: MatchLog, game: AnyGame, deals: Deals) -> Iterator[Position]:
    """Every position that these deals and the log's moves lead to, finished or not."""
    rules = logged_rules(log, game)
    position = rules.start(game.config(log.header["config"]), deals, len(log.players))
    steps = list(log.steps)
    opening = steps.pop(0) if steps and steps[0]["n"] == 0 else {}
    _check_auto(opening, position, 0)
    yield position
    for number, row in enumerate(steps, 1):
        if row["n"] != number:
            raise LogError(f"step {row['n']} stands where step {number} belongs")
        moves = find_moves(rules, position, _by_seat(row["moves"]), number)
        position = rules.apply(position.state, moves)
        _check_auto(row, position, number)
        yield position


def logged_rules(log: MatchLog, game: AnyGame) -> Rules:
    """The rules by which a logged match was played."""
    return Rules(game, logged_variants(game, log.header["variants"]))


def _by_seat(moves: Mapping[str, str]) -> dict[Seat, str]:
    try:
        return {int(seat): choice for seat, choice in moves.items()}
    except ValueError:
        raise LogError(f"moves are by seat number, not {dump(moves)}") from None


def _check_auto(row: Line, position: Position, number: int) -> None:
    if row.get("auto", []) != (auto := [choices(moves) for moves in position.auto]):
        raise LogError(f"step {number}: the rules moved {dump({'auto': auto})} by themselves")
    if "by" in row and row["by"] != (by := makers(position.auto)):
        raise LogError(f"step {number}: these variants moved: {dump({'by': by})}")
