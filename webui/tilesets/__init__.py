"""Tile sets: the learned ones, the one in use, and drafts of new ones."""
