"""The name of a host's own component set in its table's row, for the lobby; NULL for the shipped one."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    op.add_column("tables", sa.Column("components", sa.String(64), nullable=True))
