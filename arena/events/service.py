"""The events of a server: set up, found, directed, and gone on with after a restart."""

import asyncio
from collections.abc import Callable
from functools import partial
from secrets import token_hex
from typing import TYPE_CHECKING, Final

import structlog

from arena.errors import ArenaError, TournamentError, UnknownNameError
from arena.events.changes import cancel, enter, extend, go_on, pause, withdraw_all_of
from arena.events.event_row import row_of
from arena.events.request import NewEvent
from arena.events.runner import EventRunner
from arena.events.state import (
    DIRECTORS,
    EventState,
    Member,
    NotDirectorError,
    directs,
    plan_of,
)
from arena.hosting.room_request import EVENT
from arena.match.result import fresh_seed
from arena.match.visibility import Account
from arena.plugins.manager import Plugins
from arena.store import Store, now_ms
from arena.tournament.entry import playing
from arena.tournament.plan import check_rules
from arena.tournament.results import Played
from arena.tournament.schedule import MatchKey, Schedule
from arena.tournament.store_repository import StoreRepository
from engine.errors import GameError

if TYPE_CHECKING:
    from arena.events.table_player import TablePlayer

log = structlog.get_logger()
AT_ONCE: Final = 50
"""Events that may be open at the same time."""
LISTED: Final = 50


class EventService:
    """Runs all events of a server that are not over."""

    def __init__(
        self, tables: "TablePlayer", store: Store, clock: Callable[[], int] = now_ms
    ) -> None:
        self._tables = tables
        self._lobby = tables.lobby
        self._store = store
        self._clock = clock
        self._running: dict[str, tuple[EventRunner, asyncio.Task[None]]] = {}
        self._withdrawing: set[asyncio.Task[None]] = set()
        self.on_void: list[Callable[[str], None]] = []
        """Called with the game of a table that was made void: its ratings follow."""

    # -- starting and stopping

    async def start(self) -> None:
        """Go on with every event that is not over."""
        for event_id, data in await asyncio.to_thread(self._store.events.open):
            try:
                self._run(EventState.model_validate(data))
            except (ArenaError, GameError, ValueError) as error:
                log.warning("event_not_resumed", event_id=event_id, reason=str(error))

    async def stop(self) -> None:
        """Leave every event where it stands."""
        for runner, task in self._running.values():
            task.cancel()
            await runner.leave()
        await asyncio.gather(*(task for _, task in self._running.values()), return_exceptions=True)
        await self._tables.stop()

    def look_again(self) -> None:
        """Go on where something had to wait: maintenance is over."""
        for runner, _ in self._running.values():
            runner.go_on()

    async def health(self) -> str:
        """Return which events have stopped by a failure; nothing while all go on."""
        failed = [
            event_id
            for event_id, (_, task) in self._running.items()
            if task.done() and not task.cancelled() and task.exception() is not None
        ]
        return f"event {', '.join(failed)} stopped; the operator's log says why" if failed else ""

    def _run(self, state: EventState) -> EventRunner:
        runner = EventRunner(state, self._store, self._tables, self._clock)
        task = asyncio.create_task(runner.run())
        task.add_done_callback(partial(self._ended, state.id))
        self._running[state.id] = (runner, task)
        self._lobby.halls[EVENT + state.id] = runner.join
        return runner

    def _ended(self, event_id: str, task: asyncio.Task[None]) -> None:
        if task.cancelled():
            return
        if (error := task.exception()) is not None:
            log.error("event_stopped", event_id=event_id, exc_info=error)
            return
        log.info("event_over", event_id=event_id)
        self._lobby.halls.pop(EVENT + event_id, None)
        self._running.pop(event_id, None)

    # -- setting up

    async def open(self, account: Account, wanted: NewEvent) -> EventState:
        """Set up an event, save it, and let clients in; ArenaError says what is wrong with it."""
        if len(self._running) >= AT_ONCE:
            raise TournamentError(f"{AT_ONCE} events are open already; end one of them first")
        state = await asyncio.to_thread(self._prepared, account, wanted)
        game = self._lobby.plugins.game(wanted.game)
        row = row_of(state, Schedule(plan_of(state, game)), {})
        await asyncio.to_thread(self._store.events.create, row)
        self._run(state)
        return state

    def _prepared(self, account: Account, wanted: NewEvent) -> EventState:
        game = self._lobby.plugins.game(wanted.game)
        if wanted.rated and wanted.seed:
            raise TournamentError(
                "seed: whoever gives it knows the deals; a rated event plays a fresh one, leave"
                " out seed or rated"
            )
        now = self._clock()
        state = EventState(
            id=wanted.id or f"{game.name}-{token_hex(3)}",
            owner=account.id or None,
            settings=wanted.model_copy(update={"seed": ""}),
            seed=wanted.seed or fresh_seed(),
            created=now,
            most_rounds=wanted.rounds,
        )
        for name in wanted.entrants:
            state.enter(self._account_member(name))
        for name in wanted.bots:
            state.enter(self._bot_member(name, game.name))
        if wanted.fill or wanted.format == "knock-out":
            name = wanted.fill or self._lobby.plugins.house_bot(game.name)
            state.enter(self._filler(state, name, game.name))
        plan = plan_of(state, game)
        check_rules(game, plan)
        if wanted.advance is not None and wanted.advance >= plan.size:
            raise TournamentError(f"advance: fewer than the {plan.size} of a table, not all")
        if wanted.spectators == "public" and wanted.duplicate:
            log.info("event_deals_can_be_seen", event_id=state.id)
        state.note(now, account.name, "set up")
        return state

    def _account_member(self, name: str) -> Member:
        token = self._store.tokens.named(name)
        if token is None or token.revoked is not None or token.banned is not None:
            raise TournamentError(f"entrants: there is no account {name}")
        return Member(name=name, kind="account", owner=token.id)

    def _bot_member(self, name: str, game: str) -> Member:
        plugins = self._lobby.plugins
        if name in plugins.bots:
            games = plugins.bots[name].games
            if games and game not in games:
                raise TournamentError(f"bots: {name} plays {', '.join(games)}, not {game}")
            return Member(name=name, kind="house", seen=True)
        version = playing(name, game, self._store.bots)
        if version is None:
            known = {*plugins.bots, *(b.name for b in self._store.bots.all() if not b.retired)}
            raise UnknownNameError("bot", name[:64], known)
        bot = self._store.bots.with_id(version.bot_id)
        return Member(
            name=name, kind="bot", owner=bot.owner, bot=bot.id, version=version.id, seen=True
        )

    def _filler(self, state: EventState, name: str, game: str) -> Member:
        member = self._bot_member(name, game)
        if member.kind != "house":
            raise TournamentError(f"fill: {name} is no house bot; see `arena bots`")
        if state.number_of(name) is not None:
            raise TournamentError(f"fill: {name} takes part itself; choose another house bot")
        return member.model_copy(update={"filler": True})

    # -- directing

    def find(self, event_id: str) -> EventRunner | None:
        """Return an event that is not over."""
        found = self._running.get(event_id)
        return found[0] if found is not None else None

    @property
    def plugins(self) -> Plugins:
        """The games and bots of this server."""
        return self._lobby.plugins

    async def newest(self) -> list[EventState]:
        """Return the newest events, those that are open as they stand now."""
        found = await asyncio.to_thread(self._store.events.all, LISTED)
        return [
            self._running[event_id][0].state
            if event_id in self._running
            else EventState.model_validate(data)
            for event_id, data in found
        ]

    async def results(self, event_id: str) -> dict[MatchKey, Played]:
        """Return the results of an event that is over."""
        return await asyncio.to_thread(StoreRepository(self._store).results, event_id)

    async def state(self, event_id: str) -> EventState | None:
        """Return the state of an event, over or not."""
        if (runner := self.find(event_id)) is not None:
            return runner.state
        data = await asyncio.to_thread(self._store.events.event, event_id)
        return None if data is None else EventState.model_validate(data)

    async def directed(self, account: Account, event_id: str) -> EventRunner:
        """Return an event for its director, opened again if it is finished."""
        state = await self.state(event_id)
        if state is None:
            raise UnknownNameError("event", event_id, self._running)
        if not directs(account, state):
            raise NotDirectorError(DIRECTORS)
        runner = self.find(event_id)
        if runner is None:
            raise TournamentError(f"{event_id} is {state.phase}")
        return runner

    async def void_table(
        self, account: Account, event_id: str, number: int, place: int, reason: str, *, fresh: bool
    ) -> None:
        """Void a table and have it played again, also if the event was over."""
        state = await self.state(event_id)
        if state is not None and state.phase == "finished" and directs(account, state):
            await self._open_again(state)
        runner = await self.directed(account, event_id)
        await runner.ready.wait()
        await runner.void_table(account.name, number - 1, place - 1, reason, fresh=fresh)
        for call in self.on_void:
            call(runner.state.settings.game)

    async def _open_again(self, state: EventState) -> None:
        """Run a finished event again; its rounds are all there, so nothing happens by itself."""
        self._run(state.model_copy(update={"phase": "reopened"}))

    async def enter(self, account: Account, event_id: str, name: str) -> None:
        """Enter an account or bot: a director anybody, others themselves where it is open."""
        state = await self.state(event_id)
        if state is None:
            raise UnknownNameError("event", event_id, self._running)
        runner = self.find(event_id)
        if runner is None:
            raise TournamentError(f"{event_id} is {state.phase}")
        director = directs(account, state)
        if not director and not (state.settings.open and account.id and name == account.name):
            raise NotDirectorError(f"{DIRECTORS}; where registration is open, enter yourself")
        if state.phase != "registration" and not (state.settings.late_entry or director):
            raise TournamentError(f"{event_id} takes no late entries")
        member = await asyncio.to_thread(self._member, name, state.settings.game)
        await runner.decide(account.name, f"{name} entered", partial(enter, member))

    def _member(self, name: str, game: str) -> Member:
        token = self._store.tokens.named(name)
        if token is not None and token.revoked is None:
            return self._account_member(name)
        return self._bot_member(name, game)

    async def withdraw(self, account: Account, event_id: str, name: str) -> None:
        """Take an entrant out of the coming rounds: a director anybody, others themselves."""
        state = await self.state(event_id)
        if state is None:
            raise UnknownNameError("event", event_id, self._running)
        if not directs(account, state) and not (account.id and name == account.name):
            raise NotDirectorError(DIRECTORS)
        runner = self.find(event_id)
        if runner is None:
            raise TournamentError(f"{event_id} is {state.phase}")

        def change(state: EventState) -> None:
            number = state.number_of(name)
            if number is None or state.members[number].filler:
                raise UnknownNameError("entrant", name, [one.name for one in state.members])
            state.members[number].withdrawn = True

        await runner.decide(account.name, f"{name} withdrew", change)

    def withdraw_all_of(self, owner: int) -> None:
        """Take an account and its bots out of the coming rounds of all events: it was banned."""
        for runner, _ in self._running.values():
            task = asyncio.create_task(self._withdraw_banned(runner, owner))
            self._withdrawing.add(task)
            task.add_done_callback(self._withdrawing.discard)

    async def _withdraw_banned(self, runner: EventRunner, owner: int) -> None:
        members = runner.state.members
        names = [one.name for one in members if one.owner == owner and not one.withdrawn]
        if not names:
            return
        await runner.ready.wait()
        try:
            what = f"{', '.join(names)} withdrawn: the account is banned"
            await runner.decide("", what, partial(withdraw_all_of, owner))
        except ArenaError as error:
            log.warning("banned_not_withdrawn", event_id=runner.state.id, reason=str(error))

    async def act(self, account: Account, event_id: str, act: str, rounds: int = 0) -> None:
        """Start, pause, resume, extend or cancel an event."""
        runner = await self.directed(account, event_id)
        if act == "start":
            await runner.begin(account.name)
            return
        change = {"pause": pause, "resume": go_on, "cancel": cancel}.get(act)
        if change is None:
            change = partial(extend, rounds)
        done = {"pause": "paused", "resume": "resumed", "cancel": "cancelled"}
        await runner.decide(account.name, done.get(act, f"extended by {rounds} rounds"), change)

    def sealed(self, match_id: str) -> bool:
        """Return whether a match may not be looked at yet."""
        return any(match_id in runner.sealed for runner, _ in self._running.values())
