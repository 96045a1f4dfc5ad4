"""Removing an account: its files and messages go, its results stay without a name."""

import json
from collections.abc import Mapping, Sequence
from secrets import token_hex
from typing import Any, Final

from sqlalchemy import Connection, delete, select, update

from arena.match.log import dump
from arena.store.database import now_ms
from arena.store.replays import CODEC, pack, unpack
from arena.store.store import Store
from arena.store.tables import (
    bot_logs,
    bot_versions,
    bots,
    challenges,
    class_members,
    former_names,
    matches,
    messages,
    players,
    season_boards,
    submissions,
    tokens,
)

AT_ONCE: Final = 50
"""Matches per transaction, so that a running server never waits long."""


def nameless(account_id: int) -> str:
    """Return what stands in the place of a removed account's name, and of its bots' names."""
    return f"deleted-{account_id}"


def remove_account(store: Store, account_id: int) -> None:
    """Remove an account: who it was cannot be read from the store any more.

    Interrupted in the middle, it can be run again.
    """
    store.writer.run(lambda c: _close(c, account_id), durable=True)
    # Its queued writes of matches come before: nothing of it is written afterwards.
    while store.writer.run(lambda c: _anonymise_some(c, account_id)):
        pass


def _close(connection: Connection, account_id: int) -> None:
    """Remove what is the account's alone."""
    mine = select(bots.c.id).where(bots.c.owner == account_id)
    own = list(connection.scalars(mine))
    names = list(connection.scalars(select(bots.c.name).where(bots.c.owner == account_id)))
    now, name = now_ms(), nameless(account_id)
    connection.execute(delete(messages).where(messages.c.owner == account_id))
    connection.execute(delete(former_names).where(former_names.c.owner == account_id))
    connection.execute(delete(bot_logs).where(bot_logs.c.bot_id.in_(own)))
    for version_id in list(
        connection.scalars(select(bot_versions.c.id).where(bot_versions.c.bot_id.in_(own)))
    ):
        _empty_version(connection, version_id, now)
    for bot_id in own:
        values = {"name": f"{name}-bot-{bot_id}", "notes": "", "retired": now}
        connection.execute(update(bots).where(bots.c.id == bot_id).values(**values))
    for column in (challenges.c.mine, challenges.c.bot):
        change = update(challenges).where(column.in_(names))
        connection.execute(change.values({column: name}))
    label = update(class_members).where(class_members.c.token_id == account_id)
    connection.execute(label.values(label=name))
    files = update(submissions).where(submissions.c.owner == account_id)
    connection.execute(files.values(archive=b"", filename="deleted", hash=""))
    _rename_in_seasons(connection, account_id, own)
    # Last of all: a run that was broken off before is found by its name again.
    gone = {"name": name, "hash": token_hex(32), "recovery": None, "revoked": now}
    connection.execute(update(tokens).where(tokens.c.id == account_id).values(**gone))


def _empty_version(connection: Connection, version_id: int, now: int) -> None:
    values = {
        "archive": b"", "filename": "deleted", "command": "", "hash": f"deleted-{version_id}",
        "gate_log": "", "bot_log": None, "report": None, "status": "retired", "retired": now,
    }  # fmt: skip
    change = update(bot_versions).where(bot_versions.c.id == version_id)
    connection.execute(change.values(**values))


def _rename_in_seasons(connection: Connection, account_id: int, own: Sequence[int]) -> None:
    """Take the account's name, and those of its bots, out of final tables."""
    gone = {f"token:{account_id}", *(f"bot:{bot_id}" for bot_id in own)}
    name = nameless(account_id)

    def renamed(row: Mapping[str, Any]) -> dict[str, Any]:
        return {**row, "name": name, "owner": name} if row["identity"] in gone else dict(row)

    for board in connection.execute(select(season_boards)).all():
        values = {"rows": [*map(renamed, board.rows)], "prizes": [*map(renamed, board.prizes)]}
        place = (season_boards.c.season_id == board.season_id) & (
            season_boards.c.game == board.game
        )
        connection.execute(update(season_boards).where(place).values(**values))


def _anonymise_some(connection: Connection, account_id: int) -> int:
    """Take the name out of some matches, their logs too; return how many had it."""
    name = nameless(account_id)
    named = (players.c.owner == account_id) & (players.c.name != name)
    query = select(players.c.match_id, players.c.seat).where(named).limit(AT_ONCE)
    found = connection.execute(query).all()
    for match_id, seat in found:
        place = (players.c.match_id == match_id) & (players.c.seat == seat)
        connection.execute(update(players).where(place).values(name=name))
        _anonymise_log(connection, match_id, seat, name)
    return len(found)


def _anonymise_log(connection: Connection, match_id: str, seat: int, name: str) -> None:
    mine = matches.c.id == match_id
    columns = (matches.c.header, matches.c.replay, matches.c.codec)
    row = connection.execute(select(*columns).where(mine)).one()
    header = json.loads(row.header)
    header["players"][seat] = name
    values: dict[str, Any] = {"header": dump(header)}
    if row.replay is not None:
        lines = unpack(row.replay, row.codec).split("\n")[:-1]
        values |= {"replay": pack([dump(header), *lines[1:]]), "codec": CODEC}
    connection.execute(update(matches).where(mine).values(**values))
