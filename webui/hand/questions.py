"""The doubts of a reading as questions with a choice of answers, each an edit of the hand."""

import re
from collections.abc import Hashable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Annotated, Final, Literal

from msgspec import Meta, Struct

from scoring.errors import About
from scoring.groups import CHOWS
from scoring.hand import MeldKind
from scoring.tiles import FACES, FLOWERS
from vision.reading import Doubt, GroupKind, Reading
from webui.base.errors import check
from webui.hand.attempt import attempt
from webui.hand.doubts import LIKELY, standing
from webui.hand.edits import ChangeMeld, Edit, LayMeld, Move, Name, SplitMeld, edited, settled
from webui.hand.effects import EditRejectedError, Effect
from webui.hand.state import (
    MELD_SIZE,
    HandResult,
    HandState,
    MeldState,
    SaidSource,
    Slot,
    held,
    in_order,
    outcome,
    places,
    unfinished_of,
)

RIGHT: Final = "right"
"""The answer that leaves the hand as it is."""

_REST: Final = re.compile(rf"{RIGHT} (\d{{1,4}}(?:,\d{{1,4}})*)")
"""The answer that leaves it so about several doubts, by their indices."""

QuestionKind = Literal[
    "hand-right",
    "rest-right",
    "hand-meant",
    "on-display",
    "which-won",
    "hidden-kong",
    "open-kongs",
    "part-of-hand",
    "which-face",
    "one-of-faces",
    "concealed-kong",
    "claimed",
    "place",
]

QUESTIONS: Final[Mapping[QuestionKind, tuple[str, ...]]] = {
    "hand-right": (),
    "rest-right": ("count",),
    "hand-meant": (),
    "on-display": (),
    "which-won": (),
    "hidden-kong": (),
    "open-kongs": ("count", "kongs"),
    "part-of-hand": (),
    "which-face": (),
    "one-of-faces": ("faces",),
    "concealed-kong": ("face",),
    "claimed": ("meld", "tiles"),
    "place": ("face", "place"),
}
"""Parameters of each kind of question: codes of tiles, the kind of a meld, the first letter of a path.

`kongs` are codes, one a kong, and `count` is their number.
"""

MOST_ASKED: Final = 3
"""Most questions before a score. More keep a referee busy for long; fewer hide open tiles."""

_OF_FACES: Final = ("which-face", "one-of-faces")
"""The questions about the face of a tile."""

ChoiceKind = Literal[
    "right",
    "real-tiles",
    "face",
    "face-of-meld",
    "into-hand",
    "into-kong",
    "not-of-hand",
    "concealed-kong",
    "all-concealed",
    "all-exposed",
    "claimed-chow",
    "claimed",
    "exposed",
    "kong",
    "no-meld",
    "no-meld-wins",
    "stays",
    "wins",
    "in-meld",
    "in-chow",
]

CHOICES: Final[Mapping[ChoiceKind, tuple[str, ...]]] = {
    "right": (),
    "real-tiles": (),
    "face": ("face",),
    "face-of-meld": ("face", "meld", "tiles"),
    "into-hand": ("face",),
    "into-kong": (),
    "not-of-hand": (),
    "concealed-kong": (),
    "all-concealed": (),
    "all-exposed": (),
    "claimed-chow": (),
    "claimed": ("source",),
    "exposed": ("source",),
    "kong": ("face",),
    "no-meld": ("meld",),
    "no-meld-wins": ("meld", "face"),
    "stays": ("place",),
    "wins": (),
    "in-meld": ("meld",),
    "in-chow": (),
}
"""Parameters of each kind of answer; see `QUESTIONS`. `source` is as in `MeldState`."""

_SOURCES: Final[Mapping[SaidSource, str]] = {1: "before", 2: "opposite", 3: "after"}
"""Answers for the neighbour who gave a tile."""

_MOST: Final = 4
"""Most faces offered; more make the question longer to read, and any other face can be named as well."""


class Answer(Struct, frozen=True, tag_field="do", tag="answer"):
    """The answer of a person to the question about a doubt."""

    doubt: Annotated[int, Meta(ge=0)]
    answer: Annotated[str, Meta(max_length=400)]


@dataclass(frozen=True, slots=True)
class Choice:
    """One answer to a question.

    Attributes:
        answer: The word that selects it.
        kind: Its kind; `CHOICES` names the parameters in `about`.
        tiles: Codes of the tiles to show with it.
        edit: Its change, or None if it confirms the hand.
        further: Changes made after that one.
    """

    answer: str
    kind: ChoiceKind
    about: About = field(default_factory=dict, hash=False)
    tiles: tuple[str, ...] = ()
    edit: Edit | None = None
    further: tuple[Edit, ...] = ()

    def __post_init__(self) -> None:
        check(self.kind, self.about, CHOICES)

    @property
    def edits(self) -> tuple[Edit, ...]:
        """All changes in their order; none if the answer confirms the hand."""
        return (self.edit, *self.further) if self.edit else ()


@dataclass(frozen=True, slots=True)
class Question:
    """A question to a person about a doubt.

    Attributes:
        number: Index of the doubt in the reading.
        doubt: The doubt.
        kind: Its kind; `QUESTIONS` names the parameters in `about`.
        seen: The tiles of the reading concerned.
        at: Path of the tile at which other edits start; "" if there is none.
        any_face: True if any face can be named, not only those offered.
        also: Indices of other doubts that the question covers.
    """

    number: int
    doubt: Doubt
    kind: QuestionKind
    about: About = field(default_factory=dict, hash=False)
    choices: tuple[Choice, ...] = ()
    seen: tuple[int, ...] = ()
    at: str = ""
    any_face: bool = False
    also: Mapping[int, Doubt] = field(default_factory=dict, hash=False)
    rest: tuple["Question", ...] = ()

    def __post_init__(self) -> None:
        check(self.kind, self.about, QUESTIONS)

    @property
    def doubts(self) -> tuple[int, ...]:
        """Indices of all doubts that the question covers."""
        return (self.number, *self.also)

    @property
    def same(self) -> tuple[Hashable, ...]:
        """A key shared by questions that have one answer: about the same place, or the face of the same tile."""
        if self.kind in _OF_FACES:
            return _OF_FACES, self.at
        return self.kind, tuple(self.about.items()), self.seen, self.at


def open_doubts(reading: Reading, state: HandState, found: HandResult | None = None) -> list[int]:
    """Return the doubts that apply to a hand and that nobody has settled.

    Args:
        reading: The reading.
        state: The hand.
        found: Its score, if known.
    """
    return [n for n in standing(reading, state, found) if n not in state.settled]


def questions(reading: Reading, state: HandState, doubts: Iterable[int]) -> tuple[Question, ...]:
    """Return the questions about some doubts, each question once with all doubts that it covers."""
    found: dict[tuple[Hashable, ...], Question] = {}
    for number in doubts:
        asked = question(reading, state, number)
        first = found.get(asked.same)
        found[asked.same] = _joined(first, asked) if first else asked
    return tuple(found.values())


def answerable(asked: Iterable[Question], state: HandState) -> tuple[Question, ...]:
    """Return the questions without "is the hand right?" if tiles are missing."""
    unfinished = unfinished_of(state)
    return tuple(each for each in asked if each.kind != "hand-right" or not unfinished)


def few(asked: tuple[Question, ...]) -> tuple[Question, ...]:
    """Return at most `MOST_ASKED` of some questions: the last one is whether all the rest is right as it was read."""
    if len(asked) <= MOST_ASKED:
        return asked
    rest = asked[MOST_ASKED - 1 :]
    doubts = {number: doubt for each in rest for number, doubt in {each.number: each.doubt, **each.also}.items()}
    all_right = Choice(f"{RIGHT} {','.join(map(str, doubts))}", "right")
    seen = tuple(dict.fromkeys(tile for each in rest for tile in each.seen))
    (number, doubt), *also = doubts.items()
    return *asked[: MOST_ASKED - 1], Question(
        number, doubt, "rest-right", {"count": len(rest)}, (all_right,), seen, also=dict(also), rest=rest
    )


def _joined(one: Question, other: Question) -> Question:
    """Return one question that combines two about the same thing, with the answers of both."""
    found = {choice.answer: choice for choice in (*other.choices, *one.choices)}
    answers = dict.fromkeys(choice.answer for choice in (*one.choices, *other.choices))
    choices = sorted((found[answer] for answer in answers), key=lambda choice: choice.kind == "not-of-hand")
    faces = tuple(choice.answer for choice in choices if choice.tiles and one.same[0] is _OF_FACES)
    return replace(
        one,
        kind="one-of-faces" if faces else one.kind,
        about={"faces": faces} if faces else one.about,
        choices=tuple(choices),
        any_face=one.any_face or other.any_face,
        also={**one.also, other.number: other.doubt},
    )


def question(reading: Reading, state: HandState, number: int) -> Question:
    """Return the question about a doubt of a hand; if there is no better one, it asks to check the whole hand.

    Args:
        number: Index of the doubt in the reading.
    """
    return attempt("question", lambda: _asked(reading, state, number), _of_all(state, number, reading.doubts[number]))


def _asked(reading: Reading, state: HandState, number: int) -> Question:
    doubt = standing(reading, state).get(number, reading.doubts[number])
    at = _path(state, doubt.tile)
    if doubt.reason == "on-display":
        seen = _seen(*places(state).values())
        return Question(number, doubt, "on-display", choices=(Choice(RIGHT, "real-tiles"),), seen=seen)
    if doubt.reason == "several-hands":
        return _of_all(state, number, doubt)
    if doubt.tile is None:
        if state.winning is None and held(state) == state.whole:
            return _of_winner(state, number, doubt)
        return _of_hidden_kong(state, number, doubt) or _of_all(state, number, doubt)
    if not at:
        return _of_outsider(reading, state, number, doubt)
    if doubt.reason == "kongs-face-up":
        return _of_open_kongs(state, number, doubt)
    if doubt.kind != "group":
        return _of_face(reading, state, number, doubt, at)
    if at == "w" and doubt.other_group != "kong":
        return _of_winner(state, number, doubt)
    if at.startswith("m"):
        return _of_meld(state, number, doubt, int(at[1]))
    return _of_place(state, number, doubt, at)


def answered(reading: Reading, state: HandState, number: int, answer: str) -> tuple[HandState, Effect]:
    """Return the hand after an answer, and the effect.

    Args:
        number: Index of the doubt in the reading.
        answer: The `answer` of one of the question's choices, or the code of a face if it accepts any.

    Raises:
        EditRejectedError: There is no such doubt or no such answer, or the result is no possible hand.
    """
    settled(state, (number,), reading)  # refuses a doubt that does not exist
    asked = _all_of(reading, state, number)
    word = answer.strip()
    rest = _REST.fullmatch(word)
    if rest:
        doubts = {number, *map(int, rest[1].split(","))}
        about: About = {"question": "rest-right", "asked": (("count", len(doubts)),), "choice": "right", "chosen": ()}
        return settled(state, doubts, reading), Effect("answered", about)
    choice = next((c for c in asked.choices if c.answer.casefold() == word.casefold()), None)
    if choice is None and asked.any_face and word in FACES:
        choice = _face(word, Name(asked.at, word))
    if choice is None:
        raise EditRejectedError(
            "no-answer",
            answer=word,
            question=asked.kind,
            asked=tuple(asked.about.items()),
            answers=tuple(c.answer for c in asked.choices),
            any_face=int(asked.any_face),
        )
    effect = Effect(
        "answered",
        {
            "question": asked.kind,
            "asked": tuple(asked.about.items()),
            "choice": choice.kind,
            "chosen": tuple(choice.about.items()),
        },
    )
    for edit in choice.edits:
        state, effect = edited(state, edit, reading)
    done = {n for doubt in asked.doubts for n in _same(reading, doubt)}
    if asked.kind == "which-won":  # that settles the winning tile alone, not the hand
        done = {n for n in done if reading.doubts[n].tile is not None}
    return settled(state, done, reading), effect


def _all_of(reading: Reading, state: HandState, number: int) -> Question:
    """Return the question about a doubt, with all doubts that it covers."""
    asked = question(reading, state, number)
    for n in open_doubts(reading, state):
        other = question(reading, state, n)
        if n != number and other.same == asked.same:
            asked = _joined(asked, other)
    return asked


def by_weight(reading: Reading, state: HandState) -> tuple[int, ...]:
    """Return the doubts of a reading whose hand was laid so, those whose answers change the score most first."""
    return tuple(sorted(range(len(reading.doubts)), key=lambda n: (*_weight(reading, state, n), n)))


def _weight(reading: Reading, state: HandState, number: int) -> tuple[float, ...]:
    """Return the sort key of a doubt; the smallest comes first.

    First come the questions whether the tiles are real and which hand is meant, then those whose answers decide if the
    hand wins or may be declared, then those with the greatest difference in points, then those of the least confidence.
    """
    asked = question(reading, state, number)
    if asked.kind in ("on-display", "hand-meant"):
        return (-2.0 if asked.kind == "on-display" else -1.0,)
    results: list[tuple[bool, bool | None, int, int]] = []
    for choice in asked.choices:
        try:
            other = state
            for edit in choice.edits:
                other = edited(other, edit, reading)[0]
        except EditRejectedError:
            continue
        worth = outcome(other).assessment
        results.append((worth.wins, worth.legal, worth.low, worth.high) if worth else (False, False, 0, 0))
    decides = len({(wins, legal) for wins, legal, *_ in results}) > 1 or asked.doubt.kind == "face-down"
    between = max([max(totals) - min(totals) for totals in list(zip(*results, strict=True))[2:]], default=0)
    confidence = 0.0 if asked.doubt.tile is None else reading.tiles[asked.doubt.tile].confidence
    return float(not decides), float(-between), confidence


def _same(reading: Reading, number: int) -> list[int]:
    """Return the doubts that one answer settles: all about this tile's face, or all about its group."""
    doubt = reading.doubts[number]
    if doubt.tile is None:
        return [number]
    return [
        n
        for n, other in enumerate(reading.doubts)
        if other.tile == doubt.tile and (other.kind == "group") == (doubt.kind == "group")
    ]


def _path(state: HandState, seen: int | None) -> str:
    """Return the path of a tile of the reading; "" if it is not in the hand."""
    return next((path for path, slot in places(state).items() if slot.seen == seen), "") if seen is not None else ""


def _seen(*slots: Slot | None) -> tuple[int, ...]:
    return tuple(slot.seen for slot in slots if slot and slot.seen is not None)


def _of_all(state: HandState, number: int, doubt: Doubt) -> Question:
    kind: QuestionKind = "hand-meant" if doubt.reason == "several-hands" else "hand-right"
    return Question(number, doubt, kind, choices=(Choice(RIGHT, "right"),), seen=_seen(*places(state).values()))


def _of_hidden_kong(state: HandState, number: int, doubt: Doubt) -> Question | None:
    hidden = [m for m, meld in enumerate(state.melds) if all(slot.tile is None for slot in meld.tiles)]
    if not hidden or doubt.kind != "face-down":
        return None
    seen = _seen(*state.melds[hidden[0]].tiles)
    return Question(number, doubt, "hidden-kong", seen=seen, at=f"m{hidden[0]}.0", any_face=True)


def _of_outsider(reading: Reading, state: HandState, number: int, doubt: Doubt) -> Question:
    n = doubt.tile or 0
    seen, flowers = reading.tiles[n], in_order(state.flowers)
    tile = seen.tile
    if tile in flowers:  # a set has each flower once, so this is another
        tile = next((code for code, _ in seen.alternatives if code in FLOWERS and code not in flowers), None)
    choices = [Choice("aside", "not-of-hand")]
    if tile:
        add = Choice("hand", "into-hand", {"face": tile}, (tile,), Name(f"a{n}", tile))
        choices += _into_kong(state, f"a{n}", tile) or [add]
    return Question(number, doubt, "part-of-hand", {}, tuple(choices), (n,), f"a{n}", True)


def _of_face(reading: Reading, state: HandState, number: int, doubt: Doubt, at: str) -> Question:
    seen = reading.tiles[doubt.tile or 0]
    now = places(state)[at].tile
    likely = [code for code, p in seen.alternatives if p >= LIKELY]
    offered = dict.fromkeys(code for code in (now, seen.tile, doubt.other_face, *likely) if code)
    if len(offered) < 2:
        offered |= dict.fromkeys(code for code, _ in seen.alternatives[:1])
    faces = tuple(offered)[:_MOST]
    choices = [_face_choice(reading, state, at, code, now) for code in faces]
    if doubt.kind != "faces":
        choices.append(Choice("none", "not-of-hand", edit=Move((at,), "a")))
    kind: QuestionKind = "one-of-faces" if faces else "which-face"
    about: About = {"faces": faces} if faces else {}
    return Question(number, doubt, kind, about, tuple(choices), (doubt.tile or 0,), at, True)


def _face(code: str, edit: Edit | None = None) -> Choice:
    return Choice(code, "face", {"face": code}, (code,), edit)


def _face_choice(reading: Reading, state: HandState, at: str, code: str, now: str | None) -> Choice:
    """Return the answer that a tile has this face; if its meld changes with it, the answer shows the new meld."""
    edit = Name(at, code)
    if code == now or not at.startswith("m"):
        return _face(code, None if code == now else edit)
    try:
        after, _ = edited(state, edit, reading)
    except EditRejectedError:
        return _face(code, edit)
    meld = after.melds[int(at[1])]
    codes = _shown(meld)
    return Choice(code, "face-of-meld", {"face": code, "meld": meld.kind, "tiles": codes}, codes, edit)


def _shown(meld: MeldState) -> tuple[str, ...]:
    return tuple(slot.tile or "?" for slot in meld.tiles)


def _of_winner(state: HandState, number: int, doubt: Doubt) -> Question:
    won = state.winning or Slot(None)
    order = {slot.tile: path for path, slot in reversed(places(state).items()) if path[0] == "c" and slot.tile}
    codes = sorted({code for code in (*order, won.tile) if code}, key=FACES.index)
    choices = tuple(_face(code, None if code == won.tile else _win(order[code])) for code in codes)
    seen = _seen(won) or _seen(*state.concealed)
    return Question(number, doubt, "which-won", {}, choices, seen, "w" if state.winning else "")


def _of_meld(state: HandState, number: int, doubt: Doubt, at: int) -> Question:
    meld = state.melds[at]
    size = len(meld.tiles)
    kind: MeldKind = "kong" if size == MELD_SIZE["kong"] else meld.kind
    code = meld.tiles[0].tile or "?"
    choices = []
    if kind == "kong":
        now = meld.kind == "concealed-kong"
        choices.append(Choice("concealed", "concealed-kong", edit=None if now else ChangeMeld(at, "concealed-kong")))
    if kind == "chow":
        choices.append(Choice("claimed", "claimed-chow"))
    else:
        said: ChoiceKind = "exposed" if kind == "kong" else "claimed"
        choices += [
            Choice(answer, said, {"source": source}, edit=ChangeMeld(at, kind, source))
            for source, answer in _SOURCES.items()
        ]
    if kind == "pung" and doubt.other_group == "kong":
        giver = (meld.source or 1) + 4 * (doubt.reason == "fourth-below")  # an added tile lies on a crosswise one
        change = ChangeMeld(at, "kong", giver)  # type: ignore[arg-type]
        choices.append(Choice("kong", "kong", {"face": code}, (code,) * MELD_SIZE["kong"], change))
    choices.append(Choice("no", "no-meld", {"meld": kind}, edit=SplitMeld(at)))
    if doubt.other_group == "winning":
        path = _path(state, doubt.tile)
        face = places(state)[path].tile
        choices.append(Choice("won", "no-meld-wins", {"meld": kind, "face": face}, edit=_win(path)))
    asked: QuestionKind = "concealed-kong" if kind == "kong" else "claimed"
    about: About = {"face": code} if kind == "kong" else {"meld": kind, "tiles": _shown(meld)}
    return Question(number, doubt, asked, about, tuple(choices), _seen(*meld.tiles), f"m{at}.0")


def _of_open_kongs(state: HandState, number: int, doubt: Doubt) -> Question:
    """Return the question about all exposed kongs at once: concealed, as they were read, or exposed."""
    faces: tuple[str, ...] = doubt.about["kongs"]  # type: ignore[assignment]
    every = [m for m, meld in enumerate(state.melds) if "kong" in meld.kind]
    kongs = [m for m in every if state.melds[m].tiles[0].tile in faces] or every  # they may have other faces now
    change, *further = (ChangeMeld(m, "kong", 1) for m in kongs)
    back = tuple(ChangeMeld(m, "concealed-kong") for m in kongs if state.melds[m].kind != "concealed-kong")
    choices = (
        Choice("concealed", "all-concealed", edit=back[0] if back else None, further=back[1:]),
        Choice("exposed", "all-exposed", edit=change, further=tuple(further)),
    )
    codes = tuple(state.melds[m].tiles[0].tile or "?" for m in kongs)
    seen = _seen(*(slot for m in kongs for slot in state.melds[m].tiles))
    about: About = {"count": len(codes), "kongs": codes}
    return Question(number, doubt, "open-kongs", about, choices, seen, f"m{kongs[0]}.0")


def _of_place(state: HandState, number: int, doubt: Doubt, at: str) -> Question:
    choices = [Choice(RIGHT, "stays", {"place": at[0]})]
    choices += _elsewhere(state, at, doubt.other_group or "winning")
    choices.append(Choice("aside", "not-of-hand", edit=Move((at,), "a")))
    found = tuple({choice.answer: choice for choice in choices}.values())
    about: About = {"face": places(state)[at].tile or "?", "place": at[0]}
    return Question(number, doubt, "place", about, found, (doubt.tile or 0,), at)


def _elsewhere(state: HandState, at: str, kind: GroupKind) -> Iterator[Choice]:
    """Yield the possible groups of this kind for a concealed or winning tile."""
    if kind == "winning":
        yield Choice("won", "wins", edit=_win(at))
    if kind not in MELD_SIZE or at[0] not in "cw":
        return
    free: dict[str, list[str]] = {}
    for path, slot in places(state).items():
        if (path[0] == "c" or path == at or (path == "w" and kind == "kong")) and slot.tile:
            free.setdefault(slot.tile, []).insert(0 if path == at else len(free.get(slot.tile, [])), path)
    code = places(state)[at].tile or ""
    if kind == "kong":
        yield from _into_kong(state, at, code)
    if kind != "chow":
        size = MELD_SIZE[kind]
        if len(free.get(code, ())) >= size:
            lay = LayMeld(tuple(free[code][:size]), kind, int(kind == "kong"))  # type: ignore[arg-type]
            yield Choice(kind, "in-meld", {"meld": kind}, (code,) * size, lay)
        return
    for kinds in CHOWS:
        chow = tuple(FACES[kind] for kind in kinds)
        if code in chow and all(tile in free for tile in chow):
            lay = LayMeld(tuple(free[tile][0] for tile in chow), "chow", 1)
            yield Choice("".join(tile[0] for tile in chow) + code[1], "in-chow", {}, chow, lay)


def _into_kong(state: HandState, at: str, code: str) -> list[Choice]:
    """Return the answers that make a tile the fourth of a pung of the hand."""
    return [
        Choice("kong", "into-kong", {}, (code,) * MELD_SIZE["kong"], Move((at,), f"m{m}"))
        for m, meld in enumerate(state.melds)
        if meld.kind == "pung" and meld.tiles[0].tile == code
    ]


def _win(at: str) -> Edit:
    return Move((at,), "w")
