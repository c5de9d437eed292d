"""Alembic's entry point: the migrations run in the transaction of `webui.records.database.migrate`."""

from alembic import context

from webui.records.database.schema import metadata

connection = context.config.attributes["connection"]
context.configure(connection=connection, target_metadata=metadata, transactional_ddl=True, render_as_batch=True)
with context.begin_transaction():
    context.run_migrations()
