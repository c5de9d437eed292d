"""A deal of Taiwan in sentences."""

from scoring.games.taiwan.deal import settle
from scoring.rules import BOOKS
from webui.games.view import view_of
from webui.messages import Messages

ENGLISH = Messages.of("en")


def test_a_deal_is_told_with_the_dealers_streak() -> None:
    acts = [{"act": "won", "from": "E", "wins": [{"seat": "S", "tai": 2}, {"seat": "W", "tai": 5}]}]
    book = BOOKS["taiwan-home"]
    assert list(view_of("taiwan-home").deal(ENGLISH, settle({"streak": 1, "acts": acts}, book.preset))) == [
        "1. S, W wins off E",
        "   E -800, S +800  (win of S, 2 tai)",
        "   The next in turn wins alone: S.",
        "The dealer has stayed: 0",
    ]
    drawn = settle({"acts": [{"act": "false-win", "seat": "E"}]}, book.preset)
    assert view_of("taiwan-home").deal(ENGLISH, drawn)[0] == "1. False win of E"
