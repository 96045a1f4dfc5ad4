"""What a bot has done on the ladder: its matches, its ratings and how they came about."""

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from arena.ladder.ratings import LATEST, places_of
from arena.match.log import parse_log, split_lines
from arena.match.playback import log_history
from arena.store import StoredMatch, StoredPlayer
from engine.game import PUBLIC, AnyGame

if TYPE_CHECKING:
    from arena.ladder.service import LadderService

Row = dict[str, Any]


def career(service: "LadderService", identity: str) -> Row:
    """Return matches from the newest on, and ratings by game; waits for the database."""
    board, games = service.board, service.ladder.games
    ids = [match_id for game in games for match_id in board.latest(game, identity)]
    found = service.store.matches.by_ids(ids)[:LATEST]
    numbers = {version.id: version.number for version in service.store.bots.versions()}
    rows = [
        seat_row(match, seat, numbers) | {"places": places_of(games[match.game], match, seat.seat)}
        for match in found
        for seat in own(match, identity)
    ]
    rated = [game for name, game in games.items() if played(rows, name)]
    return {
        "matches": rows,
        "titles": {game.name: game.title for game in games.values()},
        "ratings": {game.name: standing(service, game.name, identity) for game in rated},
        "courses": {game.name: board.course(game.name, identity) for game in rated},
        "luck": {game.name: without_luck(service, game.name, identity) for game in rated},
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


def without_luck(service: "LadderService", game: str, identity: str) -> Row | None:
    """A player's mean place with the luck taken out; None where it was not computed yet."""
    found = service.reports.read("luck", service.board.ladder(game))
    rows = [row for row in (found or {}).get("rows", ()) if row["identity"] == identity]
    return (
        {**rows[0], "bot": found["bot"], "computed": found["computed"]} if found and rows else None
    )


def worst_event(text: str, game: AnyGame, seat: int) -> int:
    """The frame of a match's log whose round cost a seat the most."""
    frames = log_history(parse_log(split_lines(text)), game, PUBLIC)["frames"]
    costs = {
        place: min(result["points"][seat] for result in frame["results"])
        for place, frame in enumerate(frames)
        if frame.get("results")
    }
    return min(costs, key=lambda place: costs[place], default=0)
