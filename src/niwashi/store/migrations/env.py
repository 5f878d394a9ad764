"""Run by Alembic: the migrations, over the connection and in the transaction that `migrating.upgrade` passes on."""

from alembic import context

from niwashi.store.migration import VERSION_TABLE
from niwashi.store.schema import metadata

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=metadata,
    version_table=VERSION_TABLE,
    transactional_ddl=False,  # ours is open already, and ends after this
)
context.run_migrations()
