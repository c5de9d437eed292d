"""The matches of a table: acts and their defaults, the clock, pruned photos, renamed players."""
