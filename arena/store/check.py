"""Looking after a store: every match verified by replay, copies, old matches taken out."""

import json
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from sqlalchemy import Connection, Row, delete, select

from arena.errors import ArenaError, LogError, StoreError, UnknownNameError
from arena.log import MatchLog, parse_log, positions, verify
from arena.store.matches import Status
from arena.store.replays import unpack
from arena.store.store import Store
from arena.store.tables import matches, players, steps
from engine.errors import GameError
from engine.game import AnyGame

Verdict = Literal["ok", "wrong", "skipped"]
FindGame = Callable[[str], AnyGame]
PRUNED_AT_ONCE = 200
"""Matches a transaction, so that a running server never waits long."""


@dataclass(frozen=True, slots=True)
class Checked:
    """What was found out about one match."""

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


def _next(connection: Connection, after: str) -> Row[Any] | None:
    return connection.execute(
        select(matches).where(matches.c.id > after).order_by(matches.c.id).limit(1)
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
    except (ArenaError, GameError, ValueError, LookupError, OSError) as error:
        return Checked(row.id, row.status, "wrong", str(error) or type(error).__name__)
    return Checked(row.id, row.status, "ok")


def _check(store: Store, row: Row[Any], game: AnyGame) -> None:
    match row.status:
        case "finished":
            _check_finished(store, row, game)
        case "void":
            _check_begun(row, unpack(row.replay, row.codec).splitlines(), game)
        case "running":
            _check_begun(row, [row.header, *store.matches.lines(row.id)], game)
        case other:
            raise StoreError(f"a match is running, finished or void, not {other!r}")


def _check_finished(store: Store, row: Row[Any], game: AnyGame) -> None:
    lines = unpack(row.replay, row.codec).splitlines()
    if (lines[0], lines[-1]) != (row.header, row.result):
        raise LogError("the log does not begin and end as the match's row says")
    verify(parse_log(lines), game)
    if store.matches.lines(row.id):
        raise LogError("steps are left over")
    outcome = json.loads(row.result)["result"]
    stored = store.matches.match(row.id)
    seated = stored.players if stored else ()
    if [player.points for player in seated] != outcome["points"]:
        raise LogError("the players' points are not those of the result")
    if [player.rank for player in seated] != outcome["ranks"]:
        raise LogError("the players' ranks are not those of the result")


def _check_begun(row: Row[Any], lines: list[str], game: AnyGame) -> None:
    """Replay a match without a result by the deals that are kept beside it."""
    log = parse_log(lines)
    if log.torn:
        raise LogError("the last step is torn")
    result = {"result": None, "deals": row.deals, "steps": len(log.steps)}
    for _position in positions(MatchLog(log.header, log.steps, result), game):
        pass


def backup(store: Store, file: Path) -> None:
    """Copy a SQLite store to a new file while others read and write it."""
    if not store.database.is_sqlite:
        raise StoreError(f"{store.database.name}: PostgreSQL is saved by its own pg_dump")
    if file.exists():
        raise StoreError(f"{file} exists already; name a new file")
    part = file.with_name(f"{file.name}.part")
    part.unlink(missing_ok=True)
    source = store.database.driver_connection()
    try:
        with closing(sqlite3.connect(part)) as copy:
            source.driver_connection.backup(copy)
    except sqlite3.Error as error:
        part.unlink(missing_ok=True)
        raise StoreError(f"{file}: {error}") from None
    finally:
        source.close()
    part.rename(file)


def prune(store: Store, before: int, *, keep_rated: bool) -> int:
    """Take out matches that were over before this time, with players and logs; how many."""
    condition = (matches.c.status != "running") & (matches.c.finished < before)
    if keep_rated:
        condition &= ~matches.c.rated
    old = select(matches.c.id).where(condition).order_by(matches.c.id).limit(PRUNED_AT_ONCE)
    total = 0
    while count := store.writer.run(lambda c: _remove(c, list(c.scalars(old)))):
        total += count
    return total


def _remove(connection: Connection, match_ids: list[str]) -> int:
    for table in (steps, players):
        connection.execute(delete(table).where(table.c.match_id.in_(match_ids)))
    connection.execute(delete(matches).where(matches.c.id.in_(match_ids)))
    return len(match_ids)
