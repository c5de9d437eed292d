"""Words of the Chinese competition rules."""

from typing import Final

from webui.messages import N_
from webui.messages.game import Disputed

WORDS: Final = Disputed(
    tables={
        "rule_books": {
            "mcr": N_("Chinese Official (MCR), as played online"),
            "mcr-wmo": N_("Chinese Official (MCR), the WMO book of 2006"),
            "mcr-1998": N_("Chinese Official (MCR), the text of 1998"),
            "mcr-guobiao": N_("Chinese Official (MCR), the guobiao fan list"),
        },
        "bodies": {
            "book-1998": N_("Chinese Official (MCR), the book of 1998"),
            "wmo-2006": N_("World Mahjong Organization, book of 2006"),
            "ema": N_("European Mahjong Association (MERS)"),
        },
        "renamed": {},
    },
    rulings={
        "S1": {
            "counted": N_("One Voided Suit counts beside fan made of named sets"),
            "not counted": N_("One Voided Suit does not count beside fan made of named sets"),
        },
        "S2": {
            "not counted": N_("Half Flush does not count beside All Green"),
            "counted": N_("Half Flush counts beside All Green"),
        },
        "S3": {
            "counted": N_("the fan of ranks count beside Seven Pairs"),
            "not counted": N_("the fan of ranks do not count beside Seven Pairs"),
        },
        "S4": {
            "not counted": N_("no pung of terminals counts beside Nine Gates"),
            "counted": N_("the second pung of terminals counts beside Nine Gates"),
        },
        "S5": {
            "not counted": N_("Double Pung does not count beside All Terminals"),
            "counted": N_("Double Pung counts beside All Terminals"),
        },
        "S6": {
            "not counted": N_("the pungs of winds do not count again beside Little Four Winds and Big Three Winds"),
            "counted": N_("the pungs of winds also count beside Little Four Winds and Big Three Winds"),
        },
        "S7": {
            "self-drawn": N_("a hand that can only be won concealed counts as Self-Drawn"),
            "fully concealed beside 12": N_("Four Concealed Pungs, self-drawn, count as Fully Concealed Hand too"),
            "fully concealed": N_(
                "a hand that can only be won concealed, self-drawn, counts as Fully Concealed Hand too"
            ),
        },
        "S8": {
            "not counted": N_("Two Concealed Pungs do not count beside Two Concealed Kongs"),
            "counted": N_("Two Concealed Pungs count beside Two Concealed Kongs"),
        },
        "S9": {
            "6": N_("Two Concealed Kongs are worth 6"),
            "8": N_("Two Concealed Kongs are worth 8"),
        },
        "S10": {
            "5": N_("one concealed and one melded kong are worth 5"),
            "6": N_("one concealed and one melded kong are worth 6"),
            "67 and 74": N_("one concealed and one melded kong count as Concealed Kong and Melded Kong"),
            "57": N_("one concealed and one melded kong count as Two Melded Kongs"),
        },
        "S11": {
            "counted": N_("a wait counts although the tile also fits the nine of Knitted Straight"),
            "not counted": N_("a wait does not count where the tile also fits the nine of Knitted Straight"),
        },
        "S12": {
            "counted": N_("All Chows counts beside Quadruple Chow"),
            "not counted": N_("All Chows does not count beside Quadruple Chow"),
        },
        "S13": {
            "exposed": N_("a pung completed by a discard is exposed"),
            "concealed": N_("a pung completed by a discard is concealed"),
        },
        "S14": {
            "counted": N_("Knitted Straight counts beside Lesser Honors and Knitted Tiles"),
            "not counted": N_("Knitted Straight does not count beside Lesser Honors and Knitted Tiles"),
        },
        "S15": {
            "any tiles": N_("four equal honors are a Tile Hog"),
            "suit tiles": N_("four equal honors are no Tile Hog"),
        },
        "S16": {
            "not counted": N_("one or two concealed kongs do not count beside Three Kongs and Four Kongs"),
            "counted": N_("one or two concealed kongs count beside Three Kongs and Four Kongs"),
        },
        "S17": {
            "not counted": N_("Two Terminal Chows do not count inside Four Pure Shifted Chows"),
            "counted": N_("Two Terminal Chows count inside Four Pure Shifted Chows"),
        },
        "S18": {
            "not counted": N_("tiles that the winner holds four times are waited for all the same"),
            "counted": N_("tiles that the winner holds four times are not waited for"),
        },
    },
)
"""Words of the Chinese competition rules."""
