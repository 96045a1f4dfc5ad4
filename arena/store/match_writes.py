"""Writes of matches; each may run twice after a lost connection without harm."""

import json
from collections.abc import Sequence
from typing import Any

from sqlalchemy import Connection, delete, select, update

from arena.errors import StoreError
from arena.store.idempotent_insert import insert_new
from arena.store.match_reads import step_lines
from arena.store.match_rows import NewMatch
from arena.store.players import finish_players, player_rows
from arena.store.replays import CODEC, pack
from arena.store.tables import matches, players, steps


def begin_matches(connection: Connection, rows: list[NewMatch]) -> None:
    """Save matches with their players; those that are saved already stay as they are."""
    insert_new(connection, matches, [_match_row(new) for new in rows])
    seated = [row for new in rows for row in player_rows(new.match_id, new.created, new.seats)]
    insert_new(connection, players, seated)


def _match_row(new: NewMatch) -> dict[str, Any]:
    return {
        "id": new.match_id, "room_id": new.room_id, "kind": new.kind, "game": new.game,
        "game_version": new.game_version, "status": "running", "rated": new.rated,
        "created": new.created, "header": new.header, "deals": new.deals, "room": new.room,
        "tournament_id": new.tournament_id, "ladder": new.ladder,
    }  # fmt: skip


def rewind_matches(connection: Connection, rows: list[tuple[str, int]]) -> None:
    """Forget the steps of matches after a step."""
    for match_id, n in rows:
        connection.execute(delete(steps).where(steps.c.match_id == match_id, steps.c.n > n))


def set_rooms(connection: Connection, rows: list[tuple[str, dict[str, Any]]]) -> None:
    """Replace what running matches need to be resumed."""
    for match_id, room in rows:
        running = (matches.c.id == match_id) & (matches.c.status == "running")
        connection.execute(update(matches).where(running).values(room=room))


def finish_matches(connection: Connection, rows: list[tuple[str, str, int]]) -> None:
    """Close matches by their result lines; the steps become one packed log."""
    for match_id, result, now in rows:
        header = _header_of_running(connection, match_id)
        if header is not None:
            lines = step_lines(connection, match_id)
            _close(connection, match_id, [header, *lines, result], now)
            connection.execute(delete(steps).where(steps.c.match_id == match_id))


def _close(connection: Connection, match_id: str, log: Sequence[str], now: int) -> None:
    """Put the whole log in place, and what the players made of it."""
    result = json.loads(log[-1])
    finish_players(connection, match_id, log[1:-1], result)
    values = {"status": "finished", "finished": now, "result": log[-1], "room": None}
    blob = {"replay": pack(log), "codec": CODEC}
    connection.execute(update(matches).where(matches.c.id == match_id).values(**values, **blob))


def void_matches(connection: Connection, rows: list[tuple[str, str, int]]) -> None:
    """Close matches that do not count, with what was played packed."""
    for match_id, reason, now in rows:
        header = _header_of_running(connection, match_id)
        if header is None:
            continue
        blob = {"replay": pack([header, *step_lines(connection, match_id)]), "codec": CODEC}
        values = {"status": "void", "finished": now, "reason": reason, "room": None}
        connection.execute(update(matches).where(matches.c.id == match_id).values(**values, **blob))
        connection.execute(delete(steps).where(steps.c.match_id == match_id))


def mark_broken(connection: Connection, rows: list[tuple[str, str]]) -> None:
    """Mark running matches as broken; their rooms and steps stay."""
    for match_id, reason in rows:
        running = (matches.c.id == match_id) & (matches.c.status == "running")
        values = {"status": "broken", "reason": reason}
        connection.execute(update(matches).where(running).values(**values))


def _header_of_running(connection: Connection, match_id: str) -> str | None:
    """The header of a match that can still be closed; None if it is over already."""
    query = select(matches.c.header, matches.c.status).where(matches.c.id == match_id)
    found = connection.execute(query).first()
    if found is None:
        raise StoreError(f"no match {match_id} is kept; begin it first")
    return found.header if found.status == "running" else None


def keep_matches(connection: Connection, rows: list[tuple[NewMatch, list[str], int]]) -> None:
    """Keep whole matches by their logs."""
    for new, log, now in rows:
        begin_matches(connection, [new])
        if _header_of_running(connection, new.match_id) is not None:
            _close(connection, new.match_id, log, now)
