"""Who may see what of a match, and what each role may do: the one place that decides."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum
from typing import Final, Literal, get_args

from engine.game import Seat

Role = Literal["visitor", "player", "organiser", "moderator", "admin"]
ROLES: Final[tuple[Role, ...]] = get_args(Role)
TOKEN_PREFIX: Final = "arena_"
"""How accounts' tokens begin; those of seats do not."""


@dataclass(frozen=True, slots=True)
class Account:
    """Somebody with a token, or one of the many without (id 0)."""

    id: int = 0
    name: str = ""
    role: Role = "visitor"
    seat: Seat | None = None
    """The seat at the table in question whose own token was shown."""

    def may(self, role: Role) -> bool:
        """Whether this account has at least this role."""
        return ROLES.index(self.role) >= ROLES.index(role)

    def owns(self, match: "Exhibit", seat: Seat) -> bool:
        """Whether a seat of a match is this account's."""
        return self.seat == seat or (self.id != 0 and match.owners.get(seat) == self.id)

    def keeps(self, owner: int | None) -> bool:
        """Whether a bot of this owner is this account's own; one without is the open house's."""
        return self.may("admin") if owner is None else owner == self.id

    def plays(self, match: "Exhibit") -> bool:
        """Whether any seat of a match is this account's."""
        return self.seat is not None or (self.id != 0 and self.id in match.owners.values())


VISITOR: Final = Account()


# -- who may see what


class Sight(Enum):
    """How much of a match may be seen from a viewpoint now."""

    LIVE = "live"
    ROUNDS = "rounds"
    """The rounds that are over."""
    NOTHING = "nothing"


@dataclass(frozen=True, slots=True)
class Exhibit:
    """What the gate must know of a match."""

    rated: bool = False
    over: bool = False
    spectators: Literal["public", "all_hands", "none"] = "public"
    owners: Mapping[Seat, int] = field(default_factory=dict)
    """The accounts that took the seats with their tokens."""
    delay: float = 0.0
    """Seconds that those who do not play see it late."""
    told: bool = True
    """Whether they know of its end."""
    sealed: bool = False
    """Whether its deal is still being played at other tables."""


Viewpoint = Literal["public", "all", "full"] | Seat
"""The public's, with all hands, with the wall too, or that of a seat."""


def gate(account: Account, match: Exhibit, viewpoint: Viewpoint) -> Sight:
    """How much of a match somebody may see from a viewpoint now; every feed asks here."""
    if match.sealed and not account.may("organiser"):
        return Sight.NOTHING
    if match.over and (match.told or account.plays(match)):
        return Sight.LIVE
    if isinstance(viewpoint, int):
        return Sight.LIVE if account.owns(match, viewpoint) else Sight.NOTHING
    watches = match.spectators != "none" or account.plays(match) or account.may("organiser")
    if viewpoint == "full" or not watches:
        return Sight.NOTHING
    if viewpoint == "public":
        return Sight.LIVE
    # All hands before the round is over only where nothing is at stake, and never to a player.
    at_once = match.spectators == "all_hands" and not match.rated and not account.plays(match)
    return Sight.LIVE if at_once else Sight.ROUNDS


def late(account: Account, match: Exhibit) -> bool:
    """Whether somebody sees a match, from whatever viewpoint, only when its delay has passed."""
    return match.delay > 0 and not account.plays(match)


def reads_log(account: Account, match: Exhibit, seat: Seat) -> bool:
    """Whether somebody may read what the bot at a seat wrote to stderr: its owner, or an admin."""
    return account.owns(match, seat) or (match.told and account.may("admin"))


def manages(account: Account, owner: int | None) -> bool:
    """Whether somebody may retire a bot, write its notes and read its logs."""
    return account.keeps(owner) or account.may("admin")
