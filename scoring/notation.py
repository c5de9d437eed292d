"""Hands as text, such as `[CCC,1]123m456p789sE E self-draw round=E seat=S flowers=2`, to and from `Win`."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import cache
from typing import Any, Final

from scoring import dialects, vocabulary
from scoring.errors import NotationError
from scoring.extra import Extra, ValueKind
from scoring.hand import Meld, Win
from scoring.notes import Note, chow_givers
from scoring.rules import BOOKS
from scoring.tiles import FLOWERS, SUITS, WINDS
from scoring.vocabulary import NONE, Vocabulary

_RUN: Final = re.compile(r"([1-9]+)([mps])|([ESWNCFP])")
"""Number tiles of one suit, or one honor."""
_FLOWERS: Final = re.compile(r"(?:[fs][1-4])+")
"""Flowers by their codes."""
_DISCARD: Final = re.compile(r"([ESWN])([1-9][mps]|[ESWNCFP])")
"""A discard: the seat and the tile."""

_FLAGS: Final = {
    "self-draw": ("self_draw", True),
    "discard": ("self_draw", False),
    "last-tile": ("last_tile", True),
    "kong": ("kong", True),
    "no-kong": ("kong", False),
    "last-of-kind": ("last_of_kind", True),
    "heaven": ("heaven", True),
    "earth": ("earth", True),
    "man": ("man", True),
    "double-kong": ("double_kong", True),
    "flower-tile": ("flower_tile", True),
}
"""Words of every game without a value, each with the attribute of `Win` that it sets and its value."""
_IMPLIED: Final = {"double-kong": "kong"}
"""The flag that another one states too."""
_VALUES: Final = ("round", "seat", "flowers", "from", "liable", "discards")
"""Words of every game with a value after `=`."""
_LARGEST: Final = 99
"""The largest number of a game's own word: of counters or sticks a match has hardly twenty."""
_ATTRIBUTES: Final = {"round": "round_wind", "from": "discarder"}
"""The attributes of `Win` named otherwise than their words."""
LONGEST: Final = 2000
"""Most characters of a text. A hand with every discard of a deal has about 500; more only takes longer to refuse."""
LONGEST_TILES: Final = 200
"""Most characters of tiles in a text. The longest hand, 30 tiles with its flowers, has at most 90; explaining 800 tiles
took 5 s."""
_BEGINNING: Final = 30
"""Characters of a text that is too long that its error shows."""
_SHOWN: Final = 12
"""Characters that an error shows from the first one it cannot read: enough for four tiles, short enough for a line."""

_SUITS: Final = {
    name: suit for suit, names in zip(SUITS, ("m万萬", "p筒饼餅", "s条條索"), strict=True) for name in names
}
"""The suits by their letters and their Chinese names."""
_LAID: Final = frozenset({*FLOWERS, dialects.UNNAMED_FLOWER})
"""Codes that are flowers when they appear among tiles."""
_BRACKETS: Final = re.compile(r"\[([^\]\[]*)\]")
"""Anything in brackets."""
_OWN_WORD: Final = "(?![eswncfp]+(?![a-z=-]))[a-z][a-z-]{3,}"
"""A word of the notation, or text in the form of one; honors in lower case are none."""


def _any_word(words: Vocabulary) -> str:
    """Return the same pattern, and words in capitals and those of other programs and languages."""
    values = [f"{name}(?==)" for name in (*_VALUES, *words.values)]
    alone = [rf"{name}(?![^\s,;、])" if name[-1].isdigit() else name for name in words.synonyms]  # 北2, but not 北2筒
    known = sorted((*_FLAGS, *words.flags, *alone, *values), key=len, reverse=True)
    return "|".join((words.with_value, _OWN_WORD, f"(?i:{'|'.join(known)})(?![a-z-])"))


_Key = str | tuple[str, str]
"""An attribute of `Win`; or the id of a game and an attribute of its own."""


def _token(run: str, word: str, call: str = vocabulary.CALL) -> re.Pattern[str]:
    """Return the pattern of a part of a hand's text.

    A part is space, a meld in brackets or behind the word that announces it, a word, a run of tiles, or a tail.
    """
    giver = vocabulary.GIVER
    return re.compile(
        rf"(?:(?P<call>{call})\s*(?P<giver>{giver})?[\s:]*)?"
        rf"\[(?P<meld>\s+|(?:\s*(?:{run}))+)"
        rf"\s*(?:[,\s]\s*(?:(?P<source>[1-7])|(?P<inner_call>{call})?\s*(?P<inner_giver>{giver})?)\s*)?\]"
        rf"|(?P<called>{call})\s*(?P<called_giver>{giver})?[\s:]*(?P<called_meld>(?:{run})+)"
        rf"|(?P<word>(?:{word})(?:=[^\s\[\]|]*)?)"
        rf"|(?P<run>{run})"
        r"|(?P<space>[\s,;、]+)"
        r"|(?P<tail>\|[^\s\[\]]*)"
    )


_OWN_RUN: Final = re.compile("[1-9]+[mps]|[ESWNCFP]")
"""A run of tiles in our own notation."""
_Style = tuple[re.Pattern[str], re.Pattern[str]]
"""Patterns of a part of the text and of a run of tiles for a way to write a hand."""
_OWN_STYLE: Final[_Style] = (_token(_OWN_RUN.pattern, _OWN_WORD, call=NONE), _OWN_RUN)
"""Our notation."""


@cache
def _words_of(game: str) -> tuple[Vocabulary, tuple[_Style, ...]]:
    """Return the words of the installed games, those of the game in force first, and the ways to write a hand."""
    words = Vocabulary(sorted(BOOKS.games.values(), key=lambda each: each.id != game))
    token = _any_word(words)
    return words, (_OWN_STYLE, *[(_token(run, token), re.compile(run)) for run in dialects.RUNS])


@cache
def _ready(game: str) -> frozenset[int]:
    """Return the tiles of a hand that lacks its winning tile, in a game or in any of those that are installed."""
    games = [BOOKS.games[game]] if game in BOOKS.games else BOOKS.games.values()
    return frozenset([3 * each.play.sets + 1 for each in games])


def expand(run: str) -> tuple[str, ...]:
    """Return the codes of a run of tiles such as `123m456pEE`, skipping all other characters."""
    codes: list[str] = []
    for digits, suit, honor in _RUN.findall(run):
        codes += [digit + suit for digit in digits] if suit else [honor]
    return tuple(codes)


def compact(codes: tuple[str, ...]) -> str:
    """Return tiles as runs in their order: `1m 2m 3m E` becomes `123mE`."""
    text = ""
    for i, code in enumerate(codes):
        suit = code[-1] if code[-1] in SUITS and len(code) > 1 else ""
        following = codes[i + 1] if i + 1 < len(codes) else ""
        joined = suit and len(following) > 1 and following[-1] == suit
        text += code[0] if joined else code
    return text


def _value(word: str, fields: dict[_Key, object]) -> None:
    """Add the value of a word of every game."""
    name, _, value = word.partition("=")
    if name in ("round", "seat", "from", "liable"):
        fields[_ATTRIBUTES.get(name, name)] = _wind(word, value)
    elif name == "flowers" and value.isascii() and value.isdigit():
        fields["flowers"] = int(value[:9])
    elif name == "flowers" and _FLOWERS.fullmatch(value):
        codes = tuple(re.findall("..", value))
        fields |= {"flowers": len(codes), "flower_tiles": codes}
    elif name == "flowers":
        raise NotationError("not-flowers", word=word)
    else:
        found = [_DISCARD.fullmatch(part) for part in value.split(",")]
        if not all(found):
            raise NotationError("not-discards", word=word)
        fields["discards"] = tuple((match[1], match[2]) for match in found if match)


def _wind(word: str, value: str) -> str:
    """Return the wind after a word such as `seat=`."""
    wind = dialects.WIND_OF.get(value.casefold())
    if wind is None:
        raise NotationError("not-a-wind", word=word, name=word.partition("=")[0], value=value)
    return wind


def _number(word: str, value: str) -> int:
    """Return the number after a word such as `flowers=`."""
    if not (value.isascii() and value.isdigit() and int(value[:9]) <= _LARGEST):
        raise NotationError("not-a-number", word=word, most=_LARGEST)
    return int(value)


def _indicators(word: str, value: str) -> tuple[str, ...]:
    """Return the tiles that lie open on the wall, as in `4p9m`; a red tile counts as a five, and 0 is none."""
    if value == "0":
        return ()
    for run in dialects.RUNS[:1]:
        runs = re.findall(run, value)
        if runs and "".join(runs) == value:
            codes = [code for each in runs for code in dialects.tiles(each)]
            if all(code not in _LAID for code in codes):
                return tuple(codes)
    raise NotationError("not-indicators", word=word)


def _suit(word: str, value: str) -> str:
    """Return the suit of `void=m`, or of its Chinese name."""
    if value not in _SUITS:
        raise NotationError("not-a-suit", word=word)
    return _SUITS[value]


def _seats(word: str, value: str) -> tuple[str, ...]:
    """Return the seats of `out=SW` in the order of play; 0 is none."""
    whole = dialects.WIND_OF.get(value.casefold())
    seats = [whole] if whole else [dialects.WIND_OF.get(letter.casefold()) for letter in value.strip("0")]
    if None in seats or len(set(seats)) < len(seats) or not value:
        raise NotationError("not-seats", word=word)
    return tuple([wind for wind in WINDS if wind in seats])


_READ: Final[Mapping[ValueKind, Callable[[str, str], object]]] = {
    "tiles": _indicators,
    "number": _number,
    "count": _number,
    "suit": _suit,
    "seats": _seats,
    "wind": _wind,
}
"""The reader of each kind of value."""


@dataclass(frozen=True, slots=True)
class HandText:
    """A hand and remarks, as read from a text.

    Attributes:
        win: The hand.
        words: The words for how it was won, without their values, in our notation.
        notes: Assumptions made in reading the text.
        drawn: True if the text names the last tile by a word that means the draw in the game, False if the discard, or
            None. `win.self_draw` does not follow from it.
    """

    win: Win
    words: tuple[str, ...]
    notes: tuple[Note, ...]
    drawn: bool | None = None


def parse(text: str, red: bool = True, game: str = "") -> Win:
    """Read the text of a hand as `read_text` does, without its notes.

    Red fives are kept, since nothing notes that they were not: rules without them count plain fives.

    Raises:
        NotationError: The text does not follow the notation.
    """
    return read_text(text, red, game).win


def read_text(text: str, red: bool = False, game: str = "") -> HandText:
    """Read the text of a hand.

    The text has runs of tiles such as `123m456p`, melds in brackets with the player who gave the tile, the winning tile
    last, then words for how it was won. One tile too few for a won hand of the game, a kong counting as three, are a
    waiting hand without a winning tile. Impossible tiles raise no error: the score sheet lists them among its findings.
    Draw, winds and kong stay unknown unless a word states them. The other ways of writing in `scoring.dialects` are
    read as well.

    Args:
        text: The text.
        red: True if the hand keeps its red fives; else they are plain fives with a note.
        game: Id of the game of the rules in force: a name of the last tile is refused if there it contradicts how the
            hand was won, and what only games know is kept of this one. By default every name is accepted.

    Raises:
        NotationError: The text does not follow the notation, or contradicts itself.
    """
    if len(text) > LONGEST:
        raise NotationError("too-long", begins=text[:_BEGINNING], longest=LONGEST)
    text = dialects.plain(text)
    words, styles = _words_of(game)
    parts, run, end = _parts(text, styles)
    length = sum(len(part[0]) for part in parts if part["run"] or part["meld"] is not None or part["called"])
    if length > LONGEST_TILES:
        raise NotationError("too-many-characters", begins=text[:_BEGINNING], length=length, longest=LONGEST_TILES)
    runs: list[str] = []
    tiles: list[str] = []
    melds: list[Meld] = []
    said: list[str] = []
    named: list[str] = []
    assumed: list[Meld] = []
    fields: dict[_Key, object] = {}
    tail = ""
    for part in parts:
        if part["run"]:
            runs.append(part["run"])
            tiles += dialects.tiles(part["run"])
        elif part["meld"] is not None or part["called"]:
            inside = run.findall(part["meld"] or part["called_meld"] or "")
            runs += inside
            meld, taken = _meld(part, inside, text)
            melds.append(meld)
            assumed += [meld] if taken else []
        elif part["word"]:
            for word in words.own_words(part["word"]):
                _word(word, fields, words)
                said.append(word.partition("=")[0])
            named += [part["word"]] if part["word"] in words.last_tile_names else []
        elif part["tail"]:
            if tail:
                raise NotationError("tail-disagrees", tail=part["tail"], word=tail)
            tail = part["tail"]
    if end < len(text):
        raise _unread(text, end)
    laid = [code for code in tiles if code in _LAID]
    if laid:
        tiles = [code for code in tiles if code not in _LAID]
        said.append("flowers")
        _lay(laid, fields)
    if tail:
        melds = [Meld(meld.tiles, 1) if meld.kind == "chow" and meld.source in (1, 2, 3) else meld for meld in melds]
        said += _add_tail(tail, melds, fields)
    drawn = vocabulary.drawn_by_name(tuple(named), _self_draw(fields), BOOKS.games.get(game))
    fives = tuple([five for each in runs for five in dialects.red_fives(each)])
    if red and fives:
        fields["red"] = tuple(sorted(fives))
    waiting = not tiles or len(tiles) + 3 * len(melds) in _ready(game)
    extra, generic = _extra(fields, words)
    win = Win(
        concealed=tuple(tiles if waiting else tiles[:-1]),
        winning=None if waiting else tiles[-1],
        melds=tuple(melds),
        extra=extra,
        **generic,  # type: ignore[arg-type]
    )
    notes = _notes(runs if run is not _OWN_RUN else [], melds, assumed, red)
    return HandText(win, tuple(dict.fromkeys(said)), notes, drawn)


def _extra(fields: dict[_Key, object], words: Vocabulary) -> tuple[Extra | None, Mapping[str, object]]:
    """Return what one game alone knows, and the attributes of `Win`.

    It is that of the game in force, or else of the first one of which words say something.
    """
    own = {key: value for key, value in fields.items() if isinstance(key, tuple)}
    if not own:
        return None, fields  # type: ignore[return-value]
    generic = {key: value for key, value in fields.items() if isinstance(key, str)}
    for game in words.games:
        values: dict[str, Any] = {name: value for (of, name), value in own.items() if of == game.id}
        if values and game.blank is not None and (found := replace(game.blank, **values)) != game.blank:
            return found, generic
    return None, generic


def _parts(text: str, styles: tuple[_Style, ...]) -> tuple[list[re.Match[str]], re.Pattern[str], int]:
    """Split a text into its parts, and return them with the pattern of its runs and the position of the first
    unreadable part.

    The first way of writing that the whole text follows is used, or else the one that it follows furthest.
    """
    best: tuple[list[re.Match[str]], re.Pattern[str], int] = [], _OWN_RUN, -1
    for token, run in styles:
        parts: list[re.Match[str]] = []
        at = 0
        while at < len(text) and (match := token.match(text, at)):
            parts.append(match)
            at = match.end()
        if at > best[2]:
            best = parts, run, at
        if at == len(text):
            break
    return best


def _unread(text: str, at: int) -> NotationError:
    """Return the error for a text that cannot be read from this position on."""
    if bracket := _BRACKETS.match(text, at):
        return NotationError("not-a-meld", meld=bracket[1], text=text)
    if unclear := dialects.UNCLEAR_SUIT.match(text, at):
        return NotationError("unclear-suit", run=unclear[0], suit=unclear[1])
    return NotationError("not-understood", seen=text[at : at + _SHOWN], at=at + 1, text=text)


def _meld(part: re.Match[str], runs: list[str], text: str) -> tuple[Meld, bool]:
    """Return a meld, and True if the text does not tell who gave the tile of its exposed kong."""
    codes = tuple([code for run in runs for code in dialects.tiles(run)])
    if not _LAID.isdisjoint(codes):
        raise NotationError("not-a-meld", meld=part[0].strip("[]"), text=text)
    giver = part["giver"] or part["inner_giver"] or part["called_giver"]
    source = vocabulary.GIVERS[giver.strip("()")] if giver else int(part["source"] or 0)
    calls = [call for call in (part["call"], part["inner_call"], part["called"]) if call]
    if not calls:
        return Meld(codes, source), False
    if len(calls) > 1 or source > len(vocabulary.NEIGHBOURS):
        raise NotationError("not-a-meld", meld=part[0].strip("[]"), text=text)
    called = vocabulary.called_meld(calls[0], codes, source)
    return Meld(called.tiles, called.source), called.assumed


def _self_draw(fields: dict[_Key, object]) -> bool | None:
    """Return True if the words say self-drawn, False if won on a discard, or None."""
    said = fields.get("self_draw")
    if isinstance(said, bool):
        return said
    return False if "discarder" in fields else None


def _lay(laid: list[str], fields: dict[_Key, object]) -> None:
    """Add flowers that appear among the tiles."""
    if "flowers" in fields:
        raise NotationError("given-twice", word="flowers=", name="flowers")
    fields["flowers"] = len(laid)
    if dialects.UNNAMED_FLOWER not in laid:
        fields["flower_tiles"] = tuple(laid)


def _add_tail(tail: str, melds: list[Meld], fields: dict[_Key, object]) -> list[str]:
    """Add the fields of GB-Mahjong's tail, and return the words that would set the same.

    The winds are not among these words: every tail has them, so a note on them would be noise.
    """
    said = dialects.tail_fields(tail)
    for name, value in said.items():
        if fields.setdefault(name, value) != value:
            word = name.removesuffix("_wind").replace("_", "-")
            raise NotationError("tail-disagrees", tail=tail, word=word)
    if not (said["kong"] or (said["self_draw"] and any(len(meld.tiles) > 3 for meld in melds))):
        del fields["kong"]  # irrelevant without a kong
    return [word for word in ("last-of-kind", "flowers") if said.get(word.replace("-", "_"))]


def _notes(runs: list[str], melds: list[Meld], assumed: list[Meld], red: bool) -> tuple[Note, ...]:
    """Return notes on the assumptions made in reading tiles and melds."""
    notes: list[Note] = []
    dragons = dict.fromkeys([written for run in runs for written in dialects.numbered_dragons(run)])
    if dragons:
        notes.append(Note("numbered-dragons", {"written": tuple(dragons)}))
    fives = dict.fromkeys([five for run in runs for five in dialects.red_fives(run)])
    if fives and not red:
        notes.append(Note("red-five", {"tiles": tuple(fives)}))
    notes += [Note("kong-giver", {"tiles": meld.tiles, "source": meld.source}) for meld in assumed]
    return (*notes, *chow_givers(melds))


def _word(word: str, fields: dict[_Key, object], words: Vocabulary) -> None:
    """Add what a word says."""
    name, sign, value = word.partition("=")
    if word in _FLAGS:
        _flag(word, _FLAGS[word], _FLAGS, fields)
    elif word in words.flags:
        flags = {flag: ((game.id, attribute), sets) for flag, (game, attribute, sets) in words.flags.items()}
        _flag(word, flags[word], flags, fields)
    elif sign and name in (*_VALUES, *words.values):
        own = words.values.get(name)
        key: _Key = (own[0].id, name) if own else _ATTRIBUTES.get(name, name)
        if key in fields:
            raise NotationError("given-twice", word=word, name=name)
        if own:
            fields[key] = _READ[own[1]](word, value)
        else:
            _value(word, fields)
    else:
        values = [f"{known}=" for known in (*_VALUES, *words.values)]
        raise NotationError("unknown-word", word=word, known=(*_FLAGS, *words.flags, *words.offered, *values))
    if also := _IMPLIED.get(word) or words.implied.get(word):
        _word(also, fields, words)


def _flag(
    word: str, sets: tuple[_Key, bool], flags: Mapping[str, tuple[_Key, bool]], fields: dict[_Key, object]
) -> None:
    """Add what a word without a value says; among `flags` is its opposite."""
    key, value = sets
    if fields.setdefault(key, value) is not value:
        opposite = next(other for other, meaning in flags.items() if meaning == (key, not value))
        raise NotationError("contradiction", word=word, other=opposite)


def _reddened(codes: tuple[str, ...], red: list[str]) -> tuple[str, ...]:
    """Return tiles with `0` for the first fives of those that are red, and take them off the list."""
    if not red:
        return codes
    shown = []
    for code in codes:
        if code in red:
            red.remove(code)
            code = f"0{code[1]}"
        shown.append(code)
    return tuple(shown)


def format_win(win: Win) -> str:
    """Return the text of a hand, in one line, with all known circumstances.

    `parse` reads it back into an equal `Win`, except that "no kong" is omitted if the hand was won on a discard or has
    no tile drawn for a kong, or for what its game treats alike. A red five is written as `0`.
    """
    red = list(win.red)
    melds = [(compact(_reddened(meld.tiles, red)), meld.source) for meld in win.melds]
    parts = [f"[{tiles},{source}]" if source else f"[{tiles}]" for tiles, source in melds]
    hand = "".join(parts) + compact(_reddened(win.concealed, red))
    words = [hand] if hand else []
    if win.winning is not None:
        words += _reddened((win.winning,), red)
    yes, no, valued = _own_words(win.extra)
    words += [word for word, (name, value) in _FLAGS.items() if value and getattr(win, name)]
    words += yes
    if win.double_kong and win.kong:
        words.remove("kong")  # `double-kong` implies it
    if win.self_draw is False:
        words.append("discard")
    elif win.kong is False and (win.has_kong or (win.extra is not None and win.extra.replaced(win.flowers))):
        words.append("no-kong")
    words += no
    if win.round_wind is not None:
        words.append(f"round={win.round_wind}")
    if win.seat is not None:
        words.append(f"seat={win.seat}")
    if win.flowers is not None:
        words.append(f"flowers={''.join(win.flower_tiles) or win.flowers}")
    if win.discarder:
        words.append(f"from={win.discarder}")
    if win.liable:
        words.append(f"liable={win.liable}")
    words += valued
    if win.discards:
        words.append("discards=" + ",".join(seat + tile for seat, tile in win.discards))
    return " ".join(words)


def _own_words(extra: Extra | None) -> tuple[list[str], list[str], list[str]]:
    """Return the words for what one game alone knows: what holds, what does not, and what has a value."""
    if extra is None:
        return [], [], []
    has = extra.values()
    yes = [word for word, (name, value) in extra.words.flags.items() if value and has[name]]
    implied = {extra.words.implied.get(word) for word in yes}
    no = [word for word, (name, value) in extra.words.flags.items() if not value and has[name] is False]
    valued = []
    for name, kind in extra.words.values.items():
        value = has[name]
        if kind == "tiles" and value is not None:
            valued.append(f"{name}={compact(value) or 0}")
        elif kind == "seats" and value:
            valued.append(f"{name}={''.join(value)}")
        elif (kind in ("number", "suit", "wind") and value) or (kind == "count" and value is not None):
            valued.append(f"{name}={value}")
    return [word for word in yes if word not in implied], no, valued
