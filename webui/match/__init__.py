"""The matches of a table: their acts, what completes them, clock, pruned photographs and renamed players."""
