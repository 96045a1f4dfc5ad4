"""Events, ladders by their rules, and house bots' moves in the place of absent players."""

import json
from hashlib import sha256
from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
AT_ONCE = 1000


def upgrade() -> None:
    """From 0005 to 0006."""
    op.create_table(
        "events",
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("data", sa.JSON(none_as_null=True), nullable=False),
        sa.Column("saved", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["id"], ["tournaments.id"], name="fk_events_id"),
        sa.PrimaryKeyConstraint("id", name="pk_events"),
    )
    op.add_column("players", sa.Column("house_moves", sa.Integer(), nullable=True))
    op.add_column("players", sa.Column("forfeit", sa.Boolean(), nullable=True))
    op.add_column("matches", sa.Column("ladder", sa.Text(), nullable=True))
    _name_ladders(op.get_bind())
    op.create_index("ix_matches_ladder_finished", "matches", ["ladder", "finished"])


def _name_ladders(connection: sa.Connection) -> None:
    """Give every rated match the ladder of its rules and time control."""
    matches = sa.table(
        "matches", sa.column("id"), sa.column("header"), sa.column("ladder"), sa.column("rated")
    )
    last = ""
    while True:
        some = sa.select(matches.c.id, matches.c.header).where(matches.c.rated, matches.c.id > last)
        rows = connection.execute(some.order_by(matches.c.id).limit(AT_ONCE)).all()
        for row in rows:
            change = sa.update(matches).where(matches.c.id == row.id)
            connection.execute(change.values(ladder=_ladder(json.loads(row.header))))
        if len(rows) < AT_ONCE:
            return
        last = rows[-1].id


def _ladder(header: dict[str, Any]) -> str:
    """Return the name of a ladder as it was computed when this migration was written."""
    clock = header.get("clock") or {}
    kept = ("decision_ms", "bank_ms", "round_bonus_ms", "claim_ms")
    rules = [
        header["config"], header["variants"], len(header["players"]),
        {key: clock.get(key) for key in kept},
    ]  # fmt: skip
    digest = sha256(json.dumps(rules, sort_keys=True).encode()).hexdigest()
    return f"{header['game']}:{digest[:8]}"
