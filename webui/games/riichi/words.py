"""Words of riichi: han, fu and limits, its circumstances, faults and refusals."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Final

from scoring.games.riichi.switches import SWITCHES
from scoring.games.riichi.value import FuPart, RiichiScore
from scoring.sheet import Line, ScoreSheet
from webui.messages import N_, Messages, in_context
from webui.messages.acts import Form
from webui.messages.game import POINTS, Asked, Switched

YAKUMAN_HAN: Final = 13
"""The han that a yakuman counts as."""

_NEEDED: Final = N_("A hand needs a yaku; dora are none.")

LEVELS: Final[Mapping[str, str]] = {
    "mangan": N_("mangan"),
    "kiriage mangan": N_("mangan, rounded up"),
    "haneman": N_("haneman"),
    "baiman": N_("baiman"),
    "sanbaiman": N_("sanbaiman"),
    "yakuman": N_("yakuman"),
}
"""The limits of riichi hands."""

FU: Final[Mapping[str, str]] = {
    "base": N_("base"),
    "penchan": N_("edge wait"),
    "kanchan": N_("closed wait"),
    "pair_wait": N_("wait for the pair"),
    "tsumo": N_("self-drawn"),
    "valued_pair": N_("pair of a value honor"),
    "double_valued_pair": N_("pair of the seat wind in its round"),
    "hand_without_fu": N_("open hand without other fu"),
    "open_pon": N_("open triplet of simples"),
    "open_terminal_pon": N_("open triplet of terminals or honors"),
    "closed_pon": N_("concealed triplet of simples"),
    "closed_terminal_pon": N_("concealed triplet of terminals or honors"),
    "open_kan": N_("open kong of simples"),
    "open_terminal_kan": N_("open kong of terminals or honors"),
    "closed_kan": N_("concealed kong of simples"),
    "closed_terminal_kan": N_("concealed kong of terminals or honors"),
}
"""Reasons of fu, by the library's names."""

DRAWS: Final[Mapping[str, str]] = {
    "nine terminals and honours": N_("nine different terminals and honours"),
    "four winds": N_("four equal winds discarded"),
    "four kongs": N_("four kongs"),
    "four riichi": N_("four players in riichi"),
    "three winners": N_("three winners of one discard"),
    "nagashi mangan": N_("nagashi mangan"),
}
"""Draws of riichi before the wall ends, and the drawn hand that pays a mangan."""


@dataclass(frozen=True, kw_only=True)
class RiichiWords(Switched):
    """Words of riichi, where a hand needs a yaku."""

    def scored(self, words: Messages, sheet: ScoreSheet) -> str:
        """Return the value of a hand and its points, or that it has no yaku."""
        if not sheet.legal:
            return words(N_("no yaku, cannot win"))
        about = {"value": self.counting.value(words, sheet), "points": self.counting.points(words, sheet.total)}
        return words(N_("%(value)s: %(points)s"), about)

    def details(self, words: Messages, sheet: ScoreSheet) -> list[str]:
        """Return the fu of a hand with their reasons."""
        if not (sheet.extra and sheet.extra.parts):
            return []
        return [words(N_("Fu")) + words(": ") + words(", ").join(fu(words, part) for part in sheet.extra.parts)]


def value(words: Messages, found: RiichiScore) -> str:
    """Return han, fu and the limit of a hand."""
    level = limit(words, found.level)
    about = {"han": found.han, "fu": found.fu, "level": level}
    if "yakuman" in found.level:
        return level
    if found.level:
        return words(N_("%(han)d han %(fu)d fu, %(level)s"), about)
    return words(N_("%(han)d han %(fu)d fu"), about)


def limit(words: Messages, level: str) -> str:
    """Return the name of a riichi limit, such as mangan; "" for none."""
    times, _, _ = level.partition("x ")
    if times.isdecimal():
        return words(N_("%(n)d× yakuman"), {"n": int(times)})
    return words(LEVELS[level]) if level else ""


def _line(words: Messages, line: Line) -> str:
    """Return the han of a yaku, or that it is a yakuman."""
    times = line.points // YAKUMAN_HAN
    if times:
        return limit(words, "yakuman" if times == 1 else f"{times}x yakuman")
    return words(N_("%(count)d han"), {"count": line.points})


def _value(words: Messages, sheet: ScoreSheet) -> str:
    """Return han, fu and the limit of a hand; "" if it has no yaku."""
    return value(words, sheet.extra) if sheet.extra and sheet.extra.han else ""


def fu(words: Messages, part: FuPart) -> str:
    """Return a reason of fu with their number."""
    return words(N_("%(fu)d %(reason)s"), {"fu": part.fu, "reason": words(FU[part.reason])})


WORDS: Final = RiichiWords(
    counting=replace(POINTS, line=_line, value=_value),
    tables={
        "rule_books": {
            "riichi-ema": N_("Riichi, European Mahjong Association 2016"),
            "riichi-ema-2025": N_("Riichi, European Mahjong Association 2025"),
            "riichi-wrc": N_("Riichi, World Riichi Championship 2025"),
            "riichi-wrc-2015": N_("Riichi, World Riichi Championship 2015"),
            "riichi-mleague": N_("Riichi, M-League"),
            "riichi-home": N_("Riichi, as online rooms play it"),
        },
        "bodies": {
            "riichi-ema": N_("European Mahjong Association (riichi)"),
            "riichi-wrc": N_("World Riichi Championship"),
            "riichi-mleague": N_("M-League"),
            "riichi-home": N_("Riichi as online rooms play it"),
            "riichi-rooms": N_("Riichi as online rooms play it, of equal players the first seat ahead"),
        },
        "findings": {
            "indicator-count": N_(
                "%(word)s= names %(count)d indicators, and a wall shows at most %(most)d: correct them."
            ),
            "red-five-twice": N_("%(tile)s is red twice, and each suit has one red five: write the other as 5."),
            "riichi-open": N_("riichi with an exposed meld: riichi needs a closed hand. It does not count."),
            "ura-without-riichi": N_(
                "ura= without riichi: the indicators below count after riichi alone. They do not count."
            ),
            "ippatsu-impossible": N_("ippatsu needs riichi, and no kong of one's own since. It does not count."),
            "first-draw-impossible": N_(
                "heaven is East's, earth another player's first draw, without a meld or riichi. It does not count."
            ),
        },
        "errors": {
            "missing-library": N_(
                "Riichi hands are scored by the library mahjong %(version)s, which is not installed: "
                "pip install 'tableside[riichi]'."
            ),
            "other-library": N_(
                "Riichi hands are scored by the library mahjong %(version)s, and %(found)s is installed: "
                "pip install 'mahjong==%(version)s.*'."
            ),
            "returns-too-little": N_(
                "RI10 = %(start)s points at the start are more than RI11 = %(back)s to return at the end: answer both "
                "alike, or return more."
            ),
            "bad-uma": N_(
                "RI12 = %(answer)r: give one of the listed answers, or four amounts in thousands, from the first to "
                "the last, such as 45, 5, -15, -35."
            ),
            "uma-not-zero": N_(
                "RI12 = %(answer)r: the four amounts must add up to 0, not to %(total)s. What the first gets besides "
                "is in RI11."
            ),
            "not-indicators": N_("%(word)s: expected the indicators, such as dora=4p9m, or 0 for none."),
        },
        "refusals": {
            "hand-no-yaku": N_("The hand %(hand)r has no yaku. Correct it, or record a false win."),
            "no-such-value": N_(
                "No hand brings %(points)s here: give the points of its han and fu, without honba and sticks."
            ),
            "no-such-han": N_(
                "No hand is won so with %(han)d han and %(fu)d fu: 20 fu are a self-drawn pinfu, 25 fu seven pairs (2 "
                "han, self-drawn 3). Correct them."
            ),
            "no-riichi": N_("%(rules)s has no riichi: leave it out."),
            "no-open-riichi": N_("%(rules)s has no open riichi: record a riichi."),
            "riichi-twice": N_("%(player)s has already declared riichi in this hand."),
            "riichi-unaffordable": N_("%(player)s has %(points)s, too few for a riichi stick: leave it out."),
            "tenpai-unknown": N_("It matters who is tenpai: name those players, or nobody."),
            "tenpai-of-riichi": N_(
                "%(player)s declared riichi and must be tenpai: name them too, or record a false win if they are not."
            ),
            "tenpai-of-dead": N_(
                "%(player)s has a dead hand, which is not ready and has no nagashi mangan: leave the player out."
            ),
            "three-winners": N_(
                "Three winners of one discard are an abortive draw here (RI16): record that draw, nobody is paid."
            ),
            "no-tenpai": N_("%(rules)s pays nothing for a draw: leave out who is tenpai."),
            "no-such-draw": N_("%(body)s knows no such draw (%(draw)s): record a draw with those who are tenpai."),
        },
        "false_wins": {
            "no yaku": N_("no yaku"),
            "furiten": N_("furiten"),
            "not tenpai": N_("not tenpai"),
        },
        "draws": DRAWS,
        "declarations": {"riichi": N_("%(player)s: riichi")},
        "acts": {
            "DeclaredRiichi": [
                Form(N_("%(player)s declares an open riichi"), has=("opened",)),
                Form(N_("%(player)s declares riichi")),
            ],
            "Drawn": [
                Form(N_("Draw: %(why)s"), has=("abortive",), named={"why": "abortive"}),
                Form(N_("Draw, nagashi mangan: %(players)s"), has=("nagashi",), named={"players": "nagashi"}),
                Form(N_("Draw, tenpai: %(players)s"), has=("tenpai",), named={"players": "tenpai"}),
                Form(N_("Draw, nobody tenpai"), empty=("tenpai",)),
                Form(in_context("of riichi or Hong Kong", "Draw")),
            ],
        },
        "unfinished": {
            "missing-library": N_(
                "Riichi hands are scored by the library mahjong %(version)s, which is not installed: pip install "
                "'tableside[riichi]'."
            ),
            "other-library": N_(
                "Riichi hands are scored by the library mahjong %(version)s, and %(found)s is installed: pip install "
                "'mahjong==%(version)s.*'."
            ),
        },
        "actions": {"dora": N_("Dora indicator"), "ura": N_("Ura dora indicator")},
        "circumstances": {
            "riichi": N_("riichi"),
            "double_riichi": N_("double riichi"),
            "open_riichi": N_("open riichi"),
            "from_riichi": N_("riichi of the discarder"),
            "ippatsu": N_("ippatsu"),
            "dora": N_("dora indicators"),
            "ura": N_("ura dora indicators"),
            "honba": N_("honba"),
            "sticks": N_("riichi sticks"),
        },
        "questions": {
            "riichi": N_("Riichi?"),
            "from_riichi": N_("Had the discarder declared riichi?"),
            "dora": N_("Dora indicators"),
            "ura": N_("Ura dora indicators"),
        },
        "replies": {
            ("riichi", False): N_("No"),
            ("riichi", True): N_("Yes"),
            ("riichi", "double"): N_("Double riichi"),
            ("riichi", "open"): N_("Open riichi"),
            ("riichi", "double-open"): N_("Double open riichi"),
            ("from_riichi", False): N_("No"),
            ("from_riichi", True): N_("Yes"),
        },
        "asked": {
            "riichi": Asked(
                N_("whether riichi was declared: --words riichi or no-riichi"),
                N_("no riichi"),
                N_("riichi or not"),
                N_("with riichi it is %(points)s"),
            ),
            "from-riichi": Asked(
                N_("whether the discarder had declared riichi: --words from-riichi or from-no-riichi"),
                N_("a discarder in riichi"),
                N_("riichi of the discarder"),
                N_("from a discarder without riichi it is %(points)s"),
            ),
            "dora": Asked(
                N_("the dora indicators: dora=4p, or dora=0 for none"),
                N_("no dora"),
                N_("dora indicators"),
                N_("with dora it is up to %(points)s"),
            ),
            "ura": Asked(
                N_("the indicators below them: ura=9m, or ura=0 for none"),
                N_("no ura dora"),
                N_("ura dora indicators"),
                N_("with ura dora it is up to %(points)s"),
            ),
        },
        "luck": {"ippatsu": N_("ippatsu")},
        "unless": {"ippatsu": N_("ippatsu")},
        "on_table": {"honba": N_("Honba"), "sticks": N_("Riichi sticks")},
        "toggles": {
            "ippatsu": N_("Ippatsu"),
            "last-tile": N_("Haitei or houtei"),
            "last-discard": N_("Houtei"),
            "last-draw": N_("Haitei"),
            "robbed-kong": N_("Chankan"),
            "heaven": N_("Tenhou"),
            "earth": N_("Chiihou"),
            "man": N_("Renhou"),
        },
        "settings": {"kong": in_context("zungjung", "Won on a kong's replacement tile?")},
        "spreads": {
            True: N_("%(low)d to %(high)d points"),
            False: N_("no yaku, cannot win"),
            None: N_("%(low)d to %(high)d points, without a yaku in some cases"),
        },
        "sentences": {
            "opened": N_("Yaku"),
            "indicator": N_("Tap the tile that lies open on the wall; the dora is the one after it."),
            "spread-unless": N_("no yaku unless it was %(luck)s"),
            "unless-lucky": N_("No yaku, unless it was %(luck)s"),
            "may": N_("%(points)s (with a yaku)"),
            "may-not": N_("%(points)s (no yaku)"),
            "below": N_("no yaku"),
            "question": N_("Any yaku?"),
            "in-every-case": N_("A yaku in every case"),
            "in-no-case": N_("No yaku"),
            "perhaps": N_("May have no yaku, depending on how it was won"),
            "pattern": N_("%(fan)s: %(points)s"),
            "lacks": N_("No yaku"),
            "needed": _NEEDED,
            "without-flowers": _NEEDED,
            "two-languages": N_("Yaku in two languages"),
            "puts-on-table": N_("%(player)s puts down a riichi stick"),
            "takes-from-table": N_("%(player)s takes riichi sticks"),
            "replays": N_(
                "In the files for other programs, hands and draws are 0 or “?” unless a tile was discarded or won at "
                "once, and red fives are plain. Programs that judge play refuse such a file or take these tiles for "
                "others: use it to replay the hand."
            ),
        },
    },
    table={switch.id: switch for switch in SWITCHES},
)
"""Words of riichi, where a hand needs a yaku."""
