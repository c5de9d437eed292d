"""Backups and moves between databases."""
