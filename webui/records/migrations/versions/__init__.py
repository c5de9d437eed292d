"""One module for each migration, in their order by number."""
