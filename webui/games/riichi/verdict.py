"""The verdicts of riichi, where a hand needs a yaku and dora are none."""

from scoring.circumstances import ScoreRange
from scoring.sheet import Line, ScoreSheet
from webui.games.riichi.match import YAKUMAN_HAN
from webui.games.riichi.words import limit
from webui.games.verdict import Verdict, Verdicts
from webui.messages import N_, Messages
from webui.messages import scoring as wording


class YakuVerdicts(Verdicts):
    """The verdicts on hands that need a yaku."""

    def won(self, words: Messages, sheet: ScoreSheet) -> tuple[str, str]:
        """Return han, fu and the limit."""
        says = wording.value(words, sheet)
        return says, says

    def below(self, words: Messages, worth: ScoreRange) -> Verdict:
        """Return the verdict on a hand without a yaku, whatever it would pay."""
        none, says = words(N_("No yaku")), words(N_("This hand cannot win"))
        why = self.too_few(words, worth.shared)
        return Verdict(kind="bad", big=none, says=says, why=why, bar=none, brief=none, watched=none)

    def too_few(self, words: Messages, sheet: ScoreSheet) -> str:
        """Return what every hand needs."""
        return words(N_("A hand needs a yaku; dora are none."))

    def worth(self, words: Messages, line: Line) -> str:
        """Return the han of a yaku, or that it is a yakuman."""
        times = line.points // YAKUMAN_HAN
        if times:
            return limit(words, "yakuman" if times == 1 else f"{times}x yakuman")
        return words(N_("%(count)d han"), {"count": line.points})
