"""The leaderboard: ratings of every game, kept up with the store, under everybody's names."""

from collections.abc import Sequence
from dataclasses import dataclass
from threading import Lock
from typing import Any, Final

from arena.ladder.ratings import Ratings, likely_better
from arena.plugins.manager import Plugins
from arena.store import Store

LATE_MS: Final = 60_000
"""How long a match may take from its end to the store; it is looked for that long."""
ANY_GAME: Final = ("random",)
"""House bots of no game in particular that the ladder plays too."""


@dataclass(frozen=True, slots=True)
class Name:
    """Who is behind an identity."""

    name: str
    owner: str


class Leaderboard:
    """Reads the store; its methods wait for the database and belong into a thread."""

    def __init__(self, store: Store, plugins: Plugins) -> None:
        self._store = store
        self._plugins = plugins
        self._ratings: dict[str, Ratings] = {}
        self._lock = Lock()

    def ratings(self, game: str) -> Ratings:
        """The ratings of a game, with all that has ended by now."""
        with self._lock:
            found = self._ratings.get(game)
            if found is None:
                found = self._ratings[game] = Ratings(self._plugins.game(game))
            found.add_all(self._store.matches.rated(game, found.last - LATE_MS))
            return found

    def rows(self, game: str) -> list[dict[str, Any]]:
        """The leaderboard of a game, the surest first: who plays on the ladder, or has."""
        ratings, names = self.ratings(game), self._names(game)
        shown = [name for name in names if name in ratings.standings or name.startswith("bot:")]
        ranked = ratings.ranked(shown)
        rows = []
        for place, standing in enumerate(ranked, 1):
            low, high = standing.interval
            placed = standing.place.interval
            following = ranked[place] if place < len(ranked) else None
            rows.append({
                "rank": place, "name": names[standing.identity].name,
                "owner": names[standing.identity].owner, "identity": standing.identity,
                "rating": round(standing.sure, 2), "mu": round(standing.mu, 2),
                "sigma": round(standing.sigma, 2), "low": round(low, 2), "high": round(high, 2),
                "games": standing.games, "faults": standing.faults,
                "places": [standing.places[n + 1] for n in range(max(standing.places, default=0))],
                "mean_place": placed and round(placed.mean, 3),
                "mean_place_low": placed and rounded(placed.low),
                "mean_place_high": placed and rounded(placed.high),
                "matches": standing.place.matches,
                "better_than_next": following
                and round(likely_better(standing, following), 3),
            })  # fmt: skip
        return rows

    def _names(self, game: str) -> dict[str, Name]:
        """Everybody who is not retired, by identity."""
        tokens = {token.id: token.name for token in self._store.tokens.all()}
        names = {f"token:{number}": Name(name, name) for number, name in tokens.items()}
        names |= {f"house:{name}": Name(name, "house") for name in self._plugins.bots}
        active = {version.bot_id for version in self.active(game)}
        for bot in self._store.bots.all():
            if bot.id in active:
                owner = tokens.get(bot.owner, "") if bot.owner is not None else ""
                names[f"bot:{bot.id}"] = Name(bot.name, owner)
        return names

    def active(self, game: str) -> Sequence[Any]:
        """The versions that play a game on the ladder, the newest of each bot."""
        versions = self._store.bots.versions(status="active")
        newest = {version.bot_id: version for version in versions if game in version.games}
        return list(newest.values())


def rounded(end: float | None) -> float | None:
    """The end of an interval as it is told, if there is one."""
    return None if end is None else round(end, 3)


def house_names(plugins: Plugins, game: str) -> list[str]:
    """The house bots that play a game's ladder as anchors: its own, and the simplest of all."""
    anybody = (name for name in ANY_GAME if name in plugins.bots)
    return [*anybody, *plugins.bots_of(game)]
