"""The database's tables. Migrations create them; a test compares the two.

Times are milliseconds since 1970 by the database's clock: one clock for all nodes, without time zones.
"""

from __future__ import annotations

from sqlalchemy import (
    JSON,
    BigInteger,
    Boolean,
    CheckConstraint,
    Column,
    Float,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    Text,
    false,
)

HEAD = "0007"
"""The newest migration. A database with a higher number is newer than this program."""

metadata = MetaData(
    naming_convention={
        "pk": "pk_%(table_name)s",
        "fk": "fk_%(table_name)s_%(column_0_name)s",
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "uq": "uq_%(table_name)s_%(column_0_name)s",
        "ck": "ck_%(table_name)s_%(constraint_name)s",
    }
)

STATES = ("open", "running", "over")
VISIBILITIES = ("public", "private")

# Sorted by bytes everywhere; PostgreSQL would sort by a language's rules.
Id = String(64).with_variant(String(64, collation="C"), "postgresql")
Time = BigInteger
# SQLite autoincrements only INTEGER.
Number = BigInteger().with_variant(Integer, "sqlite")


def _table_id(primary: bool = True) -> Column[str]:
    return Column("table_id", Id, ForeignKey("tables.id", ondelete="CASCADE"), primary_key=primary, nullable=False)


def _account_id(ondelete: str, nullable: bool) -> Column[str]:
    return Column("account_id", Id, ForeignKey("accounts.id", ondelete=ondelete), nullable=nullable)


# -- people ----------------------------------------------------------------------------------------------------------
accounts = Table(
    "accounts",
    metadata,
    Column("id", Id, primary_key=True),
    Column("name", String(64), nullable=False),
    Column("folded", String(128), nullable=False, unique=True),  # the name as names are compared
    Column("password", String(256)),  # its hash; a guest has none
    Column("settings", JSON, nullable=False),
    Column("created", Time, nullable=False),
    Column("seen", Time, nullable=False, index=True),
)

sessions = Table(
    "sessions",
    metadata,
    Column("token_sha256", LargeBinary(32), primary_key=True),  # a reader of the database cannot log in with it
    _account_id("CASCADE", nullable=False),
    Column("created", Time, nullable=False),
    Column("expires", Time, nullable=False, index=True),
    Index(None, "account_id"),
)

bans = Table(
    "bans",
    metadata,
    Column("kind", String(16), primary_key=True),
    Column("subject", String(128), primary_key=True),
    Column("reason", Text, nullable=False),
    Column("created", Time, nullable=False),
    Column("until", Time),  # NULL: for ever
    CheckConstraint("kind IN ('account', 'address')", name="kind"),
)

# -- tables ----------------------------------------------------------------------------------------------------------
tables = Table(
    "tables",
    metadata,
    Column("id", Id, primary_key=True),
    Column("game", String(64), nullable=False),
    Column("options", JSON, nullable=False),
    Column("state", String(16), nullable=False),
    Column("visibility", String(16), nullable=False),
    Column("created", Time, nullable=False),
    Column("updated", Time, nullable=False),
    Column("newest", Integer, nullable=False),  # the number of the log's last event; 0 for none
    Column("owner", String(128)),
    Column("epoch", Integer, nullable=False),  # grows with each owner and fences off former ones
    Column("lease_until", Time),
    Column("awaited", Integer, nullable=False, server_default="0"),  # one bit per seat whose person is to act
    Column("clock", JSON(none_as_null=True)),  # for the lobby; NULL in rows that are older than this column
    Column("components", String(64)),  # for the lobby: the name of the host's own set; NULL for the shipped one
    Column("closed", Time),  # when the host closed the table; NULL: open
    Column("asleep", Boolean, nullable=False, server_default=false()),  # not run until a client asks for it
    CheckConstraint("state IN ('open', 'running', 'over')", name="state"),
    CheckConstraint("visibility IN ('public', 'private')", name="visibility"),
    Index(None, "state", "updated"),
    Index(None, "owner"),
)

seats = Table(
    "seats",
    metadata,
    _table_id(),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("name", String(64), nullable=False),
    _account_id("SET NULL", nullable=True),
    Index(None, "account_id"),
)

# Events and answers are accessed by their whole key only, so in SQLite the key is the table.
events = Table(
    "events",
    metadata,
    _table_id(),
    Column("sequence", Integer, primary_key=True, autoincrement=False),
    Column("body", LargeBinary, nullable=False),
    sqlite_with_rowid=False,
)

# The events that name an account, so that it can be erased from them.
mentions = Table(
    "mentions",
    metadata,
    _table_id(),
    Column("sequence", Integer, primary_key=True, autoincrement=False),
    _account_id("CASCADE", nullable=False),
    Index(None, "account_id"),
)

answers = Table(
    "answers",
    metadata,
    _table_id(),
    Column("command", String(128), primary_key=True),
    Column("answer", LargeBinary, nullable=False),
    sqlite_with_rowid=False,
)

chat = Table(
    "chat",
    metadata,
    Column("id", Number, primary_key=True, autoincrement=True),
    _table_id(primary=False),
    _account_id("CASCADE", nullable=True),
    Column("name", String(64), nullable=False),
    Column("text", Text, nullable=False),
    Column("written", Time, nullable=False, index=True),
    Index(None, "table_id", "id"),
    Index(None, "account_id"),
    sqlite_autoincrement=True,  # ids of deleted messages are not reused
)

# -- finished games ----------------------------------------------------------------------------------------------------
records = Table(
    "records",
    metadata,
    _table_id(),
    Column("record", LargeBinary, nullable=False),
    Column("finished", Time, nullable=False, index=True),
)

# Reviews are JSON without names. They take minutes to compute.
reviews = Table(
    "reviews",
    metadata,
    _table_id(),
    Column("review", LargeBinary, nullable=False),
    Column("made", Time, nullable=False),
)

results = Table(
    "results",
    metadata,
    _table_id(),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    _account_id("SET NULL", nullable=True),
    Column("bot", String(64)),
    Column("game", String(64), nullable=False),
    Column("score", Integer, nullable=False),
    Column("place", Integer, nullable=False),  # 1 for the winner; ties share
    Column("rated", Boolean(create_constraint=False), nullable=False),
    Column("finished", Time, nullable=False),
    Index(None, "account_id", "game", "finished"),
    Index(None, "account_id", "finished"),
    Index(None, "game", "finished"),
)

# -- for the host ------------------------------------------------------------------------------------------------------
notices = Table(
    "notices",
    metadata,
    Column("id", Number, primary_key=True, autoincrement=True),
    Column("kind", String(16), nullable=False),
    Column("subject", String(128), nullable=False),
    Column("details", JSON, nullable=False),
    Column("posted", Time, nullable=False, index=True),
    sqlite_autoincrement=True,  # readers continue after the last id they saw, even if it is deleted
)

retention = Table(
    "keeping",
    metadata,
    Column("what", String(32), primary_key=True),
    Column("days", Float),  # NULL: for ever
)
