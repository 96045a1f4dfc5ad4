"""What bots wrote to stderr: in matches, and at the gate."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    """From 0002 to 0003."""
    op.create_table(
        "bot_logs",
        sa.Column("match_id", sa.Text(), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("bot_id", sa.Integer(), nullable=False),
        sa.Column("created", sa.BigInteger(), nullable=False),
        sa.Column("codec", sa.Text(), nullable=False),
        sa.Column("log", sa.LargeBinary(), nullable=False),
        sa.ForeignKeyConstraint(["match_id"], ["matches.id"], name="fk_bot_logs_match_id"),
        sa.ForeignKeyConstraint(["bot_id"], ["bots.id"], name="fk_bot_logs_bot_id"),
        sa.PrimaryKeyConstraint("match_id", "seat", name="pk_bot_logs"),
    )
    op.create_index("ix_bot_logs_bot_id", "bot_logs", ["bot_id"])
    op.add_column("bot_versions", sa.Column("bot_log", sa.LargeBinary(), nullable=True))
