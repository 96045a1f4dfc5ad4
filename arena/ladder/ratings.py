"""Ratings of one game: OpenSkill's Plackett-Luce over stored matches, in the order they ended.

They are a view: whoever reads the same matches has the same ratings.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from math import erf, sqrt
from statistics import fmean
from typing import Any, Final

from openskill.models import PlackettLuce

from arena.ladder.mean_place import MeanPlace
from arena.store import StoredMatch, StoredPlayer
from arena.tournament.results import places2
from engine.game import AnyGame

MU: Final = 25.0
SIGMA: Final = MU / 3
NEW_VERSION_SIGMA: Final = SIGMA * 0.75
"""How unsure a rating is at least when a bot comes with a new version."""
NORMAL_975: Final = 1.959963984540054


@dataclass(slots=True)
class Standing:
    """What is known of one player of a game."""

    identity: str
    mu: float = MU
    sigma: float = SIGMA
    games: int = 0
    places: Counter[int] = field(default_factory=Counter)
    place: MeanPlace = field(default_factory=MeanPlace)
    seats: Counter[int] = field(default_factory=Counter)
    faults: int = 0
    version: int | None = None

    @property
    def sure(self) -> float:
        """The rating that it surely deserves: mu - 3 sigma."""
        return self.mu - 3 * self.sigma

    @property
    def interval(self) -> tuple[float, float]:
        """Where the rating lies with 95 %."""
        half = NORMAL_975 * self.sigma
        return self.mu - half, self.mu + half


def likely_better(one: Standing, other: Standing) -> float:
    """How likely `one` is the stronger of the two, as far as their ratings tell."""
    distance = (one.mu - other.mu) / sqrt(one.sigma**2 + other.sigma**2)
    return (1 + erf(distance / sqrt(2))) / 2


class Ratings:
    """The standings of one game, grown match by match."""

    def __init__(self, game: AnyGame) -> None:
        self.game = game
        self.standings: dict[str, Standing] = {}
        self.last = 0
        """When the newest match that is counted ended."""
        self._counted: set[str] = set()
        self._model = PlackettLuce(mu=MU, sigma=SIGMA, beta=MU * game.luck)

    def of(self, identity: str) -> Standing:
        """Where a player stands; in the middle and unsure if it has not played."""
        return self.standings.get(identity) or Standing(identity)

    def add_all(self, matches: Iterable[StoredMatch]) -> None:
        """Count matches that ended, each once; others are left out."""
        for match in matches:
            if match.status == "finished" and match.match_id not in self._counted:
                self._counted.add(match.match_id)
                self.last = max(self.last, match.finished or 0)
                self._add(match)

    def _add(self, match: StoredMatch) -> None:
        players = match.players
        for player in players:
            self._renew(player)
        teams = self._teams(match)
        before = [[self._rating(players[seat]) for seat in team] for team in teams]
        ranks = [players[team[0]].rank or 0 for team in teams]
        after = self._model.rate(before, ranks=[float(rank) for rank in ranks])
        seats = [seat for team in teams for seat in team]
        rated = dict(zip(seats, (rating for team in after for rating in team), strict=True))
        self._settle(players, rated)
        self._place(players, teams, [twice / 2 for twice in places2(ranks)])

    def _teams(self, match: StoredMatch) -> Sequence[Sequence[int]]:
        return self.game.teams(self.game.config(), len(match.players))

    def _renew(self, player: StoredPlayer) -> None:
        """Another version of a bot may play quite differently."""
        standing = self.standings.setdefault(player.identity, Standing(player.identity))
        if player.bot_version not in (None, standing.version):
            if standing.version is not None:
                standing.sigma = max(standing.sigma, NEW_VERSION_SIGMA)
            standing.version = player.bot_version

    def _rating(self, player: StoredPlayer) -> Any:
        standing = self.standings[player.identity]
        return self._model.rating(mu=standing.mu, sigma=standing.sigma)

    def _settle(self, players: Sequence[StoredPlayer], rated: Mapping[int, Any]) -> None:
        """New ratings; who sat at several seats gets the mean of what they brought."""
        for identity in {player.identity for player in players}:
            own = [player for player in players if player.identity == identity]
            standing = self.standings[identity]
            standing.mu = fmean(rated[player.seat].mu for player in own)
            standing.sigma = fmean(rated[player.seat].sigma for player in own)
            for player in own:
                standing.games += 1
                standing.places[player.rank or 0] += 1
                standing.seats[player.seat] += 1
                standing.faults += sum((player.faults or {}).values())
        self.standings.pop("", None)  # somebody whom nobody knows is no player of the ladder

    def _place(
        self,
        players: Sequence[StoredPlayer],
        teams: Sequence[Sequence[int]],
        places: Sequence[float],
    ) -> None:
        """Mean places as tournaments have them: partners are one, and who ties shares places."""
        found: dict[str, list[float]] = {}
        for team, place in zip(teams, places, strict=True):
            for seat in team:
                found.setdefault(players[seat].identity, []).append(place)
        for identity, own in found.items():
            if standing := self.standings.get(identity):
                standing.place.add(own, len(teams))

    def ranked(self, identities: Iterable[str]) -> list[Standing]:
        """These players, the surest first."""
        found = [self.of(identity) for identity in identities]
        return sorted(found, key=lambda standing: (-standing.sure, standing.identity))
