"""Words of Sichuan, which counts fan."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from scoring.games.sichuan.combine import Ready
from scoring.games.sichuan.presets import SWITCHES
from scoring.sheet import ScoreSheet
from webui.messages import N_, Messages, in_context, plural
from webui.messages.acts import Form
from webui.messages.game import POINTS, Counting, Switched

_NEEDED: Final = N_("%(points)d fan, %(minimum)d needed.")
_FAN: Final = in_context("sichuan", "fan")
"""The unit of hands; elsewhere the word means the patterns of a list."""

SUIT_NAMES: Final[Mapping[str, str]] = {"m": N_("characters"), "p": N_("dots"), "s": N_("bamboo")}
"""The suits in sentences."""


def ready(words: Messages, found: Ready | None) -> str:
    """Return the state of a hand of thirteen tiles when the wall is out, in a sentence; "" without one."""
    if found is None:
        return ""
    if found.state == "pig":
        return words(N_("When the wall is out: a flower pig, with a tile of the void suit"))
    if found.state == "not ready":
        return words(N_("When the wall is out: not ready"))
    about = {"tile": found.best, "fan": found.fan, "points": found.value}
    return words(N_("When the wall is out: ready, at best by %(tile)s with %(fan)d fan, %(points)d points"), about)


FAN: Final = Counting(
    numbers=plural("%(n)d fan", "%(n)d fan"),
    one=_FAN,
    many=_FAN,
    ranges=N_("%(low)d to %(high)d fan"),
    wins=N_("%(count)d fan"),
    readings=plural("the reading for %(n)d fan", "the reading for %(n)d fan"),
)
"""The sentences on a number of fan."""


@dataclass(frozen=True, kw_only=True)
class SichuanWords(Switched):
    """Words of Sichuan."""

    def scored(self, words: Messages, sheet: ScoreSheet) -> str:
        """Return the fan of a hand that wins and its points, or that they are too few."""
        fan = self.counting.points(words, sheet.total)
        if not sheet.legal:
            return words(N_("%(fan)s, %(minimum)d needed"), {"fan": fan, "minimum": sheet.minimum})
        value = POINTS.points(words, sheet.extra.value if sheet.extra else 0)
        return words(N_("%(fan)s: %(points)s"), {"fan": fan, "points": value})

    def details(self, words: Messages, sheet: ScoreSheet) -> list[str]:
        """Return the fan before the cap, or the state of a waiting hand."""
        found = sheet.extra
        if found is None:
            return []
        if found.ready:
            return [ready(words, found.ready)]
        return [words(N_("%(fan)d fan before the cap"), {"fan": found.raw})] if found.raw > sheet.total else []


WORDS: Final = SichuanWords(
    counting=FAN,
    tables={
        "rule_books": {
            "sichuan-sbr": N_("Sichuan, Bloody Rules (SBR)"),
            "sichuan-home": N_("Sichuan, as tables in Chengdu play it"),
        },
        "bodies": {
            "sichuan-sbr": N_("Mahjong International League (SBR)"),
            "sichuan-home": N_("A table of Sichuan"),
        },
        "findings": {
            "foreign-tile": N_(
                "%(tile)s does not belong to this game, which has 1 to 9 of three suits: correct the tile."
            ),
            "claimed-chow": N_("%(tiles)s: a chow cannot be claimed here. Put its tiles back in the hand."),
            "three-suits": N_("The hand has three suits, so the void suit is in it: it does not win."),
            "void-suit-held": N_("void=%(suit)s: the void suit is in the hand, so it does not win."),
            "shot-drawn": N_("kong-shot is a win on a discard: leave it out, or add discard. It does not count."),
            "first-turn": N_(
                "%(word)s: heaven is East's on the first fourteen tiles, earth another player's on the first draw or "
                "on East's first discard, both without melds and before any win. It does not count."
            ),
            "out-impossible": N_("out=%(seat)s: that player wins or discards here, so has not won before. Correct it."),
        },
        "errors": {
            "two-minimums": N_(
                "minimum = %(minimum)s and SC32 = %(other)s in the file do not agree: leave one of them out."
            ),
        },
        "circumstances": {
            "void": N_("void suit"),
            "out": N_("who had won before"),
            "shot": N_("shot after a kong"),
        },
        "questions": {"void": N_("Void suit")},
        "replies": {("void", suit): name for suit, name in SUIT_NAMES.items()},
        "luck": {"kong-shot": N_("a shot after a kong")},
        "refusals": {
            "only-bloody": N_("%(rules)s has no such act: it belongs to a game in which play goes on after a win."),
            "no-longer-plays": N_(
                "%(player)s takes no further part in this deal: choose another player, or undo the record of that win."
            ),
            "tile-of-kong": N_("%(tile)s is no tile of this game: correct the tile of the kong, or leave it out."),
            "states-differ": N_(
                "When the wall is out, each hand that has not won is ready with its fan, not ready, or a flower pig: "
                "state it for each."
            ),
            "hand-of-void": N_("The hand %(hand)r has a tile of the void suit: correct it, or record a false win."),
            "hand-not-waiting": N_("%(hand)r is no hand of thirteen tiles: correct it, or state whether it is ready."),
        },
        "false_wins": {
            "passed": N_("won on a discard after letting such a tile pass"),
            "three suits": N_("tiles of three suits, or of the void suit"),
        },
        "acts": {
            "MadeKong": [
                Form(N_("%(player)s: kong claimed from %(giver)s"), equal={"how": "claimed"}),
                Form(N_("%(player)s: kong added with the drawn tile"), equal={"how": "added"}),
                Form(N_("%(player)s: kong added later"), equal={"how": "postponed"}),
                Form(N_("%(player)s: concealed kong")),
            ],
            "NamedVoid": [
                Form(N_("%(player)s: void suit characters"), equal={"suit": "m"}),
                Form(N_("%(player)s: void suit dots"), equal={"suit": "p"}),
                Form(N_("%(player)s: void suit bamboo")),
            ],
            "ExchangedThree": [
                Form(N_("Three tiles are exchanged with the player across"), equal={"direction": "across"}),
                Form(N_("Three tiles are exchanged to the left"), equal={"direction": "left"}),
                Form(N_("Three tiles are exchanged to the right")),
            ],
            "WallOut": [Form(N_("The wall is out"))],
            "Drawn": [Form(N_("The wall is out"))],
        },
        "unless": {"kong-shot": N_("a shot after a kong")},
        "toggles": {
            "last-tile": N_("Last Tile"),
            "last-discard": N_("Last Tile"),
            "last-draw": N_("Last Tile"),
            "robbed-kong": N_("Robbing a Kong"),
            "kong-shot": N_("Shot after Kong"),
        },
        "spreads": {
            True: N_("%(low)d to %(high)d fan"),
            False: N_("%(low)d to %(high)d fan, too few"),
            None: N_("%(low)d to %(high)d fan, perhaps too few"),
        },
        "sentences": {
            "spread-unless": N_("%(low)d to %(high)d fan, too few unless it was %(luck)s"),
            "unless-lucky": N_("Not enough fan (%(minimum)d needed), unless it was %(luck)s"),
            "may": N_("%(points)s"),
            "may-not": N_("%(points)s (too few)"),
            "question": N_("Enough fan?"),
            "in-every-case": N_("A winning hand in every case"),
            "in-no-case": N_("Not enough fan (%(minimum)d needed)"),
            "ranged": N_("%(low)d to %(high)d fan, depending on how it was won"),
            "needed": _NEEDED,
            "without-flowers": _NEEDED,
            "pattern": N_("%(fan)s %(points)s fan"),
            "column": N_("Fan count"),
        },
    },
    table={switch.id: switch for switch in SWITCHES},
)
"""Words of Sichuan."""
