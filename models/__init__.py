"""The weights, and how they are made."""
