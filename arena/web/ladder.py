"""The pages of the ladder: leaderboards, bots, and the way onto it."""

import asyncio
from collections.abc import Iterable
from dataclasses import asdict
from typing import TYPE_CHECKING, Any, Final

from aiohttp import web

from arena.api.auth import caller
from arena.api.bots import BotEndpoints
from arena.api.challenges import ChallengeEndpoints
from arena.api.leaderboard import BoardQuery, LeaderboardEndpoints
from arena.api.responses import RefusedError
from arena.hosting.accounts import Access
from arena.hosting.match_finder import MatchFinder
from arena.match.visibility import Account, manages
from arena.web.bot_history import career, worst_event
from arena.web.languages import t, term
from arena.web.pages import missing, page

if TYPE_CHECKING:
    from arena.ladder.service import LadderService

HERE: Final = "/l"
SUBMIT: Final = "/submit"
COMMAND: Final = "arena serve --db arena.db"
CHALLENGES: Final = 12
"""How many a bot's page shows."""


def with_store() -> str:
    """Say how a server gets a ladder, and where bots play without one."""
    return t(
        "Who runs it can start it with one: {command}. The bots that play here now are at the live"
        " tables.",
        command=COMMAND,
    )


def no_submissions() -> str:
    """Say how a server can take bots, and how a bot plays without that."""
    return t(
        "Who runs it can start it with one: {command}. A bot can also play here without being"
        " handed in: arena connect joins a room with it.",
        command=COMMAND,
    )


def no_ladder(name: str, games: Iterable[str]) -> str:
    """Say that there is no such ladder, and which there are."""
    return t("There is no ladder of {game}; there are {games}.", game=name, games=", ".join(games))


class LadderPages:
    """Serves what the API tells, drawn; without a ladder it says how to get one."""

    def __init__(
        self, service: "LadderService | None", finder: MatchFinder, access: Access
    ) -> None:
        self._service = service
        self._finder = finder
        self._access = access
        self._bots = BotEndpoints(access, service)
        self._boards = LeaderboardEndpoints(service)
        self._challenges = ChallengeEndpoints(access, service)

    async def board(self, request: web.Request) -> web.Response:
        """`GET /l/{game}`: the leaderboard of a game; `GET /l` that of the usual one."""
        if self._service is None:
            return missing(t("This server has no ladder, as it has no store."), with_store())
        games = self._service.ladder.games
        usual = self._service.lobby.settings.default_game
        name = request.match_info.get("game") or (usual if usual in games else next(iter(games)))
        if name not in games:
            return missing(no_ladder(name, games))
        ladder = request.query.get("ladder", "")[:80] or None
        try:
            told = await self._boards.board(request, BoardQuery(game=name, ladder=ladder))
        except RefusedError as error:
            return missing(f"{error}.".capitalize())
        titles = {game.name: game.title for game in games.values()}
        data = {**told, "title": titles[name], "games": titles, "seats": games[name].default_seats}
        title = t("{game} leaderboard", game=term(titles[name]))
        return page("leaderboard.html", data, here=HERE, title=title)

    async def bot(self, request: web.Request) -> web.Response:
        """`GET /b/{name}`: a bot, a house bot too."""
        name = request.match_info["name"]
        if self._service is None:
            return missing(t("This server has no pages of bots, as it has no store."), with_store())
        facts = await self._facts(request, name)
        if facts is None:
            return missing(t("There is no bot {bot}.", bot=name))
        told = await asyncio.to_thread(career, self._service, facts["identity"])
        challenges = await asyncio.to_thread(self._challenges.latest, name, CHALLENGES)
        logs = await asyncio.to_thread(self._logs, caller(request, self._access), name)
        data = {**facts, **told, "challenges": challenges, "logs": logs}
        return page("bot.html", data, here=HERE, title=name)

    async def _facts(self, request: web.Request, name: str) -> dict[str, Any] | None:
        assert self._service is not None
        kind = self._service.lobby.plugins.bots.get(name)
        if kind is not None:
            return {"name": name, "owner": "house", "identity": f"house:{name}", "house": True,
                    "retired": False, "notes": "", "versions": []}  # fmt: skip
        try:
            told = await self._bots.one(request)
        except RefusedError:
            return None
        bot = await asyncio.to_thread(self._service.store.bots.named, name)
        assert bot is not None
        return {**told, "identity": f"bot:{bot.id}", "house": False}

    def _logs(self, account: Account, name: str) -> list[dict[str, Any]] | None:
        """The matches whose logs the caller may have of a bot; None for all but its owner."""
        assert self._service is not None
        bot = self._service.store.bots.named(name)
        if bot is None or not manages(account, bot.owner):
            return None
        return [asdict(kept) for kept in self._service.store.bot_logs.of_bot(bot.id)]

    async def decisive(self, request: web.Request) -> web.Response:
        """`GET /b/{name}/matches/{match_id}/{seat}`: to the event that cost a seat the most."""
        match_id, seat = request.match_info["match_id"], int(request.match_info["seat"])
        found = await self._finder.match(match_id)
        if self._service is None or found is None or seat >= len(found.row["players"]):
            return missing(t("There is no match {match}.", match=match_id))
        event = 0
        if found.row["status"] == "finished" and (text := await self._finder.log(found)):
            game = self._service.lobby.plugins.game(found.row["game"])
            event = await asyncio.to_thread(worst_event, text, game, seat)
        raise web.HTTPFound(f"/m/{match_id}#e={event}&seat={seat}&view=seat")

    async def submit(self, _request: web.Request) -> web.Response:
        """`GET /submit`: hand in a bot."""
        if self._service is None:
            return missing(t("This server takes no bots, as it has no store."), no_submissions())
        titles = {game.name: game.title for game in self._service.ladder.games.values()}
        no_sign_up = await asyncio.to_thread(self._access.sign_up_problem)
        data = {"games": titles, "sign_up": not no_sign_up}
        return page("submit.html", data, here=SUBMIT)


def add_ladder(app: web.Application, pages: LadderPages) -> None:
    """Serve the pages of the ladder."""
    app.add_routes(
        [
            web.get(HERE, pages.board),
            web.get(HERE + "/{game}", pages.board),
            web.get("/b/{name}", pages.bot),
            web.get("/b/{name}/matches/{match_id}/{seat:[0-9]}", pages.decisive),
            web.get(SUBMIT, pages.submit),
        ]
    )
