"""Pictures of tables with exact truth."""
