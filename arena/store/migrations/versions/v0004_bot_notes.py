"""Bots have notes by their authors."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    """From 0003 to 0004."""
    op.add_column("bots", sa.Column("notes", sa.Text(), nullable=False, server_default=""))
