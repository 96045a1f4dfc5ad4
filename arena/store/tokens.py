"""Tokens: a name, a role and a secret of which only the hash is kept."""

import re
from dataclasses import dataclass
from hashlib import sha256
from secrets import token_urlsafe
from typing import Final, Literal, get_args

from sqlalchemy import ColumnElement, Connection, func, insert, select, update

from arena.errors import NotStoredError, StoreError
from arena.match.visibility import TOKEN_PREFIX
from arena.store.database import Database, now_ms
from arena.store.tables import former_names, tokens
from arena.store.writer import Writer

Role = Literal["player", "organiser", "moderator", "admin"]
ROLES: Final[tuple[Role, ...]] = get_args(Role)
PREFIX: Final = TOKEN_PREFIX
"""So that a token left somewhere is seen for what it is."""
SECRET_BYTES: Final = 24
DAY_MS: Final = 24 * 3600 * 1000
NAME: Final = r"[A-Za-z0-9._:@-]{1,64}"


@dataclass(frozen=True, slots=True)
class Token:
    """A token's holder; the secret itself is nowhere."""

    id: int
    name: str
    role: Role
    created: int
    """When its secret was made."""
    revoked: int | None
    banned: int | None = None
    ban_reason: str = ""

    @property
    def holds(self) -> bool:
        """Whether it lets its holder in."""
        return self.revoked is None and self.banned is None


def new_secret() -> str:
    """A token as its holder sees it, once."""
    return f"{PREFIX}{token_urlsafe(SECRET_BYTES)}"


def hashed(secret: str) -> str:
    """Return what the store keeps of a token."""
    return sha256(secret.encode(errors="surrogatepass")).hexdigest()


class Tokens:
    """The tokens of a store; every call waits for the database."""

    def __init__(self, database: Database, writer: Writer) -> None:
        self._database = database
        self._writer = writer

    def create(self, name: str, role: Role = "player") -> str:
        """A new token for a name: the secret, which cannot be had again.

        A name whose token was revoked gets a new secret and keeps its id, so bots and results stay
        its own; one whose token holds is refused.
        """
        secret = new_secret()
        self._writer.run(lambda c: create_token(c, name, role, hashed(secret)), durable=True)
        return secret

    def sign_up(self, name: str, most_a_day: int) -> str:
        """A player's token for a name that nobody ever had: the secret, shown once.

        StoreError if the name, in whatever case, is taken, or too many came today.
        """
        secret = new_secret()
        since = now_ms() - DAY_MS
        self._writer.run(
            lambda c: _sign_up(c, name, hashed(secret), since, most_a_day), durable=True
        )
        return secret

    def revoke(self, name: str) -> None:
        """Revoke a name's token."""
        self._writer.run(lambda c: revoke_token(c, name), durable=True)

    def find(self, secret: str) -> Token | None:
        """Return whose token this is, banned or not; None if nobody's, or revoked."""
        if not secret.startswith(PREFIX):
            return None
        found = self._where(tokens.c.hash == hashed(secret))
        return found[0] if found and found[0].revoked is None else None

    def named(self, name: str) -> Token | None:
        """The token of a name, revoked or not."""
        found = self._where(tokens.c.name == name)
        return found[0] if found else None

    def all(self) -> list[Token]:
        """All tokens by name, revoked ones too."""
        return self._where(tokens.c.id > 0)

    def in_use(self) -> bool:
        """Return whether anybody holds a token, so that a server need not stay open."""
        query = select(func.count()).select_from(tokens).where(tokens.c.revoked.is_(None))
        return bool(self._database.read(lambda c: c.scalar(query)))

    def _where(self, condition: ColumnElement[bool]) -> list[Token]:
        return self._database.read(lambda c: read_tokens(c, condition))


COLUMNS: Final = [
    tokens.c[name] for name in ("id", "name", "role", "created", "revoked", "banned", "ban_reason")
]


def read_tokens(connection: Connection, condition: ColumnElement[bool]) -> list[Token]:
    """Return the tokens that are meant, by name."""
    query = select(*COLUMNS).where(condition).order_by(tokens.c.name)
    return [Token(*row) for row in connection.execute(query)]


def token_named(connection: Connection, name: str) -> Token:
    """Return the token of a name; StoreError if there never was one."""
    found = read_tokens(connection, tokens.c.name == name)
    if not found:
        raise NotStoredError(f"nobody of the name {name} has a token; see: arena token list")
    return found[0]


def create_token(connection: Connection, name: str, role: Role, digest: str) -> None:
    """Give a name a token by the hash of its secret; StoreError if it has one."""
    check_token(name, role)
    values = {"role": role, "hash": digest, "created": now_ms(), "revoked": None}
    if read_tokens(connection, tokens.c.hash == digest):
        return  # written before the connection was lost
    found = read_tokens(connection, tokens.c.name == name)
    if not found:
        check_not_former(connection, name)
        connection.execute(insert(tokens).values(name=name, **values))
    elif found[0].revoked is not None:
        connection.execute(update(tokens).where(tokens.c.id == found[0].id).values(**values))
    else:
        raise StoreError(f"{name} has a token already; revoke it first: arena token revoke {name}")


def check_token(name: str, role: Role) -> None:
    """Raise StoreError for a name or a role that there cannot be."""
    if not re.fullmatch(NAME, name):
        raise StoreError(f"a name is 1 to 64 characters of A-Za-z0-9._:@-, not {name!r}")
    if role not in ROLES:
        raise StoreError(f"no role {role!r}; there are {', '.join(ROLES)}")


def check_free(connection: Connection, name: str, *, of: int = 0) -> None:
    """Raise StoreError for a name, in whatever case, that another account has or had."""
    same = (func.lower(tokens.c.name) == name.lower()) & (tokens.c.id != of)
    if read_tokens(connection, same):
        raise StoreError(f"{name} is taken; choose another name")
    check_not_former(connection, name, of=of)


def check_not_former(connection: Connection, name: str, *, of: int = 0) -> None:
    """Raise StoreError for a name that another account had: nobody shall be taken for it."""
    former = select(former_names.c.owner).where(func.lower(former_names.c.name) == name.lower())
    if connection.execute(former.where(former_names.c.owner != of)).first() is not None:
        raise StoreError(f"{name} was the name of another account; choose another name")


def _sign_up(connection: Connection, name: str, digest: str, since: int, most: int) -> None:
    if read_tokens(connection, tokens.c.hash == digest):
        return  # written before the connection was lost
    check_free(connection, name)
    # Those that the operator makes do not count: a class of two hundred shuts nobody out.
    if len(read_tokens(connection, tokens.c.signed_up >= since)) >= most:
        raise StoreError(f"{most} accounts were made within a day, the most there may be; wait")
    create_token(connection, name, "player", digest)
    change = update(tokens).where(tokens.c.hash == digest)
    connection.execute(change.values(signed_up=now_ms()))


def revoke_token(connection: Connection, name: str) -> None:
    """Revoke a name's token; StoreError if there never was one."""
    found = token_named(connection, name)
    if found.revoked is None:
        change = update(tokens).where(tokens.c.id == found.id)
        connection.execute(change.values(revoked=now_ms()))
