"""Everything a store holds of one account, as a zip file for its holder."""

import json
from collections.abc import Iterable
from dataclasses import asdict
from typing import IO, Any, Final
from zipfile import ZIP_DEFLATED, ZipFile

from sqlalchemy import Table, select

from arena.store.store import Store
from arena.store.tables import challenges, class_members, former_names, players, submissions

SECRET: Final = ("archive", "seed", "hidden_score")
"""Columns that are files of their own, or not its holder's to know."""


def write_export(store: Store, account_id: int, name: str, target: IO[bytes]) -> None:
    """Write account.json and every submitted file; waits for the database."""
    owned = store.bots.all(account_id)
    versions = [version for bot in owned for version in store.bots.versions(bot.id)]
    names = {bot.id: bot.name for bot in owned}
    token = store.tokens.named(name)
    account = {
        "account": asdict(token) if token else None,
        "former_names": _rows(store, former_names, account_id),
        "bots": [asdict(bot) for bot in owned],
        "versions": [asdict(version) for version in versions],
        "seats": _rows(store, players, account_id),
        "challenges": _rows(store, challenges, account_id),
        "messages": [asdict(message) for message in store.messages.to(account_id)],
        "classes": _rows(store, class_members, account_id, "token_id"),
        "submissions": _rows(store, submissions, account_id),
    }
    with ZipFile(target, "w", ZIP_DEFLATED) as archive:
        archive.writestr("account.json", json.dumps(account, indent=1, ensure_ascii=False))
        for version in versions:
            path = f"bots/{names[version.bot_id]}/v{version.number}/{version.filename}"
            archive.writestr(path, store.bots.archive(version.id))
        for path, content in _submitted(store, account_id):
            archive.writestr(path, content)


def _rows(
    store: Store, table: Table, account_id: int, column: str = "owner"
) -> list[dict[str, Any]]:
    columns = [each for each in table.c if each.name not in SECRET]
    query = select(*columns).where(table.c[column] == account_id)
    found = store.database.read(lambda c: c.execute(query).mappings().all())
    return [dict(row) for row in found]


def _submitted(store: Store, account_id: int) -> Iterable[tuple[str, bytes]]:
    """The files of submissions to classes, one read at a time."""
    ids = select(submissions.c.id).where(submissions.c.owner == account_id)
    for number in store.database.read(lambda c: list(c.scalars(ids))):
        query = select(submissions).where(submissions.c.id == number)
        row = store.database.read(lambda c, query=query: c.execute(query).one())  # type: ignore[misc]  # bound now
        yield f"submissions/{row.assignment_id}/v{row.number}/{row.filename}", row.archive
