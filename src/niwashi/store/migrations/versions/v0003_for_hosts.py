"""For hosts: closed tables, notices to running servers, retention, and the events that name an account."""

import json

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"

ID = sa.String(64).with_variant(sa.String(64, collation="C"), "postgresql")
NUMBER = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    op.add_column("tables", sa.Column("awaited", sa.Integer(), nullable=False, server_default="0"))
    op.add_column("tables", sa.Column("closed", sa.BigInteger(), nullable=True))
    op.create_table(
        "mentions",
        sa.Column("table_id", ID, nullable=False),
        sa.Column("sequence", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("account_id", ID, nullable=False),
        sa.ForeignKeyConstraint(
            ["account_id"], ["accounts.id"], name=op.f("fk_mentions_account_id"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name=op.f("fk_mentions_table_id"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("table_id", "sequence", name=op.f("pk_mentions")),
    )
    op.create_index(op.f("ix_mentions_account_id"), "mentions", ["account_id"], unique=False)
    op.create_table(
        "notices",
        sa.Column("id", NUMBER, autoincrement=True, nullable=False),
        sa.Column("kind", sa.String(length=16), nullable=False),
        sa.Column("subject", sa.String(length=128), nullable=False),
        sa.Column("details", sa.JSON(), nullable=False),
        sa.Column("posted", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_notices")),
        sqlite_autoincrement=True,
    )
    op.create_index(op.f("ix_notices_posted"), "notices", ["posted"], unique=False)
    op.create_table(
        "keeping",
        sa.Column("what", sa.String(length=32), nullable=False),
        sa.Column("days", sa.Float(), nullable=True),
        sa.PrimaryKeyConstraint("what", name=op.f("pk_keeping")),
    )
    _mention_everybody()
    if op.get_bind().dialect.name == "sqlite":
        _number_chat_for_good()


def _mention_everybody() -> None:
    """The accounts in existing logs. Entries of deleted accounts can no longer be attributed."""
    connection = op.get_bind()
    known = set(connection.execute(sa.text("SELECT id FROM accounts")).scalars())
    new = sa.text("INSERT INTO mentions (table_id, sequence, account_id) VALUES (:table, :sequence, :account)")
    log = sa.text("SELECT sequence, body FROM events WHERE table_id = :table")
    for table in connection.execute(sa.text("SELECT id FROM tables")).scalars().all():
        for row in connection.execute(log, {"table": table}).all():
            entry = json.loads(bytes(row.body))
            account = (entry.get("person") or entry.get("host")) if isinstance(entry, dict) else None
            if account in known:
                connection.execute(new, {"table": table, "sequence": row.sequence, "account": account})


def _number_chat_for_good() -> None:
    """Without AUTOINCREMENT, SQLite reuses the id of a deleted last row."""
    op.execute("ALTER TABLE chat RENAME TO old_chat")
    for index in ("account_id", "table_id_id", "written"):
        op.execute(f"DROP INDEX ix_chat_{index}")
    op.create_table(
        "chat",
        sa.Column("id", sa.Integer(), autoincrement=True, nullable=False),
        sa.Column("table_id", ID, nullable=False),
        sa.Column("account_id", ID, nullable=True),
        sa.Column("name", sa.String(length=64), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("written", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["account_id"], ["accounts.id"], name=op.f("fk_chat_account_id"), ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name=op.f("fk_chat_table_id"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_chat")),
        sqlite_autoincrement=True,
    )
    op.execute("INSERT INTO chat SELECT id, table_id, account_id, name, text, written FROM old_chat")
    op.execute("DROP TABLE old_chat")
    op.create_index(op.f("ix_chat_account_id"), "chat", ["account_id"], unique=False)
    op.create_index(op.f("ix_chat_table_id_id"), "chat", ["table_id", "id"], unique=False)
    op.create_index(op.f("ix_chat_written"), "chat", ["written"], unique=False)
