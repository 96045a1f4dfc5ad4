"""What a bot has done on the ladder: its matches, its ratings and how they came about."""

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, Final

from arena.ladder.ratings import Ratings
from arena.match.log import parse_log, split_lines
from arena.match.playback import log_history
from arena.store import Filter, StoredMatch, StoredPlayer
from engine.game import PUBLIC, AnyGame

if TYPE_CHECKING:
    from arena.ladder.service import LadderService

Row = dict[str, Any]
SHOWN: Final = 300
"""Matches that a page looks back on."""
POINTS: Final = 120
"""Points of a course that can be told apart."""


def career(service: "LadderService", identity: str) -> Row:
    """Matches from the newest on, and ratings by game; waits for the database."""
    matches = service.store.matches
    wanted = Filter(status="finished", rated=True, identity=identity)
    found = matches.find(wanted, limit=SHOWN)
    numbers = {version.id: version.number for version in service.store.bots.versions()}
    rows = [seat_row(match, seat, numbers) for match in found for seat in own(match, identity)]
    games = [game for name, game in service.ladder.games.items() if played(rows, name)]
    return {
        "matches": rows,
        "titles": {game.name: game.title for game in service.ladder.games.values()},
        "ratings": {game.name: standing(service, game.name, identity) for game in games},
        "courses": {game.name: course(game, matches.rated(game.name), identity) for game in games},
    }


def own(match: StoredMatch, identity: str) -> list[StoredPlayer]:
    """The seats that somebody had in a match."""
    return [player for player in match.players if player.identity == identity]


def played(rows: Iterable[Row], game: str) -> bool:
    """Return whether a game is among these matches."""
    return any(row["game"] == game for row in rows)


def seat_row(match: StoredMatch, seat: StoredPlayer, numbers: dict[int, int]) -> Row:
    """A match as one seat of it came out."""
    others = [
        {"name": player.name, "identity": player.identity, "rank": player.rank}
        for player in match.players
        if player.identity != seat.identity
    ]
    return {
        "match_id": match.match_id, "game": match.game, "finished": match.finished,
        "version": numbers.get(seat.bot_version or 0), "seat": seat.seat, "rank": seat.rank,
        "seats": len(match.players), "points": seat.points, "faults": dict(seat.faults or {}),
        "timing": dict(seat.timing) if seat.timing else None, "others": others,
    }  # fmt: skip


def standing(service: "LadderService", game: str, identity: str) -> Row | None:
    """The row of a leaderboard, and how many there are; None for who is not on it any more."""
    rows = service.board.rows(game)
    found = next((row for row in rows if row["identity"] == identity), None)
    return found and {**found, "of": len(rows)}


def course(game: AnyGame, matches: Iterable[StoredMatch], identity: str) -> list[list[float]]:
    """A rating after each own match: which it was, the mean, and its interval."""
    ratings = Ratings(game)
    points: list[list[float]] = []
    for match in matches:
        ratings.add_all([match])
        if own(match, identity):
            now = ratings.of(identity)
            points.append([now.games, round(now.mu, 2), *(round(end, 2) for end in now.interval)])
    step = max(1, -(-len(points) // POINTS))
    return [*points[:-1:step], *points[-1:]]


def worst_event(text: str, game: AnyGame, seat: int) -> int:
    """The frame of a match's log whose round cost a seat the most."""
    frames = log_history(parse_log(split_lines(text)), game, PUBLIC)["frames"]
    costs = {
        place: min(result["points"][seat] for result in frame["results"])
        for place, frame in enumerate(frames)
        if frame.get("results")
    }
    return min(costs, key=lambda place: costs[place], default=0)
