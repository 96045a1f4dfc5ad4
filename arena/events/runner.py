"""One event from its first entrant to its end: decides, saves the decision, and carries it out."""

import asyncio
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING

import structlog

from arena.errors import ArenaError, StoreError, TournamentError
from arena.events.changes import add_round, enter, finish, mark_seen, redraw
from arena.events.draw import draw_round, still_in
from arena.events.event_row import row_of
from arena.events.fixtures import Fixture, event_frame
from arena.events.hall import Hall, Visitor
from arena.events.held_tables import RETRY_SECONDS, HeldTables
from arena.events.state import (
    ATTEMPT,
    OVER,
    EventState,
    Member,
    RoundState,
    TableState,
    is_played,
    key_of,
    match_id_of,
    plan_of,
)
from arena.hosting.lobby import NotNowError
from arena.match.visibility import Account
from arena.room.peer import Peer, PeersRoom
from arena.store import Store, now_ms
from arena.tournament.report import make_report
from arena.tournament.results import Played
from arena.tournament.schedule import MatchKey, Schedule
from arena.tournament.store_repository import StoreRepository
from engine.rng import series_match_id
from protocol.errors import ALREADY_JOINED, NAME_TAKEN, NOT_ALLOWED, UNAUTHORIZED, ProtocolError
from protocol.messages import Join

if TYPE_CHECKING:
    from arena.events.event_room import EventRoom
    from arena.events.table_player import TablePlayer

log = structlog.get_logger()
END = "the event is over"
Change = Callable[[EventState], None]


class EventRunner:
    """An event that is not over."""

    def __init__(
        self,
        state: EventState,
        store: Store,
        tables: "TablePlayer",
        clock: Callable[[], int] = now_ms,
    ) -> None:
        self.state = state
        self.game = tables.lobby.plugins.game(state.settings.game)
        self.schedule = Schedule(plan_of(state, self.game))
        self.results: dict[MatchKey, Played] = {}
        self.hall = Hall(state.id, self.wake)
        self.rooms: dict[tuple[int, int], EventRoom] = {}
        """The tables that are being played, by round and place."""
        self._store = store
        self._tables = tables
        self._clock = clock
        self._since = clock()
        """When this server took it over: nobody is missed before they could come back."""
        self.ready = asyncio.Event()
        """Whether the results so far have been read."""
        self._changed = asyncio.Event()
        self._deciding = asyncio.Lock()
        self._playing: dict[tuple[int, int], asyncio.Task[None]] = {}
        self._voiding: set[tuple[int, int]] = set()
        """Tables that a director has just voided."""
        self._held = HeldTables()
        self._arriving: set[asyncio.Task[None]] = set()

    # -- deciding

    async def decide(
        self,
        who: str,
        what: str,
        change: Change,
        *,
        dropped: Sequence[int] = (),
        voided: Sequence[str] = (),
    ) -> None:
        """Change a copy of the state, save it, and go on from there; ArenaError says why not."""
        async with self._deciding:
            state = self.state.model_copy(deep=True)
            change(state)
            if what:
                state.note(self._clock(), who, what)
            schedule = Schedule(plan_of(state, self.game))
            row = await asyncio.to_thread(row_of, state, schedule, dict(self.results))
            save = partial(self._store.events.save, row, dropped=dropped, voided=voided)
            await asyncio.to_thread(save)
            self.state, self.schedule = state, schedule
            for block in dropped:
                self.results.pop(key_of(schedule, block), None)
        self.hall.tell(event_frame(self.state))
        self.wake()

    def wake(self) -> None:
        """Look what is to be done now."""
        self._changed.set()

    def go_on(self) -> None:
        """Try again what had to wait: maintenance is over."""
        if not self._tables.lobby.maintenance:
            self._since = self._clock()  # whom it kept away may come back first
        self._held.release()
        self.wake()

    @property
    def waits(self) -> str:
        """Why it does not go on at present, though nobody need do anything; "" if it does."""
        if self.state.phase != "running":
            return ""
        if reason := self._tables.lobby.maintenance:
            return f"no new table opens during maintenance: {reason}"
        return self._held.reason

    # -- the course of the event

    async def run(self) -> None:
        """Go on from the saved state to the end."""
        repository = StoreRepository(self._store)
        self.results = await asyncio.to_thread(repository.results, self.state.id)
        self.ready.set()
        while self.state.phase not in OVER:
            self._changed.clear()
            try:
                seconds = await self._step()
            except StoreError as error:  # nothing was decided: try again
                log.warning("event_not_saved", event_id=self.state.id, reason=str(error))
                seconds = RETRY_SECONDS
            with suppress(TimeoutError):
                async with asyncio.timeout(seconds):
                    await self._changed.wait()
        await self._stop_tables()
        if self.state.phase == "finished":
            await self._tell_plugins()
        self.hall.tell(event_frame(self.state))
        self.hall.close(END)

    async def _tell_plugins(self) -> None:
        report = await asyncio.to_thread(make_report, self.schedule, self.results)
        name = self.state.settings.name or self.state.id
        plugins = self._tables.lobby.plugins
        plugins.tell("arena_tournament_finished", name=name, standings=report.standings)

    async def _step(self) -> float | None:
        """Do what is due; return after how many seconds to look again, None if nothing is."""
        state = self.state
        if state.phase == "registration":
            return await self._await_start()
        if state.phase in ("paused", "reopened"):
            return None
        if state.open_rounds:
            for number, each in state.open_rounds:
                self._start_tables(number, each)
            return 0 if await self._end_rounds() else self._held.seconds
        if self._is_complete():
            await self.decide("", "the event is over", finish)
            return 0
        return await self._begin_round()

    async def _await_start(self) -> float | None:
        start = self.state.settings.start
        if start is None:
            return None
        seconds = start.timestamp() - self._clock() / 1000
        if seconds > 0:
            return seconds
        await self.begin("")
        return 0

    async def begin(self, who: str) -> None:
        """Start the event: its first round is due now."""
        now = self._clock()

        def change(state: EventState) -> None:
            if state.phase != "registration":
                raise TournamentError(f"{state.id} has begun already")
            state.phase, state.due = "running", now

        await self.decide(who, "started", change)

    def _is_complete(self) -> bool:
        rounds, wanted = self.state.rounds, self.state.settings
        if wanted.format == "knock-out":
            return bool(rounds) and (
                len(rounds[-1].tables) == 1 or not still_in(self.state, self.schedule, self.results)
            )
        return len(rounds) >= self.state.most_rounds

    # -- rounds

    async def _begin_round(self) -> float | None:
        """Draw the next round once all are here or were waited for; return how long to wait."""
        if self._tables.lobby.maintenance:
            return None
        state, now = self.state, self._clock()
        due = max(state.due or 0, self._since)
        if state.due is not None and now < state.due:
            return (state.due - now) / 1000
        absent = [n for n in state.active if not self._is_here(n)]
        awaited = [n for n in absent if not state.members[n].missing]
        patience = due + round(state.settings.no_show_minutes * 60_000)
        if awaited and now < patience:
            return (patience - now) / 1000
        playing = state.active
        if state.settings.no_show == "bye":
            playing = [n for n in playing if n not in absent]
        filler = self._filler()
        tables, byes = draw_round(state, self.schedule, self.results, playing, filler)
        if not tables:
            return None  # too few: somebody may still come
        resting = [*byes, *(n for n in absent if n not in playing)]
        await self.decide(
            "", f"round {len(state.rounds) + 1} paired",
            partial(add_round, tables=tables, byes=resting, absent=absent, now=now),
        )  # fmt: skip
        return 0

    def _is_here(self, number: int) -> bool:
        member = self.state.members[number]
        return member.kind != "account" or (member.owner or 0) in self.hall.waiting

    def _filler(self) -> int | None:
        return next((n for n, one in enumerate(self.state.members) if one.filler), None)

    async def _end_rounds(self) -> bool:
        """Close rounds all of whose tables are played; return whether there was one."""
        over = [
            number
            for number, each in self.state.open_rounds
            if all(is_played(self.schedule, table, self.results) for table in each.tables)
        ]
        if not over:
            return False
        now = self._clock()

        def change(state: EventState) -> None:
            for number in over:
                state.rounds[number].ended = now
            if not state.open_rounds:
                state.due = now + state.break_after(len(state.rounds))

        await self.decide("", f"round {over[-1] + 1} over", change)
        return True

    # -- tables

    def _start_tables(self, number: int, each: RoundState) -> None:
        """Start all tables of a round whose entrants are free."""
        busy = {who for at in self._playing for who in self._table(at).members}
        for place, table in enumerate(each.tables):
            at = (number, place)
            waits = table.stopped or is_played(self.schedule, table, self.results)
            taken = {who for who in table.members if not self.state.members[who].filler}
            waits = waits or at in self._voiding or at in self._held
            if at in self._playing or waits or busy & taken:
                continue
            self._held.start(at)
            task = asyncio.create_task(self._play(number, place))
            self._playing[at] = task
            task.add_done_callback(partial(self._played, at))

    def _table(self, at: tuple[int, int]) -> TableState:
        return self.state.rounds[at[0]].tables[at[1]]

    def _played(self, at: tuple[int, int], task: asyncio.Task[None]) -> None:
        self._playing.pop(at, None)
        self.rooms.pop(at, None)
        if not task.cancelled() and (error := task.exception()) is not None:
            log.error("event_table_failed", event_id=self.state.id, table=at, exc_info=error)
        self.wake()

    async def _play(self, number: int, place: int) -> None:
        """Play the deals of a table one after the other, unless the event is paused meanwhile."""
        for block in self._table((number, place)).blocks:
            if key_of(self.schedule, block) in self.results:
                continue
            if self.state.phase != "running":
                return
            fixture = Fixture(self.state, self.schedule, number, place, block)
            try:
                found = await self._tables.saved(fixture) or await self._play_one(fixture)
            except NotNowError as error:  # nothing is saved: a restart tries again, too
                self._held.hold((number, place), str(error))
                return
            if isinstance(found, str):
                await self._stop(fixture, found)
                return
            await self._count(found)

    async def _play_one(self, fixture: Fixture) -> Played | str:
        at = (fixture.number, fixture.place)
        try:
            room, children = await self._tables.open(fixture, self.hall)
        except NotNowError:
            raise  # it is tried again
        except (ArenaError, OSError) as error:
            log.warning("event_table_not_opened", room=fixture.room_id, reason=str(error))
            return "the table could not be opened; the operator's log says why"
        self.rooms[at] = room
        try:
            return await self._tables.finish(fixture, room, children)
        finally:
            self._welcome_back(room)

    def _welcome_back(self, room: "EventRoom") -> None:
        """Lead the players of a table back to the hall."""
        for peer in room.release():
            visitor = self.hall.visitors.get(peer)
            if visitor is None:  # it joined the table itself
                peer.close(1001, f"join {self.hall.room_id} to be led to the next table")
            elif not peer.closing:
                self.hall.welcome(peer, visitor)

    async def _count(self, played: Played) -> None:
        """Save a result, and count it from then on."""
        repository = StoreRepository(self._store)  # a new one: it remembers a failed write
        await asyncio.to_thread(repository.add, self.state.id, [played])
        await asyncio.to_thread(self._store.flush)
        self.results[played.key] = played
        self.wake()

    async def _stop(self, fixture: Fixture, reason: str) -> None:
        """Leave a table that cannot go on to a director."""
        attempt = fixture.table.attempt

        def change(state: EventState) -> None:
            table = state.rounds[fixture.number].tables[fixture.place]
            if table.attempt == attempt:  # it may have been voided, and is played again by itself
                table.stopped = reason

        await self.decide("", "", change)

    async def void_table(
        self, who: str, number: int, place: int, reason: str, *, fresh: bool
    ) -> None:
        """Void all matches of a table, and have it played again."""
        state = self.state
        if not 0 <= number < len(state.rounds) or not 0 <= place < len(state.rounds[number].tables):
            raise TournamentError(f"there is no table {place + 1} in round {number + 1}")
        at = (number, place)
        self._voiding.add(at)  # it must not start again before the decision is saved
        try:
            await self._end_table(at)
            table = self._table(at)
            voided = [match_id_of(self.schedule, block, table.attempt) for block in table.blocks]
            change = partial(redraw, number=number, place=place, fresh=fresh)
            what = f"table {place + 1} of round {number + 1} voided"
            what += f": {reason}" if reason else ""
            await self.decide(who, what, change, dropped=table.blocks, voided=voided)
        finally:
            self._voiding.discard(at)
            self.wake()

    async def _end_table(self, at: tuple[int, int]) -> None:
        """End what is played at a table; its players wait in the hall."""
        if (task := self._playing.get(at)) is None:
            return
        task.cancel()
        if (room := self.rooms.get(at)) is not None:
            self._welcome_back(room)  # before it ends: nobody is to be sent away
            room.abandon("voided by a director of the event")
        with suppress(asyncio.CancelledError):
            await task

    # -- clients

    def join(self, peer: Peer, join: Join, account: Account) -> None:
        """Let a client in: to its table if it has one, else to the hall."""
        if join.role == "spectator":
            tables = ", ".join(room.room_id for room in self.rooms.values()) or "none is open"
            raise ProtocolError(NOT_ALLOWED, f"watch one of its tables: {tables}")
        if peer.room is not None and not self._knows(peer.room):
            raise ProtocolError(ALREADY_JOINED, f"already in {peer.room.room_id}")
        if (room := self._room_of(join, account)) is not None:
            self._bring_back(peer, join, account, room)
            return
        if not account.id:
            raise ProtocolError(UNAUTHORIZED, "an event needs a player's token")
        number = self.state.member_of(account)
        if number is None or self.state.members[number].withdrawn:
            self._check_open(account)
        self.hall.welcome(peer, Visitor(join, account))
        task = asyncio.create_task(self._check_in(peer, account))
        self._arriving.add(task)
        task.add_done_callback(self._arriving.discard)

    def _knows(self, room: PeersRoom) -> bool:
        """Return whether a room is the hall or a table of this event."""
        return room is self.hall or room in self.rooms.values()

    def _room_of(self, join: Join, account: Account) -> "EventRoom | None":
        for room in self.rooms.values():
            playing = room.state not in ("over", "void")
            if playing and room.seats.seat_of(join.token, account) is not None:
                return room
        return None

    def _bring_back(self, peer: Peer, join: Join, account: Account, room: "EventRoom") -> None:
        """Bring a client that was away back to its table."""
        seat = room.seats.seat_of(join.token, account)
        assert seat is not None
        own = room.seats[seat]
        if own.peer is not None and own.peer is not peer and not join.takeover:
            detail = f"{own.player_id} is connected; send takeover: true to take the seat over"
            raise ProtocolError(NAME_TAKEN, detail)
        if peer.room is None and join.detail == "full":
            peer.detail = "full"
            peer.send(event_frame(self.state, room.room_id))
        known = account if account.id else Account(own.owner or 0, own.player_id, "player")
        room.join(peer, join.model_copy(update={"room_id": room.room_id}), seat, known)
        self.hall.visitors[peer] = Visitor(join, known)

    def _check_open(self, account: Account) -> None:
        wanted = self.state.settings
        if not wanted.open:
            raise ProtocolError(NOT_ALLOWED, f"{account.name} is no entrant of {self.state.id}")
        if self.state.phase != "registration" and not wanted.late_entry:
            raise ProtocolError(NOT_ALLOWED, f"{self.state.id} takes no late entries")

    async def _check_in(self, peer: Peer, account: Account) -> None:
        """Note that an entrant has come, entered by coming where registration is open."""
        number = self.state.member_of(account)
        member = Member(name=account.name, kind="account", owner=account.id, seen=True)
        try:
            if number is None or self.state.members[number].withdrawn:
                await self.decide(account.name, f"{account.name} entered", partial(enter, member))
            elif not self.state.members[number].seen or self.state.members[number].missing:
                await self.decide("", "", partial(mark_seen, number))
            elif peer.full and peer.room is self.hall:
                peer.send(event_frame(self.state))
        except ArenaError as error:
            peer.refuse(ProtocolError(NOT_ALLOWED, error.public))
            peer.close(1008, error.public)

    def here(self) -> set[int]:
        """Return the entrants who are connected, in the hall or at a table."""
        seated = {
            seat.owner
            for room in self.rooms.values()
            for seat in room.seats
            if seat.peer is not None
        }
        return {
            number
            for number, one in enumerate(self.state.members)
            if one.owner in self.hall.waiting or one.owner in seated
        }

    # -- the end

    async def _stop_tables(self) -> None:
        for room in list(self.rooms.values()):
            self._welcome_back(room)
            if room.state not in ("over", "void"):
                room.abandon("the event was cancelled")
        for task in list(self._playing.values()):
            task.cancel()
        await asyncio.gather(*self._playing.values(), return_exceptions=True)

    async def leave(self) -> None:
        """Stop carrying it out: the server ends, and the next one goes on."""
        for room in list(self.rooms.values()):  # first of all: nobody may lose time or moves
            self._tables.lobby.close(room)
        tasks = [*self._playing.values(), *self._arriving]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    @property
    def sealed(self) -> set[str]:
        """The ids of matches that nobody may look at before their rounds are over."""
        if not self.state.sealed:
            return set()
        return {
            series_match_id(self.state.seed, number, turn + ATTEMPT * attempt)
            for _, each in self.state.open_rounds
            for table in each.tables
            for block in table.blocks
            for number, turn in [key_of(self.schedule, block)]
            for attempt in range(table.attempt + 1)
        }
