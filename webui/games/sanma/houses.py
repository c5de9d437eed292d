"""Hands that tables of three pay otherwise, as examples beside the questions of their form."""

from collections.abc import Mapping
from typing import Final

from scoring.games.sanma.combine import worth
from scoring.games.sanma.switches import house
from scoring.games.switches import Switch
from scoring.notation import parse
from scoring.sheet import ScoreTotals
from webui.games.riichi.houses import compared
from webui.games.sanma.words import WORDS
from webui.messages import Messages

EXAMPLES: Final[Mapping[str, str]] = {
    "SA1": "123p456p789p55sNN N self-draw seat=S round=E no-riichi dora=0 norths=0",
    "SA2": "123p456p789p55sNN N discard rob-north seat=S round=E from=W no-riichi dora=0 norths=0",
    "SA3": "123p456p789p11s67s 8s self-draw kong seat=S round=E no-riichi dora=0 norths=1",
    "SA4": "[FFF,2]234p567p99s34s 5s self-draw seat=S round=E dora=0 norths=0",
    "SA7": "[222s,1]340p678p44s56p 7p discard seat=S round=E from=E dora=0 norths=0",
    "SA8": "123p456p789p1199s 9s self-draw riichi ippatsu seat=S round=E dora=9s8s ura=7p norths=4",
    "SA9": "19m19p19sESWNPFC 9m discard seat=S round=E from=W no-riichi dora=0 norths=0",
    "SA10": "99m234p567p23s678s 4s discard riichi seat=W round=E from=S dora=1m ura=9m norths=0",
    "SA11": "[CCC,1]234p444p67sEE 8s discard seat=E round=E from=W dora=0 norths=0",
}
"""A hand for each question about hands that it pays otherwise; the others change who pays."""


def example(words: Messages, switch: Switch, base: str) -> str:
    """Return a hand with its points under each answer; "" for a question without one, or without the library."""

    def paid(text: str, answer: str) -> ScoreTotals:
        preset = house(base, (base, base, "", ""), {switch.id: answer})
        return worth(parse(text, preset.red, "sanma"), preset)

    return compared(words, switch, EXAMPLES, WORDS, paid)
