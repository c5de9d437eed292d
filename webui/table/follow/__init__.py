"""Deals that the camera of a table follows: the work that does it, its journal, and what a win takes from it."""
