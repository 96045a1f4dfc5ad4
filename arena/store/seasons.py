"""Seasons that are over: their final tables and prizes, as they were on the last day."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy import Connection, func, insert, select

from arena.errors import StoreError
from arena.store.database import Database
from arena.store.tables import season_boards, seasons

Rows = Sequence[Mapping[str, Any]]


@dataclass(frozen=True, slots=True)
class FinalBoard:
    """The final table of a game, and who won what."""

    game: str
    rows: Rows
    prizes: Rows


@dataclass(frozen=True, slots=True)
class PastSeason:
    """A season that is over."""

    id: int
    name: str
    started: int
    ended: int
    boards: Sequence[FinalBoard] = field(default_factory=list)


class Seasons:
    """The past seasons of a store; every call waits for the database."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def start_of_current(self) -> int:
        """Return when the season that runs began: at the end of the last one, or at the very
        beginning (0).
        """
        query = select(func.max(seasons.c.ended))
        return self._database.read(lambda c: c.scalar(query)) or 0

    def all(self) -> list[PastSeason]:
        """Return the seasons without their tables, the newest first."""
        query = select(seasons).order_by(seasons.c.id.desc())
        return [PastSeason(*row) for row in self._database.read(lambda c: c.execute(query).all())]

    def season(self, number: int) -> PastSeason | None:
        """Return a season with its final tables; None if there was none."""
        return self._database.read(lambda c: _season(c, number))


def _season(connection: Connection, number: int) -> PastSeason | None:
    found = connection.execute(select(seasons).where(seasons.c.id == number)).first()
    if found is None:
        return None
    mine = season_boards.c.season_id == number
    query = select(season_boards).where(mine).order_by(season_boards.c.game)
    boards = [FinalBoard(row.game, row.rows, row.prizes) for row in connection.execute(query)]
    return PastSeason(found.id, found.name, found.started, found.ended, boards)


def close_season(
    connection: Connection, name: str, started: int, ended: int, boards: Sequence[FinalBoard]
) -> int:
    """Archive a season with its final tables; return its number."""
    same = connection.execute(select(seasons).where(seasons.c.name == name)).first()
    if same is not None and same.ended == ended:
        return int(same.id)  # written before the connection was lost
    if same is not None:
        raise StoreError(f"there was a season {name} already; choose another name")
    row = {"name": name, "started": started, "ended": ended}
    added = insert(seasons).values(**row).returning(seasons.c.id)
    number: int = connection.execute(added).scalar_one()
    for board in boards:
        values = {"season_id": number, "game": board.game}
        connection.execute(
            insert(season_boards).values(**values, rows=board.rows, prizes=board.prizes)
        )
    return number
