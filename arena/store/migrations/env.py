"""Runs migrations on the connection that `arena.store.migrate` hands over."""

from alembic import context

from arena.store.tables import metadata

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=metadata,
    render_as_batch=True,  # SQLite changes a table only by making it anew
)
with context.begin_transaction():
    context.run_migrations()
