"""Plays the matches of an event's tables in rooms: opened, resumed after a crash, and counted."""

import asyncio
from collections import Counter
from pathlib import Path

from arena.children.pool import Children
from arena.children.temp_folders import make_folder, remove_folder
from arena.errors import ArenaError, MatchError
from arena.events.event_room import EventJournal, EventRoom
from arena.events.fixtures import Fixture, event_frame
from arena.events.hall import Hall
from arena.hosting.lobby import Lobby
from arena.hosting.quotas import opener_of
from arena.hosting.recovery import resume
from arena.ladder.submission import write_out
from arena.match.clock import ClockRules
from arena.match.forfeits import house_moves
from arena.match.result import MatchResult
from arena.plugins.bot_specs import BotSpec
from arena.store import BotVersion, Seated, Store, StoredMatch
from arena.table.spec import DEFAULT_CLOCK, RoomSpec
from arena.tournament.results import Played
from arena.tournament.schedule import MatchKey
from engine.game import Seat
from engine.rng import Deals, deal_seed
from protocol.messages import Join

ABSENT, MOVED = "absent", "a house bot moved for it"
"""The fault of a player who was away, as the tables of an event list it."""
BOTS: int = 1_000_000_000
"""Added to a deal's number: where the random numbers of its house bots come from."""


class TablePlayer:
    """Brings the players of a match together and stays until it is over."""

    def __init__(self, lobby: Lobby, store: Store) -> None:
        self.lobby = lobby
        self._store = store
        self._folder: Path | None = None
        self._journal = EventJournal(store)
        unhurried = {"messages_a_second": 1e9, "burst": 1_000_000}
        self._settings = lobby.settings.model_copy(update=unhurried)

    async def stop(self) -> None:
        """Delete the files of the submitted bots."""
        if self._folder is not None:
            await asyncio.to_thread(remove_folder, self._folder)

    def _write_out(self, version: BotVersion) -> Path:
        """Write a submitted bot to a file, in a folder that is made when it is first needed."""
        self._folder = self._folder or make_folder("events")
        return write_out(self._folder, self._store.bots, version)

    async def saved(self, fixture: Fixture) -> Played | None:
        """Return the result of a match that ended before the server did."""
        found = await asyncio.to_thread(self._store.matches.match, fixture.match_id)
        over = found is not None and found.status == "finished"
        return played_of_stored(fixture.key, found) if found is not None and over else None

    async def open(self, fixture: Fixture, hall: Hall) -> tuple[EventRoom, Children]:
        """Open the room of a match, or the one that a stopped server left behind."""
        old = self.lobby.rooms.get(fixture.room_id)
        if old is not None:
            self.lobby.close(old)
        running = await asyncio.to_thread(self._store.matches.match, fixture.match_id)
        if running is not None and running.status == "running":
            return await self._resume(fixture, hall)
        room = self.lobby.add_table(self._spec(fixture), EventRoom, self._journal)
        children = Children(room, self._settings)
        try:
            self._prepare(room, fixture)
            for seat in range(len(room.seats)):
                if (member := fixture.member(seat)).kind == "house":
                    room.seat_bot(seat, self.lobby.plugins.bot(member.name)(), member.name)
            await self._start_bots(room, children, fixture)
            self._seat_clients(room, fixture, hall)
        except ArenaError:
            await children.end()
            self.lobby.close(room)
            raise
        room.begin()
        return room, children

    def _prepare(self, room: EventRoom, fixture: Fixture) -> None:
        room.event_id = fixture.state.id
        owner = fixture.state.owner
        room.opener = opener_of(owner) if owner is not None else ""
        room.table.sealed = fixture.state.sealed
        for seat in range(len(room.seats)):
            member = fixture.member(seat)
            if member.kind == "bot":
                identity = f"bot:{member.bot}"
                room.bots[seat] = Seated(member.name, identity, member.owner, member.version)
                room.seats[seat].bot_owner = member.owner

    async def _start_bots(self, room: EventRoom, children: Children, fixture: Fixture) -> None:
        for seat, bot in list(room.bots.items()):
            assert bot.bot_version is not None
            version = await asyncio.to_thread(self._store.bots.version, bot.bot_version)
            if version is None:
                raise ArenaError(f"{bot.name}: its version is gone")
            if await asyncio.to_thread(self._is_banned, version):
                name = fixture.member(seat).name
                room.reserve(seat, name, bot.owner, no_show=True, forfeited=True)
                continue
            file = await asyncio.to_thread(self._write_out, version)
            await children.start(seat, BotSpec("box", str(file)), fixture.member(seat).name)

    def _is_banned(self, version: BotVersion) -> bool:
        """Return whether the owner of a submitted bot is banned."""
        return not self._store.bots.versions(version.bot_id, banned=False)

    def _seat_clients(self, room: EventRoom, fixture: Fixture, hall: Hall) -> None:
        for seat in range(len(room.seats)):
            member = fixture.member(seat)
            if member.kind != "account":
                continue
            if not self._bring(room, seat, fixture, hall):
                no_show = fixture.entrants[seat] in fixture.round.absent
                lost = no_show and fixture.state.settings.no_show == "forfeit"
                room.reserve(seat, member.name, member.owner, no_show=no_show, forfeited=lost)

    def _bring(self, room: EventRoom, seat: Seat, fixture: Fixture, hall: Hall) -> bool:
        """Lead a client from the hall to its seat; return whether it was there."""
        found = hall.take(fixture.member(seat).owner or 0)
        if found is None:
            return False
        peer, visitor = found
        if peer.full:
            peer.send(event_frame(fixture.state, room.room_id))
        room.join(peer, table_join(visitor.join, room), seat, visitor.account)
        return True

    async def _resume(self, fixture: Fixture, hall: Hall) -> tuple[EventRoom, Children]:
        """Open the room of an interrupted match; its submitted bots are started again."""
        kept = await asyncio.to_thread(self._store.matches.running_match, fixture.match_id)
        seconds = self.lobby.settings.resume_seconds
        room = resume(self.lobby, kept, self._journal, seconds, EventRoom)
        self._prepare(room, fixture)
        children = Children(room, self._settings)
        await self._start_bots(room, children, fixture)
        for seat in range(len(room.seats)):  # whoever was back before the table was
            if fixture.member(seat).kind == "account":
                self._bring(room, seat, fixture, hall)
        return room, children

    async def finish(self, fixture: Fixture, room: EventRoom, children: Children) -> Played | str:
        """Wait for the end of a match; return its result, or why there is none."""
        try:
            result = await room.finished
        except MatchError as error:
            return str(error)
        finally:
            await children.end()
        return played_of(fixture.key, result)

    def _spec(self, fixture: Fixture) -> RoomSpec:
        wanted, plan = fixture.state.settings, fixture.schedule.plan
        block = fixture.schedule.blocks[fixture.block]
        members = [fixture.member(seat) for seat in range(len(fixture.entrants))]
        return RoomSpec(
            fixture.room_id,
            game=plan.game,
            seats=len(members),
            config=plan.config,
            variants=plan.variants,
            entrants=tuple(one.name if one.kind == "account" else "" for one in members),
            clock=ClockRules(**wanted.time.model_dump()) if wanted.time else DEFAULT_CLOCK,
            deals=Deals.seed(block.seed(plan)),
            match_id=fixture.match_id,
            bot_seed=deal_seed(plan.seed, BOTS + block.number),
            rated=wanted.rated,
            spectators=wanted.spectators or ("none" if wanted.duplicate else "public"),
            takeover_ms=wanted.takeover_ms,
            on_absent=wanted.on_absent,
            reveal_seed=False,
            sit_in=False,
        )


def table_join(join: Join, room: EventRoom) -> Join:
    """Return a client's join to the hall as one to a table, which no token of a seat guards."""
    return join.model_copy(update={"room_id": room.room_id, "token": None, "seat": None})


def played_of(key: MatchKey, result: MatchResult) -> Played:
    """Return a match that has just ended as a tournament counts it."""
    outcome, records = result.outcome, result.match.records
    faults: dict[tuple[int, str], list[str]] = {}
    for fault in result.faults:
        faults.setdefault((fault.seat, fault.kind), []).append(fault.reason)
    for seat, many in house_moves(records).items():
        faults[seat, ABSENT] = [MOVED] * many
    taken = [
        [record.ms[seat] for record in records if seat in record.ms]
        for seat in range(result.match.seats)
    ]
    return Played(
        key,
        outcome.points,
        outcome.ranks,
        tuple((seat, kind, found[0], len(found)) for (seat, kind), found in faults.items()),
        tuple(map(len, taken)),
        tuple(1000 * sum(times) for times in taken),
    )


def played_of_stored(key: MatchKey, found: StoredMatch) -> Played:
    """Return a match of the store as a tournament counts it."""
    players = found.players
    faults = Counter[tuple[int, str]]()
    for player in players:
        faults |= Counter({(player.seat, kind): n for kind, n in (player.faults or {}).items()})
        faults |= Counter({(player.seat, ABSENT): player.house_moves or 0})
    times = [player.timing or {} for player in players]
    return Played(
        key,
        tuple(player.points or 0 for player in players),
        tuple(player.rank or 0 for player in players),
        tuple(
            (seat, kind, MOVED if kind == ABSENT else "", many)
            for (seat, kind), many in faults.items()
            if many
        ),
        tuple(time.get("n", 0) for time in times),
        tuple(1000 * time.get("total", 0) for time in times),
    )
