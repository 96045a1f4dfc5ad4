"""The set-up of a room; the same for REST, tests, the command line and the store."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Literal

from arena.match.clock import ClockRules
from engine.game import Seat
from engine.rng import Deals
from engine.variants import VariantEntry

Phase = Literal["waiting", "starting", "running", "paused", "over", "void"]
"""How far a table has come."""
Seating = Literal["join_order", "drawn"]
Spectators = Literal["public", "all_hands", "none"]
WhenEmpty = Literal["go_on", "close"]
OnIllegal = Literal["ask_again", "strike", "close"]
OnAbsent = Literal["bot", "forfeit"]
DEFAULT_CLOCK = ClockRules()
SLOW_CLOCK = ClockRules(decision_ms=120_000, bank_ms=600_000, ready_ms=120_000)
"""For players who think in words: language models, and people who do other things meanwhile."""
RATED_CLAIM_FLOOR_MS = 300
"""The least time of a claim step in rated rooms: what a quick answer over a network takes."""


@dataclass(frozen=True, slots=True)
class RoomSpec:
    """A room's game, players, clock and house rules."""

    room_id: str
    game: str = "tigerdragon"
    seats: int | None = None
    config: Mapping[str, Any] = field(default_factory=dict)
    variants: tuple[VariantEntry, ...] = ()
    bots: tuple[str, ...] = ()
    """House bots, by name; they take the last seats."""
    clock: ClockRules | None = DEFAULT_CLOCK
    deals: Deals | None = None
    match_id: str = ""
    bot_seed: str = ""
    entrants: tuple[str, ...] = ()
    """The accounts for whom the first seats are reserved, by name; "" leaves a seat to anybody."""
    rated: bool = False
    """A token a seat, no chat between players, the server's own seed, a floor under claims."""
    require_ready: bool = False
    """Whether the match starts only when everybody has said `ready`."""
    confirm_rounds: bool = False
    """Whether the next round waits for `confirm_round`, at most `confirm_ms`."""
    confirm_ms: int = 15_000
    seating: Seating = "join_order"
    spectators: Spectators = "public"
    """Who may watch: nobody, the public (all hands once a round is over), or all hands live."""
    spectator_delay: float | None = None
    """Seconds that spectators see the match late; None: as the server has it."""
    takeover_bot: str | None = ""
    """Who plays for a seat nobody answers for: "" the game's house bot, None nobody."""
    takeover_ms: int = 10_000
    """How long after its connection has gone a seat is taken over."""
    strikes: int = 3
    """Timeouts and crashes in a row before a seat is taken over."""
    on_illegal: OnIllegal | None = None
    """What follows an answer that is not legal: only another try, a strike (if rated, where it is
    left to the room), or the end of the connection."""
    when_empty: WhenEmpty = "go_on"
    """What becomes of a match that every remote player has left."""
    reveal_seed: bool = True
    """Whether `game_over` carries the seed; not in a series, where the deal may be played again."""
    sit_in: bool | None = None
    """Whether people may take house bots' seats while an unrated match runs; None: only where no
    person plays."""
    moves: tuple[Mapping[Seat, str], ...] = ()
    """The moves of another match from which this one goes on."""
    repeat: bool = False
    """Whether a player who joins once the match is over opens the next one."""
    on_absent: OnAbsent = "bot"
    """What a player gets for whom a house bot has moved: the bot's result, or the last place."""

    def for_play(self) -> "RoomSpec":
        """Return the same room with what a rated or an unrated one implies filled in."""
        clock = self.clock
        if self.rated and clock is not None and not clock.claim_floor_ms:
            clock = replace(clock, claim_floor_ms=RATED_CLAIM_FLOOR_MS)
        on_illegal = self.on_illegal or ("strike" if self.rated else "ask_again")
        return replace(self, clock=clock, on_illegal=on_illegal)

    def as_json(self) -> dict[str, Any]:
        """The form that the store keeps: `from_json` makes the same room of it."""
        row = {name: getattr(self, name) for name in self.__slots__}
        row["config"] = dict(self.config)
        row["clock"] = self.clock.as_json() if self.clock else None
        row["deals"] = self.deals.as_json() if self.deals else None
        row["variants"], row["bots"] = list(self.variants), list(self.bots)
        row["entrants"] = list(self.entrants)
        row["moves"] = [{str(seat): c for seat, c in moves.items()} for moves in self.moves]
        return row

    @classmethod
    def from_json(cls, row: Mapping[str, Any]) -> "RoomSpec":
        """Return the room whose `as_json` this is."""
        clock, deals = row["clock"], row["deals"]
        return cls(
            **{
                **row,
                "clock": ClockRules(**clock) if clock else None,
                "deals": Deals.from_json(deals) if deals else None,
                "variants": tuple(row["variants"]),
                "bots": tuple(row["bots"]),
                "entrants": tuple(row.get("entrants", ())),
                "moves": tuple(
                    {int(seat): choice for seat, choice in moves.items()}
                    for moves in row.get("moves", ())
                ),
            }
        )
