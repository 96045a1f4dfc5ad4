"""The tables of a store. Times are milliseconds UTC; docs/store.md tells what stands in each."""

from typing import Final

from sqlalchemy import (
    JSON,
    BigInteger,
    Boolean,
    Column,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    Table,
    Text,
    UniqueConstraint,
)

NAMES: Final = {
    "ix": "ix_%(table_name)s_%(column_0_N_name)s",
    "uq": "uq_%(table_name)s_%(column_0_N_name)s",
    "fk": "fk_%(table_name)s_%(column_0_N_name)s",
    "pk": "pk_%(table_name)s",
}
"""Every constraint has a name that can be guessed, so that a migration can change it."""

metadata: Final = MetaData(naming_convention=NAMES)


def json_column(name: str, *, nullable: bool = True) -> Column[object]:
    """A column of JSON in which Python's None is SQL's NULL."""
    return Column(name, JSON(none_as_null=True), nullable=nullable)


tokens: Final = Table(
    "tokens",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("name", Text, nullable=False, unique=True),
    Column("role", Text, nullable=False),
    Column("hash", Text, nullable=False, unique=True),
    Column("created", BigInteger, nullable=False),
    Column("revoked", BigInteger),
    Column("signed_up", BigInteger),
    Column("banned", BigInteger),
    Column("ban_reason", Text, nullable=False, server_default=""),
    Column("recovery", Text),
)

former_names: Final = Table(
    "former_names",
    metadata,
    Column("name", Text, primary_key=True),
    Column("owner", Integer, ForeignKey("tokens.id"), nullable=False),
)

bots: Final = Table(
    "bots",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("name", Text, nullable=False, unique=True),
    Column("owner", Integer, ForeignKey("tokens.id")),
    Column("created", BigInteger, nullable=False),
    Column("retired", BigInteger),
    Column("notes", Text, nullable=False, server_default=""),
)

bot_versions: Final = Table(
    "bot_versions",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("bot_id", Integer, ForeignKey("bots.id"), nullable=False),
    Column("number", Integer, nullable=False),
    json_column("games", nullable=False),
    Column("hash", Text, nullable=False),
    Column("command", Text, nullable=False),
    Column("filename", Text, nullable=False),
    Column("archive", LargeBinary, nullable=False),
    Column("status", Text, nullable=False),
    Column("gate_log", Text, nullable=False),
    json_column("report"),
    Column("created", BigInteger, nullable=False),
    Column("retired", BigInteger),
    Column("bot_log", LargeBinary),
    UniqueConstraint("bot_id", "number"),
    UniqueConstraint("bot_id", "hash"),
    Index(None, "status"),
)

tournaments: Final = Table(
    "tournaments",
    metadata,
    Column("id", Text, primary_key=True),
    Column("name", Text, nullable=False),
    Column("owner", Integer, ForeignKey("tokens.id")),
    json_column("spec", nullable=False),
    Column("schedule_hash", Text, nullable=False),
    Column("state", Text, nullable=False),
    json_column("report"),
    Column("created", BigInteger, nullable=False),
    Column("finished", BigInteger),
)

tournament_results: Final = Table(
    "tournament_results",
    metadata,
    Column("tournament_id", Text, ForeignKey("tournaments.id"), primary_key=True),
    Column("match_id", Text, primary_key=True),
    Column("block", Integer, nullable=False),
    Column("rotation", Integer, nullable=False),
    json_column("rows", nullable=False),
    json_column("faults"),
    json_column("timing"),
    Column("created", BigInteger, nullable=False),
)

events: Final = Table(
    "events",
    metadata,
    Column("id", Text, ForeignKey("tournaments.id"), primary_key=True),
    json_column("data", nullable=False),
    Column("saved", BigInteger, nullable=False),
)

matches: Final = Table(
    "matches",
    metadata,
    Column("id", Text, primary_key=True),
    Column("room_id", Text, nullable=False),
    Column("kind", Text, nullable=False),
    Column("game", Text, nullable=False),
    Column("game_version", Integer, nullable=False),
    Column("status", Text, nullable=False),
    Column("rated", Boolean, nullable=False),
    Column("created", BigInteger, nullable=False),
    Column("finished", BigInteger),
    Column("header", Text, nullable=False),
    json_column("deals", nullable=False),
    json_column("room"),
    Column("result", Text),
    Column("reason", Text),
    Column("replay", LargeBinary),
    Column("codec", Text),
    Column("tournament_id", Text, ForeignKey("tournaments.id")),
    Column("ladder", Text),
    Index(None, "room_id"),
    Index(None, "created"),
    Index(None, "status", "created"),
    Index(None, "kind", "created"),
    Index(None, "rated", "created"),
    Index(None, "game", "created"),
    Index(None, "game", "finished"),
    Index(None, "ladder", "finished"),
    Index(None, "tournament_id"),
)

steps: Final = Table(
    "steps",
    metadata,
    Column("match_id", Text, ForeignKey("matches.id"), primary_key=True),
    Column("n", Integer, primary_key=True),
    Column("line", Text, nullable=False),
    sqlite_with_rowid=False,
)

players: Final = Table(
    "players",
    metadata,
    Column("match_id", Text, ForeignKey("matches.id"), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("name", Text, nullable=False),
    Column("identity", Text, nullable=False),
    Column("owner", Integer, ForeignKey("tokens.id")),
    Column("bot_version", Integer, ForeignKey("bot_versions.id")),
    Column("points", Integer),
    Column("rank", Integer),
    json_column("faults"),
    json_column("timing"),
    Column("house_moves", Integer),
    Column("forfeit", Boolean),
    Column("created", BigInteger, nullable=False, server_default="0"),
    Index(None, "name", "created", "match_id"),
    Index(None, "identity", "created", "match_id"),
    Index(None, "owner", "created", "match_id"),
)

bot_logs: Final = Table(
    "bot_logs",
    metadata,
    Column("match_id", Text, ForeignKey("matches.id"), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("bot_id", Integer, ForeignKey("bots.id"), nullable=False),
    Column("created", BigInteger, nullable=False),
    Column("codec", Text, nullable=False),
    Column("log", LargeBinary, nullable=False),
    Index(None, "bot_id"),
)

challenges: Final = Table(
    "challenges",
    metadata,
    Column("id", Text, primary_key=True),
    Column("owner", Integer, ForeignKey("tokens.id")),
    Column("game", Text, nullable=False),
    Column("mine", Text, nullable=False),
    Column("mine_version", Integer, ForeignKey("bot_versions.id")),
    Column("bot", Text, nullable=False),
    Column("bot_version", Integer, ForeignKey("bot_versions.id")),
    Column("deals", Integer, nullable=False),
    Column("seed", Text, nullable=False),
    Column("state", Text, nullable=False),
    json_column("played", nullable=False),
    Column("faults", Integer, nullable=False),
    Column("reason", Text, nullable=False),
    Column("created", BigInteger, nullable=False),
    Column("started", BigInteger),
    Column("finished", BigInteger),
    Index(None, "state"),
    Index(None, "mine"),
    Index(None, "bot"),
)

leaderboards: Final = Table(
    "leaderboards",
    metadata,
    Column("game", Text, primary_key=True),
    json_column("data", nullable=False),
    Column("saved", BigInteger, nullable=False),
)

audit: Final = Table(
    "audit",
    metadata,
    Column("id", Text, primary_key=True),
    Column("created", BigInteger, nullable=False),
    Column("actor", Text, nullable=False),
    Column("act", Text, nullable=False),
    Column("target", Text, nullable=False),
    json_column("detail", nullable=False),
)

messages: Final = Table(
    "messages",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("owner", Integer, ForeignKey("tokens.id"), nullable=False),
    Column("sender", Text, nullable=False),
    Column("text", Text, nullable=False),
    Column("created", BigInteger, nullable=False),
    Column("read", BigInteger),
    Index(None, "owner"),
)

server_state: Final = Table(
    "server_state",
    metadata,
    Column("name", Text, primary_key=True),
    json_column("value", nullable=False),
)

seasons: Final = Table(
    "seasons",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("name", Text, nullable=False, unique=True),
    Column("started", BigInteger, nullable=False),
    Column("ended", BigInteger, nullable=False),
)

season_boards: Final = Table(
    "season_boards",
    metadata,
    Column("season_id", Integer, ForeignKey("seasons.id"), primary_key=True),
    Column("game", Text, primary_key=True),
    json_column("rows", nullable=False),
    json_column("prizes", nullable=False),
)

classes: Final = Table(
    "classes",
    metadata,
    Column("id", Text, primary_key=True),
    Column("name", Text, nullable=False),
    Column("owner", Integer, ForeignKey("tokens.id")),
    Column("created", BigInteger, nullable=False),
)

class_members: Final = Table(
    "class_members",
    metadata,
    Column("class_id", Text, ForeignKey("classes.id"), primary_key=True),
    Column("token_id", Integer, ForeignKey("tokens.id"), primary_key=True),
    Column("label", Text, nullable=False),
    Column("section", Text, nullable=False),
)

assignments: Final = Table(
    "assignments",
    metadata,
    Column("id", Text, primary_key=True),
    Column("class_id", Text, ForeignKey("classes.id"), nullable=False),
    Column("name", Text, nullable=False),
    Column("game", Text, nullable=False),
    Column("deadline", BigInteger, nullable=False),
    Column("submissions_a_day", Integer, nullable=False),
    json_column("rules", nullable=False),
    json_column("public_set", nullable=False),
    json_column("hidden_set", nullable=False),
    Column("created", BigInteger, nullable=False),
    Column("released", BigInteger),
    Index(None, "class_id"),
)

submissions: Final = Table(
    "submissions",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("assignment_id", Text, ForeignKey("assignments.id"), nullable=False),
    Column("owner", Integer, ForeignKey("tokens.id"), nullable=False),
    Column("number", Integer, nullable=False),
    Column("filename", Text, nullable=False),
    Column("hash", Text, nullable=False),
    Column("archive", LargeBinary, nullable=False),
    Column("created", BigInteger, nullable=False),
    Column("state", Text, nullable=False),
    Column("problem", Text, nullable=False, server_default=""),
    json_column("public_score"),
    json_column("hidden_score"),
    UniqueConstraint("assignment_id", "owner", "number"),
    Index(None, "state"),
)
