"""Challenges: an unrated series against any active bot, queued and followed."""

import asyncio
from collections.abc import Mapping, Sequence
from difflib import get_close_matches
from secrets import token_hex
from typing import TYPE_CHECKING, Any, Final

from aiohttp import web
from pydantic import BaseModel, Field

from arena.api.auth import caller, require
from arena.api.endpoint import Body, Endpoint, is_id
from arena.api.ladder import ladder_of
from arena.api.responses import RefusedError
from arena.api.tournament_models import Estimate
from arena.hosting.accounts import Access
from arena.local.intervals import interval
from arena.match.result import fresh_seed
from arena.match.visibility import Account, manages
from arena.store import BotVersion, StoredChallenge
from arena.store.challenges import ChallengeState
from arena.tournament.comparison import judged
from arena.tournament.report import estimate
from engine.rng import seed_hash
from protocol.messages import Identifier

if TYPE_CHECKING:
    from arena.ladder.service import LadderService

MOST_DEALS: Final = 200
NEAR: Final = 3
"""Names that are offered in the place of one that nobody has."""


class NewChallenge(Body):
    """The body of POST /api/challenges."""

    bot: Identifier
    """Whom to play: an active bot, or a house bot."""
    mine: Identifier | None = None
    """Who plays for you: a bot of yours, or a house bot; left out, your only bot of the game."""
    game: str | None = Field(default=None, max_length=64)
    """What is played; left out, what the bot plays."""
    deals: int = Field(default=20, ge=1, le=MOST_DEALS)


class ChallengeQuery(Body):
    """Which challenges to list."""

    bot: Identifier | None = None
    """A bot that takes part."""
    limit: int = Field(default=20, ge=1, le=100)


class ChallengeRow(BaseModel):
    """A challenge: how far `mine` is ahead a deal, as `arena compare` would tell it."""

    id: str
    game: str
    mine: str
    bot: str
    deals: int
    played: int
    state: ChallengeState
    ahead_in_queue: int
    """How many are played before it."""
    places: Estimate | None
    points: Estimate | None
    verdict: str
    """What the places say, once it is over."""
    faults: int
    """Of `mine`."""
    seed_hash: str
    """SHA-256 of `id:seed`, the seed that all deals follow from."""
    seed: str
    """That seed, once it is over."""
    reason: str
    """Why it failed."""
    created: int
    finished: int | None


class ChallengeEndpoints:
    """The endpoints of challenges."""

    def __init__(self, access: Access, service: "LadderService | None") -> None:
        self._access = access
        self._service = service

    def endpoints(self) -> list[Endpoint]:
        """Return the endpoints of this group."""
        path, latest = "/api/challenges", list[ChallengeRow]
        new = "Challenge a bot to an unrated series; for players."
        return [
            Endpoint(
                "GET", path, self.all, "Challenges, newest first.", latest, asks=ChallengeQuery
            ),
            Endpoint(
                "POST",
                path,
                self.add,
                new,
                ChallengeRow,
                takes=NewChallenge,
                status=201,
                allow=lambda request: require(request, self._access, "player"),
            ),
            Endpoint(
                "GET",
                f"{path}/{{id}}",
                self.one,
                "The progress and result of a challenge.",
                ChallengeRow,
            ),
            Endpoint(
                "DELETE",
                f"{path}/{{id}}",
                self.withdraw,
                "Withdraw a challenge that waits; for its owner.",
                status=204,
            ),
        ]

    async def all(self, _request: web.Request, query: ChallengeQuery) -> Any:
        """Challenges, newest first."""
        return await asyncio.to_thread(self.latest, query.bot, query.limit)

    def latest(self, bot: str | None, limit: int) -> list[dict[str, Any]]:
        """The newest challenges, of all or of one bot; waits for the database."""
        service = ladder_of(self._service)
        queue = [waiting.id for waiting in service.challenges.queue()]
        return [row(found, queue) for found in service.store.challenges.latest(bot, limit)]

    async def add(self, request: web.Request, new: NewChallenge) -> Any:
        """Queue a challenge."""
        account = require(request, self._access, "player")
        challenge = await asyncio.to_thread(self._made, account, new)
        await ladder_of(self._service).challenges.add(challenge)
        return await self._found(challenge.id)

    async def one(self, request: web.Request) -> Any:
        """The progress and result of a challenge."""
        return await self._found(request.match_info["id"])

    async def withdraw(self, request: web.Request) -> None:
        """Take a challenge out of the queue."""
        found = await self._kept(request.match_info["id"])
        account = caller(request, self._access)
        if not manages(account, found.owner):
            sentence = "a challenge is withdrawn by its owner, or an admin"
            raise RefusedError(403 if account.id else 401, sentence)
        challenges = ladder_of(self._service).store.challenges
        if not await asyncio.to_thread(challenges.withdraw, found.id):
            raise RefusedError(409, f"challenge {found.id} does not wait: it is {found.state}")

    async def _found(self, name: str) -> dict[str, Any]:
        found = await self._kept(name)
        queue = await asyncio.to_thread(ladder_of(self._service).challenges.queue)
        return row(found, [waiting.id for waiting in queue])

    async def _kept(self, name: str) -> StoredChallenge:
        kept = ladder_of(self._service).store.challenges
        found = await asyncio.to_thread(kept.challenge, name) if is_id(name) else None
        if found is None:
            raise RefusedError(404, f"there is no challenge {name[:64]!r}")
        return found

    # -- making one

    def _made(self, account: Account, new: NewChallenge) -> StoredChallenge:
        service = ladder_of(self._service)
        service.check_sandbox()
        active = {
            service.store.bots.with_id(version.bot_id).name: version
            for version in service.store.bots.versions(status="active")
        }
        game = new.game or self._usual(new.bot, active)
        service.lobby.plugins.game(game)
        bot_version = self._side(new.bot, game, active)
        mine = new.mine or self._only(account, new.bot, game, active)
        mine_version = self._side(mine, game, active)
        if mine_version is not None and not self._owns(account, mine_version):
            raise RefusedError(403, f"{mine} is not yours")
        if mine == new.bot:
            raise RefusedError(400, f"{mine} cannot play against itself; choose another opponent")
        return StoredChallenge(
            token_hex(8), account.id or None, game, mine, id_of(mine_version), new.bot,
            id_of(bot_version), new.deals, fresh_seed(),
        )  # fmt: skip

    def _side(self, name: str, game: str, active: Mapping[str, BotVersion]) -> BotVersion | None:
        """The version that plays under a name, None for a house bot; RefusedError says why not."""
        games = self._games(name, active)
        if games and game not in games:
            raise RefusedError(400, f"{name} plays {', '.join(games)}, not {game}")
        return active.get(name)

    def _usual(self, name: str, active: Mapping[str, BotVersion]) -> str:
        """The game to play against a bot when none is named."""
        games = self._games(name, active)
        default = ladder_of(self._service).lobby.settings.default_game
        return default if not games or default in games else games[0]

    def _games(self, name: str, active: Mapping[str, BotVersion]) -> Sequence[str]:
        """What a bot plays, nothing if that is every game; RefusedError if there is no such bot."""
        if name in active:
            return active[name].games
        kind = ladder_of(self._service).lobby.plugins.bots.get(name)
        if kind is None:
            raise RefusedError(404, self._absent(name, active))
        return kind.games

    def _absent(self, name: str, active: Mapping[str, BotVersion]) -> str:
        """Return why a bot cannot be played against, and who of a like name can."""
        service = ladder_of(self._service)
        bot = service.store.bots.named(name)
        if bot is not None:
            retired = bot.retired is not None
            return f"{name} is retired" if retired else f"no version of {name} has passed the gate"
        near = get_close_matches(name, [*active, *service.lobby.plugins.bots], NEAR)
        hint = f"did you mean {' or '.join(near)}?" if near else "the leaderboard lists them"
        return f"there is no bot {name}; {hint}"

    def _only(
        self, account: Account, opponent: str, game: str, active: Mapping[str, BotVersion]
    ) -> str:
        own = [n for n, v in active.items() if game in v.games and self._owns(account, v)]
        others = [name for name in own if name != opponent]
        if len(others) != 1:
            have = ", ".join(others) or "none"
            besides = f" besides {opponent}" if opponent in own else ""
            raise RefusedError(
                400,
                f"which bot plays for you? name it: --with BOT; yours for {game}{besides}: {have}",
            )
        return others[0]

    def _owns(self, account: Account, version: BotVersion) -> bool:
        return account.keeps(ladder_of(self._service).store.bots.with_id(version.bot_id).owner)


def id_of(version: BotVersion | None) -> int | None:
    """The id of a version, None for a house bot."""
    return None if version is None else version.id


def row(challenge: StoredChallenge, queue: Sequence[str]) -> dict[str, Any]:
    """A challenge as it is told."""
    names = ("id", "game", "mine", "bot", "deals", "state", "faults", "reason", "created",
             "finished")  # fmt: skip
    places, points = (
        interval([deal[measure] for deal in challenge.played]) if challenge.played else None
        for measure in (0, 1)
    )
    over = challenge.state == "done" and places is not None
    return {
        **{name: getattr(challenge, name) for name in names},
        "played": len(challenge.played),
        "ahead_in_queue": queue.index(challenge.id) if challenge.id in queue else 0,
        "places": estimate(places),
        "points": estimate(points),
        "seed_hash": seed_hash(challenge.id, challenge.seed),
        "seed": challenge.seed if challenge.state in ("done", "failed") else "",
        "verdict": judged(challenge.mine, challenge.bot, places) if over and places else "",
    }
