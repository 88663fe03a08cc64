"""Alembic runs this; the connection, with its transaction, comes from `migrate`."""

from alembic import context

context.configure(connection=context.config.attributes["connection"])
context.run_migrations()
