"""Challenges: an unrated series against any active bot, queued and followed."""

import asyncio
from typing import Any, Literal

from aiohttp import web
from pydantic import BaseModel, Field

from arena.access import Access, Account
from arena.api.answers import RefusedError
from arena.api.bots import ladder_of
from arena.api.callers import require
from arena.api.endpoint import Body, Endpoint
from arena.ladder.challenges import Challenge, Side
from arena.ladder.service import LadderService
from arena.store import BotVersion
from protocol.messages import Identifier


class NewChallenge(Body):
    """The body of POST /api/challenges."""

    bot: Identifier
    """Whom to play: an active bot, or a house bot."""
    mine: Identifier | None = None
    """Who plays for you: a bot of yours, or a house bot; left out, your only bot of the game."""
    game: str | None = Field(default=None, max_length=64)
    """What is played; left out, what the bot plays."""
    deals: int = Field(default=20, ge=1, le=200)


class ChallengeRow(BaseModel):
    """A challenge: `mean` is how far `mine` is ahead in points a deal, with its 95 % interval."""

    id: str
    game: str
    mine: str
    bot: str
    deals: int
    played: int
    state: Literal["queued", "running", "done", "failed"]
    ahead_in_queue: int
    """How many are played before it."""
    mean: float | None
    low: float | None
    high: float | None
    faults: int
    reason: str
    """Why it failed."""


class ChallengeDesk:
    """The endpoints of challenges."""

    def __init__(self, access: Access, service: LadderService | None) -> None:
        self._access = access
        self._service = service

    def endpoints(self) -> list[Endpoint]:
        """What can be asked."""
        path = "/api/challenges"
        new = "Challenge a bot to an unrated series; for players."
        return [
            Endpoint("POST", path, self.add, new, ChallengeRow, takes=NewChallenge, status=201),
            Endpoint("GET", f"{path}/{{id}}", self.one, "How far a challenge is.", ChallengeRow),
        ]

    async def add(self, request: web.Request, new: NewChallenge) -> Any:
        """Queue a challenge."""
        account = require(request, self._access, "player")
        service = ladder_of(self._service)
        challenge = await asyncio.to_thread(self._made, account, new)
        service.challenges.add(challenge)
        return self._row(challenge)

    async def one(self, request: web.Request) -> Any:
        """How far a challenge is."""
        name = request.match_info["id"]
        found = ladder_of(self._service).challenges.find(name)
        if found is None:
            raise RefusedError(404, f"there is no challenge {name[:64]!r}, or not any more")
        return self._row(found)

    def _made(self, account: Account, new: NewChallenge) -> Challenge:
        service = ladder_of(self._service)
        service.check_sandbox()
        active = {
            service.store.bots.with_id(version.bot_id).name: version
            for version in service.store.bots.versions(status="active")
        }
        default = service.lobby.settings.default_game
        game = new.game or (active[new.bot].games[0] if new.bot in active else default)
        service.lobby.plugins.game(game)
        bot = self._side(new.bot, game, active)
        mine = self._side(new.mine or self._only(account, game, active), game, active)
        if mine.version is not None and not self._owns(account, mine.version):
            raise RefusedError(403, f"{mine.name} is not yours")
        if mine.name == bot.name:
            raise RefusedError(400, f"{bot.name} cannot play against itself")
        return Challenge(account.id, game, mine, bot, new.deals)

    def _side(self, name: str, game: str, active: dict[str, BotVersion]) -> Side:
        if name in active:
            if game not in active[name].games:
                raise RefusedError(400, f"{name} plays {', '.join(active[name].games)}, not {game}")
            return Side(name, active[name])
        kind = ladder_of(self._service).lobby.plugins.bots.get(name)
        if kind is None:
            raise RefusedError(404, f"no bot {name} is active; GET /api/bots lists them")
        if kind.games and game not in kind.games:
            raise RefusedError(400, f"{name} plays {', '.join(kind.games)}, not {game}")
        return Side(name)

    def _only(self, account: Account, game: str, active: dict[str, BotVersion]) -> str:
        own = [n for n, v in active.items() if game in v.games and self._owns(account, v)]
        if len(own) != 1:
            have = ", ".join(own) or "none"
            raise RefusedError(400, f"mine: say which bot plays for you; yours for {game}: {have}")
        return own[0]

    def _owns(self, account: Account, version: BotVersion) -> bool:
        bot = ladder_of(self._service).store.bots.with_id(version.bot_id)
        return bot.owner == (account.id or None)

    def _row(self, challenge: Challenge) -> dict[str, Any]:
        queue = ladder_of(self._service).challenges.queue()
        result = challenge.result
        return {
            "id": challenge.id, "game": challenge.game, "mine": challenge.mine.name,
            "bot": challenge.bot.name, "deals": challenge.deals,
            "played": len(challenge.differences), "state": challenge.state,
            "ahead_in_queue": queue.index(challenge) if challenge in queue else 0,
            "mean": result and result.mean, "low": result and result.low,
            "high": result and result.high, "faults": challenge.faults,
            "reason": challenge.reason,
        }  # fmt: skip
