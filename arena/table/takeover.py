"""House bots that play for seats whose players have gone or do not answer."""

from collections.abc import Callable, Sequence

from arena.match.match import Match
from arena.table.effects import DismissBot, HouseBot, InformBot, Outbox, StartBot
from arena.table.seat import TableSeat
from arena.table.spec import RoomSpec
from bots import Bot, masked, watches
from engine.game import Event, Seat, Viewer
from engine.rng import stream


class Takeovers:
    """Counts strikes, and brings in a house bot that has seen all that its seat has seen."""

    def __init__(
        self,
        spec: RoomSpec,
        new_bot: Callable[[], Bot] | None,
        bot_seed: str,
        out: Outbox,
    ) -> None:
        self.spec = spec
        self.possible = new_bot is not None
        self._new_bot = new_bot
        self._bot_seed = bot_seed
        self._out = out
        self.unannounced: set[Seat] = set()
        """Seats whose takeover would show now that they had been asked."""

    def wait_for(self, seat: TableSeat, now: float) -> None:
        """Give a player whose connection is gone some time to come back."""
        if self.possible and seat.substitute is None:
            self._out.wake(alarm(seat.seat), now + self.spec.takeover_ms / 1000)

    def strike(self, seat: TableSeat) -> bool:
        """Count a timeout or a crash; return whether somebody else must play the seat now."""
        if seat.house is not None or seat.substitute is not None:
            return False
        seat.strikes += 1
        return 0 < self.spec.strikes <= seat.strikes and seat.peer is not None

    def take_over(self, seat: TableSeat, match: Match) -> bool:
        """Put a house bot in a player's place; return whether it was possible."""
        if self._new_bot is None or seat.substitute is not None or match.over:
            return False
        seat.strikes = 0
        seat.late = False
        seat.unwanted = 0
        seat.substitute = HouseBot(self._new_bot())
        self.start(seat.seat, seat.substitute, match)
        self.unannounced.add(seat.seat)
        return True

    def start(self, seat: Seat, house: HouseBot, match: Match) -> None:
        """Start a house bot in a running match, and hand it all that its seat has seen."""
        rng = stream(self._bot_seed, "substitute", seat, match.n)
        self._out.add(StartBot(seat, house, rng))
        inform(house, seat, match, self._out)

    def give_back(self, seat: TableSeat) -> None:
        """Let the player who is here again play its own seat."""
        self._out.cancel(alarm(seat.seat))
        seat.strikes = 0
        if seat.substitute is not None:
            self._out.add(DismissBot(seat.substitute))
            seat.substitute = None
            self.unannounced.discard(seat.seat)

    def to_announce(self, match: Match, *, round_over: bool) -> list[Seat]:
        """Return the takeovers that show nothing any more, now that they may be announced."""
        if not self.unannounced:
            return []
        claim = match.game.asking(match.state) == "claim"
        return [
            seat
            for seat in sorted(self.unannounced)
            if round_over or (not claim and seat in match.pending)
        ]


def alarm(seat: Seat) -> str:
    """Return the name of the alarm at which an absent player's seat is taken over."""
    return f"takeover {seat}"


def inform(house: HouseBot, seat: Seat, match: Match, out: Outbox) -> None:
    """Hand a bot everything that its seat has seen so far."""
    for events in match.past():
        tell_bot(house, seat, events, out)


def tell_bot(house: HouseBot, seat: Seat, events: Sequence[Event], out: Outbox) -> None:
    """Hand a step's events to a bot: for its next turn, and now if it watches."""
    house.unread.append(tuple(events))
    if watches(house.bot):
        out.add(InformBot(house, masked(events, Viewer.player(seat))))
