"""The question whether East sits where the match has them, as plain JSON."""

from msgspec import Struct

from webui.games.view import view_of_game
from webui.messages import N_, Messages
from webui.serializers.deals import picture_at, player_at
from webui.table.filling import LAID
from webui.table.follow.journal import FollowedDeal
from webui.table.follow.seating import are_right, first_of, other_seat
from webui.table.table import Table

_SAYS = N_("The play says that %(player)s, who is East, sits at seat %(seen)d, not at seat %(said)d.")


class SeatingAsked(Struct, frozen=True):
    """A seat of East that the followed play contradicts: the sentence, the seat that it shows instead, the number of
    the deal, the address of its replay, and that of the picture of the first discard there, if it has one."""

    says: str
    east: int
    number: int
    deal: str
    picture: str | None


def _declared(table: Table, words: Messages) -> list[str]:
    """Return the seat winds of those who declared in the hand in play, as the match has it."""
    match = table.now().match
    hand = match.match.current if match else None
    if match is None or hand is None:
        return []
    declared = view_of_game(match.match.rules.game.id).sections(words, hand).declared
    return [wind for wind, player in hand.seats.items() if player in declared]


def seating_asked(table: Table, words: Messages) -> tuple[FollowedDeal, int] | None:
    """Return the deal in play whose course contradicts the seat of East, with the seat that it shows instead.

    It is not asked while a win is claimed, whose players would turn with it, nor once somebody has said that they sit
    as they are named.
    """
    hand, play = table.matches.deal(), table.session.play
    deal = table.followed.latest(hand) if hand else None
    if deal is None or play.claims or play.deal != hand or are_right(table.records.values, table.number, deal):
        return None
    east = other_seat(deal, table.hands.newest(limit=LAID), _declared(table, words))
    return (deal, east) if east else None


def seating_json(table: Table, words: Messages) -> SeatingAsked | None:
    """Return the question whether East sits where the match has them; None if nothing contradicts that."""
    asked = seating_asked(table, words)
    if asked is None:
        return None
    deal, east = asked
    step = first_of(deal, east)
    about = {"player": player_at(table, deal, deal.begun.east, words), "seen": east, "said": deal.begun.east}
    return SeatingAsked(
        says=words(_SAYS, about),
        east=east,
        number=deal.number,
        deal=f"/t/{table.number}/deals/{deal.number}",
        picture=picture_at(deal, step) if step else None,
    )
