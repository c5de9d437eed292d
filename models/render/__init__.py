"""Rendered pictures of tables with exact ground truth."""
