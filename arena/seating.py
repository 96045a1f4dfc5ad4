"""Who sits where, and who may: the chairs of a room."""

from collections.abc import Iterator, Sequence
from hmac import compare_digest
from random import SystemRandom
from typing import Any

from arena.access import Account
from arena.chair import Chair, hash_of
from arena.clock import LagMeter
from arena.peer import Peer
from arena.room_spec import RoomSpec
from arena.specs import Player
from engine.game import Seat
from protocol.errors import (
    NAME_TAKEN,
    NOT_ALLOWED,
    ROOM_FULL,
    ROOM_RUNNING,
    UNAUTHORIZED,
    ProtocolError,
)
from protocol.messages import Join

CHANCE = SystemRandom()


class Seating:
    """The chairs of a room: taken in join order or drawn, given back to those who left them."""

    def __init__(self, spec: RoomSpec, players: Sequence[Player | None], lag: LagMeter) -> None:
        self.spec = spec
        self.chairs = [Chair(seat, spec.clock, lag) for seat in range(len(players))]
        placed = list(players)
        if spec.seating == "drawn":
            CHANCE.shuffle(placed)
        for chair, player in zip(self.chairs, placed, strict=True):
            if player is not None and player.bot is not None:
                chair.seat_bot(player.bot, player.name, player.kind)

    def __iter__(self) -> Iterator[Chair]:
        return iter(self.chairs)

    def __getitem__(self, seat: Seat) -> Chair:
        return self.chairs[seat]

    def __len__(self) -> int:
        return len(self.chairs)

    @property
    def full(self) -> bool:
        """Whether every seat is taken."""
        return not any(chair.free for chair in self.chairs)

    @property
    def remote(self) -> list[Chair]:
        """The seats that are not house bots'."""
        return [chair for chair in self.chairs if chair.remote]

    @property
    def connected(self) -> int:
        """Players at the other end of a wire who are there."""
        return sum(chair.peer is not None for chair in self.chairs)

    def rows(self) -> list[dict[str, Any]]:
        """Who sits where, as everybody may know."""
        return [chair.as_json() for chair in self.chairs]

    # -- finding a seat

    def find(self, join: Join, account: Account, *, begun: bool) -> Chair:
        """The seat for a player who joins: its own again, or a free one."""
        for chair in self.chairs:
            if chair.player_id == join.player_id and self._may_return(chair, join, account):
                return chair
        free = [chair for chair in self.chairs if chair.free]
        if not free:
            detail = f"all {len(self.chairs)} seats of {self.spec.room_id} are taken"
            raise ProtocolError(ROOM_RUNNING if begun else ROOM_FULL, detail, flat=ROOM_FULL)
        self._check_rated(account)
        return CHANCE.choice(free) if self.spec.seating == "drawn" else free[0]

    def _check_rated(self, account: Account) -> None:
        if not self.spec.rated:
            return
        if not account.id:
            raise ProtocolError(UNAUTHORIZED, "a rated seat needs a player's token")
        if any(chair.owner == account.id for chair in self.chairs):
            detail = f"{account.name} sits here already; two seats of one owner are never rated"
            raise ProtocolError(NOT_ALLOWED, detail)

    def _may_return(self, chair: Chair, join: Join, account: Account) -> bool:
        """A seat is reclaimed when its connection is gone, or taken over with its token."""
        if chair.thinker is not None or chair.free:
            return False
        gone, known = chair.peer is None, holds(chair, join.token, account)
        if not known and (gone or join.token is not None):
            raise ProtocolError(NAME_TAKEN, f"{join.player_id} sits here with another token")
        return gone or (join.takeover and known and chair.guarded)

    def seat_of(self, token: str | None, account: Account) -> Seat | None:
        """The seat whose token this is: its owner may watch over its shoulder."""
        for chair in self.chairs:
            if chair.remote and chair.guarded and holds(chair, token, account):
                return chair.seat
        return None


def holds(chair: Chair, token: str | None, account: Account) -> bool:
    """Whether a token, or the account behind it, is the one that the seat was taken with."""
    if chair.token_hash and token and compare_digest(chair.token_hash, hash_of(token)):
        return True
    if chair.owner is not None:
        return account.id == chair.owner
    return not chair.token_hash and not token


def unseat(peer: Peer) -> None:
    """Send a connection away from a seat that another one takes."""
    peer.room, peer.seat = None, -1
    peer.close(1008, "the seat was taken over by another connection")
