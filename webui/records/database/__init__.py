"""The database under all stores: SQLite or PostgreSQL, its tables and migrations."""
