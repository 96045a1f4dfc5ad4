"""The standings of one game: what was counted match by match, and the ratings of its season."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, Final

from arena.ladder.mean_place import MeanPlace
from arena.ladder.season import Fitted, Order, Rated, Who, read_fitted
from arena.store import Finish, StoredMatch, StoredPlayer
from arena.tournament.ratings import MIDDLE
from arena.tournament.results import places2
from engine.game import AnyGame, Seat

LATE_MS: Final = 60_000
"""How long a match may take from its end to the store; it is looked for that long."""
LATEST: Final = 200
"""Matches that a player's page looks back on."""
RECENT: Final = 60
"""Opponents that are remembered for pairing."""
COURSE_POINTS: Final = 120
"""Points of a rating's course; of a longer one every second is dropped."""

Player = tuple[str, int | None]
"""An entrant of a season: an identity and, of a submitted bot, its version. A new version may play
quite differently, so it has a rating of its own."""


@dataclass(slots=True)
class Standing:
    """What is known of one player of a game."""

    identity: str
    version: int | None = None
    """The version that played last."""
    games: int = 0
    """Seats played by all versions."""
    version_games: int = 0
    places: dict[int, float] = field(default_factory=dict)
    """How often first, second and so on; those who tie share their places."""
    place: MeanPlace = field(default_factory=MeanPlace)
    seats: Counter[int] = field(default_factory=Counter)
    faults: int = 0
    recent: list[str] = field(default_factory=list)
    """Those met, the most recent first, each once."""
    latest: list[str] = field(default_factory=list)
    """The ids of its newest matches, the newest last."""
    rated: Rated | None = None
    course: list[list[float]] = field(default_factory=list)
    """By number of games: the rating as it was then, and its interval."""

    @property
    def player(self) -> Player:
        """The entrant whose rating this is."""
        return self.identity, self.version

    @property
    def rating(self) -> float:
        """The rating; the middle if there is none yet."""
        return MIDDLE if self.rated is None else self.rated.rating

    @property
    def sure(self) -> float:
        """The lower end of the interval: the strength that it has surely shown."""
        if self.rated is None or self.rated.low is None:
            return float("-inf")
        return self.rated.low

    def rate(self, found: Rated) -> None:
        """Take over a new rating, and note it in the course if there were games since."""
        self.rated = found
        if found.low is None or found.high is None:
            return
        ends = [round(value, 1) for value in (found.rating, found.low, found.high)]
        if self.course and self.course[-1][0] == self.games:
            self.course.pop()
        self.course.append([self.games, *ends])
        if len(self.course) > COURSE_POINTS:
            self.course = [*self.course[:-1:2], self.course[-1]]


class Ratings:
    """The standings of one game."""

    def __init__(self, game: AnyGame) -> None:
        self.game = game
        self.standings: dict[str, Standing] = {}
        self.last = 0
        """When the newest match that is counted ended."""
        self.fitted = Fitted({}, {}, [])
        self._counted: dict[str, int] = {}
        """The end of every counted match that might be read again."""

    def of(self, identity: str) -> Standing:
        """Return where a player stands; one that has not played has no games and no rating."""
        return self.standings.get(identity) or Standing(identity)

    def counted(self, match_ids: Iterable[str]) -> bool:
        """Return whether all these matches have been counted."""
        return all(match_id in self._counted for match_id in match_ids)

    def add_all(self, matches: Iterable[StoredMatch]) -> dict[str, Order]:
        """Count finished matches that are new, and return their finishing orders by match id."""
        found: dict[str, Order] = {}
        for match in matches:
            if match.status == "finished" and match.match_id not in self._counted:
                finished = match.finished or 0
                self._counted[match.match_id] = finished
                self.last = max(self.last, finished)
                found[match.match_id] = self._add(match)
        self._forget()
        return found

    def _forget(self) -> None:
        """Forget the ids of matches that are too old to be read again."""
        if len(self._counted) > 10_000:
            oldest = self.last - 2 * LATE_MS
            self._counted = {one: end for one, end in self._counted.items() if end >= oldest}

    def _add(self, match: StoredMatch) -> Order:
        order = finishing_order(self.game, match)
        for identity in {player.identity for player in match.players} - {""}:
            standing = self.standings.setdefault(identity, Standing(identity))
            self._count(standing, match.players)
            standing.latest = [*standing.latest[1 - LATEST :], match.match_id]
        teams = self.game.teams(self.game.config(), len(match.players))
        self._place(match.players, teams, order.places2)
        return order

    def _count(self, standing: Standing, players: Sequence[StoredPlayer]) -> None:
        own = [player for player in players if player.identity == standing.identity]
        if own[0].bot_version != standing.version:
            standing.version, standing.version_games, standing.rated = own[0].bot_version, 0, None
        standing.games += len(own)
        standing.version_games += len(own)
        standing.seats.update(player.seat for player in own)
        standing.faults += sum(sum((player.faults or {}).values()) for player in own)
        met = {player.identity: None for player in players if player.identity}
        met.pop(standing.identity)
        standing.recent = list(dict.fromkeys([*met, *standing.recent]))[:RECENT]

    def _place(
        self,
        players: Sequence[StoredPlayer],
        teams: Sequence[Sequence[int]],
        twice: Sequence[int],
    ) -> None:
        """Count places as tournaments do: partners are one, and those who tie share places."""
        found: dict[str, list[float]] = {}
        for team, place2 in zip(teams, twice, strict=True):
            shares = shared_places(place2, twice)
            for seat in team:
                identity = players[seat].identity
                found.setdefault(identity, []).append(place2 / 2)
                if standing := self.standings.get(identity):
                    for place, share in shares.items():
                        standing.places[place] = standing.places.get(place, 0.0) + share
        for identity, own in found.items():
            if standing := self.standings.get(identity):
                standing.place.add(own, len(teams))

    def rate(self, fitted: Fitted) -> None:
        """Take over the ratings of a season."""
        self.fitted = fitted
        for standing in self.standings.values():
            if (found := fitted.ratings.get(standing.player)) is not None:
                standing.rate(found)

    def as_data(self) -> dict[str, Any]:
        """Return the standings as plain data, from which `read` makes them again."""
        recent = {one: end for one, end in self._counted.items() if end >= self.last - LATE_MS}
        return {
            "last": self.last,
            "counted": recent,
            "standings": [standing_data(one) for one in self.standings.values()],
            "fitted": [[who, rated_data(rated)] for who, rated in self.fitted.ratings.items()],
            "covariance": self.fitted.as_data(),
        }

    @classmethod
    def read(cls, game: AnyGame, data: Mapping[str, Any]) -> "Ratings":
        """Return the standings that `as_data` described."""
        found = cls(game)
        found.last = data["last"]
        found._counted = dict(data["counted"])
        found.standings = {row["identity"]: read_standing(row) for row in data["standings"]}
        entrants = [(tuple(who), Rated(*rated)) for who, rated in data.get("fitted", [])]
        found.fitted = read_fitted(entrants, data.get("covariance", []))
        return found

    def superiority(self, one: Standing, other: Standing) -> float | None:
        """Return how likely `one` is the stronger of the two; None while too little is known."""
        return self.fitted.superiority(one.player, other.player)

    def ranks(self, one: Standing, among: frozenset[Who]) -> tuple[int, int] | None:
        """Return the first and last rank among these that are possible, all compared at once."""
        return self.fitted.apart.ranks(one.player, among)

    def ranked(self, identities: Iterable[str]) -> list[Standing]:
        """Return these players, sorted by the lower end of their intervals."""
        found = [self.of(identity) for identity in identities]
        return sorted(found, key=lambda one: (-one.sure, -one.rating, one.identity))


def finishing_order(game: AnyGame, match: StoredMatch | Finish) -> Order:
    """Return a match as a season counts it: partners are one unit."""
    teams = _teams(game, len(match.players))
    units = tuple(
        tuple((match.players[seat].identity, match.players[seat].bot_version) for seat in team)
        for team in teams
    )
    ranks = [match.players[team[0]].rank or 0 for team in teams]
    return Order(units, tuple(places2(ranks)), match.finished or 0)


@lru_cache(maxsize=64)
def _teams(game: AnyGame, seats: int) -> tuple[tuple[Seat, ...], ...]:
    """Return who plays together; asked for match after match."""
    return game.teams(game.config(), seats)


def shared_places(place2: int, twice: Sequence[int]) -> dict[int, float]:
    """Return the places of one among all, by twice their means: those who tie share theirs."""
    tied = twice.count(place2)
    first = (place2 - tied + 1) // 2
    return dict.fromkeys(range(first, first + tied), 1 / tied)


def places_of(game: AnyGame, match: StoredMatch, seat: int) -> dict[int, float]:
    """Return the places of a seat in a match, as the leaderboard counts them."""
    twice = finishing_order(game, match).places2
    teams = _teams(game, len(match.players))
    return next(
        shared_places(place2, twice)
        for team, place2 in zip(teams, twice, strict=True)
        if seat in team
    )


def standing_data(one: Standing) -> dict[str, Any]:
    """Return one player's standing as plain data."""
    place, rated = one.place, one.rated
    return {
        "identity": one.identity, "version": one.version, "games": one.games,
        "version_games": one.version_games, "places": list(one.places.items()),
        "place": [place.matches, place.last, place.total, place.squares],
        "seats": list(one.seats.items()), "faults": one.faults, "recent": one.recent,
        "latest": one.latest,
        "rated": rated and rated_data(rated),
        "course": one.course,
    }  # fmt: skip


def rated_data(rated: Rated) -> list[Any]:
    """Return a rating as plain data."""
    return [rated.rating, rated.low, rated.high, rated.matches, rated.freedom]


def read_standing(row: Mapping[str, Any]) -> Standing:
    """Return the standing that `standing_data` described."""
    return Standing(
        row["identity"], row["version"], row["games"], row["version_games"],
        dict(row["places"]), MeanPlace(*row["place"]), Counter(dict(row["seats"])),
        row["faults"], list(row["recent"]), list(row["latest"]),
        Rated(*row["rated"]) if row["rated"] else None, list(row["course"]),
    )  # fmt: skip
