"""Every list of matches is read by an index, whatever it is filtered by."""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"


def upgrade() -> None:
    """From 0007 to 0008."""
    for column in ("status", "kind", "rated"):
        op.create_index(f"ix_matches_{column}_created", "matches", [column, "created"])
    op.drop_index("ix_matches_status", "matches")
    created = sa.Column("created", sa.BigInteger(), nullable=False, server_default="0")
    op.add_column("players", created)
    op.execute(
        "UPDATE players SET created = "
        "(SELECT created FROM matches WHERE matches.id = players.match_id)"
    )
    for column in ("name", "identity", "owner"):
        by_time = [column, "created", "match_id"]
        op.create_index(f"ix_players_{column}_created_match_id", "players", by_time)
    op.drop_index("ix_players_identity", "players")
    op.drop_index("ix_players_owner", "players")
