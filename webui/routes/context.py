"""What the request at work is about: the table, and the hand its address names."""

from flask import current_app

from webui.routes.errors import Refusal
from webui.table.table import Table, TableHand
from webui.words import Words


def the_table() -> Table:
    """The table this application shows."""
    table: Table = current_app.extensions["table"]
    return table


def the_hand(hand_id: str) -> TableHand:
    """The hand of that id.

    Raises:
        Refusal: 404, it is not kept or not kept any more.
    """
    hand = the_table().hand(hand_id)
    if hand is None:
        raise gone(hand_id)
    return hand


def gone(hand_id: str) -> Refusal:
    """The refusal for a hand that is not kept."""
    return Refusal(
        404,
        f"There is no hand {hand_id[:20]} any more",
        "Only the newest hands are kept: photograph it again",
    )


def the_words() -> Words:
    """The sentences in the language of whoever asks."""
    return Words.of("en")
