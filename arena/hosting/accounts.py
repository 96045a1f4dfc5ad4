"""Accounts: who a caller is, by token or session, and what that allows.

A server without tokens is open: on an address of this machine alone everybody is its admin, on any
other (`open`) everybody is a player. With tokens a visitor may watch, and nothing else.
"""

from dataclasses import dataclass, replace
from hashlib import sha256
from secrets import token_urlsafe
from time import monotonic
from typing import Any, Final, Literal, Protocol

from arena.errors import ArenaError
from arena.hosting.quotas import Quotas, address_key
from arena.match.visibility import TOKEN_PREFIX, VISITOR, Account, Role
from arena.settings import Settings, SettingsError

SESSIONS: Final = 1000
"""Browser sessions kept at the same time; the oldest of a player makes way."""
MEMORY_SECONDS: Final = 5.0
"""How long a token is known without asking the store again."""


class UnknownTokenError(ArenaError):
    """A token nobody was given, or one that was revoked."""

    def __init__(self) -> None:
        super().__init__("a valid token is needed")


class BannedError(UnknownTokenError):
    """The token of an account that a moderator has banned."""

    def __init__(self, reason: str) -> None:
        ArenaError.__init__(self, f"this account is banned: {reason}")


# -- who somebody is


class Token(Protocol):
    """A token's facts; the secret itself is nowhere."""

    @property
    def id(self) -> int:
        """The account."""

    @property
    def name(self) -> str:
        """The holder's name."""

    @property
    def role(self) -> Any:
        """player, organiser, moderator or admin."""

    @property
    def created(self) -> int:
        """The moment it was made; a name's next token has another."""

    @property
    def revoked(self) -> int | None:
        """The moment it was revoked, if it was."""

    @property
    def banned(self) -> int | None:
        """The moment its account was banned, if it is."""

    @property
    def ban_reason(self) -> str:
        """Why it is banned."""

    @property
    def holds(self) -> bool:
        """Whether it lets its holder in."""


class TokenBook(Protocol):
    """The store of tokens."""

    def find(self, secret: str) -> Token | None:
        """Return whose token this is, banned or not; None if nobody's, or revoked."""

    def named(self, name: str) -> Token | None:
        """The token of a name, revoked or not."""

    def in_use(self) -> bool:
        """Return whether anybody holds a token."""


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
        """Return what the store says, or said a moment ago."""
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

    def is_account(self, name: str) -> bool:
        """Return whether somebody holds a token of this name."""
        token = self._ask("named", name)
        return token is not None and token.revoked is None

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
        """Return why nobody can make an account of their own here; nothing where they can."""
        by_hand = "its operator makes tokens with: arena token create NAME --role player"
        if not self.settings.sign_up or self._tokens is None:
            return f"this server makes no accounts by itself; {by_hand}"
        # On a private server without tokens everybody is admin; the first token would end that.
        if not self.has_tokens:
            return "this server has no admin yet: arena token create NAME --role admin"
        return ""

    def check_start(self) -> None:
        """Raise SettingsError where strangers could come in and nobody has said that they may."""
        if self.settings.private or self.settings.open or self.has_tokens:
            return
        reach = "behind a proxy" if self.settings.behind_proxy else f"on {self.settings.host}"
        raise SettingsError(
            f"a server {reach} can be reached by others, and there are no tokens: make one "
            "(arena token create NAME --role admin), or say --open to let everybody in"
        )

    def find(self, secret: str, address: str | None = None) -> Account | None:
        """Return whose token this is; None if nobody's, QuotaError for an address that guesses."""
        token = self._shown_token(secret, address)
        return None if token is None else Account(token.id, token.name, token.role)

    def with_token(self, secret: str, address: str | None = None) -> Account:
        """Return whose token this is; UnknownTokenError if nobody's, QuotaError as in `find`."""
        account = self.find(secret, address)
        if account is None:
            raise UnknownTokenError
        return account

    def _shown_token(self, secret: str, address: str | None) -> Any:
        """Return the account of a token shown by an address; a wrong one counts as a guess.

        BannedError for one that a moderator has shut out.
        """
        digest = sha256(secret.encode(errors="surrogatepass")).digest()
        key, guesses = address_key(address), self.quotas.wrong_tokens
        if digest not in self._shown and secret.startswith(TOKEN_PREFIX):
            guesses.check(key)  # before it is looked up: a right guess must not come in either
        token = self._ask("find", secret)
        if token is not None:
            if len(self._shown) >= SESSIONS:
                self._shown.clear()
            self._shown.add(digest)
            if token.banned is not None:
                raise BannedError(token.ban_reason)
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
        """Return whose session this is; as without a token if it has ended."""
        session = self._sessions.get(key)
        if session is None:
            return self.anybody
        token = self._ask("named", session.name)
        held = token is not None and token.holds and token.created == session.created
        if not held or monotonic() >= session.until:
            self.close_session(key)
            return self.anybody
        return Account(token.id, token.name, token.role)

    def end_sessions(self, name: str, *, but: str = "") -> None:
        """End the sessions of an account, all but one: its token is another now."""
        for key in [key for key, session in self._sessions.items() if session.name == name]:
            if key != but:
                self.close_session(key)

    def keep_session(self, key: str, token: Token) -> None:
        """Let the session of an account go on under its new name or token."""
        session = self._sessions.get(key)
        if session is not None:
            self._sessions[key] = replace(session, name=token.name, created=token.created)

    def close_session(self, key: str) -> None:
        """End a session; one that is not there is no mistake."""
        self._sessions.pop(key, None)
