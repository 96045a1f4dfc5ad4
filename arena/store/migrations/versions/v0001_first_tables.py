"""The first tables: matches with steps and players, tokens, bots, tournaments."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    """From nothing to 0001."""
    op.create_table(
        "tokens",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("role", sa.Text(), nullable=False),
        sa.Column("hash", sa.Text(), nullable=False),
        sa.Column("created", sa.BigInteger(), nullable=False),
        sa.Column("revoked", sa.BigInteger(), nullable=True),
        sa.PrimaryKeyConstraint("id", name="pk_tokens"),
        sa.UniqueConstraint("hash", name="uq_tokens_hash"),
        sa.UniqueConstraint("name", name="uq_tokens_name"),
    )
    op.create_table(
        "bots",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("owner", sa.Integer(), nullable=True),
        sa.Column("created", sa.BigInteger(), nullable=False),
        sa.Column("retired", sa.BigInteger(), nullable=True),
        sa.ForeignKeyConstraint(["owner"], ["tokens.id"], name="fk_bots_owner"),
        sa.PrimaryKeyConstraint("id", name="pk_bots"),
        sa.UniqueConstraint("name", name="uq_bots_name"),
    )
    op.create_table(
        "tournaments",
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("owner", sa.Integer(), nullable=True),
        sa.Column("spec", sa.JSON(none_as_null=True), nullable=False),
        sa.Column("schedule_hash", sa.Text(), nullable=False),
        sa.Column("state", sa.Text(), nullable=False),
        sa.Column("report", sa.JSON(none_as_null=True), nullable=True),
        sa.Column("created", sa.BigInteger(), nullable=False),
        sa.Column("finished", sa.BigInteger(), nullable=True),
        sa.ForeignKeyConstraint(["owner"], ["tokens.id"], name="fk_tournaments_owner"),
        sa.PrimaryKeyConstraint("id", name="pk_tournaments"),
    )
    op.create_table(
        "bot_versions",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("bot_id", sa.Integer(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("games", sa.JSON(none_as_null=True), nullable=False),
        sa.Column("hash", sa.Text(), nullable=False),
        sa.Column("command", sa.Text(), nullable=False),
        sa.Column("filename", sa.Text(), nullable=False),
        sa.Column("archive", sa.LargeBinary(), nullable=False),
        sa.Column("status", sa.Text(), nullable=False),
        sa.Column("gate_log", sa.Text(), nullable=False),
        sa.Column("report", sa.JSON(none_as_null=True), nullable=True),
        sa.Column("created", sa.BigInteger(), nullable=False),
        sa.Column("retired", sa.BigInteger(), nullable=True),
        sa.ForeignKeyConstraint(["bot_id"], ["bots.id"], name="fk_bot_versions_bot_id"),
        sa.PrimaryKeyConstraint("id", name="pk_bot_versions"),
        sa.UniqueConstraint("bot_id", "hash", name="uq_bot_versions_bot_id_hash"),
        sa.UniqueConstraint("bot_id", "number", name="uq_bot_versions_bot_id_number"),
    )
    op.create_index("ix_bot_versions_status", "bot_versions", ["status"], unique=False)
    op.create_table(
        "matches",
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("room_id", sa.Text(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("game", sa.Text(), nullable=False),
        sa.Column("game_version", sa.Integer(), nullable=False),
        sa.Column("status", sa.Text(), nullable=False),
        sa.Column("rated", sa.Boolean(), nullable=False),
        sa.Column("created", sa.BigInteger(), nullable=False),
        sa.Column("finished", sa.BigInteger(), nullable=True),
        sa.Column("header", sa.Text(), nullable=False),
        sa.Column("deals", sa.JSON(none_as_null=True), nullable=False),
        sa.Column("room", sa.JSON(none_as_null=True), nullable=True),
        sa.Column("result", sa.Text(), nullable=True),
        sa.Column("reason", sa.Text(), nullable=True),
        sa.Column("replay", sa.LargeBinary(), nullable=True),
        sa.Column("codec", sa.Text(), nullable=True),
        sa.Column("tournament_id", sa.Text(), nullable=True),
        sa.ForeignKeyConstraint(
            ["tournament_id"], ["tournaments.id"], name="fk_matches_tournament_id"
        ),
        sa.PrimaryKeyConstraint("id", name="pk_matches"),
    )
    op.create_index("ix_matches_created", "matches", ["created"], unique=False)
    op.create_index("ix_matches_game_created", "matches", ["game", "created"], unique=False)
    op.create_index("ix_matches_room_id", "matches", ["room_id"], unique=False)
    op.create_index("ix_matches_status", "matches", ["status"], unique=False)
    op.create_index("ix_matches_tournament_id", "matches", ["tournament_id"], unique=False)
    op.create_table(
        "tournament_results",
        sa.Column("tournament_id", sa.Text(), nullable=False),
        sa.Column("match_id", sa.Text(), nullable=False),
        sa.Column("block", sa.Integer(), nullable=False),
        sa.Column("rotation", sa.Integer(), nullable=False),
        sa.Column("rows", sa.JSON(none_as_null=True), nullable=False),
        sa.Column("faults", sa.JSON(none_as_null=True), nullable=True),
        sa.Column("timing", sa.JSON(none_as_null=True), nullable=True),
        sa.Column("created", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(
            ["tournament_id"], ["tournaments.id"], name="fk_tournament_results_tournament_id"
        ),
        sa.PrimaryKeyConstraint("tournament_id", "match_id", name="pk_tournament_results"),
    )
    op.create_table(
        "players",
        sa.Column("match_id", sa.Text(), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("identity", sa.Text(), nullable=False),
        sa.Column("owner", sa.Integer(), nullable=True),
        sa.Column("bot_version", sa.Integer(), nullable=True),
        sa.Column("points", sa.Integer(), nullable=True),
        sa.Column("rank", sa.Integer(), nullable=True),
        sa.Column("faults", sa.JSON(none_as_null=True), nullable=True),
        sa.Column("timing", sa.JSON(none_as_null=True), nullable=True),
        sa.ForeignKeyConstraint(
            ["bot_version"], ["bot_versions.id"], name="fk_players_bot_version"
        ),
        sa.ForeignKeyConstraint(["match_id"], ["matches.id"], name="fk_players_match_id"),
        sa.ForeignKeyConstraint(["owner"], ["tokens.id"], name="fk_players_owner"),
        sa.PrimaryKeyConstraint("match_id", "seat", name="pk_players"),
    )
    op.create_index("ix_players_identity", "players", ["identity"], unique=False)
    op.create_index("ix_players_owner", "players", ["owner"], unique=False)
    op.create_table(
        "steps",
        sa.Column("match_id", sa.Text(), nullable=False),
        sa.Column("n", sa.Integer(), nullable=False),
        sa.Column("line", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["match_id"], ["matches.id"], name="fk_steps_match_id"),
        sa.PrimaryKeyConstraint("match_id", "n", name="pk_steps"),
        sqlite_with_rowid=False,
    )
