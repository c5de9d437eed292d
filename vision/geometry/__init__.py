"""Geometry of tiles on the table: its plane, its rows, their sizes. No pixels, no faces."""
