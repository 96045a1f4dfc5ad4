"""The leaderboards of a server: counted and rated in the background, only read by requests."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from threading import Event, Lock
from typing import Any, Final

import structlog

from arena.ladder.ratings import LATE_MS, Ratings, Standing, finishing_order
from arena.ladder.season import MOST_MATCHES, Season, Who, fit_season
from arena.match.ladder_name import ladder_name
from arena.plugins.manager import Plugins
from arena.store import Store
from arena.table.spec import DEFAULT_CLOCK
from engine.config import as_json
from engine.game import AnyGame
from engine.variants import Rules, VariantEntry

log = structlog.get_logger()
FORMAT: Final = 2
"""Of the stored data; data of another format is computed again."""
CHUNK: Final = 500
"""Matches that are read and counted at once."""
ANY_GAME: Final = ("random",)
"""House bots of no game in particular that the ladder plays too."""


@dataclass(frozen=True, slots=True)
class Name:
    """The name of a player, and of its owner."""

    name: str
    owner: str


@dataclass(slots=True)
class Board:
    """The standings of one game and the season they are rated by."""

    ratings: Ratings
    season: Season = field(default_factory=Season)
    season_read: bool = False
    """Whether the season holds the matches that were counted by an earlier server, too."""
    changed: bool = True
    """Whether the ratings are older than the standings."""
    lock: Lock = field(default_factory=Lock)
    """Held while standings are read or changed, never while a fit is computed."""
    counting: Lock = field(default_factory=Lock)
    """Held by the one thread that counts matches."""
    since: int = 0
    """When its season began: matches that ended before are not counted, and weigh little."""


class Leaderboard:
    """Reads the store; its methods wait for the database and belong into a thread."""

    def __init__(
        self,
        store: Store,
        plugins: Plugins,
        mains: Mapping[str, str] | None = None,
        carry: float = 0.1,
    ) -> None:
        self._store = store
        self._plugins = plugins
        self._mains = mains or {}
        """By game: the ladder that this server plays, as `ladder_name` calls it."""
        self._carry = carry
        self._boards: dict[str, Board] = {}
        self._sizes: dict[str, int] | None = None
        """By ladder, its finished matches as they were counted last: the count reads an index."""
        self._opening = Lock()
        self._stopped = Event()

    def ladder(self, name: str) -> str:
        """Return a ladder by its own name, or by that of its game: then the one played here."""
        if ":" in name:
            return name
        return self._mains.get(name) or main_ladder(self._plugins.game(name))

    def ladders(self, game: str) -> list[dict[str, Any]]:
        """Return the ladders of a game, by whose rules matches were played, the own one first."""
        main = self.ladder(game)
        counted = {
            name: many for name, many in self._ladder_sizes().items() if game_of(name) == game
        }
        rows = []
        for name, many in sorted(
            counted.items(), key=lambda one: (one[0] != main, -one[1], one[0])
        ):
            header = self._store.matches.newest_rated(name, 1)[0].header
            rules = {key: header[key] for key in ("config", "variants", "clock")}
            rows.append({"ladder": name, "matches": many, "seats": len(header["players"]), **rules})
        return rows

    def active_ladders(self, games: Iterable[str]) -> list[str]:
        """Return the ladders of these games that are to be kept up to date."""
        self._ladder_sizes()  # now, not when somebody first asks
        found = [name for name in self._store.matches.ladder_names() if game_of(name) in games]
        return list(dict.fromkeys([*map(self.ladder, games), *found]))

    def _ladder_sizes(self) -> dict[str, int]:
        if self._sizes is None:
            self._sizes = self._store.matches.ladders()
        return self._sizes

    # -- in the background

    def refresh(self, game: str) -> bool:
        """Count the matches that have ended, rate all anew, save it; return whether there was any.

        Never called by a request: it takes as long as the season is large.
        """
        game = self.ladder(game)
        if self._board(game).since != self._store.seasons.start_of_current():
            self.recount(game)  # a season was closed a moment ago
        board = self._board(game)
        self.count(game)
        if not board.changed or self._stopped.is_set():
            return False
        self._read_season(board, game)
        with board.lock:
            orders = board.season.orders()
            start: dict[Who, float] = {
                one.player: one.rating for one in board.ratings.standings.values()
            }
            board.changed = False
        fitted = fit_season(orders, start)
        with board.lock:
            board.ratings.rate(fitted)
            data = {"format": FORMAT, "since": board.since, **board.ratings.as_data()}
        self._store.leaderboards.save(game, data)
        self._sizes = self._store.matches.ladders()
        return True

    def stop(self) -> None:
        """Leave what is not counted yet to the next server, so that this one can end at once."""
        self._stopped.set()

    def count(self, game: str) -> Ratings:
        """Count the matches that have ended by now, and return the standings."""
        game = self.ladder(game)
        return self._count(self._board(game), game)

    def recount(self, game: str) -> None:
        """Count the season's matches from the first one: one was made void, or a season began."""
        game = self.ladder(game)
        old, board = self._board(game), self._new_board(game)
        self._count(board, game)
        for identity, standing in board.ratings.standings.items():
            if old.since == board.since:
                standing.course = old.ratings.of(identity).course
        with self._opening:
            self._boards[game] = board

    def _count(self, board: Board, game: str) -> Ratings:
        with board.counting:
            after, past = max(board.since, board.ratings.last - LATE_MS), ""
            if board.ratings.counted(self._store.matches.rated_ids(game, after)):
                return board.ratings
            while found := self._store.matches.rated(game, after, past, CHUNK):
                if self._stopped.is_set():
                    break
                with board.lock:
                    for match_id, order in board.ratings.add_all(found).items():
                        board.season.add(match_id, order)
                        board.changed = True
                after, past = found[-1].finished or 0, found[-1].match_id
        return board.ratings

    def _read_season(self, board: Board, game: str) -> None:
        """Read the matches of the season that an earlier server has counted."""
        if board.season_read:
            return
        season = Season()
        for match in self._store.matches.newest_finishes(game, MOST_MATCHES):
            order = finishing_order(board.ratings.game, match)
            if order.finished < board.since:
                order = order._replace(weight=self._carry)
            if order.weight:
                season.add(match.match_id, order)
        with board.lock:
            board.season, board.season_read = season, True

    def _board(self, game: str) -> Board:
        """Return a ladder's board, as it was saved last if it is new to this server."""
        game = self.ladder(game)
        with self._opening:
            if game not in self._boards:
                self._boards[game] = self._opened(game)
            return self._boards[game]

    def _opened(self, game: str) -> Board:
        since = self._store.seasons.start_of_current()
        data = self._store.leaderboards.read(game) or {}
        if (data.get("format"), data.get("since", 0)) == (FORMAT, since):
            try:
                ratings = Ratings.read(self._plugins.game(game_of(game)), data)
                # What was saved was rated: until another match ends there is nothing to do.
                return Board(ratings, changed=False, since=since)
            except (LookupError, TypeError, ValueError) as error:
                log.warning("leaderboard_not_read", game=game, reason=repr(error))
        return self._new_board(game)

    def _new_board(self, game: str) -> Board:
        """Return a board on which nothing is counted yet."""
        since = self._store.seasons.start_of_current()
        # A first season has no earlier one that its ratings could begin from.
        played = self._plugins.game(game_of(game))
        return Board(Ratings(played), season_read=not since, since=since)

    # -- by requests

    def ratings(self, game: str) -> Ratings:
        """Return the standings of a game as they were counted last."""
        return self._board(game).ratings

    def rows(self, game: str) -> list[dict[str, Any]]:
        """Return the leaderboard of a game: all that play on the ladder, or have."""
        board, names = self._board(game), self._names(game_of(game))
        own = self.ladder(game) == self.ladder(game_of(game))  # where active bots will play
        with board.lock:
            ratings = board.ratings
            shown = [
                name
                for name in names
                if name in ratings.standings or (own and name.startswith("bot:"))
            ]
            ranked = ratings.ranked(shown)
            known = frozenset(one.player for one in ranked if one.sure > float("-inf"))
            return [
                {"rank": rank, "ranks": ratings.ranks(one, known), "name": names[one.identity].name,
                 "owner": names[one.identity].owner, **row_of(one),
                 "better_than_next": rounded(ratings.superiority(one, ranked[rank]))
                 if rank < len(ranked) else None}
                for rank, one in enumerate(ranked, 1)
            ]  # fmt: skip

    def latest(self, game: str, identity: str) -> list[str]:
        """Return the ids of a player's newest matches, the newest last."""
        board = self._board(game)
        with board.lock:
            return list(board.ratings.of(identity).latest)

    def course(self, game: str, identity: str) -> list[list[float]]:
        """Return how a rating developed: games, rating, and its interval."""
        board = self._board(game)
        with board.lock:
            return [list(point) for point in board.ratings.of(identity).course]

    def _names(self, game: str) -> dict[str, Name]:
        """Return the names of all that are not retired, by identity."""
        known = self._store.tokens.all()
        tokens = {token.id: token.name for token in known}
        banned = {token.id for token in known if token.banned is not None}
        names = {f"token:{n}": Name(name, name) for n, name in tokens.items() if n not in banned}
        names |= {f"house:{name}": Name(name, "house") for name in self._plugins.bots}
        active = {version.bot_id for version in self.active(game)}
        for bot in self._store.bots.all():
            if bot.id in active:
                owner = tokens.get(bot.owner, "") if bot.owner is not None else ""
                names[f"bot:{bot.id}"] = Name(bot.name, owner)
        return names

    def active(self, game: str) -> Sequence[Any]:
        """Return the versions that play a game on the ladder, the newest of each bot."""
        versions = self._store.bots.versions(status="active", banned=False)
        newest = {version.bot_id: version for version in versions if game in version.games}
        return list(newest.values())


def game_of(ladder: str) -> str:
    """Return the game of a ladder, or the game itself."""
    return ladder.partition(":")[0]


def main_ladder(
    game: AnyGame, config: Mapping[str, Any] | None = None, variants: Sequence[VariantEntry] = ()
) -> str:
    """Return the name of the ladder that is played by these rules with the usual clock."""
    header = {
        "game": game.name,
        "config": as_json(game.config(config)),
        "variants": list(Rules(game, variants).variants),
        "players": [""] * game.default_seats,
        "clock": DEFAULT_CLOCK.as_json(),
    }
    return ladder_name(header)


def rules_text(game: AnyGame, header: Mapping[str, Any]) -> str:
    """Return what sets a ladder apart, by the header of one of its matches."""
    usual = as_json(game.config())
    parts = [f"{key} {value}" for key, value in header["config"].items() if value != usual.get(key)]
    parts += [one if isinstance(one, str) else one["type"] for one in header["variants"]]
    if len(header["players"]) != game.default_seats:
        parts.append(f"{len(header['players'])} seats")
    decision = (header.get("clock") or {}).get("decision_ms")
    parts.append(f"{decision / 1000:g} s per decision" if decision else "no clock")
    return ", ".join(parts)


def row_of(one: Standing) -> dict[str, Any]:
    """Return what a leaderboard says of one player."""
    rated, placed = one.rated, one.place.interval
    rating = (rated.rating, rated.low, rated.high) if rated else (None,) * 3
    mean = (placed.mean, placed.low, placed.high) if placed else (None,) * 3
    names = ("mean_place", "mean_place_low", "mean_place_high")
    return {
        "identity": one.identity,
        "rating": rounded(rating[0], 1), "low": rounded(rating[1], 1),
        "high": rounded(rating[2], 1),
        "games": one.games, "faults": one.faults,
        "places": [round(one.places.get(n + 1, 0.0), 2) for n in range(max(one.places, default=0))],
        **{name: rounded(value) for name, value in zip(names, mean, strict=True)},
        "matches": one.place.matches,
    }  # fmt: skip


def rounded(value: float | None, digits: int = 3) -> float | None:
    """Return a number as it is shown, if there is one."""
    return None if value is None else round(value, digits)


def house_names(plugins: Plugins, game: str) -> list[str]:
    """Return the house bots that play a game's ladder: its own, and the simplest of all."""
    anybody = (name for name in ANY_GAME if name in plugins.bots)
    return [*anybody, *plugins.bots_of(game)]
