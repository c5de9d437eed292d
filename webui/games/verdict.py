"""The verdict on a hand in words: what it is worth and if it may be declared, said alike wherever it is shown."""

from typing import Final

from msgspec import Struct

from scoring.circumstances import Luck, ScoreRange
from scoring.findings import HandFault
from scoring.sheet import ScoreSheet
from webui.hand.state import HandResult
from webui.messages import N_, Messages
from webui.messages import scoring as wording
from webui.messages.game import GameMessages, in_game
from webui.messages.hand import unfinished

SETTLED: Final = {"camera": N_("Read by the camera, no open questions."), "person": N_("Checked by hand.")}
"""Sentences on who vouches for the tiles."""

LIMITS: Final = {
    "listed": N_("limit: one pattern counts alone"),
    "compound": N_("limit: the sum is capped"),
}
"""Ends of the line if the rule book limits the value."""


class Verdict(Struct, frozen=True, kw_only=True):
    """The verdict on a hand; `kind` is its look, `big` a number or a word with its `unit`, `says` a sentence, `why` the
    reason, and `bar` the verdict on the bar of a page.

    While the tiles are `unsure` nothing is confirmed, and while a verdict is `open` it depends on what nobody said.
    `brief` is the verdict alone, for lists; `watched` is the same for those who can only watch. `lifting` is the rare
    luck that would let the hand be declared and that the verdict asks for.
    """

    kind: str
    big: str = ""
    unit: str = ""
    says: str
    why: str = ""
    bar: str
    brief: str
    watched: str
    lifting: tuple[Luck, ...] = ()


def verdict_on(words: Messages, found: HandResult, asked: int = 0, settled_by: str = "") -> Verdict:
    """Return the verdict on a hand.

    Args:
        words: The language.
        found: The score of the hand.
        asked: Number of open questions about its tiles.
        settled_by: A key of `SETTLED`, or "" while nobody vouches for the tiles.
    """
    worth = found.assessment
    problem = unfinished(words, found.unfinished) if found.unfinished else ""
    if asked:
        return _unsure(words, worth, problem, asked)
    if worth is None:
        says = words(N_("Not scored") if found.text is not None else N_("Not complete"))
        return Verdict(kind="open", says=says, why=problem, bar=says, brief=says, watched=says)
    if not worth.wins:
        no_win, says = words(N_("No win")), words(N_("These tiles make no winning hand"))
        return Verdict(kind="bad", big=no_win, says=says, bar=no_win, brief=no_win, watched=no_win)
    game = in_game(words, worth.rules)
    if worth.open:
        return _open(game, worth, found.lifting)
    if worth.legal:
        value = wording.value(game, worth.shared)
        says, bar = value or words(N_("A winning hand")), value or words(N_("Winning hand"))
        why = words(SETTLED[settled_by]) if settled_by else ""
        return _counted(game, worth, "good", says, why, bar)
    if found.lifting:
        says = wording.unless(game, worth.minimum, found.lifting)
        why, bar = _too_few(game, worth.shared), game.kind("question")
        return _counted(game, worth, "open", says, why, bar, found.lifting, _checked(words))
    return _below(game, worth)


def _below(words: GameMessages, worth: ScoreRange) -> Verdict:
    """Return the verdict on a hand that wins and may not be declared, in some games whatever it would pay."""
    why = _too_few(words, worth.shared)
    if none := words.kind("lacks"):
        says = words(N_("This hand cannot win"))
        return Verdict(kind="bad", big=none, says=says, why=why, bar=none, brief=none, watched=none)
    says = words(N_("Below the minimum"))
    brief = words(N_("%(worth)s, below the minimum"), {"worth": words.points(worth.low)})
    return _counted(words, worth, "bad", says, why, says, brief=brief)


def _too_few(words: GameMessages, sheet: ScoreSheet) -> str:
    """Return how much of a hand counts, and how much it needs."""
    kind = "without-flowers" if sheet.total > sheet.counted else "needed"
    return words.kind(kind, {"points": sheet.counted, "minimum": sheet.minimum})


_DEPENDS: Final = {None: "perhaps", True: "in-every-case", False: "in-no-case"}
"""Sentences on the right to declare a hand while it is not known how it was won."""


def _open(words: GameMessages, worth: ScoreRange, lifting: tuple[tuple[Luck, ...], ...]) -> Verdict:
    says = words.kind(_DEPENDS[worth.legal], {"minimum": worth.minimum})
    if lifting:
        says = wording.unless(words, worth.minimum, lifting)
    bar = words(N_("How was it won?")) if "self-draw" in worth.open else wording.still_open(words, worth.open)
    watched = words.kind("ranged", {"low": worth.low, "high": worth.high}) if not lifting else _checked(words)
    return _counted(words, worth, "open", says, wording.missing(words, worth.open), bar, lifting, watched)


def _counted(
    words: GameMessages,
    worth: ScoreRange,
    kind: str,
    says: str,
    why: str,
    bar: str,
    lifting: tuple[tuple[Luck, ...], ...] = (),
    watched: str = "",
    brief: str = "",
) -> Verdict:
    brief = brief or words.worth(worth.low, worth.high)
    return Verdict(
        kind=kind,
        big=_number(words, worth),
        unit=words.unit(None if worth.open else worth.low),
        says=says,
        why=why,
        bar=bar,
        brief=brief,
        watched=watched or brief,
        lifting=tuple(dict.fromkeys([luck for some in lifting for luck in some])),
    )


def verdict_line(words: Messages, sheet: ScoreSheet) -> str:
    """Return the verdict on a sheet in one line."""
    if sheet.faults == HandFault.NO_WINNING_TILE:
        return words(N_("a hand that still lacks its winning tile"))
    if not sheet.usable:
        return words(N_("cannot be scored"))
    if not sheet.wins:
        return words(N_("No win"))
    said = in_game(words, sheet.rules).game.scored(words, sheet)
    if not (sheet.limit and sheet.legal):
        return said
    return words(N_("%(verdict)s, %(limit)s"), {"verdict": said, "limit": words(LIMITS[sheet.limit])})


def best_pattern(words: Messages, sheet: ScoreSheet) -> str:
    """Return the highest pattern of a hand in one line, and how many more it has; "" if it has none."""
    if not sheet.wins or not sheet.lines:
        return ""
    first = max(sheet.lines, key=lambda line: line.points)
    name = wording.pattern(words, first.name, first.zh)
    game = in_game(words, sheet.rules)
    said = game.kind("pattern", {"fan": name, "points": game.game.counting.line(words, first)})
    more = len(sheet.lines) - 1
    if not more:
        return said
    form = N_("%(fan)s · 1 more") if more == 1 else N_("%(fan)s · %(count)d more")
    return words(form, {"fan": said, "count": more})


def _unsure(words: Messages, worth: ScoreRange | None, problem: str, asked: int) -> Verdict:
    """Return the verdict on a hand while questions about its tiles are open."""
    big = words(N_("No win?")) if worth else "?"
    if worth and worth.wins:
        big = f"{_number(words, worth)}?"
    before = N_("Answer 1 question to confirm the score."), N_("Answer %(count)d questions to confirm the score.")
    answer = N_("Answer 1 question"), N_("Answer %(count)d questions")
    about = {"count": asked}
    return Verdict(
        kind="unsure",
        big=big,
        unit=words(N_("provisional")),
        says=words(N_("Please check the reading")),
        why=problem or words(before[asked > 1], about),
        bar=words(answer[asked > 1], about),
        brief=words(N_("To check")),
        watched=_checked(words),
    )


def _checked(words: Messages) -> str:
    return words(N_("The hand is being checked"))


def _number(words: Messages, worth: ScoreRange) -> str:
    """Return the total, or its range while it is not known how the hand was won."""
    if worth.low == worth.high:
        return str(worth.low)
    return words(N_("%(low)d to %(high)d"), {"low": worth.low, "high": worth.high})
