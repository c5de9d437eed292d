"""A match as other programs take it: JSON, CSV."""
