"""Alembic's entry: runs the migrations on the connection that the server hands over."""

from alembic import context

from orrery.server.store.schema import META

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=META,
    render_as_batch=context.config.attributes["connection"].dialect.name == "sqlite",
)
with context.begin_transaction():
    context.run_migrations()
