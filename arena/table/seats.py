"""Who sits where, and who may: the seats of a table."""

from collections.abc import Iterator, Sequence
from hmac import compare_digest
from random import SystemRandom
from typing import Any

from arena.match.clock import Clocks, LagMeter
from arena.match.visibility import Account
from arena.plugins.bot_specs import Player
from arena.table.seat import TableSeat, hash_of
from arena.table.spec import RoomSpec
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


class Seats:
    """The seats of a table: taken in join order or drawn, given back to those who left them."""

    def __init__(
        self,
        spec: RoomSpec,
        players: Sequence[Player | None],
        lag: LagMeter,
        *,
        timed_bots: bool = True,
    ) -> None:
        self.spec = spec
        placed = list(players)
        if spec.seating == "drawn":
            CHANCE.shuffle(placed)
        untimed = [not timed_bots and player is not None and player.bot for player in placed]
        self.clocks = Clocks([None if bot else spec.clock for bot in untimed], lag)
        self._seats = [TableSeat(seat, clock) for seat, clock in enumerate(self.clocks)]
        for seat, player in zip(self._seats, placed, strict=True):
            if player is not None and player.bot is not None:
                seat.seat_bot(player.bot, player.name, player.kind)

    def __iter__(self) -> Iterator[TableSeat]:
        return iter(self._seats)

    def __getitem__(self, seat: Seat) -> TableSeat:
        return self._seats[seat]

    def __len__(self) -> int:
        return len(self._seats)

    @property
    def full(self) -> bool:
        """Whether every seat is taken."""
        return not any(seat.free for seat in self._seats)

    @property
    def remote(self) -> list[TableSeat]:
        """The seats that are not house bots'."""
        return [seat for seat in self._seats if seat.remote]

    @property
    def connected(self) -> int:
        """How many players at the other end of a wire are here."""
        return sum(seat.peer is not None for seat in self._seats)

    def rows(self) -> list[dict[str, Any]]:
        """Return who sits where, as everybody may know."""
        return [seat.as_json() for seat in self._seats]

    # -- finding a seat

    def find(self, join: Join, account: Account, *, begun: bool) -> TableSeat:
        """Return the seat for a player who joins: its own again, or a free one."""
        for seat in self._seats:
            if seat.player_id == join.player_id and self._may_return(seat, join, account):
                return seat
        free = [seat for seat in self._seats if seat.free]
        if not free:
            detail = f"all {len(self._seats)} seats of {self.spec.room_id} are taken"
            raise ProtocolError(ROOM_RUNNING if begun else ROOM_FULL, detail, flat=ROOM_FULL)
        self._check_rated(account)
        return CHANCE.choice(free) if self.spec.seating == "drawn" else free[0]

    def _check_rated(self, account: Account) -> None:
        if not self.spec.rated:
            return
        if not account.id:
            raise ProtocolError(UNAUTHORIZED, "a rated seat needs a player's token")
        if any(seat.owner == account.id for seat in self._seats):
            detail = f"{account.name} sits here already; two seats of one owner are never rated"
            raise ProtocolError(NOT_ALLOWED, detail)

    def _may_return(self, seat: TableSeat, join: Join, account: Account) -> bool:
        """Return whether a seat is reclaimed: its connection is gone, or its token takes it."""
        if seat.house is not None or seat.free:
            return False
        gone, known = seat.peer is None, holds(seat, join.token, account)
        if not known and (gone or join.token is not None):
            raise ProtocolError(NAME_TAKEN, f"{join.player_id} sits here with another token")
        return gone or (join.takeover and known and seat.guarded)

    def seat_of(self, token: str | None, account: Account) -> Seat | None:
        """Return the seat whose token this is: its owner may watch over its shoulder."""
        for seat in self._seats:
            if seat.remote and seat.guarded and holds(seat, token, account):
                return seat.seat
        return None


def holds(seat: TableSeat, token: str | None, account: Account) -> bool:
    """Return whether a token, or the account behind it, is the one the seat was taken with."""
    if seat.token_hash and token and compare_digest(seat.token_hash, hash_of(token)):
        return True
    if seat.owner is not None:
        return account.id == seat.owner
    return not seat.token_hash and not token
