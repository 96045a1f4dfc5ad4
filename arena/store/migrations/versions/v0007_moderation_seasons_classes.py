"""Moderation, messages, seasons and classes."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    """From 0006 to 0007."""
    op.add_column("tokens", sa.Column("signed_up", sa.BigInteger(), nullable=True))
    op.add_column("tokens", sa.Column("banned", sa.BigInteger(), nullable=True))
    op.add_column("tokens", sa.Column("ban_reason", sa.Text(), nullable=False, server_default=""))
    op.add_column("tokens", sa.Column("recovery", sa.Text(), nullable=True))
    op.create_table(
        "former_names",
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("owner", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["owner"], ["tokens.id"], name="fk_former_names_owner"),
        sa.PrimaryKeyConstraint("name", name="pk_former_names"),
    )
    _moderation()
    _seasons()
    _classes()


def _moderation() -> None:
    op.create_table(
        "audit",
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("created", sa.BigInteger(), nullable=False),
        sa.Column("actor", sa.Text(), nullable=False),
        sa.Column("act", sa.Text(), nullable=False),
        sa.Column("target", sa.Text(), nullable=False),
        sa.Column("detail", sa.JSON(none_as_null=True), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_audit"),
    )
    op.create_table(
        "messages",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("owner", sa.Integer(), nullable=False),
        sa.Column("sender", sa.Text(), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("created", sa.BigInteger(), nullable=False),
        sa.Column("read", sa.BigInteger(), nullable=True),
        sa.ForeignKeyConstraint(["owner"], ["tokens.id"], name="fk_messages_owner"),
        sa.PrimaryKeyConstraint("id", name="pk_messages"),
    )
    op.create_index("ix_messages_owner", "messages", ["owner"])
    op.create_table(
        "server_state",
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("value", sa.JSON(none_as_null=True), nullable=False),
        sa.PrimaryKeyConstraint("name", name="pk_server_state"),
    )


def _seasons() -> None:
    op.create_table(
        "seasons",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("started", sa.BigInteger(), nullable=False),
        sa.Column("ended", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_seasons"),
        sa.UniqueConstraint("name", name="uq_seasons_name"),
    )
    op.create_table(
        "season_boards",
        sa.Column("season_id", sa.Integer(), nullable=False),
        sa.Column("game", sa.Text(), nullable=False),
        sa.Column("rows", sa.JSON(none_as_null=True), nullable=False),
        sa.Column("prizes", sa.JSON(none_as_null=True), nullable=False),
        sa.ForeignKeyConstraint(["season_id"], ["seasons.id"], name="fk_season_boards_season_id"),
        sa.PrimaryKeyConstraint("season_id", "game", name="pk_season_boards"),
    )


def _classes() -> None:
    op.create_table(
        "classes",
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("owner", sa.Integer(), nullable=True),
        sa.Column("created", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["owner"], ["tokens.id"], name="fk_classes_owner"),
        sa.PrimaryKeyConstraint("id", name="pk_classes"),
    )
    op.create_table(
        "class_members",
        sa.Column("class_id", sa.Text(), nullable=False),
        sa.Column("token_id", sa.Integer(), nullable=False),
        sa.Column("label", sa.Text(), nullable=False),
        sa.Column("section", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["class_id"], ["classes.id"], name="fk_class_members_class_id"),
        sa.ForeignKeyConstraint(["token_id"], ["tokens.id"], name="fk_class_members_token_id"),
        sa.PrimaryKeyConstraint("class_id", "token_id", name="pk_class_members"),
    )
    op.create_table(
        "assignments",
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("class_id", sa.Text(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("game", sa.Text(), nullable=False),
        sa.Column("deadline", sa.BigInteger(), nullable=False),
        sa.Column("submissions_a_day", sa.Integer(), nullable=False),
        sa.Column("rules", sa.JSON(none_as_null=True), nullable=False),
        sa.Column("public_set", sa.JSON(none_as_null=True), nullable=False),
        sa.Column("hidden_set", sa.JSON(none_as_null=True), nullable=False),
        sa.Column("created", sa.BigInteger(), nullable=False),
        sa.Column("released", sa.BigInteger(), nullable=True),
        sa.ForeignKeyConstraint(["class_id"], ["classes.id"], name="fk_assignments_class_id"),
        sa.PrimaryKeyConstraint("id", name="pk_assignments"),
    )
    op.create_index("ix_assignments_class_id", "assignments", ["class_id"])
    op.create_table(
        "submissions",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("assignment_id", sa.Text(), nullable=False),
        sa.Column("owner", sa.Integer(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("filename", sa.Text(), nullable=False),
        sa.Column("hash", sa.Text(), nullable=False),
        sa.Column("archive", sa.LargeBinary(), nullable=False),
        sa.Column("created", sa.BigInteger(), nullable=False),
        sa.Column("state", sa.Text(), nullable=False),
        sa.Column("problem", sa.Text(), nullable=False, server_default=""),
        sa.Column("public_score", sa.JSON(none_as_null=True), nullable=True),
        sa.Column("hidden_score", sa.JSON(none_as_null=True), nullable=True),
        sa.ForeignKeyConstraint(
            ["assignment_id"], ["assignments.id"], name="fk_submissions_assignment_id"
        ),
        sa.ForeignKeyConstraint(["owner"], ["tokens.id"], name="fk_submissions_owner"),
        sa.PrimaryKeyConstraint("id", name="pk_submissions"),
        sa.UniqueConstraint(
            "assignment_id", "owner", "number", name="uq_submissions_assignment_id_owner_number"
        ),
    )
    op.create_index("ix_submissions_state", "submissions", ["state"])
