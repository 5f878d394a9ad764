"""An index for a person's finished games, the latest first, whatever the game."""

from alembic import op

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    op.create_index(op.f("ix_results_account_id_finished"), "results", ["account_id", "finished"], unique=False)
