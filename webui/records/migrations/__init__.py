"""The steps that bring a database up to date, run by Alembic."""
