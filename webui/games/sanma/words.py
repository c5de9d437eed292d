"""Words of riichi for three: those of riichi, its own rule books, Norths, and deals."""

from dataclasses import replace
from typing import Final

from scoring.games.sanma.switches import SWITCHES
from scoring.tiles import COPIES
from webui.games.riichi.words import WORDS as OF_RIICHI
from webui.messages import N_
from webui.messages.acts import Form
from webui.messages.game import Asked

WORDS: Final = replace(
    OF_RIICHI,
    tables={
        **OF_RIICHI.tables,
        "rule_books": {
            "sanma-tenhou": N_("Riichi for three, Tenhou"),
            "sanma-mjsoul": N_("Riichi for three, Mahjong Soul"),
            "sanma-home": N_("Riichi for three at home"),
        },
        "bodies": {"sanma": N_("Riichi for three")},
        "refusals": {
            **OF_RIICHI.tables["refusals"],
            "no-norths": N_("%(rules)s sets no North aside: leave it out."),
            "fifth-north": N_("All four Norths are set aside: take one back that was not."),
        },
        "acts": {**OF_RIICHI.tables["acts"], "SetAside": [Form(N_("%(player)s sets a North aside"))]},
        "aside": {"N": N_("%(player)s sets a North aside")},
        "findings": {
            **OF_RIICHI.tables["findings"],
            "claimed-chow": N_("%(tiles)s: a chow cannot be claimed here. Put its tiles back in the hand."),
            "fifth-north": N_(
                "norths=%(norths)d, and the hand holds %(held)d: a tile set has four Norths. Correct one of them."
            ),
            "norths-not-aside": N_(
                "norths=%(norths)d: no North is set aside here (SA1). They do not count: leave it out."
            ),
            "north-not-robbed": N_(
                "rob-north is a win on a North that another player sets aside, where that may be robbed (SA1, SA2). It "
                "does not count: leave it out."
            ),
            "replacement-without-north": N_(
                "A replacement tile, but the hand shows no kong and says no Norths: add the kong or norths=, or leave "
                "out kong."
            ),
            "north-breaks-first": N_(
                "heaven and earth are without a North set aside: leave out one of them. They do not count."
            ),
        },
        "errors": {
            name: said
            for name, said in OF_RIICHI.tables["errors"].items()
            if name in ("missing-library", "other-library", "not-indicators")
        }
        | {
            "deal-riichi-twice": N_("Act %(act)d: %(seat)s has declared riichi already. Take it out."),
            "deal-riichi-unready": N_(
                "Act %(act)d: %(seat)s declared riichi and must be tenpai: name that seat too, or record a false win."
            ),
            "deal-no-norths": N_("Act %(act)d: no North is set aside by these rules (SA1). Take it out."),
            "deal-fifth-north": N_("Act %(act)d: a tile set has four Norths, and all are set aside. Take it out."),
            "deal-no-nagashi": N_("Act %(act)d: these rules have no nagashi mangan (SA14). Leave it out."),
            "deal-hand-no-win": N_(
                "Act %(act)d: %(hand)s has no yaku or does not win. Correct it, or record a false win."
            ),
            "deal-hand-differs": N_(
                "Act %(act)d: %(hand)s says otherwise than the deal who won, off whom, or in which round. Correct it."
            ),
        },
        "circumstances": {
            **OF_RIICHI.tables["circumstances"],
            "norths": N_("Norths set aside"),
            "robbed": N_("a robbed North"),
        },
        "questions": {**OF_RIICHI.tables["questions"], "norths": N_("Norths set aside")},
        "replies": {**OF_RIICHI.tables["replies"], **{("norths", n): str(n) for n in range(COPIES + 1)}},
        "asked": {
            **OF_RIICHI.tables["asked"],
            "norths": Asked(
                N_("the Norths set aside: norths=2, or norths=0 for none"),
                N_("no Norths"),
                N_("Norths set aside"),
                N_("with Norths it is up to %(points)s"),
            ),
        },
        "sentences": {
            **OF_RIICHI.tables["sentences"],
            "replays": N_(
                "In the files for other programs, hands and draws are 0 or “?” unless a tile was discarded or won at "
                "once, and red fives are plain. A North set aside is “nukidora” in mjai.jsonl; where a program calls "
                "it “kita”, take mjai-kita.jsonl. Programs that judge play refuse such files: use them to replay the "
                "hand."
            ),
        },
        "luck": {**OF_RIICHI.tables["luck"], "rob-north": N_("a robbed North")},
        "unless": {**OF_RIICHI.tables["unless"], "rob-north": N_("a robbed North")},
        "toggles": {**OF_RIICHI.tables["toggles"], "rob-north": N_("Robbed North")},
    },
    table={switch.id: switch for switch in SWITCHES},
)
"""Words of riichi for three, where a hand needs a yaku."""
