"""A match: its records, bodies of rules, the wall, the ranking."""
