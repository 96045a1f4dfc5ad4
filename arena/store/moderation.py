"""What moderators change: each function runs inside the transaction that writes its audit line."""

from typing import Any, Final

from sqlalchemy import Connection, delete, insert, select, update

from arena.errors import NotStoredError, StoreError
from arena.store.bots import read_bots, read_versions
from arena.store.database import Database, now_ms
from arena.store.match_writes import void_matches
from arena.store.tables import bot_versions, bots, matches, messages, server_state, tokens
from arena.store.tokens import Token, token_named

UNREAD: Final = 100
"""Messages that one account may have unread; more are refused."""


def void_match(connection: Connection, match_id: str, reason: str) -> tuple[str, bool]:
    """Take a match out of all counts, finished or running; return its game and whether it counted.

    What was played stays readable in the store.
    """
    columns = (matches.c.game, matches.c.status, matches.c.rated)
    found = connection.execute(select(*columns).where(matches.c.id == match_id)).first()
    if found is None:
        raise NotStoredError(f"there is no match {match_id!r}")
    if found.status == "void":
        raise StoreError(f"{match_id} is void already")
    if found.status == "running":
        void_matches(connection, [(match_id, reason, now_ms())])
        return found.game, False
    values = {"status": "void", "reason": reason}
    connection.execute(update(matches).where(matches.c.id == match_id).values(**values))
    return found.game, bool(found.rated)


def ban(connection: Connection, name: str, reason: str) -> Token:
    """Shut an account out: its tokens and its bots; return it as it was."""
    found = token_named(connection, name)
    if found.banned is not None:
        raise StoreError(f"{name} is banned already: {found.ban_reason}")
    change = update(tokens).where(tokens.c.id == found.id)
    connection.execute(change.values(banned=now_ms(), ban_reason=reason))
    return found


def unban(connection: Connection, name: str) -> Token:
    """Let an account in again, with its tokens and bots; return it as it was."""
    found = token_named(connection, name)
    if found.banned is None:
        raise StoreError(f"{name} is not banned")
    change = update(tokens).where(tokens.c.id == found.id)
    connection.execute(change.values(banned=None, ban_reason=""))
    return found


def restore_bot(connection: Connection, name: str) -> int:
    """Take a retired bot back, with the newest version that passed the gate; return its number.

    If none has passed, the newest one is checked again.
    """
    found = read_bots(connection, bots.c.name == name)
    if not found:
        raise NotStoredError(f"no bot {name} was submitted")
    if found[0].retired is None:
        raise StoreError(f"{name} is not retired")
    versions = read_versions(connection, bot_versions.c.bot_id == found[0].id)
    passed = [version for version in versions if (version.report or {}).get("passed")]
    newest = (passed or versions)[-1]
    status = "active" if passed else "queued"
    connection.execute(update(bots).where(bots.c.id == found[0].id).values(retired=None))
    change = update(bot_versions).where(bot_versions.c.id == newest.id)
    connection.execute(change.values(status=status, retired=None))
    return newest.number


def send_message(connection: Connection, name: str, sender: str, text: str) -> Token:
    """Leave a message for an account; return the account."""
    found = token_named(connection, name)
    unread = select(messages.c.id).where(messages.c.owner == found.id, messages.c.read.is_(None))
    if len(connection.execute(unread).all()) >= UNREAD:
        raise StoreError(f"{name} has {UNREAD} unread messages already")
    row = {"owner": found.id, "sender": sender, "text": text, "created": now_ms()}
    connection.execute(insert(messages).values(**row))
    return found


def set_state(connection: Connection, name: str, value: Any) -> None:
    """Keep a state of the whole server, such as its announcement; None forgets it."""
    connection.execute(delete(server_state).where(server_state.c.name == name))
    if value is not None:
        connection.execute(insert(server_state).values(name=name, value=value))


def read_state(database: Database, name: str) -> Any:
    """Return a state of the whole server, None if it was never set."""
    query = select(server_state.c.value).where(server_state.c.name == name)
    return database.read(lambda c: c.scalar(query))
