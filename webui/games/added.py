"""The additions of a game to a value in JSON, as a struct of its own.

Each says whose it is by its tag, the game's id. What is served has its fields beside those of the value that carries
it (`webui.serializers.encoding`), so that two games may use one name.
"""

from msgspec import Struct


class Added(Struct, frozen=True, kw_only=True, tag_field="game"):
    """The fields that a game adds to the JSON of a score sheet, of a hand of a match, or of a match."""
