"""The parts of a table and the views of it; `Table` adds everything that happens."""

from collections.abc import Callable, Sequence
from secrets import token_hex
from typing import TYPE_CHECKING

from arena.match.clock import LagMeter
from arena.match.forfeits import house_moves
from arena.match.match import Match, Record
from arena.match.result import MatchResult
from arena.match.visibility import Account, Exhibit, Sight, gate
from arena.match.wire_frames import Frames, discards_frame
from arena.table.announcements import Announcements
from arena.table.audience import Audience
from arena.table.effects import CallHook, Outbox
from arena.table.participant import Participant
from arena.table.seat import TableSeat
from arena.table.seats import Seats
from arena.table.spec import Phase, RoomSpec
from arena.table.undo import Undone
from arena.table.warm_up import WarmUp
from bots import Bot
from engine.errors import IllegalMoveError
from engine.game import ALL_HANDS, PUBLIC, AnyGame, RoundResult, Seat, Viewer
from engine.replay import find_moves
from engine.rng import Deals
from engine.variants import Position
from protocol.errors import NOT_ALLOWED, ProtocolError
from protocol.messages import Join

if TYPE_CHECKING:
    from arena.plugins.bot_specs import Player
    from arena.table.referee import Referee


class BaseTable:
    """One table: its rules, seats, match and audience."""

    def __init__(
        self,
        spec: RoomSpec,
        game: AnyGame,
        players: Sequence["Player | None"],
        lag: LagMeter,
        *,
        match: Match | None = None,
        saves: bool = False,
        new_substitute: Callable[[], Bot] | None = None,
        timed_bots: bool = True,
    ) -> None:
        self.spec = spec.for_play()
        self.game = game
        self.deals = spec.deals or Deals.seed(token_hex(32))
        self.match_id = spec.match_id or token_hex(8)
        self.bot_seed = spec.bot_seed or token_hex(16)
        self.out = Outbox()
        self.seats = Seats(self.spec, players, lag, timed_bots=timed_bots)
        self.audience = Audience(self.spec, self.out)
        self.announcements = Announcements(self.seats, self.audience, self.out)
        self.warm_up = WarmUp(self.seats, self.announcements, self.out)
        self.state: Phase = "waiting"
        self.told = False
        """Whether everybody may know that the match has ended."""
        self.held = False
        """Whether somebody else decides when the match begins."""
        self.sealed = False
        """Whether nobody may look at the match yet, because its deal is played elsewhere too."""
        self.results: list[RoundResult] = []
        # The options and deals are tried at once, so that a bad room is refused, not stuck.
        self._given_match = match
        self._started_before = False
        self._begun = False
        """Whether the match is one that a journal knows."""
        self.match = match or self._first_match()
        self._undone = Undone()
        self.referee: Referee | None = None
        self._saves = saves
        self._ticket = 0
        """The number of the last begin or rewind that was handed over to be saved."""
        self._new_substitute = new_substitute

    def _new_match(self, players: Sequence[str] = ()) -> Match:
        return Match(
            self.game,
            players or [seat.player_id for seat in self.seats],
            self.deals,
            config=self.spec.config,
            variants=self.spec.variants,
            match_id=self.match_id,
            clock=self.spec.clock.as_json() if self.spec.clock else None,
        )

    def _first_match(self) -> Match:
        """Return the match that is to be played, at the point from which it goes on."""
        match = self._new_match()
        rules = match.rules
        self.results = []
        for number, choices in enumerate(self.spec.moves, 1):
            position = Position(match.state, match.offers, ())
            moves = find_moves(rules, position, choices, number)
            self.results += match.repeat(Record(number, moves)).results
        if match.over:
            raise IllegalMoveError(f"the match is over after step {match.n}; begin earlier")
        return match

    @property
    def seed_hash(self) -> str | None:
        """The hash that is published before the match; None if the deals are given."""
        # The match's own: a match that was given has another id and other deals than the room.
        return self.match.header.seed_hash if self.match.deals.root else None

    def restore(self, players: Sequence[str]) -> None:
        """Lay out the match of these players anew, for its saved steps to be repeated."""
        self.match = self._new_match(players)

    def repeat(self, record: Record) -> None:
        """Play a saved step again, and charge what it cost to the clocks."""
        claim = self.match.game.asking(self.match.state) == "claim"
        advance = self.match.repeat(record)
        self.seats.clocks.replay(record.ms, record.house, claim=claim)
        if advance.results:
            self.results += advance.results
            self.seats.clocks.round_over()

    def seat_bot(self, seat: Seat, bot: Bot, name: str, now: float) -> None:
        """Give a free seat to a bot of this process."""
        self.seats[seat].seat_bot(bot, name)
        self.announcements.seats("player_joined", now)

    def note_unreadable(self, peer: Participant, reason: str, received: str) -> None:
        """Note that a seated player sent what cannot be read."""
        if self.referee is not None and peer.seat >= 0:
            self.referee.notes.unreadable(self.seats[peer.seat], reason, received)

    # -- what may be seen

    def _watch(
        self, peer: Participant, join: Join, viewpoint: tuple[Viewer, Sight], *, late: bool
    ) -> None:
        viewer, sight = viewpoint
        late = late and viewer.seat < 0
        self.audience.add(peer, viewer, held=sight is not Sight.LIVE, late=late)
        facts = {"room_id": self.spec.room_id, "name": peer.player_id}
        self.out.add(CallHook("arena_spectator_joined", facts))
        self._let_in(peer, join, None)
        if self.referee is not None:
            self.audience.snapshot(peer, self.referee.match)

    def _viewpoint(self, join: Join, account: Account) -> tuple[Viewer, Sight]:
        """Return whose eyes a spectator gets, and how soon; a ProtocolError if nobody's."""
        seat = self.seats.seat_of(join.token, account)
        if seat is not None:
            return Viewer.player(seat), Sight.LIVE
        sight = gate(account, self.exhibit, join.view)
        if sight is Sight.NOTHING:
            raise ProtocolError(NOT_ALLOWED, f"{self.spec.room_id} may not be watched")
        return ALL_HANDS if join.view == "all" else PUBLIC, sight

    def _let_in(self, peer: Participant, join: Join, seat: TableSeat | None) -> None:
        ack = self.announcements.join_ack(
            peer,
            join.room_id,
            seat,
            spec=self.spec,
            header=self.match.header,
            seed_hash=self.seed_hash,
        )
        self.out.send(peer, ack)

    @property
    def exhibit(self) -> Exhibit:
        """The facts that decide who may see this table's match."""
        owners = {
            seat.seat: owner
            for seat in self.seats
            if (owner := seat.bot_owner or seat.owner) is not None
        }
        return Exhibit(
            self.spec.rated,
            self.state == "over",
            self.spec.spectators,
            owners,
            delay=self.spec.spectator_delay or 0.0,
            told=self.shown_state == self.state,
            sealed=self.sealed,
        )

    def shown_to(self, *, late: bool) -> Match | None:
        """Return the match as it is, or as late spectators know it: None before they know any."""
        return self.audience.match if late and self.spec.spectator_delay else self.match

    @property
    def shown_state(self) -> Phase:
        """The state that everybody may know of."""
        if self.told or self.state == "paused" or not self.audience.behind:
            return self.state
        shown = self.audience.match
        if shown is None:
            return "starting"
        return "over" if shown.over else "running"

    def discards(self, peer: Participant) -> bytes:
        """Return this round's discards, as far as this participant may know them."""
        at_once = peer.seat >= 0 or peer in self.audience.live
        match = self.shown_to(late=not at_once)
        if self.referee is None or match is None:
            return discards_frame(self.spec.room_id, [""] * len(self.seats))
        return Frames(match, self.spec.room_id).discards()

    @property
    def result(self) -> MatchResult:
        """The match with the rounds that were closed."""
        return MatchResult(self.match, tuple(self.results), self.forfeits)

    @property
    def forfeits(self) -> tuple[Seat, ...]:
        """The seats that lose the match because a house bot had to play for them."""
        lost = {seat.seat for seat in self.seats if seat.forfeited}
        if self.spec.on_absent == "forfeit":
            lost |= house_moves(self.match.records).keys()
        return tuple(sorted(lost))

    def chat(self, peer: Participant, text: str, now: float) -> None:
        """Send a text to everybody at the full level."""
        if self.spec.rated and peer.seat >= 0:
            raise ProtocolError(NOT_ALLOWED, "players of a rated room cannot chat")
        frame = {"type": "chat", "player_id": peer.player_id, "text": text}
        # Who sees the table late can tell nothing new of it.
        self.announcements.tell(frame, now, at_once=peer in self.audience.late)
