"""The seats of a table: who sits where, and who may."""

from collections.abc import Iterator, Sequence
from itertools import zip_longest
from random import SystemRandom
from typing import TYPE_CHECKING, Any

from arena.match.clock import Clocks, LagMeter
from arena.match.visibility import Account
from arena.table.seat import TableSeat
from arena.table.spec import Phase, RoomSpec
from engine.game import Seat
from protocol.errors import (
    GAME_OVER,
    NAME_TAKEN,
    NOT_ALLOWED,
    ROOM_FULL,
    ROOM_RUNNING,
    UNAUTHORIZED,
    ProtocolError,
)
from protocol.messages import Join

if TYPE_CHECKING:
    from arena.plugins.bot_specs import Player

CHANCE = SystemRandom()


class Seats:
    """The seats of a table: taken in join order or drawn, given back to those who left them."""

    def __init__(
        self,
        spec: RoomSpec,
        players: Sequence["Player | None"],
        lag: LagMeter,
        *,
        timed_bots: bool = True,
    ) -> None:
        self.spec = spec
        pairs = list(zip_longest(players, spec.entrants, fillvalue=None))
        if spec.seating == "drawn":
            CHANCE.shuffle(pairs)
        placed = [player for player, _ in pairs]
        untimed = [not timed_bots and player is not None and player.bot for player in placed]
        self.clocks = Clocks([None if bot else spec.clock for bot in untimed], lag)
        self._seats = [TableSeat(seat, clock) for seat, clock in enumerate(self.clocks)]
        for seat, (player, entrant) in zip(self._seats, pairs, strict=True):
            seat.entrant = entrant or ""
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
        """The number of connected players."""
        return sum(seat.peer is not None for seat in self._seats)

    def rows(self) -> list[dict[str, Any]]:
        """Return who sits where, as everybody may know."""
        return [seat.as_json() for seat in self._seats]

    # -- finding a seat

    def find(self, join: Join, account: Account, phase: Phase) -> TableSeat:
        """Return the seat for a player who joins: its own again, or a free one."""
        own = self._by_token(join) or self._by_entrant(join, account)
        own = own or self._by_name(join, account)
        if own is not None:
            return own
        if join.seat is not None:
            self._check_rated(account)
            return self._wanted(join.seat, phase)
        free = [seat for seat in self._seats if seat.free and not seat.entrant]
        if not free:
            raise self._no_seat(phase)
        self._check_rated(account)
        return CHANCE.choice(free) if self.spec.seating == "drawn" else free[0]

    def _wanted(self, number: Seat, phase: Phase) -> TableSeat:
        """Return the seat that somebody wants: a free one, or a house bot's if it gives way."""
        if number >= len(self._seats):
            raise ProtocolError(NOT_ALLOWED, f"seat {number}: the last one is {len(self) - 1}")
        seat = self._seats[number]
        if seat.free and not seat.entrant:
            return seat
        if seat.entrant:
            raise ProtocolError(NOT_ALLOWED, f"seat {number} is reserved for {seat.entrant}")
        if seat.house is None or seat.house.make is None:
            raise ProtocolError(ROOM_FULL, f"seat {number} is {seat.player_id}'s")
        if not self.gives_way(seat, phase):
            detail = f"seat {number} is a house bot's, which does not give way here"
            raise ProtocolError(NOT_ALLOWED, detail)
        return seat

    def gives_way(self, seat: TableSeat, phase: Phase) -> bool:
        """Return whether a house bot gives its seat to whoever asks for it, in this phase."""
        sit_in = self.spec.sit_in
        allowed = not self.remote if sit_in is None else sit_in
        fresh = seat.house is not None and seat.house.make is not None and not seat.entrant
        return fresh and allowed and phase == "running" and not self.spec.rated

    def _no_seat(self, phase: Phase) -> ProtocolError:
        room = self.spec.room_id
        if phase in ("over", "void"):
            return ProtocolError(GAME_OVER, f"the match in {room} is over; join another room")
        if phase == "waiting" and any(seat.free for seat in self._seats):
            return ProtocolError(NOT_ALLOWED, f"the seats of {room} are reserved", flat=ROOM_FULL)
        detail = f"all {len(self._seats)} seats of {room} are taken"
        sentence = ROOM_FULL if phase == "waiting" else ROOM_RUNNING
        return ProtocolError(sentence, detail, flat=ROOM_FULL)

    def _by_token(self, join: Join) -> TableSeat | None:
        """Return the seat whose own token this is, whatever name comes with it."""
        for seat in self._seats:
            if join.token and seat.has_token(join.token):
                if seat.peer is None or join.takeover:
                    return seat
                detail = f"seat {seat.seat} is connected; send takeover: true to take it from there"
                raise ProtocolError(NAME_TAKEN, detail)
        return None

    def _by_entrant(self, join: Join, account: Account) -> TableSeat | None:
        """Return the seat that is reserved for an account, whatever name comes with it."""
        for seat in self._seats:
            if seat.entrant and account.id and seat.entrant == account.name:
                if seat.peer is None or join.takeover:
                    return seat
                detail = f"{account.name} is connected; send takeover: true to take the seat over"
                raise ProtocolError(NAME_TAKEN, detail)
        return None

    def _by_name(self, join: Join, account: Account) -> TableSeat | None:
        """Return the seat that a name gives back; a ProtocolError if the name is another's.

        A name proves nothing: it gives back a seat that no token guards, and that only where it
        can mean no other seat. At the full level two seats never have the same name; flat clients
        may share one, as at the first server, and then nobody comes back by it.
        """
        named = [seat for seat in self._seats if seat.player_id == join.player_id]
        for seat in named:
            own = seat.owner is not None and seat.owner == account.id
            if own and (seat.peer is None or join.takeover):
                return seat
        if len(named) == 1 and named[0].remote and named[0].peer is None:
            if named[0].guarded or join.token:
                raise ProtocolError(NAME_TAKEN, f"{join.player_id} sits here with another token")
            return named[0]
        if named and join.detail != "flat":
            raise ProtocolError(NAME_TAKEN, f"{join.player_id} sits here already; choose another")
        return None

    def _check_rated(self, account: Account) -> None:
        if not self.spec.rated:
            return
        if not account.id:
            raise ProtocolError(UNAUTHORIZED, "a rated seat needs a player's token")
        if any(seat.owner == account.id for seat in self._seats):
            detail = f"{account.name} sits here already; two seats of one owner are never rated"
            raise ProtocolError(NOT_ALLOWED, detail)

    def seat_of(self, token: str | None, account: Account) -> Seat | None:
        """Return the seat that a token, or the account behind it, has taken, to watch from."""
        for seat in self._seats:
            if seat.house is None:
                own = seat.owner is not None and seat.owner == account.id
                if own or (token and seat.has_token(token)):
                    return seat.seat
        return None
