"""Acts of moderation: each is written to the audit table with what it changes, then carried out."""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, TypeVar

import structlog
from sqlalchemy import Connection

from arena.errors import StoreError
from arena.match.visibility import ROLES, Account
from arena.store import Act, Store, now_ms
from arena.store.moderation import (
    ban,
    read_state,
    restore_bot,
    send_message,
    set_state,
    unban,
    void_match,
)
from arena.store.tokens import Token, token_named

if TYPE_CHECKING:
    from arena.hosting.accounts import Access
    from arena.hosting.lobby import Lobby
    from arena.hosting.websockets import SocketPeer

log = structlog.get_logger()
T = TypeVar("T")
BANNED: Final = "this account is banned"
OLD_TOKEN: Final = "the token of this connection was replaced; connect with the new one"
MAINTENANCE: Final = "maintenance"
ANNOUNCEMENT: Final = "announcement"


class NotAllowedError(StoreError):
    """Somebody may not do this to that account."""


@dataclass(frozen=True, slots=True)
class Announcement:
    """A line that every page shows."""

    text: str
    until: int | None = None
    """When it ends, in milliseconds UTC; None: when it is withdrawn."""

    @property
    def shown(self) -> bool:
        """Whether it is still to be shown."""
        return self.until is None or now_ms() < self.until


def actor_name(account: Account) -> str:
    """Return who did something, for the audit table."""
    return account.name or "this machine"


def check_outranks(account: Account, other: Token) -> None:
    """Raise NotAllowedError unless somebody may act against an account: one of a lower role."""
    if account.id and account.id == other.id:
        raise NotAllowedError("this is your own account")
    if not account.may("admin") and ROLES.index(other.role) >= ROLES.index(account.role):
        raise NotAllowedError(f"{other.name} is {other.role}; this needs an admin")


class Moderation:
    """What moderators of one server do; its methods wait for the store in threads."""

    def __init__(
        self, store: Store, lobby: "Lobby", access: "Access", peers: "set[SocketPeer]"
    ) -> None:
        self._store = store
        self._lobby = lobby
        self._access = access
        self._peers = peers
        self.announcement: Announcement | None = None
        self.on_ban: list[Callable[[int], None]] = []
        """Called with an account that was just banned, or deleted."""
        self.on_void: list[Callable[[str], None]] = []
        """Called with the game of a rated match that counts no more."""
        self.on_change: list[Callable[[], None]] = []
        """Called when bots may play again: after an unban, a restored bot, maintenance."""

    def load(self) -> None:
        """Go on with the announcement and the maintenance of an earlier run of the server."""
        database = self._store.database
        self._lobby.maintenance = read_state(database, MAINTENANCE) or ""
        kept = read_state(database, ANNOUNCEMENT)
        self.announcement = Announcement(**kept) if kept else None

    async def perform(
        self,
        actor: Account,
        act: str,
        target: str,
        work: Callable[[Connection], T],
        **detail: Any,
    ) -> T:
        """Do an act and write its audit line, in one transaction; every act comes through here."""
        line = Act(actor_name(actor), act, target, detail)
        result = await asyncio.to_thread(self._store.audit.perform, line, work)
        log.info("moderation", actor=line.actor, act=act, target=target)
        return result

    # -- matches and bots

    async def void(self, actor: Account, match_id: str, reason: str) -> None:
        """Take a match out of all counts; one that is running ends."""
        game, counted = await self.perform(
            actor, "void_match", match_id, lambda c: void_match(c, match_id, reason), reason=reason
        )
        for room in list(self._lobby.rooms.values()):
            if room.state != "waiting" and room.match_id == match_id:
                room.abandon(reason)
        if counted:
            for call in self.on_void:
                call(game)

    async def restore_bot(self, actor: Account, name: str) -> int:
        """Take a retired bot back; return the version that plays, or is checked again."""
        number = await self.perform(actor, "restore_bot", name, lambda c: restore_bot(c, name))
        self._changed()
        return number

    # -- accounts

    async def ban(self, actor: Account, name: str, reason: str) -> None:
        """Shut an account out: tokens, sessions, connections, seats and bots, at once."""

        def work(connection: Connection) -> Token:
            check_outranks(actor, token_named(connection, name))
            return ban(connection, name, reason)

        banned = await self.perform(actor, "ban", name, work, reason=reason)
        self.dismiss(banned.id, BANNED)

    async def unban(self, actor: Account, name: str) -> None:
        """Let an account in again, with its tokens and bots."""

        def work(connection: Connection) -> Token:
            check_outranks(actor, token_named(connection, name))
            return unban(connection, name)

        await self.perform(actor, "unban", name, work)
        self._access.forget()
        self._changed()

    async def message(self, actor: Account, name: str, text: str) -> None:
        """Leave a message for an account; its pages show that there is one."""
        sender = actor_name(actor)
        await self.perform(
            actor, "message", name, lambda c: send_message(c, name, sender, text), text=text
        )

    def dismiss(self, account_id: int, reason: str) -> None:
        """End what an account does here now: its seats, its connections, its bots' matches."""
        self._access.forget()
        for room in list(self._lobby.rooms.values()):
            for seat in room.seats:
                if seat.owner == account_id and seat.peer is None:
                    seat.lock_out()  # else its token would still take it back
                elif account_id in (seat.owner, seat.bot_owner):
                    room.kick(seat.seat, reason)
        self._close_sockets(account_id, reason)
        for call in self.on_ban:
            call(account_id)

    def disconnect(self, account_id: int) -> None:
        """End the connections that an account opened with a token that counts no more.

        Its seats stay its own: whoever has the new token takes them back.
        """
        self._access.forget()
        for room in list(self._lobby.rooms.values()):
            for seat in room.seats:
                if seat.owner == account_id:
                    seat.renew_token()  # it was given to whoever had the old token
        self._close_sockets(account_id, OLD_TOKEN)

    def _close_sockets(self, account_id: int, reason: str) -> None:
        for peer in list(self._peers):
            if account_id in (peer.account.id, peer.joined_as.id):
                peer.close(1008, reason)

    # -- the whole server

    async def announce(self, actor: Account, announcement: Announcement | None) -> None:
        """Show a line on every page, or none any more."""
        act = "announce" if announcement else "withdraw_announcement"
        kept = {"text": announcement.text, "until": announcement.until} if announcement else None
        await self.perform(
            actor, act, "", lambda c: set_state(c, ANNOUNCEMENT, kept), **(kept or {})
        )
        self.announcement = announcement

    async def maintain(self, actor: Account, reason: str) -> None:
        """Begin no new matches, for a reason; without one, begin them again."""
        act = "begin_maintenance" if reason else "end_maintenance"
        await self.perform(
            actor, act, "", lambda c: set_state(c, MAINTENANCE, reason or None), reason=reason
        )
        self._lobby.maintenance = reason
        self._changed()

    def _changed(self) -> None:
        for call in self.on_change:
            call()
