"""Queries of matches."""

import json
from collections.abc import Sequence
from dataclasses import asdict
from typing import Any, Final

from sqlalchemy import Connection, Row, and_, or_, select

from arena.errors import StoreError
from arena.store.match_rows import Filter, Finish, Placed, RunningMatch, StoredMatch
from arena.store.players import StoredPlayer
from arena.store.tables import matches, players, steps


def step_lines(connection: Connection, match_id: str) -> list[str]:
    """The lines of a running match in order."""
    query = select(steps.c.line).where(steps.c.match_id == match_id).order_by(steps.c.n)
    return list(connection.scalars(query))


def packed_log(match_id: str) -> Any:
    """The query for a packed log and its codec."""
    return select(matches.c.replay, matches.c.codec).where(matches.c.id == match_id)


LISTED: Final = [
    column for column in matches.c if column.name not in ("deals", "room", "replay", "codec")
]


OF_A_SEAT: Final = {"identity": "identity", "player": "name", "owner": "owner"}
"""What a filter may ask of one of the players, and the column that has it."""
NEWEST_FIRST: Final = (matches.c.created.desc(), matches.c.id.desc())


def stored_matches(
    connection: Connection, where: Any, limit: int | None, order: Sequence[Any] = NEWEST_FIRST
) -> list[StoredMatch]:
    """Return the matches that are meant, with their players, by default the newest first."""
    shown = and_(where, matches.c.status != "broken")  # nobody knows what such a row holds
    query = select(*LISTED).where(shown).order_by(*order)
    found = connection.execute(query.limit(limit)).all()
    seated = StoredPlayer.by_match(connection, [row.id for row in found])
    return [_stored_match(row, seated.get(row.id, ())) for row in found]


def _stored_match(row: Row[Any], seated: Sequence[StoredPlayer]) -> StoredMatch:
    return StoredMatch(
        match_id=row.id, room_id=row.room_id, kind=row.kind, game=row.game,
        game_version=row.game_version, status=row.status, rated=row.rated, created=row.created,
        finished=row.finished, header=json.loads(row.header),
        result=json.loads(row.result) if row.result else None, reason=row.reason,
        tournament_id=row.tournament_id, players=seated,
    )  # fmt: skip


def finishes(connection: Connection, where: Any, limit: int) -> list[Finish]:
    """Return who finished where in the newest matches that are meant, and nothing else of them."""
    newest = (
        select(matches.c.id, matches.c.finished)
        .where(where)
        .order_by(matches.c.finished.desc(), matches.c.id.desc())
        .limit(limit)
        .subquery()
    )
    placed = select(
        newest.c.id, newest.c.finished, players.c.identity, players.c.bot_version, players.c.rank
    ).join(players, players.c.match_id == newest.c.id)
    order = (newest.c.finished.desc(), newest.c.id.desc(), players.c.seat)
    found: dict[str, Finish] = {}
    for match_id, finished, *values in connection.execute(placed.order_by(*order)):
        if match_id not in found:
            found[match_id] = Finish(match_id, finished, [])
        found[match_id].players.append(Placed(*values))
    return list(found.values())


def running_ids(connection: Connection) -> list[str]:
    """The matches that are not over, the oldest first."""
    query = select(matches.c.id).where(matches.c.status == "running")
    return list(connection.scalars(query.order_by(matches.c.created, matches.c.id)))


def running_match(connection: Connection, match_id: str) -> RunningMatch:
    """One match that is not over with all that is kept of it; whatever a bad row raises."""
    mine = matches.c.id == match_id
    (match,) = stored_matches(connection, mine, 1)
    secrets = connection.execute(select(matches.c.deals, matches.c.room).where(mine)).one()
    return RunningMatch(match, secrets.deals, secrets.room, step_lines(connection, match_id))


def found_matches(
    connection: Connection, wanted: Filter, before: str | None, limit: int
) -> list[StoredMatch]:
    """Return the newest matches that a filter lets through, from a cursor on."""
    given = {name: value for name, value in asdict(wanted).items() if value is not None}
    own = [matches.c[name] == value for name, value in given.items() if name not in OF_A_SEAT]
    seats = [players.c[OF_A_SEAT[name]] == given[name] for name in OF_A_SEAT if name in given]
    if not seats:
        where = and_(True, *own, *_earlier(before, matches.c.created, matches.c.id))
        return stored_matches(connection, where, limit)
    # The index of one player has his matches in order; what else is asked is looked up for each.
    own += [matches.c.id.in_(select(players.c.match_id).where(seat)) for seat in seats[1:]]
    place = (players.c.created, players.c.match_id)
    query = (
        select(*place)
        .join(matches, matches.c.id == players.c.match_id)
        .where(seats[0], matches.c.status != "broken", *own, *_earlier(before, *place))
        .distinct()
        .order_by(*[column.desc() for column in place])
        .limit(limit)
    )
    ids = [row.match_id for row in connection.execute(query)]
    return stored_matches(connection, matches.c.id.in_(ids), None)


def _earlier(before: str | None, created: Any, match_id: Any) -> list[Any]:
    """Return what stands behind a cursor, as SQL; everything if there is none."""
    if before is None:
        return []
    time, dash, last = before.partition("-")
    if not dash or not time.isdigit():
        raise StoreError(f"before: {before!r} is no place in a list of matches")
    return [or_(created < int(time), and_(created == int(time), match_id < last))]
