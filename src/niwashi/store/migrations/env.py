"""Run by Alembic: applies the migrations in the connection and transaction of `migration.upgrade`."""

from alembic import context

from niwashi.store.migration import VERSION_TABLE
from niwashi.store.schema import metadata

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=metadata,
    version_table=VERSION_TABLE,
    transactional_ddl=False,  # the caller's transaction is open already
)
context.run_migrations()
