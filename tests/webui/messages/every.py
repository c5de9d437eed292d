"""The kinds that have a sentence, of all games together."""

from collections.abc import Iterable

from webui.messages.game import Topic, words_by_game


def every(topic: Topic, common: Iterable[str]) -> set[str]:
    """Return the kinds that all games have a sentence for, and those that one of them has."""
    return {*common}.union(*(each.tables.get(topic, {}) for each in words_by_game().values()))
