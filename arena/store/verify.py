"""Every match of a store verified by replay."""

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, Final, Literal

from sqlalchemy import Connection, Row, select

from arena.errors import ArenaError, LogError, StoreError, UnknownNameError
from arena.match.log import MatchLog, parse_log, positions, split_lines, verify
from arena.store.match_rows import Status
from arena.store.replays import unpack
from arena.store.store import Store
from arena.store.tables import matches
from engine.errors import GameError
from engine.game import AnyGame

Verdict = Literal["ok", "wrong", "skipped"]
FindGame = Callable[[str], AnyGame]


@dataclass(frozen=True, slots=True)
class Checked:
    """The findings about one match."""

    match_id: str
    status: Status
    verdict: Verdict
    reason: str = ""


def check_matches(store: Store, find_game: FindGame) -> Iterator[Checked]:
    """Verify every match by replay: those that are over against their result, too."""
    last = ""
    while row := store.database.read(lambda c, after=last: _next(c, after)):  # type: ignore[misc]  # bound now
        yield _checked(store, row, find_game)
        last = row.id


READ: Final = [column for column in matches.c if column.name not in ("deals", "room")]
"""What is read of every row; JSON of a damaged one may be no JSON."""


def _next(connection: Connection, after: str) -> Row[Any] | None:
    return connection.execute(
        select(*READ).where(matches.c.id > after).order_by(matches.c.id).limit(1)
    ).first()


def _checked(store: Store, row: Row[Any], find_game: FindGame) -> Checked:
    try:
        game = find_game(row.game)
    except UnknownNameError as error:
        return Checked(row.id, row.status, "skipped", str(error))
    if game.version != row.game_version:
        reason = f"played by version {row.game_version} of {row.game}; here is {game.version}"
        return Checked(row.id, row.status, "skipped", reason)
    try:
        _check(store, row, game)
    except (ArenaError, GameError, ValueError, LookupError) as error:
        return Checked(row.id, row.status, "wrong", str(error) or type(error).__name__)
    return Checked(row.id, row.status, "ok")


def _check(store: Store, row: Row[Any], game: AnyGame) -> None:
    match row.status:
        case "finished":
            _check_finished(store, row, game)
        case "void":
            _check_begun(store, row, _packed(row), game)
        case "running":
            _check_begun(store, row, [row.header, *store.matches.lines(row.id)], game)
        case "broken":
            raise StoreError(f"not resumed: {row.reason}")
        case other:
            raise StoreError(f"a match is running, finished, void or broken, not {other!r}")


def _check_finished(store: Store, row: Row[Any], game: AnyGame) -> None:
    lines = _packed(row)
    if (lines[0], lines[-1]) != (row.header, row.result):
        raise LogError("the log does not begin and end as the match's row says")
    verify(parse_log(lines), game)
    if store.matches.lines(row.id):
        raise LogError("steps are left over")
    end = json.loads(row.result)
    outcome = end.get("counted", end["result"])
    stored = store.matches.match(row.id)
    seated = stored.players if stored else ()
    if [player.points for player in seated] != outcome["points"]:
        raise LogError("the players' points are not those of the result")
    if [player.rank for player in seated] != outcome["ranks"]:
        raise LogError("the players' ranks are not those of the result")


def _packed(row: Row[Any]) -> list[str]:
    if row.replay is None:
        raise LogError("the match is over, but its log is not there")
    return split_lines(unpack(row.replay, row.codec))


def _check_begun(store: Store, row: Row[Any], lines: list[str], game: AnyGame) -> None:
    """Replay a match without a result by the deals that are kept beside it."""
    log = parse_log(lines)
    if log.torn:
        raise LogError("the last step is torn")
    secret = select(matches.c.deals).where(matches.c.id == row.id)
    deals = store.database.read(lambda c: c.scalar(secret))
    result = {"result": None, "deals": deals, "steps": len(log.steps)}
    for _position in positions(MatchLog(log.header, log.steps, result), game):
        pass
