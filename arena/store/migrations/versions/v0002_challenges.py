"""Challenges outlive the server."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """From 0001 to 0002."""
    op.create_table(
        "challenges",
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("owner", sa.Integer(), nullable=True),
        sa.Column("game", sa.Text(), nullable=False),
        sa.Column("mine", sa.Text(), nullable=False),
        sa.Column("mine_version", sa.Integer(), nullable=True),
        sa.Column("bot", sa.Text(), nullable=False),
        sa.Column("bot_version", sa.Integer(), nullable=True),
        sa.Column("deals", sa.Integer(), nullable=False),
        sa.Column("seed", sa.Text(), nullable=False),
        sa.Column("state", sa.Text(), nullable=False),
        sa.Column("played", sa.JSON(none_as_null=True), nullable=False),
        sa.Column("faults", sa.Integer(), nullable=False),
        sa.Column("reason", sa.Text(), nullable=False),
        sa.Column("created", sa.BigInteger(), nullable=False),
        sa.Column("started", sa.BigInteger(), nullable=True),
        sa.Column("finished", sa.BigInteger(), nullable=True),
        sa.ForeignKeyConstraint(["owner"], ["tokens.id"], name="fk_challenges_owner"),
        sa.ForeignKeyConstraint(
            ["mine_version"], ["bot_versions.id"], name="fk_challenges_mine_version"
        ),
        sa.ForeignKeyConstraint(
            ["bot_version"], ["bot_versions.id"], name="fk_challenges_bot_version"
        ),
        sa.PrimaryKeyConstraint("id", name="pk_challenges"),
    )
    for column in ("state", "mine", "bot"):
        op.create_index(f"ix_challenges_{column}", "challenges", [column])
