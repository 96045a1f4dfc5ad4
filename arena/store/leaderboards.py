"""Leaderboards as they were last computed, so that a server has them at once when it starts."""

from typing import Any

from sqlalchemy import Connection, delete, insert, select

from arena.store.database import Database, now_ms
from arena.store.tables import leaderboards
from arena.store.writer import Writer


class Leaderboards:
    """The leaderboards of a store, one per game; what is lost is computed from matches again."""

    def __init__(self, database: Database, writer: Writer) -> None:
        self._database = database
        self._writer = writer

    def save(self, game: str, data: dict[str, Any]) -> None:
        """Save the leaderboard of a game in place of the last one; returns at once."""
        self._writer.submit(_save, (game, data, now_ms()), _given_up)

    def read(self, game: str) -> dict[str, Any] | None:
        """Return the leaderboard of a game as it was saved last, or None."""
        query = select(leaderboards.c.data).where(leaderboards.c.game == game)
        found: dict[str, Any] | None = self._database.read(lambda c: c.scalar(query))
        return found


def _save(connection: Connection, rows: list[tuple[str, dict[str, Any], int]]) -> None:
    newest = {game: (data, saved) for game, data, saved in rows}
    for game, (data, saved) in newest.items():
        connection.execute(delete(leaderboards).where(leaderboards.c.game == game))
        connection.execute(insert(leaderboards).values(game=game, data=data, saved=saved))


def _given_up(_error: object) -> None:
    """Go on without: a leaderboard that was not saved is computed again."""
