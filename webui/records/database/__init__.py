"""The database of all stores: SQLite or PostgreSQL, its tables and migrations."""
