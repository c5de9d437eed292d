"""Keys of the pages' elements (`data-key`) that tests ask for: the one list that scripts and tests share.

A test that asks for another key fails at once, instead of after `PATIENCE` seconds. `tests/test_keys.py` holds that the
sources have the keys of the list, and that the list has those of the tests.
"""

import inspect
import re
from collections.abc import Callable, Iterator
from fnmatch import fnmatchcase
from functools import wraps
from typing import Any, Final

_LIST: Final = """
HK1 HK30 a[0-9]* act-* add agreed aloud also-photo also-won amend[0-9]* amount answer-*-one-by-one answer-*-other
answer-*-put-off answered[1-4] appeal approve approve-* approve-all as-mine as-tiles back back-* back[0-9]* backspace
batch-done begin-stage best both-mine both-theirs bottom by by-hand c[0-9]* candidate-[0-9]* carry change-* chosen-*
claim-blank[1-4] clock-end clock-extend[0-9]* clock-first* clock-minutes clock-rest clock-resume clock-seconds
clock-settle clock-sound clock-start clock-toggle clock-turn column[0-9]* correct correct-result correct-step
count-false-win count-it currency deal-again decide-[0-9]* decision-* declared-* delete-hand denied-* die[1-3] discard
discarder-* done-* draw-by-place draw-by-standing draw-in-turn draw-seats drawn drop-waiting enter enter-past
extend[0-9]* face-* false-win fan-names fee[0-9]* file finish[0-9]* first-* fix flower-* giver-* giver[1-4]
gone-on hands
hands-* here[0-9]* honba import-results invite-* keep-answers keep-file keys-done kind-* learning-on learnt-name left
legal line-up list m[0-9]*.[0-9]* matters member[0-9]* minutes mispaid-[0-9]* missing-step more more[0-9]* move-table
nagashi-* name new-match next next-by-place next-hand next-in-turn next-open none-of-these north-* of-the-table offer
open-riichi-* other other-[0-9]* other-rules out out-* owing own p[0-9]* paper[0-9]* part-draw part-read penalty
person-* photo photo-whole photos photos-as-mine played-* player-* player[0-9]* points publish-seating put-away[1-4]
reason reasons red-* referee[1-4] release[0-9]* remark-[0-9]* remove rename replay[0-9]* results.xlsx right right-*
riichi-* roll round-* round[0-9]* rounds rules say-* script seat-* seating-* seen-* self-draw-* send send-waiting
settle-all since sound stage-name stake stay stop-reading substitute sum tab-* table table[0-9]* take-* take-back
tenpai-* text tiles-* title to top total[0-9]* totals[0-9]* undo undo-approvals undo-before undo-last undo-step
undo-totals[0-9]* unfold-* unread-again unread-anew unread-enter unread-other-rules use-script void-* void[0-9]* w
weight what-* who why-* win[1-4] winner-* won-* write-tiles
"""

KEYS: Final = tuple(_LIST.split())
"""Patterns of the keys: `*` is a value, such as a player's name, `[0-9]` a number."""

_ASKED = re.compile(r"""data-key([\^$]?)=['"]?([^'"\]]+)""")
_WILD = re.compile(r"[*?\[].*$")


def asked(selector: str) -> Iterator[tuple[str, str]]:
    """Yield the keys in a selector, each with "^" if it is a beginning alone, "$" if it is an end, or ""."""
    yield from _ASKED.findall(selector)


def stem(pattern: str) -> str:
    """Return the part of a pattern before its first value."""
    return _WILD.sub("", pattern)


def is_known(how: str, key: str) -> bool:
    """Return True if a pattern of the list has elements that a selector with this key finds."""
    if how == "^":
        return any(stem(each).startswith(key) or fnmatchcase(key, f"{stem(each)}?*") for each in KEYS)
    if how == "$":
        return any(each.endswith(key) for each in KEYS)
    return any(fnmatchcase(key, each) for each in KEYS)


def refuse_unknown(*kinds: type) -> None:
    """Have every method of these classes that takes a selector refuse one with a key that is not in the list."""
    for kind in kinds:
        for name, method in list(vars(kind).items()):
            if inspect.isfunction(method) and "selector" in "".join(list(inspect.signature(method).parameters)[1:2]):
                setattr(kind, name, _refusing(method))


def _refusing(method: Callable[..., Any]) -> Callable[..., Any]:
    @wraps(method)
    def checked(self: Any, selector: Any, *args: Any, **options: Any) -> Any:
        wrong = [key for how, key in asked(selector) if not is_known(how, key)] if isinstance(selector, str) else []
        assert not wrong, f"no element has the data-key {', '.join(wrong)}: a new one joins tests/keys.py"
        return method(self, selector, *args, **options)

    return checked
