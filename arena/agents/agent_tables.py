"""The tables of agents: who sits where, what they may do there, and for how long."""

import asyncio
from dataclasses import dataclass
from secrets import token_hex
from typing import Any, Final

from pydantic import ValidationError

from arena.agents.agent_table import AgentPeer, AgentTable
from arena.api.responses import RefusedError
from arena.errors import ArenaError
from arena.hosting.lobby import Lobby
from arena.hosting.room_request import NewRoom
from arena.match.match import find
from arena.match.visibility import Account
from arena.room.room import Room
from engine.errors import GameError
from protocol.codec import first_problem
from protocol.errors import ProtocolError
from protocol.messages import Join

TABLES_EACH: Final = 8
"""Tables that one agent sits at, at the same time."""
TABLES: Final = 500
"""Tables of all agents."""
VISITOR_TABLES_EACH: Final = 4
"""Tables that agents without an account have from one address, at the same time."""
VISITOR_TABLES: Final = 100
"""Tables of all agents without an account; the rest is for those who have one."""
IDLE_SECONDS: Final = 1800.0
"""How long a table is kept for an agent that does not call: beyond any decision's time."""
VISITOR_IDLE_SECONDS: Final = 900.0
"""The same without an account; a slow decision with its whole bank takes 720 s."""
REASON_CHARACTERS: Final = 500
"""How long a reason may be; with its choice it must fit into what a log keeps of one."""
WAIT_SECONDS: Final = 50.0
"""How long one call waits at most: MCP clients give up after a minute."""


class AgentError(ArenaError):
    """A tool that cannot do what it was asked; the sentence is for the agent."""


@dataclass(frozen=True, slots=True)
class Caller:
    """Whoever calls a tool: an account, an address, and the key by which tables are theirs.

    Strangers without a token have no key: they know their tables by the handles alone.
    """

    account: Account
    address: str | None = None
    key: str = ""


class AgentTables:
    """Seats agents in rooms of the lobby, and finds their tables again by handle."""

    def __init__(self, lobby: Lobby) -> None:
        self.lobby = lobby
        self._tables: dict[str, AgentTable] = {}

    def of(self, caller: Caller) -> list[AgentTable]:
        """Return the tables that a caller sits at, the oldest first."""
        own = self._tables.values()
        return [table for table in own if caller.key and table.owner == caller.key]

    def find(self, caller: Caller, handle: str) -> AgentTable:
        """Return a caller's table; AgentError if there is none of this handle."""
        table = self._tables.get(handle)
        if table is None or table.owner != caller.key:
            own = ", ".join(one.handle for one in self.of(caller)) or "none"
            raise AgentError(
                f"you sit at no table {handle[:32]!r}; your tables: {own}. Call sit_down, with the "
                "room's name to come back to a room."
            )
        self._keep(table)
        return table

    def sit_down(self, caller: Caller, wanted: dict[str, Any], name: str) -> AgentTable:
        """Join a room, opened first if there is none of this id; an AgentError says why not."""
        # Only now: they stand on the store, which local tables do without.
        from arena.api.rooms import check_opener, open_room
        from arena.ladder.ladder import PREFIX as LADDER

        self._check_number(caller)
        peer = AgentPeer()
        peer.account, peer.address = caller.account, caller.address
        try:
            room_id = NewRoom.model_validate(wanted).room_id
            back = next((one for one in self.of(caller) if one.room.room_id == room_id), None)
            if back is not None and not back.peer.gone and not back.room.told:
                self._keep(back)
                return back
            if room_id not in self.lobby.rooms and not room_id.startswith(LADDER):
                check_opener(self.lobby, caller.account)
                account, address = caller.account, caller.address
                open_room(self.lobby, account, address, NewRoom.model_validate(wanted))
            self._join(peer, room_id, name)
        except ValidationError as error:
            raise AgentError(first_problem(error)) from None
        except ProtocolError as error:
            raise AgentError(str(error)) from None
        except (RefusedError, ArenaError, GameError) as error:
            raise AgentError(getattr(error, "public", str(error))) from None
        room = peer.room
        assert isinstance(room, Room)
        table = AgentTable(token_hex(8), caller.key, peer, room)
        self._tables[table.handle] = table
        self._keep(table)
        return table

    def _join(self, peer: AgentPeer, room_id: str, name: str) -> None:
        frame = {"room_id": room_id, "player_id": name, "role": "player", "detail": "full",
                 "takeover": True}  # fmt: skip
        self.lobby.join(peer, Join.model_validate(frame), "")

    def _check_number(self, caller: Caller) -> None:
        """Raise AgentError for one table too many; those that are over make way."""
        for table in self._counted(caller):
            if table.peer.gone or table.peer.over:
                self._forget(table)
        own = self._counted(caller)
        if caller.key and len(own) >= TABLES_EACH:
            handles = ", ".join(table.handle for table in own)
            raise AgentError(f"you sit at {TABLES_EACH} tables, the most; leave one: {handles}")
        if not caller.key and len(own) >= VISITOR_TABLES_EACH:
            # Not their handles: whoever knows one plays there.
            raise AgentError(
                f"agents without a token sit at {VISITOR_TABLES_EACH} tables from your address, "
                "the most; leave one, or call with a token"
            )
        visitors = sum(not table.owner for table in self._tables.values())
        if len(self._tables) >= TABLES or (not caller.key and visitors >= VISITOR_TABLES):
            raise AgentError("too many agents play here at the moment; try again later")

    def _counted(self, caller: Caller) -> list[AgentTable]:
        """Return the tables that count for a caller: of the account, or else of the address."""
        if caller.key:
            return self.of(caller)
        tables = self._tables.values()
        return [one for one in tables if not one.owner and one.peer.address == caller.address]

    def act(self, table: AgentTable, choice: str, reason: str, decision: int | None) -> None:
        """Make a decision; an AgentError says why it does not count, and what is legal."""
        peer = table.peer
        asked = peer.state.get("request_id")
        if peer.gone or peer.over is not None:
            raise AgentError("the match is over; there is nothing to decide")
        if not peer.legal:
            raise AgentError("it is not your turn; call wait_for_turn")
        if decision is not None and decision != asked:
            raise AgentError(
                f"decision {decision} has passed (another player's claim came first, or your time "
                f"was over); now number {asked} is asked: call look"
            )
        if find(tuple(_Offer(text) for text in peer.legal), choice) is None:
            legal = ", ".join(peer.legal)
            raise AgentError(f"{choice[:64]!r} is not legal now; choose one of: {legal}")
        frame = {"type": "action", "choice": choice, "request_id": asked}
        if note := " ".join(reason.split())[:REASON_CHARACTERS]:
            frame["info"] = {"note": "".join(filter(str.isprintable, note))}
        try:
            table.room.act(peer, frame)
        except ProtocolError as error:
            raise AgentError(str(error)) from None
        if peer.state.get("request_id") == asked:
            peer.state["request_id"] = None  # answered; the next state asks anew

    def leave(self, table: AgentTable) -> str:
        """Leave a table, and return what becomes of the seat."""
        before = table.room.state
        self._forget(table)
        if before in ("waiting", "over", "void"):
            return "You have left."
        return "You have left; a house bot plays on for you."

    def _keep(self, table: AgentTable) -> None:
        """Start the time anew after which an agent that does not call has left."""
        if table.expiry is not None:
            table.expiry.cancel()
        loop = asyncio.get_running_loop()
        seconds = IDLE_SECONDS if table.owner else VISITOR_IDLE_SECONDS
        table.expiry = loop.call_later(seconds, self._forget, table)

    def _forget(self, table: AgentTable) -> None:
        if table.expiry is not None:
            table.expiry.cancel()
        self._tables.pop(table.handle, None)
        if table.peer.room is not None:
            self.lobby.leave(table.peer, said=True)


@dataclass(frozen=True, slots=True)
class _Offer:
    """A legal choice, for the match's own comparison of texts."""

    choice: str
