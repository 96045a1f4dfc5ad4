"""What holders change about their own accounts: the token, a recovery code, the name."""

from hmac import compare_digest
from secrets import token_hex
from typing import Final

from sqlalchemy import Connection, insert, select, update

from arena.errors import StoreError
from arena.store.database import Database, now_ms
from arena.store.tables import former_names, tokens
from arena.store.tokens import (
    Token,
    check_free,
    check_token,
    hashed,
    new_secret,
    read_tokens,
)
from arena.store.writer import Writer

CODE_BYTES: Final = 16


class AccountChanges:
    """Changes to single accounts of a store; every call waits for the database."""

    def __init__(self, database: Database, writer: Writer) -> None:
        self._database = database
        self._writer = writer

    def rotate(self, account_id: int) -> str:
        """Give an account a new token in place of its old one: the secret, shown once."""
        secret = new_secret()
        values = {"hash": hashed(secret), "created": now_ms()}
        mine = (tokens.c.id == account_id) & tokens.c.revoked.is_(None)
        self._writer.run(lambda c: _changed(c, mine, values), durable=True)
        return secret

    def new_recovery(self, account_id: int) -> str:
        """Give an account a recovery code in place of its last one: shown once."""
        code = token_hex(CODE_BYTES)
        mine = (tokens.c.id == account_id) & tokens.c.revoked.is_(None)
        self._writer.run(lambda c: _changed(c, mine, {"recovery": hashed(code)}), durable=True)
        return code

    def has_recovery(self, account_id: int) -> bool:
        """Return whether an account has a recovery code."""
        query = select(tokens.c.recovery).where(tokens.c.id == account_id)
        return self._database.read(lambda c: c.scalar(query)) is not None

    def recover(self, name: str, code: str) -> str | None:
        """Give the holder of a recovery code a new token; None for a wrong name or code.

        The code is used up. A banned or revoked account is not recovered.
        """
        secret = new_secret()
        return secret if self._writer.run(lambda c: _recover(c, name, code, secret)) else None

    def rename(self, account_id: int, name: str) -> None:
        """Give an account another name; its old one stays reserved for it."""
        self._writer.run(lambda c: _rename(c, account_id, name), durable=True)


def _changed(connection: Connection, mine: object, values: dict[str, object]) -> None:
    change = update(tokens).where(mine).values(**values)  # type: ignore[arg-type]  # a condition
    if connection.execute(change).rowcount != 1:
        raise StoreError("this account has no token any more")


def _recover(connection: Connection, name: str, code: str, secret: str) -> bool:
    query = select(tokens.c.id, tokens.c.recovery).where(
        tokens.c.name == name, tokens.c.revoked.is_(None), tokens.c.banned.is_(None)
    )
    found = connection.execute(query).first()
    if found is None or not found.recovery or not compare_digest(found.recovery, hashed(code)):
        return False
    values = {"hash": hashed(secret), "created": now_ms(), "recovery": None}
    connection.execute(update(tokens).where(tokens.c.id == found.id).values(**values))
    return True


def _rename(connection: Connection, account_id: int, name: str) -> None:
    (account,) = read_tokens(connection, tokens.c.id == account_id)
    check_token(name, account.role)
    check_free(connection, name, of=account_id)
    if account.name == name:
        return
    _reserve(connection, account)
    connection.execute(update(tokens).where(tokens.c.id == account_id).values(name=name))


def _reserve(connection: Connection, account: Token) -> None:
    """Keep a name for its last holder."""
    known = select(former_names.c.name).where(former_names.c.name == account.name)
    if connection.execute(known).first() is None:
        connection.execute(insert(former_names).values(name=account.name, owner=account.id))
