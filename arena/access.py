"""Who somebody is, and what they may do and see: the one place that decides.

A server without tokens is open: on an address of this machine alone everybody is its admin, on any
other (`open`) everybody is a player. With tokens a visitor may watch, and nothing else.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum
from hashlib import sha256
from secrets import token_urlsafe
from time import monotonic
from typing import Any, Final, Literal, Protocol, get_args

from arena.errors import ArenaError
from arena.quotas import Quotas, address_key
from arena.settings import Settings, SettingsError
from engine.game import Seat

Role = Literal["visitor", "player", "organiser", "admin"]
ROLES: Final[tuple[Role, ...]] = get_args(Role)
SESSIONS: Final = 1000
"""Browser sessions kept at the same time; the oldest of a player makes way."""
TOKEN_PREFIX: Final = "arena_"
"""How accounts' tokens begin; those of seats do not."""
MEMORY_SECONDS: Final = 5.0
"""How long a token is known without asking the store again."""


class UnknownTokenError(ArenaError):
    """A token nobody was given, or one that was revoked."""

    def __init__(self) -> None:
        super().__init__("a valid token is needed")


class NotYetError(ArenaError):
    """A match that is seen late, and of which nothing is old enough to be seen."""

    def __init__(self, seconds: float) -> None:
        super().__init__(f"it is seen {seconds:g} s late, and nothing of it is that old yet")


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


Viewpoint = Literal["public", "all", "full"] | Seat
"""The public's, with all hands, with the wall too, or that of a seat."""


def gate(account: Account, match: Exhibit, viewpoint: Viewpoint) -> Sight:
    """How much of a match somebody may see from a viewpoint now; every feed asks here."""
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


# -- who somebody is


class Token(Protocol):
    """What is known of a token."""

    @property
    def id(self) -> int:
        """The account."""

    @property
    def name(self) -> str:
        """Who holds it."""

    @property
    def role(self) -> Any:
        """player, organiser or admin."""

    @property
    def created(self) -> int:
        """When it was made; a name's next token has another moment."""

    @property
    def revoked(self) -> int | None:
        """When it was revoked, if it was."""


class TokenBook(Protocol):
    """Where tokens are kept."""

    def find(self, secret: str) -> Token | None:
        """Whose token this is; None if nobody's, or revoked."""

    def named(self, name: str) -> Token | None:
        """The token of a name, revoked or not."""

    def in_use(self) -> bool:
        """Whether anybody holds a token."""


@dataclass(frozen=True, slots=True)
class Session:
    """A browser that has shown a token."""

    name: str
    role: Role
    created: int
    until: float


class Access:
    """Knows people by their tokens and by their browsers' sessions."""

    def __init__(
        self, settings: Settings, tokens: TokenBook | None = None, quotas: Quotas | None = None
    ) -> None:
        self.settings = settings
        self.quotas = quotas or Quotas(settings)
        self._tokens = tokens
        self._shown: set[bytes] = set()
        """Hashes of tokens that proved right: their holders are not taken for guessers."""
        self._sessions: dict[str, Session] = {}
        self._memory: dict[tuple[str, ...], tuple[Any, float]] = {}

    def forget(self) -> None:
        """Tokens have changed: ask the store again."""
        self._memory.clear()

    def _ask(self, what: Literal["find", "named", "in_use"], *about: str) -> Any:
        """What the store says, or said a moment ago."""
        if self._tokens is None:
            return None
        key, now = (what, *about), monotonic()
        known, until = self._memory.get(key, (None, 0.0))
        if now < until:
            return known
        if len(self._memory) >= SESSIONS:
            self._memory.clear()
        answer = getattr(self._tokens, what)(*about)
        self._memory[key] = (answer, now + MEMORY_SECONDS)
        return answer

    @property
    def has_tokens(self) -> bool:
        """Whether there is anybody with a token."""
        return bool(self._ask("in_use"))

    @property
    def anybody(self) -> Account:
        """Whoever comes without a token."""
        if self.settings.private and not self.has_tokens:
            return Account(role="admin")
        return Account(role="player") if self.settings.open else VISITOR

    def sign_up_problem(self) -> str:
        """Why nobody can make an account of their own here; nothing where they can."""
        by_hand = "its operator makes tokens with: arena token create NAME --role player"
        if not self.settings.sign_up or self._tokens is None:
            return f"this server makes no accounts by itself; {by_hand}"
        # On a private server without tokens everybody is admin; the first token would end that.
        if not self.has_tokens:
            return "this server has no admin yet: arena token create NAME --role admin"
        return ""

    def check_start(self) -> None:
        """SettingsError where strangers could come in and nobody has said that they may."""
        if self.settings.private or self.settings.open or self.has_tokens:
            return
        reach = "behind a proxy" if self.settings.behind_proxy else f"on {self.settings.host}"
        raise SettingsError(
            f"a server {reach} can be reached by others, and there are no tokens: make one "
            "(arena token create NAME --role admin), or say --open to let everybody in"
        )

    def find(self, secret: str, address: str | None = None) -> Account | None:
        """Whose token this is; None if nobody's, QuotaError for an address that guesses."""
        token = self._shown_token(secret, address)
        return None if token is None else Account(token.id, token.name, token.role)

    def with_token(self, secret: str, address: str | None = None) -> Account:
        """Whose token this is; UnknownTokenError if nobody's, QuotaError as in `find`."""
        account = self.find(secret, address)
        if account is None:
            raise UnknownTokenError
        return account

    def _shown_token(self, secret: str, address: str | None) -> Any:
        """The token that somebody at an address shows; a wrong one counts as a guess."""
        digest = sha256(secret.encode(errors="surrogatepass")).digest()
        key, guesses = address_key(address), self.quotas.wrong_tokens
        if digest not in self._shown and secret.startswith(TOKEN_PREFIX):
            guesses.check(key)  # before it is looked up: a right guess must not come in either
        token = self._ask("find", secret)
        if token is not None:
            if len(self._shown) >= SESSIONS:
                self._shown.clear()
            self._shown.add(digest)
        elif secret.startswith(TOKEN_PREFIX):
            guesses.take(key)
        return token

    # -- sessions of browsers

    def open_session(self, secret: str, address: str | None = None) -> str:
        """A session for the holder of a token; what its cookie says."""
        token = self._shown_token(secret, address)
        if token is None:
            raise UnknownTokenError
        self._make_way(token.name)
        key = token_urlsafe(32)
        until = monotonic() + self.settings.session_seconds
        self._sessions[key] = Session(token.name, token.role, token.created, until)
        return key

    def _make_way(self, name: str) -> None:
        """End the oldest session of an account with many, or of a player where all are many."""
        own = [key for key, session in self._sessions.items() if session.name == name]
        if len(own) >= self.settings.sessions_per_account:
            del self._sessions[own[0]]
        if len(self._sessions) >= SESSIONS:
            players = (key for key, kept in self._sessions.items() if kept.role == "player")
            del self._sessions[next(players, next(iter(self._sessions)))]

    def in_session(self, key: str) -> Account:
        """Whose session this is; as without a token if it has ended."""
        session = self._sessions.get(key)
        if session is None:
            return self.anybody
        token = self._ask("named", session.name)
        held = token is not None and token.revoked is None and token.created == session.created
        if not held or monotonic() >= session.until:
            self.close_session(key)
            return self.anybody
        return Account(token.id, token.name, token.role)

    def close_session(self, key: str) -> None:
        """End a session; one that is not there is no mistake."""
        self._sessions.pop(key, None)
