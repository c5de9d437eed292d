"""Storage of a server: records, hands, photos, people, and the small state of tables."""

from typing import Final

MOST_TABLES: Final = 999
"""Most tables of a storage: their numbers have three digits on a hall's screen."""
