"""The demonstration's table: redrawn in place at a terminal, a line a match elsewhere."""

import sys

from rich.live import Live
from rich.table import Table

from arena.cli.output import say
from arena.room.room import Room
from arena.server.demo import Standings

HEADINGS = ("game", "bot", "matches", "points", "rank")


def standings_rows(standings: Standings) -> list[tuple[str, ...]]:
    """The table as text, headings first; points and ranks are means."""
    rows = [
        (row.game, row.bot, str(row.matches), f"{row.points:.1f}", f"{row.rank:.2f}")
        for row in standings.rows()
    ]
    return [HEADINGS, *rows]


class LiveStandings:
    """Shows how the demonstration goes."""

    def __init__(self, url: str) -> None:
        self._url = url
        self._standings = Standings()
        self._live = Live(auto_refresh=False) if sys.stdout.isatty() else None

    def __enter__(self) -> "LiveStandings":
        say(f"House bots are playing; open {self._url} to watch (Ctrl-C stops it)")
        if self._live:
            self._live.start()
        return self

    def __exit__(self, *_: object) -> None:
        if self._live:
            self._live.stop()

    def show(self, standings: Standings) -> None:
        """The standings to show from now on."""
        self._standings = standings
        self._draw()

    def finished(self, room: Room) -> None:
        """A match has ended."""
        if self._live:
            self._draw()
            return
        outcome, players = room.match.outcome, room.match.header.players
        scores = ", ".join(f"{n} {p}" for n, p in zip(players, outcome.points, strict=True))
        say(f"{room.game.name}: {scores}")
        sys.stdout.flush()

    def _draw(self) -> None:
        if self._live is None:
            return
        headings, *rows = standings_rows(self._standings)
        table = Table(*headings, title="mean points and ranks so far")
        for row in rows:
            table.add_row(*row)
        self._live.update(table, refresh=True)
