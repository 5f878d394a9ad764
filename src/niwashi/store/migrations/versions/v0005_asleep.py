"""A mark for idle games, so that no node takes them over."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    op.add_column("tables", sa.Column("asleep", sa.Boolean, nullable=False, server_default=sa.false()))
