"""Tokens: a name, a role and a secret of which only the hash is kept."""

import re
from dataclasses import dataclass
from hashlib import sha256
from secrets import token_urlsafe
from typing import Final, Literal, get_args

from sqlalchemy import ColumnElement, Connection, func, insert, select, update

from arena.errors import StoreError
from arena.match.visibility import TOKEN_PREFIX
from arena.store.database import Database, now_ms
from arena.store.tables import tokens
from arena.store.writer import Writer

Role = Literal["player", "organiser", "admin"]
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
    revoked: int | None


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
        if not re.fullmatch(NAME, name):
            raise StoreError(f"a name is 1 to 64 characters of A-Za-z0-9._:@-, not {name!r}")
        if role not in ROLES:
            raise StoreError(f"no role {role!r}; there are {', '.join(ROLES)}")
        secret = new_secret()
        self._writer.run(lambda c: _create(c, name, role, hashed(secret)), durable=True)
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
        self._writer.run(lambda c: _revoke(c, name), durable=True)

    def find(self, secret: str) -> Token | None:
        """Return whose token this is; None if nobody's, or revoked."""
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
        return self._database.read(lambda c: _read(c, condition))


def _read(connection: Connection, condition: ColumnElement[bool]) -> list[Token]:
    columns = (tokens.c.id, tokens.c.name, tokens.c.role, tokens.c.created, tokens.c.revoked)
    query = select(*columns).where(condition).order_by(tokens.c.name)
    return [Token(*row) for row in connection.execute(query)]


def _create(connection: Connection, name: str, role: Role, digest: str) -> None:
    values = {"role": role, "hash": digest, "created": now_ms(), "revoked": None}
    if _read(connection, tokens.c.hash == digest):
        return  # written before the connection was lost
    found = _read(connection, tokens.c.name == name)
    if not found:
        connection.execute(insert(tokens).values(name=name, **values))
    elif found[0].revoked is not None:
        connection.execute(update(tokens).where(tokens.c.id == found[0].id).values(**values))
    else:
        raise StoreError(f"{name} has a token already; revoke it first: arena token revoke {name}")


def _sign_up(connection: Connection, name: str, digest: str, since: int, most: int) -> None:
    if _read(connection, tokens.c.hash == digest):
        return  # written before the connection was lost
    if _read(connection, func.lower(tokens.c.name) == name.lower()):
        raise StoreError(f"{name} is taken; choose another name")
    if len(_read(connection, tokens.c.created >= since)) >= most:
        raise StoreError(f"{most} accounts were made within a day, the most there may be; wait")
    _create(connection, name, "player", digest)


def _revoke(connection: Connection, name: str) -> None:
    found = _read(connection, tokens.c.name == name)
    if not found:
        raise StoreError(f"nobody of the name {name} has a token; see: arena token list")
    if found[0].revoked is None:
        change = update(tokens).where(tokens.c.id == found[0].id)
        connection.execute(change.values(revoked=now_ms()))
