"""Leaderboards are stored, and rated matches are found by when they ended."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    """From 0004 to 0005."""
    op.create_table(
        "leaderboards",
        sa.Column("game", sa.Text(), nullable=False),
        sa.Column("data", sa.JSON(none_as_null=True), nullable=False),
        sa.Column("saved", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("game", name="pk_leaderboards"),
    )
    op.create_index("ix_matches_game_finished", "matches", ["game", "finished"])
