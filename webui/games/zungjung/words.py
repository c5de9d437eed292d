"""Words of the World Series of Mahjong."""

from typing import Final

from webui.messages import N_, in_context
from webui.messages.acts import Form
from webui.messages.game import Disputed

WORDS: Final = Disputed(
    tables={
        "rule_books": {
            "zungjung": N_("World Series of Mahjong (Zung Jung)"),
        },
        "bodies": {"zungjung": N_("World Series of Mahjong (Zung Jung)")},
        "acts": {"Drawn": [Form(in_context("of riichi or Hong Kong", "Draw"))]},
        "toggles": {
            "last-discard": N_("Final Discard"),
            "last-draw": N_("Final Draw"),
            "robbed-kong": N_("Robbing a Kong"),
            "earth": N_("Blessing of Earth (East made no concealed kong)"),
        },
        "otherwise": {"kong": in_context("zungjung", "on the replacement tile it is %(points)s")},
        "settings": {"kong": in_context("zungjung", "Won on a kong's replacement tile?")},
    },
    rulings={
        "Z1": {
            "named tile": N_("in Nine Gates on the fourteen tiles of the deal, the named winning tile was drawn last"),
            "any tile": N_("in Nine Gates on the fourteen tiles of the deal, any tile may have been drawn last"),
        },
    },
)
"""Words of the World Series of Mahjong, which calls a win on a kong's replacement tile 岭上开花."""
