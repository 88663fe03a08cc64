"""The database: schema, migrations, the store of journals and keys, and the lock on a database file."""
