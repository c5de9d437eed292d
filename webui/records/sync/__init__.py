"""Synchronization between the database of a table's computer and that of its hall."""
