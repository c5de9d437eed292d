"""Hands as text, such as `[CCC,1]123m456p789sE E self-draw round=E seat=S flowers=2`, to and from `Win`."""

import re
from typing import Final

from scoring.errors import NotationError
from scoring.hand import Meld, Win
from scoring.tiles import SUITS, WINDS

_TOKEN: Final = re.compile(
    r"(?P<space>\s+)"
    r"|\[(?P<meld>[^\]\[]*)\]"
    r"|(?P<word>[a-z][a-z-]{3,}(?:=[^\s\[\]]*)?)"
    r"|(?P<run>[1-9]+[mps]|[ESWNCFP])"
)
"""The parts of a hand's text: space, a meld in brackets, a word, or a run of tiles."""
_RUN: Final = re.compile(r"([1-9]+)([mps])|([ESWNCFP])")
"""Number tiles of one suit, or one honor."""
_MELD: Final = re.compile(r"\s*((?:[1-9]+[mps]|[ESWNCFP]|\s)+?)\s*(?:,\s*([1-7]))?\s*")
"""The inside of a meld's brackets: its tiles and perhaps its source."""
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
}
"""Words without a value, each with the attribute of `Win` that it sets, and to what."""
_VALUES: Final = ("round", "seat", "flowers", "from", "discards")
"""Words with a value after `=`."""
_SHOWN: Final = 12
"""Characters that an error shows of text that is not understood. Not measured."""


def expand(run: str) -> tuple[str, ...]:
    """The codes of a run of tiles such as `123m456pEE`; whatever is no tile is skipped."""
    codes: list[str] = []
    for digits, suit, honor in _RUN.findall(run):
        codes += [digit + suit for digit in digits] if suit else [honor]
    return tuple(codes)


def compact(codes: tuple[str, ...]) -> str:
    """Tiles as runs in their order: `1m 2m 3m E` becomes `123mE`."""
    text = ""
    for i, code in enumerate(codes):
        suit = code[-1] if code[-1] in SUITS and len(code) > 1 else ""
        following = codes[i + 1] if i + 1 < len(codes) else ""
        joined = suit and len(following) > 1 and following[-1] == suit
        text += code[0] if joined else code
    return text


def _meld(inside: str, text: str) -> Meld:
    match = _MELD.fullmatch(inside)
    if match is None:
        raise NotationError("not-a-meld", meld=inside, text=text)
    return Meld(expand(match[1]), int(match[2] or 0))


def _value(word: str, fields: dict[str, object]) -> None:
    name, _, value = word.partition("=")
    if name in ("round", "seat", "from"):
        if value not in WINDS:
            raise NotationError("not-a-wind", word=word, name=name, value=value)
        fields[{"round": "round_wind", "seat": "seat", "from": "discarder"}[name]] = value
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


def parse(text: str) -> Win:
    """Reads the text of a hand.

    The text has runs of tiles such as `123m456p`, melds in brackets with the player who gave the tile, the winning tile
    last, then words for how it was won. Thirteen tiles, a kong counting as three, are a waiting hand without a winning
    tile. Tiles that cannot be a hand are no error: the score sheet has them among its findings. What the words do not
    say of the draw, the winds and the kong stays unknown.

    Raises:
        NotationError: The text does not follow the notation.
    """
    tiles: list[str] = []
    melds: list[Meld] = []
    fields: dict[str, object] = {}
    at = 0
    while at < len(text):
        match = _TOKEN.match(text, at)
        if match is None:
            raise NotationError("not-understood", seen=text[at : at + _SHOWN], at=at + 1, text=text)
        at = match.end()
        if match["run"]:
            tiles += expand(match["run"])
        elif match["meld"] is not None:
            melds.append(_meld(match["meld"], text))
        elif match["word"]:
            _word(match["word"], fields)
    waiting = len(tiles) + 3 * len(melds) == 13 or not tiles
    return Win(
        concealed=tuple(tiles if waiting else tiles[:-1]),
        winning=None if waiting else tiles[-1],
        melds=tuple(melds),
        **fields,  # type: ignore[arg-type]
    )


def _word(word: str, fields: dict[str, object]) -> None:
    name = word.partition("=")[0]
    if word in _FLAGS:
        attribute, value = _FLAGS[word]
        if fields.setdefault(attribute, value) is not value:
            opposite = next(other for other, meaning in _FLAGS.items() if meaning == (attribute, not value))
            raise NotationError("contradiction", word=word, other=opposite)
    elif "=" in word and name in _VALUES:
        if {"round": "round_wind", "from": "discarder"}.get(name, name) in fields:
            raise NotationError("given-twice", word=word, name=name)
        _value(word, fields)
    else:
        known = (*_FLAGS, *(f"{name}=" for name in _VALUES))
        raise NotationError("unknown-word", word=word, known=known)


def format_win(win: Win) -> str:
    """The text of a hand, in one line, with as much of how it was won as is known.

    `parse` reads it back into an equal `Win`; only that no kong was made for the winning tile is not written where the
    hand was won on a discard or has no kong.
    """
    parts = [
        f"[{compact(meld.tiles)},{meld.source}]" if meld.source else f"[{compact(meld.tiles)}]" for meld in win.melds
    ]
    hand = "".join(parts) + compact(win.concealed)
    words = [hand] if hand else []
    if win.winning is not None:
        words.append(win.winning)
    words += [word for word, (name, value) in _FLAGS.items() if value and getattr(win, name)]
    if win.self_draw is False:
        words.append("discard")
    elif win.kong is False and win.has_kong:
        words.append("no-kong")
    if win.round_wind is not None:
        words.append(f"round={win.round_wind}")
    if win.seat is not None:
        words.append(f"seat={win.seat}")
    if win.flowers:
        words.append(f"flowers={''.join(win.flower_tiles) or win.flowers}")
    if win.discarder:
        words.append(f"from={win.discarder}")
    if win.discards:
        words.append("discards=" + ",".join(seat + tile for seat, tile in win.discards))
    return " ".join(words)
