"""Storage of a server: records, hands, photos, people, and the small state of tables."""
