"""Everything a server does for submitted bots, started and stopped together."""

import asyncio
from dataclasses import replace
from functools import partial

import structlog

from arena.children.sandbox.layers import demand, probe
from arena.children.sandbox.packages import allowed_names
from arena.children.temp_folders import clear_abandoned, make_folder, remove_folder
from arena.errors import ArenaError, BoxError, SubmissionError
from arena.hosting.lobby import Lobby
from arena.ladder.admission import Admission
from arena.ladder.challenges import Challenges
from arena.ladder.ladder import Ladder
from arena.ladder.leaderboard import Leaderboard, main_ladder
from arena.ladder.notes import checked_notes
from arena.ladder.rating_task import RatingTask
from arena.ladder.reports import Reports
from arena.ladder.scoring import Scoring
from arena.ladder.submission import check_name, new_version
from arena.ladder.table_runner import TableRunner
from arena.store import BotVersion, Store

log = structlog.get_logger()


def log_failure(name: str, task: asyncio.Task[None]) -> None:
    """Log the failure of work that must go on as long as the server does."""
    if not task.cancelled() and (error := task.exception()) is not None:
        log.error("work_stopped", work=name, exc_info=error)


def played_ladders(lobby: Lobby) -> dict[str, str]:
    """Return the ladder of every game by the rules that the settings give it."""
    settings = lobby.settings
    return {
        name: main_ladder(
            game, settings.ladder_config.get(name), tuple(settings.ladder_variants.get(name, ()))
        )
        for name, game in lobby.plugins.games.items()
    }


class LadderService:
    """The gate, the ladder, its ratings and the challenges of one server."""

    def __init__(self, lobby: Lobby, store: Store) -> None:
        clear_abandoned()  # by a server that was killed
        self._folder = folder = make_folder("ladder")
        files = lobby.plugins.files
        self.store = store
        self.lobby = lobby
        carry = lobby.settings.season_carry
        self.board = Leaderboard(store, lobby.plugins, played_ladders(lobby), carry)
        self.may_begin = asyncio.Event()
        """Set while new matches may begin: not during maintenance."""
        self._tables = TableRunner(lobby, store, self.board, folder)
        self.ladder = Ladder(self._tables, store, self.may_begin)
        self.ratings = RatingTask(self.board, tuple(self.ladder.games))
        self.ladder.counted = self.ratings.call
        self.gate = Admission(
            store, lobby.settings, folder, files, self.ladder.call, self.may_begin
        )
        self.challenges = Challenges(store, lobby.settings, folder, lobby.plugins, self.may_begin)
        self.scoring = Scoring(store, lobby.settings, folder, lobby.plugins, self.may_begin)
        self.reports = Reports(store, lobby.settings, self.board, tuple(self.ladder.games), files)
        self._tasks: dict[str, asyncio.Task[None]] = {}

    def start(self) -> None:
        """Begin to work."""
        self.look_again()
        loop = asyncio.get_running_loop()
        works = {
            "the check of submitted bots": self.gate.run(),
            "the ladder": self.ladder.run(),
            "the rating of matches": self.ratings.run(),
            "the queue of challenges": self.challenges.run(),
            "the scoring of classes": self.scoring.run(),
            "the reports of the ladder": self.reports.run(),
        }
        for name, work in works.items():
            self._tasks[name] = task = loop.create_task(work)
            task.add_done_callback(partial(log_failure, name))

    def look_again(self) -> None:
        """Look for what may begin now: maintenance is over, a bot is back."""
        if self.lobby.maintenance:
            self.may_begin.clear()
        else:
            self.may_begin.set()
        for work in (self.gate, self.ladder, self.ratings, self.challenges, self.scoring):
            work.call()

    def stop_bots_of(self, owner: int) -> None:
        """Take an account's bots out of what is played now: it was banned."""
        self._tables.stop_bots_of(owner)
        self.challenges.stop_of(owner)

    def works(self) -> dict[str, bool]:
        """Return whether each of its work goes on."""
        return {name: not task.done() for name, task in self._tasks.items()}

    async def health(self) -> str:
        """Return which of its work has stopped; nothing while all of it goes on."""
        stopped = [name for name, goes_on in self.works().items() if not goes_on]
        return f"{' and '.join(stopped)} stopped; the operator's log says why" if stopped else ""

    async def stop(self) -> None:
        """End what runs; a check goes back into the queue, a match does not count."""
        self.board.stop()
        tasks = list(self._tasks.values())
        self._tasks.clear()
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await self.ladder.stop()
        await asyncio.to_thread(remove_folder, self._folder)

    def submit(
        self,
        name: str,
        owner: int | None,
        game: str,
        filename: str,
        archive: bytes,
        notes: str = "",
    ) -> tuple[BotVersion, bool]:
        """Keep a bot for the gate: its version, and whether it is one that was kept before.

        What failed or made way for a newer version is checked again. Waits for the database.
        """
        self.check_sandbox()
        check_name(name, self.lobby.plugins)
        if game not in self.ladder.games:
            raise ArenaError(f"the ladder here plays {', '.join(self.ladder.games)}, not {game}")
        self._check_number(name, owner)
        offered = allowed_names(self.lobby.settings.box_packages)
        new = new_version(game, filename, archive, offered)
        new = replace(new, notes=checked_notes(notes) or new.notes)
        bots = self.store.bots
        bot = bots.named(name)
        known = {version.hash for version in bots.versions(bot.id)} if bot else set()
        most = self.lobby.settings.archive_mb_per_owner * 1024 * 1024
        version = bots.submit(name, owner, new, most if owner is not None else None)
        if version.status in ("failed", "retired"):
            bots.set_status(version.id, "queued")
            version = bots.version(version.id) or version
        return version, new.hash in known

    def check_sandbox(self) -> None:
        """BoxError unless bots can be kept in the sandbox here, or the operator trusts them."""
        settings = self.lobby.settings
        if settings.trust_boxed_bots:
            return
        try:
            demand(probe(settings.box_uid, settings.box_cgroup))
        except BoxError as error:
            raise BoxError(f"no bots are taken here: {error}") from None

    def _check_number(self, name: str, owner: int | None) -> None:
        most = self.lobby.settings.bots_per_owner
        own = [bot for bot in self.store.bots.all() if bot.owner == owner and bot.retired is None]
        if len(own) >= most and name not in {bot.name for bot in own}:
            raise SubmissionError(f"you have {most} bots here, the most there may be; retire one")
