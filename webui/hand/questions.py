"""The doubts of a reading as questions with answers to choose from, each answer being edits of the hand."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Annotated, Final

from msgspec import Meta, Struct

from scoring.groups import CHOWS
from scoring.tiles import FACES, FLOWERS
from vision.reading import Doubt, GroupKind, Reading
from webui.hand.edits import GIVERS, Edit, Impossible, Lay, Move, Name, Split, Turn, edited, settled
from webui.hand.state import Laid, MeldKind, Slot, from_reading, held, in_order, outcome, places

RIGHT: Final = "right"
"""The answer that leaves the hand as it lies."""

_WORDS: Final = {1: "before", 2: "opposite", 3: "after"}
_LIKELY: Final = 0.05  # faces less likely than this are offered only where there would be no other
_MOST: Final = 4  # so many faces are offered; any other may be named all the same


class Answer(Struct, frozen=True, tag_field="do", tag="answer"):
    """A person answers the question that a doubt of the reading asks."""

    doubt: Annotated[int, Meta(ge=0)]
    answer: Annotated[str, Meta(max_length=40)]


@dataclass(frozen=True, slots=True)
class Choice:
    """One answer: the word for it, what it says with tiles as codes, tiles to show, and the edits it stands for."""

    answer: str
    says: str
    tiles: tuple[str, ...] = ()
    edits: tuple[Edit, ...] = ()


@dataclass(frozen=True, slots=True)
class Question:
    """What to ask a person about a doubt.

    Attributes:
        doubt: Its index in the reading.
        about: The doubt itself.
        seen: The tiles of the reading it is about.
        at: The place in the hand to look at for more than the choices offer; empty where there is none.
        any_face: Any face may be named, not only those offered.
    """

    doubt: int
    ask: str
    about: Doubt
    choices: tuple[Choice, ...]
    seen: tuple[int, ...] = ()
    at: str = ""
    any_face: bool = False


def question(reading: Reading, laid: Laid, doubt: int) -> Question:
    """What to ask about a doubt, as the hand lies now."""
    about = reading.doubts[doubt]
    at = _path(laid, about.tile)
    if about.tile is None:
        if laid.winning is None and held(laid) == 14:
            return _of_winner(laid, doubt, about)
        return _of_hidden_kong(reading, laid, doubt) or _of_all(doubt, about)
    if not at:
        return _of_outsider(reading, laid, about, doubt)
    if about.kind != "group":
        return _of_face(reading, laid, doubt, at)
    if at == "w" and about.other_group != "kong":
        return _of_winner(laid, doubt, about)
    if at.startswith("m"):
        return _of_meld(laid, doubt, about, int(at[1]))
    return _of_place(laid, doubt, about, at)


def answered(reading: Reading, laid: Laid, doubt: int, answer: str) -> tuple[Laid, str]:
    """The hand once a question is answered, and what that changed in words.

    Raises:
        Impossible: it is no answer to this question, or the hand cannot be so.
    """
    settled(laid, (doubt,), reading)  # is there such a doubt?
    asked = question(reading, laid, doubt)
    word = answer.strip()
    choice = next((c for c in asked.choices if c.answer.casefold() == word.casefold()), None)
    face = next((code for code in FACES if code == word), None)
    if choice is None and asked.any_face and face:
        choice = Choice(face, face, (face,), (Name(asked.at, face),))
    if choice is None:
        known = [c.answer for c in asked.choices]
        known += ["a tile as 1m-9m, 1p-9p, 1s-9s, E S W N C F P, f1-f4, s1-s4"] if asked.any_face else []
        raise Impossible(f"{word!r} does not answer “{asked.ask}”", f"Answer {_either(known)}")
    told = []
    for edit in choice.edits:
        laid, says = edited(laid, edit, reading)
        told.append(says)
    return settled(laid, _same(reading, doubt), reading), "; ".join(told) or f"{asked.ask} {choice.says}"


def by_weight(reading: Reading, rules: str) -> tuple[int, ...]:
    """The reading's doubts, those first whose answers make the greatest difference to the score."""
    laid = from_reading(reading, rules)
    return tuple(sorted(range(len(reading.doubts)), key=lambda n: (*_weight(reading, laid, n), n)))


def _weight(reading: Reading, laid: Laid, doubt: int) -> tuple[float, ...]:
    """Less is more: whether the hand can be scored, wins or reaches the minimum; then points; then the odds."""
    asked = question(reading, laid, doubt)
    about = reading.doubts[doubt]
    results: list[tuple[bool, bool, int]] = []
    for choice in asked.choices:
        other = laid
        try:
            for edit in choice.edits:
                other, _ = edited(other, edit, reading)
        except Impossible:
            continue
        sheet = outcome(other).sheet
        results.append((sheet.wins, sheet.legal, sheet.total) if sheet else (False, False, 0))
    decides = len({(wins, legal) for wins, legal, _ in results}) > 1 or about.kind == "face-down"
    points = [total for _, _, total in results]
    confidence = 0.0 if about.tile is None else reading.tiles[about.tile].confidence
    return float(not decides), float(min(points, default=0) - max(points, default=0)), confidence


def _same(reading: Reading, doubt: int) -> list[int]:
    """The doubts that one answer answers: all about this tile's face, or all about its place."""
    about = reading.doubts[doubt]
    if about.tile is None:
        return [doubt]
    return [
        n
        for n, other in enumerate(reading.doubts)
        if other.tile == about.tile and (other.kind == "group") == (about.kind == "group")
    ]


def _path(laid: Laid, seen: int | None) -> str:
    return next((path for path, slot in places(laid).items() if slot.seen == seen), "") if seen is not None else ""


def _of_all(doubt: int, about: Doubt) -> Question:
    return Question(doubt, "Is the hand right as it lies here?", about, (Choice(RIGHT, "It is right"),))


def _of_hidden_kong(reading: Reading, laid: Laid, doubt: int) -> Question | None:
    hidden = [m for m, meld in enumerate(laid.melds) if all(slot.tile is None for slot in meld.tiles)]
    about = reading.doubts[doubt]
    if not hidden or about.kind != "face-down":
        return None
    seen = tuple(slot.seen for slot in laid.melds[hidden[0]].tiles if slot.seen is not None)
    ask = "Four lie face down: a concealed kong of which tile?"
    return Question(doubt, ask, about, (), seen, f"m{hidden[0]}.0", True)


def _of_outsider(reading: Reading, laid: Laid, about: Doubt, doubt: int) -> Question:
    n = about.tile or 0
    seen, flowers = reading.tiles[n], in_order(laid.flowers)
    tile = seen.tile
    if tile in flowers:  # a set has each flower once, so it is another
        tile = next((code for code, _ in seen.alternatives if code in FLOWERS and code not in flowers), None)
    choices = [Choice("aside", "It is not")]
    if tile:
        add = Choice("hand", f"{tile}, in the hand", (tile,), (Name(f"a{n}", tile),))
        choices += _into_kong(laid, f"a{n}", tile) or [add]
    return Question(doubt, "Is this tile part of the hand?", about, tuple(choices), (n,), f"a{n}", True)


def _of_face(reading: Reading, laid: Laid, doubt: int, at: str) -> Question:
    about = reading.doubts[doubt]
    seen = reading.tiles[about.tile or 0]
    now = places(laid)[at].tile
    likely = [code for code, p in seen.alternatives if p >= _LIKELY]
    offered = dict.fromkeys(code for code in (now, seen.tile, about.other_face, *likely) if code)
    if len(offered) < 2:
        offered |= dict.fromkeys(code for code, _ in seen.alternatives[:1])
    faces = list(offered)[:_MOST]
    choices = [_face_choice(reading, laid, at, code, now) for code in faces]
    if about.kind != "faces":
        choices.append(Choice("none", "It is no tile of the hand", (), (Move((at,), "a"),)))
    ask = f"Is this {_either(faces)}?" if faces else "Which tile is this?"
    return Question(doubt, ask, about, tuple(choices), (about.tile or 0,), at, True)


def _face_choice(reading: Reading, laid: Laid, at: str, code: str, now: str | None) -> Choice:
    if code == now:
        return Choice(code, code, (code,))
    edit = Name(at, code)
    if not at.startswith("m"):
        return Choice(code, code, (code,), (edit,))
    # the tiles of a meld go together, and the answer must say so
    try:
        after, _ = edited(laid, edit, reading)
    except Impossible:
        return Choice(code, code, (code,), (edit,))
    meld = after.melds[int(at[1])]
    codes = tuple(slot.tile or "?" for slot in meld.tiles)
    return Choice(code, f"{code}: the {_kind(meld.kind)} is {' '.join(codes)}", codes, (edit,))


def _either(faces: Sequence[str]) -> str:
    return faces[0] if len(faces) == 1 else f"{', '.join(faces[:-1])} or {faces[-1]}"


def _of_winner(laid: Laid, doubt: int, about: Doubt) -> Question:
    won = laid.winning or Slot(None)
    order = {slot.tile: path for path, slot in reversed(places(laid).items()) if path[0] == "c" and slot.tile}
    codes = sorted({*order, won.tile} - {None}, key=lambda code: FACES.index(code or ""))
    choices = tuple(
        Choice(code, code, (code,), () if code == won.tile else (Move((order[code],), "w"),)) for code in codes if code
    )
    seen = tuple(n for n in (won.seen,) if n is not None)
    return Question(doubt, "Which tile won?", about, choices, seen, "w" if laid.winning else "")


def _of_meld(laid: Laid, doubt: int, about: Doubt, at: int) -> Question:
    meld = laid.melds[at]
    kind: MeldKind = "kong" if len(meld.tiles) == 4 else meld.kind
    code = meld.tiles[0].tile or "?"
    codes = " ".join(slot.tile or "?" for slot in meld.tiles)
    choices = []
    if kind == "kong":
        now = meld.kind == "concealed-kong"
        choices.append(Choice("concealed", "A concealed kong", (), () if now else (Turn(at, "concealed-kong"),)))
        ask = f"Is this four a concealed kong of {code}?"
    else:
        ask = f"Was the {_kind(kind)} {codes} claimed?"
    if kind == "chow":
        choices.append(Choice("claimed", "Claimed from the player before"))
    else:
        word = "Exposed, the tile" if kind == "kong" else "Claimed"
        choices += [
            Choice(_WORDS[n], f"{word} from {giver}", (), (Turn(at, kind, n),))  # type: ignore[arg-type]
            for n, giver in GIVERS.items()
        ]
    if kind == "pung" and about.other_group == "kong":
        choices.append(Choice("kong", f"A kong of {code}", (code,) * 4, (Turn(at, "kong", meld.source or 1),)))
    choices.append(Choice("no", f"No {_kind(kind)}: in the hand", (), (Split(at),)))
    if about.other_group == "winning":
        path = _path(laid, about.tile)
        choices.append(
            Choice("won", f"No {_kind(kind)}: {places(laid)[path].tile} is the winning tile", (), _win(path))
        )
    seen = tuple(slot.seen for slot in meld.tiles if slot.seen is not None)
    return Question(doubt, ask, about, tuple(choices), seen, f"m{at}.0")


def _of_place(laid: Laid, doubt: int, about: Doubt, at: str) -> Question:
    code = places(laid)[at].tile or "?"
    lies = {"f": "with the flowers", "w": "as the winning tile"}.get(at[0], "in the hand")
    choices = [Choice(RIGHT, f"Yes, {lies}")]
    choices += _elsewhere(laid, at, about.other_group or "winning")
    choices.append(Choice("aside", "It is not of the hand", (), (Move((at,), "a"),)))
    found = tuple({choice.answer: choice for choice in choices}.values())
    return Question(doubt, f"Does {code} belong here, {lies}?", about, found, (about.tile or 0,), at)


def _elsewhere(laid: Laid, at: str, kind: GroupKind) -> Iterator[Choice]:
    """What a concealed tile, or the winning one, may be part of, if it is of this kind of group."""
    if kind == "winning":
        yield Choice("won", "It is the winning tile", (), _win(at))
    if kind not in ("chow", "pung", "kong", "concealed-kong") or at[0] not in "cw":
        return
    free: dict[str, list[str]] = {}
    for path, slot in places(laid).items():
        if (path[0] == "c" or path == at or (path == "w" and kind == "kong")) and slot.tile:
            free.setdefault(slot.tile, []).insert(0 if path == at else len(free.get(slot.tile, [])), path)
    code = places(laid)[at].tile or ""
    if kind == "kong":
        yield from _into_kong(laid, at, code)
    size = 4 if "kong" in kind else 3
    if kind != "chow":
        if len(free.get(code, ())) >= size:
            lay = Lay(tuple(free[code][:size]), kind, int(kind == "kong"))  # type: ignore[arg-type]
            yield Choice(kind, f"In a {_kind(kind)}", (code,) * size, (lay,))
        return
    for kinds in CHOWS:
        chow = tuple(FACES[kind] for kind in kinds)
        if code in chow and all(tile in free for tile in chow):
            lay = Lay(tuple(free[tile][0] for tile in chow), "chow", 1)
            yield Choice("".join(tile[0] for tile in chow) + code[1], "In a claimed chow", chow, (lay,))


def _into_kong(laid: Laid, at: str, code: str) -> list[Choice]:
    """That a tile is the fourth of a pung: nothing where the hand has no such pung."""
    return [
        Choice("kong", "In a kong", (code,) * 4, (Move((at,), f"m{m}"),))
        for m, meld in enumerate(laid.melds)
        if meld.kind == "pung" and meld.tiles[0].tile == code
    ]


def _win(at: str) -> tuple[Edit, ...]:
    return (Move((at,), "w"),)


def _kind(kind: str) -> str:
    return kind.replace("-", " ")
