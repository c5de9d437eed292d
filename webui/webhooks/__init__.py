"""Webhooks: addresses of other programs, which get the news of tables and events."""
