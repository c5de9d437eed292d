"""What Alembic runs: the steps, in the transaction of the connection that `webui.records.database.migrate` gives it."""

from alembic import context

from webui.records.database.schema import metadata

connection = context.config.attributes["connection"]
context.configure(connection=connection, target_metadata=metadata, transactional_ddl=True, render_as_batch=True)
with context.begin_transaction():
    context.run_migrations()
