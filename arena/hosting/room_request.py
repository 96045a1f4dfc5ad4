"""A room as somebody asks for it, and the profiles that fill in what they leave out."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Final, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from arena.errors import ArenaError, LinkError, UnknownNameError
from arena.hosting.variant_models import VariantName, variant_entries
from arena.match.clock import ClockRules
from arena.match.link import MOST_CHARACTERS, read_link
from arena.plugins.manager import Plugins
from arena.settings import MOST_DELAY
from arena.table.spec import (
    DEFAULT_CLOCK,
    SLOW_CLOCK,
    OnAbsent,
    OnIllegal,
    RoomSpec,
    Seating,
    Spectators,
    WhenEmpty,
)
from engine.config import as_json
from engine.game import AnyGame
from engine.rng import Deals
from protocol.codec import first_problem
from protocol.messages import Identifier

EVENT: Final = "event:"
"""How the rooms of events begin: nobody else opens them."""
MOST: Final = 64
"""Seats, bots or variants that anybody could want in a room; the game says how many it takes."""
PROFILES: Final[Mapping[str, Mapping[str, Any]]] = {
    "ronin": {
        "game": "riichi",
        "num_ai_players": 3,
        "time": {"decision_ms": 1, "bank_ms": 30_000, "round_bonus_ms": 10_000, "claim_ms": 5_000},
        "require_ready": True,
        "confirm_rounds": True,
        "seating": "drawn",
        "takeover_ms": 0,
        "on_illegal": "close",
        "when_empty": "close",
    },
    "slow": {
        "time": {
            "decision_ms": SLOW_CLOCK.decision_ms,
            "bank_ms": SLOW_CLOCK.bank_ms,
            "ready_ms": SLOW_CLOCK.ready_ms,
        },
    },
}
"""The profiles that every server has; `profiles` in arena.toml adds more."""


class Time(BaseModel):
    """Milliseconds; see docs/protocol.md, "Time"."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    decision_ms: int = Field(default=DEFAULT_CLOCK.decision_ms, ge=1, le=3_600_000)
    bank_ms: int = Field(default=DEFAULT_CLOCK.bank_ms, ge=0, le=86_400_000)
    claim_ms: int | None = Field(default=None, ge=1, le=3_600_000)
    round_bonus_ms: int = Field(default=DEFAULT_CLOCK.round_bonus_ms, ge=0, le=3_600_000)
    ready_ms: int = Field(default=DEFAULT_CLOCK.ready_ms, ge=1, le=3_600_000)
    claim_floor_ms: int = Field(default=DEFAULT_CLOCK.claim_floor_ms, ge=0, le=10_000)


class RoomRules(BaseModel):
    """The keys of a profile: the game, its rules, the clock and the house rules."""

    model_config = ConfigDict(extra="forbid", frozen=True, use_attribute_docstrings=True)

    game: str | None = None
    """The game; the server's default game if left out."""
    seats: int | None = Field(default=None, ge=1, le=MOST)
    """The number of seats; the game's usual number if left out."""
    num_ai_players: int | None = Field(default=None, ge=0, le=MOST)
    """The number of seats that house bots fill; all but one if left out."""
    bots: list[str] | None = Field(default=None, max_length=MOST)
    """House bots for the last seats, by name, `""` for a free seat; not with `num_ai_players`."""
    config: dict[str, Any] = Field(default_factory=dict)
    """The game's options; `GET /api/games/GAME` lists them."""
    variants: list[VariantName] = Field(default_factory=list, max_length=MOST)
    """The game's variants, each a name or `{"type": NAME, "config": {...}}`."""
    time: Time | None = None
    """The clock, in milliseconds: `decision_ms`, `bank_ms`, `round_bonus_ms`, `ready_ms`, ..."""
    require_ready: bool = False
    """Whether the match waits until every player has sent `ready`."""
    confirm_rounds: bool = False
    """Whether the next round waits for `confirm_round`."""
    confirm_ms: int = Field(default=15_000, ge=0, le=3_600_000)
    """Milliseconds that the next round waits at most, if `confirm_rounds` is set."""
    seating: Seating = "join_order"
    """Seats in the order of joining, or `drawn` by lot."""
    spectators: Spectators = "public"
    """Who may watch: the `public`, the public with `all_hands` live, or `none`."""
    spectator_delay: float | None = Field(default=None, ge=0, le=MOST_DELAY)
    """Seconds by which spectators see the match late; the server's setting if left out."""
    takeover_bot: str = ""
    """The bot that plays for an absent player; the game's house bot if left out."""
    takeover_ms: int = Field(default=10_000, ge=0, le=3_600_000)
    """Milliseconds between a lost connection and the takeover of its seat."""
    on_absent: OnAbsent = "bot"
    """What a player gets for whom a house bot moved: its result (`bot`), or the last place."""
    strikes: int = Field(default=3, ge=0, le=1_000)
    """Consecutive timeouts and crashes before a seat is taken over."""
    on_illegal: OnIllegal | None = None
    """What follows an illegal answer: `ask_again`, a `strike` (as in rated rooms), or `close`."""
    sit_in: bool | None = None
    """Whether people may take house bots' seats meanwhile; if left out, where no person plays."""
    when_empty: WhenEmpty = "go_on"
    """What happens to a match that every player has left: `go_on` or `close`."""
    repeat: bool = False
    """Whether joining the room when its match is over starts the next match."""


class NewRoom(RoomRules):
    """The body of POST /rooms."""

    room_id: Identifier
    """The name of the room."""
    profile: str = Field(default="default", max_length=64)
    """A named set of the rules below, from the server's settings; a key given here wins over it."""
    entrants: list[Identifier | Literal[""]] = Field(default_factory=list, max_length=MOST)
    """Accounts for whom the first seats are reserved, by name, `""` for anybody; they keep it."""
    deals: dict[str, Any] | None = None
    """`{"seed": ...}`, or `{"given": [...], "then": "repeat" or a seed}`; organisers, unrated."""
    link: str | None = Field(default=None, max_length=MOST_CHARACTERS)
    """The link of a match to go on from: its game, rules and deals; unrated."""
    step: int | None = Field(default=None, ge=0)
    """The number of the link's steps that are played already; all if left out."""
    rated: bool = False
    """Whether the match is rated; organisers only, and every seat needs its own token."""


class ProfileError(ArenaError):
    """A profile that cannot be used."""


def read_profiles(given: Mapping[str, Mapping[str, Any]]) -> dict[str, RoomRules]:
    """Return the profiles of a server by name; a ProfileError names the field that is wrong."""
    profiles = {}
    for name, rules in {"default": {}, **PROFILES, **given}.items():
        try:
            profiles[name] = RoomRules.model_validate(rules)
        except ValidationError as error:
            raise ProfileError(f"profiles.{name}.{first_problem(error)}") from None
    return profiles


def fill_in(wanted: NewRoom, profiles: Mapping[str, RoomRules]) -> NewRoom:
    """Return the room with its profile's rules wherever it gives none of its own."""
    profile = profiles.get(wanted.profile)
    if profile is None:
        raise UnknownNameError("profile", wanted.profile, profiles)
    rules = profile.model_dump(exclude_unset=True)
    own = wanted.model_dump(exclude_unset=True)
    if "bots" in own or "num_ai_players" in own:  # two ways to say the same thing
        rules.pop("bots", None)
        rules.pop("num_ai_players", None)
    if wanted.time is not None and profile.time is not None:
        own["time"] = {**rules["time"], **own["time"]}
    return NewRoom.model_validate({**rules, **own})


def spec_of(wanted: NewRoom, plugins: Plugins, default_game: str) -> RoomSpec:
    """Return the room that is asked for, house bots filled in."""
    if wanted.link is not None:
        return _spec_of_link(wanted, wanted.link, plugins)
    return _spec(wanted, plugins, plugins.game(wanted.game or default_game))


def _spec_of_link(wanted: NewRoom, text: str, plugins: Plugins) -> RoomSpec:
    """Return a room that goes on from a step of another match."""
    given = wanted.model_fields_set & {"game", "seats", "config", "variants", "deals"}
    if given or wanted.rated:
        raise LinkError(f"a link brings its own rules; leave out {min(given or {'rated'})}")
    link = read_link(text, plugins.game)
    steps = len(link.moves) if wanted.step is None else wanted.step
    if steps > len(link.moves):
        raise LinkError(f"step {steps}: the link's match has {len(link.moves)}")
    return replace(
        _spec(wanted.model_copy(update={"seats": link.seats}), plugins, link.game),
        config=as_json(link.config),
        variants=link.variants,
        deals=link.deals,
        moves=link.moves[:steps],
    )


def _spec(wanted: NewRoom, plugins: Plugins, game: AnyGame) -> RoomSpec:
    seats = wanted.seats or game.default_seats
    bots = wanted.bots
    if bots is None:
        number = seats - 1 if wanted.num_ai_players is None else wanted.num_ai_players
        bots = [plugins.house_bot(game.name)] * number
    return RoomSpec(
        room_id=wanted.room_id,
        game=game.name,
        seats=seats,
        config=wanted.config,
        variants=variant_entries(wanted.variants),
        bots=tuple(bots),
        entrants=tuple(wanted.entrants),
        clock=ClockRules(**wanted.time.model_dump()) if wanted.time else DEFAULT_CLOCK,
        deals=Deals.from_json(wanted.deals) if wanted.deals is not None else None,
        rated=wanted.rated,
        require_ready=wanted.require_ready,
        confirm_rounds=wanted.confirm_rounds,
        confirm_ms=wanted.confirm_ms,
        seating=wanted.seating,
        spectators=wanted.spectators,
        spectator_delay=wanted.spectator_delay,
        takeover_bot=wanted.takeover_bot,
        takeover_ms=wanted.takeover_ms,
        on_absent=wanted.on_absent,
        strikes=wanted.strikes,
        on_illegal=wanted.on_illegal,
        sit_in=wanted.sit_in,
        when_empty=wanted.when_empty,
        repeat=wanted.repeat,
    )
