"""The certificate of a season: every match that was rated, and the ratings that follow."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Final

from arena.errors import CertificateError
from arena.ladder.season import MOST_MATCHES, Order, fit_season
from arena.store import StoredMatch
from arena.tournament.certificate import Claims, agree
from arena.tournament.certified_logs import log_digest
from arena.tournament.results import places2
from engine.game import AnyGame

KIND: Final = "season"
DIGITS: Final = 1
ReadLog = Callable[[str], str | None]
"""Return the log of a match by its id, None if it is not there."""


def claims_of(game: AnyGame, matches: Sequence[StoredMatch], read_log: ReadLog) -> Claims:
    """Return what the certificate of a game's season claims."""
    if not matches:
        raise CertificateError(f"no rated match of {game.name} has ended yet: nothing to certify")
    rows = [match_row(match, read_log) for match in matches]
    return {
        "kind": KIND,
        "subject": f"{game.name}, matches to {matches[-1].match_id}",
        "game": game.name,
        "game_version": game.version,
        "matches": rows,
        "standings": standings_of([order_of(game, row) for row in rows]),
    }


def match_row(match: StoredMatch, read_log: ReadLog) -> dict[str, Any]:
    """Return a match as it is certified; its log is named by its SHA-256."""
    log = read_log(match.match_id)
    return {
        "id": match.match_id,
        "finished": match.finished,
        "players": match.header["players"],
        "entrants": [[player.identity, player.bot_version] for player in match.players],
        "points": [player.points for player in match.players],
        "ranks": [player.rank for player in match.players],
        "seed_hash": match.header.get("seed_hash"),
        "log": None if log is None else log_digest(log),
    }


def order_of(game: AnyGame, row: Mapping[str, Any]) -> Order:
    """Return a certified match as the season counts it: partners are one unit."""
    seated = [(identity, version) for identity, version in row["entrants"]]
    teams = game.teams(game.config(), len(seated))
    units = tuple(tuple(seated[seat] for seat in team) for team in teams)
    ranks = [int(row["ranks"][team[0]]) for team in teams]
    return Order(units, tuple(places2(ranks)), int(row["finished"]))


def standings_of(orders: Sequence[Order]) -> list[dict[str, Any]]:
    """Return the ratings of a season as they are certified, the highest first."""
    fitted = fit_season(orders)
    everybody = frozenset(who for who, one in fitted.ratings.items() if one.low is not None)
    rows = []
    for who, one in fitted.ratings.items():
        identity, version = who if isinstance(who, tuple) else (who, None)
        ends = (None if end is None else round(end, DIGITS) for end in (one.low, one.high))
        low, high = ends
        ranks = fitted.apart.ranks(who, everybody)
        rows.append(
            {
                "identity": identity,
                "version": version,
                "rating": round(one.rating, DIGITS),
                "low": low,
                "high": high,
                "matches": one.matches,
                "ranks": ranks and list(ranks),
            }
        )
    return sorted(rows, key=lambda row: (-row["rating"], row["identity"], str(row["version"])))


def check(claims: Claims, game: AnyGame) -> Iterator[str]:
    """Yield what holds; CertificateError at the first claim that does not."""
    rows = claims["matches"]
    if len(rows) > MOST_MATCHES:
        raise CertificateError(f"a season has {MOST_MATCHES} matches at most, not {len(rows)}")
    try:
        if len({row["id"] for row in rows}) != len(rows):
            raise CertificateError("a match is claimed twice")
        found = standings_of([order_of(game, row) for row in rows])
        agreed = agree(by_player(claims["standings"]), by_player(found))
    except (LookupError, TypeError, ValueError, AttributeError, ArithmeticError):
        raise CertificateError("its matches or standings cannot be read") from None
    yield f"{len(rows)} matches, each once"
    if not agreed:
        raise CertificateError("the ratings do not follow from the matches")
    yield "the ratings and ranks follow from the matches"


def by_player(rows: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """Return standings by player: equal ratings may stand in either order."""
    return {f"{row['identity']} {row['version']}": dict(row) for row in rows}
