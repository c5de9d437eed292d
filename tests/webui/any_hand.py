"""Hands of every sort for the tests: winning or not, whole or not, with any known or unknown circumstances."""

import random
from dataclasses import replace
from typing import Any, Final

from scoring import Meld, Win
from scoring.luck import LUCK
from scoring.tiles import FACES, FLOWERS, PLAYED, WINDS
from tests.books import RULES
from tests.scoring.deal import random_win
from tests.served import make_reading
from vision.reading import REASONS, Doubt, Reading
from webui.hand.edits import edited
from webui.hand.effects import EditRejectedError
from webui.hand.hand import TableHand, entered, photographed
from webui.hand.offers import offers
from webui.hand.questions import Answer, answered, question
from webui.hand.state import Circumstances, HandState, MatchHand, MeldState, Slot, outcome

_GROUPS: Final = ("concealed", "chow", "pung", "kong", "concealed-kong", "winning", "flowers", "aside")


def any_hand(rng: random.Random, deal: MatchHand | None = None) -> TableHand:
    """A hand entered tile by tile, or one that was read, with doubts, and changed by people since."""
    win = rng.choice((_cheap, lambda rng: _spoilt(rng, rng.choice((random_win, _cheap))(rng))))(rng)
    if rng.random() < 0.6:
        return entered(_entered(rng, win, deal))
    hand = photographed("0" * 64, _read(rng, win), rng.choice(list(RULES)), _won(rng), deal)
    for _ in range(rng.randint(0, 3)):
        hand = _changed(rng, hand)
    laid = replace(hand.laid, won=_won(rng))
    return replace(hand, laid=laid, outcome=outcome(laid))


def _cheap(rng: random.Random) -> Win:
    """A hand that wins and scores little, often with a kong."""
    kong = rng.choice([code for code in PLAYED if code[0] not in "19" and len(code) > 1])
    meld = Meld((kong,) * rng.choice((3, 4, 4)), rng.choice((0, 1, 2, 3)))
    while True:
        lows = zip(rng.choices(range(1, 8), k=3), "mps", strict=True)
        chows = [[f"{low + n}{suit}" for n in range(3)] for low, suit in lows]
        pair = rng.choice(PLAYED)
        codes = [code for chow in chows for code in chow] + [pair, pair]
        if kong not in codes and codes.count(pair) < 4:
            break
    rng.shuffle(codes)
    return Win(tuple(codes[1:]), codes[0], (meld,))


def _spoilt(rng: random.Random, win: Win) -> Win:
    """The hand, or one of other tiles that wins no more, lacks some or has too many."""
    concealed = list(win.concealed)
    match rng.randrange(12):
        case 0:
            concealed[rng.randrange(len(concealed))] = rng.choice(PLAYED)
        case 1:
            concealed.pop()
        case 2:
            concealed.append(rng.choice(PLAYED))
        case 3:
            return replace(win, winning=rng.choice((None, *PLAYED)))
    return replace(win, concealed=tuple(concealed))


def _won(rng: random.Random) -> Circumstances:
    """Return circumstances of a win: any at all, or those that a match needs."""
    if rng.random() < 0.3:
        return Circumstances(self_draw=False, round="E", seat="S", discarder="W")
    seat = rng.choice((None, *WINDS, *WINDS))
    others = [None, *(wind for wind in WINDS if wind != seat)]
    names = ("last_tile", "last_of_kind", "heaven", "earth")
    luck = {name: True for name in names if rng.random() < 0.1}
    return Circumstances(
        self_draw=rng.choice((None, False, True)),
        kong=rng.choice((None, None, None, False, True)),
        round=rng.choice((None, *WINDS, *WINDS)),  # type: ignore[arg-type]
        seat=seat,  # type: ignore[arg-type]
        discarder=rng.choice(others),  # type: ignore[arg-type]
        first_discarder=rng.choice((None, None, *WINDS)),  # type: ignore[arg-type]
        ruled_out=tuple(rng.sample([*LUCK], rng.choice((0, 0, 2, 5)))),
        **luck,  # type: ignore[arg-type]
    )


def _entered(rng: random.Random, win: Win, deal: MatchHand | None) -> HandState:
    def slot(code: str) -> Slot:
        return Slot(None if rng.random() < 0.003 else code)

    return HandState(
        melds=tuple(MeldState(meld.kind, tuple(map(slot, meld.tiles)), meld.source) for meld in win.melds),  # type: ignore[arg-type]
        concealed=tuple(map(slot, win.concealed)),
        winning=slot(win.winning) if win.winning else None,
        flowers=tuple(map(Slot, rng.sample(FLOWERS, rng.choice((0, 0, 1, 8))))),
        won=_won(rng),
        rules=rng.choice(list(RULES)),
        deal=deal,
    )


def _read(rng: random.Random, win: Win) -> Reading:
    groups = [(meld.kind, "".join(meld.tiles)) for meld in win.melds]
    groups += [("concealed", "".join(win.concealed))] if win.concealed else []
    groups += [("winning", win.winning)] if win.winning else []
    groups += [("aside", code) for code in rng.choices(FACES, k=rng.choice((0, 0, 1, 3)))]
    if rng.random() < 0.15:  # no hand: the tiles of a row
        groups = [("aside", "".join(text for _, text in groups if text[0] not in "fs"))]
    plain = make_reading(tuple(groups))  # type: ignore[arg-type]
    count = len(plain.tiles)
    weak = {
        n: (round(rng.uniform(0.1, 0.9), 2), ((rng.choice(FACES), 0.2), (rng.choice(FACES), 0.03)))
        for n in range(count)
        if rng.random() < 0.2
    }
    reasons = rng.choices(list(REASONS), k=rng.choice((0, 1, 2, 5)))
    doubts = [Doubt(rng.choice((None, *range(count))), each, _about(rng, REASONS[each][1])) for each in reasons]
    if groups[0][0] == "aside":
        doubts.append(Doubt(None, "no-hand", {"count": count}))
    return make_reading(tuple(groups), tuple(doubts), weak)  # type: ignore[arg-type]


def _about(rng: random.Random, names: tuple[str, ...]) -> dict[str, Any]:
    values = {
        "face": rng.choice(PLAYED),
        "other_face": rng.choice(PLAYED),
        "group": rng.choice(_GROUPS),
        "other_group": rng.choice(_GROUPS),
        "count": rng.randint(2, 20),
        "chairs": (1, 3),
        "kongs": tuple(rng.sample(PLAYED, 2)),
    }
    return {name: values[name] for name in names}


def _changed(rng: random.Random, hand: TableHand) -> TableHand:
    """The hand after a change that its page offers, or an answer to one of its questions."""
    assert hand.reading
    tiles = offers(hand.laid, hand.reading, hand.open_doubts).tiles.values()
    edits: list[Any] = [action.edit for tile in tiles for action in tile.actions]
    for n in hand.open_doubts:
        edits += [Answer(n, choice.answer) for choice in question(hand.reading, hand.laid, n).choices]
    if not edits:
        return hand
    edit = rng.choice(edits)
    try:
        if isinstance(edit, Answer):
            laid, _ = answered(hand.reading, hand.laid, edit.doubt, edit.answer)
        else:
            laid, _ = edited(hand.laid, edit, hand.reading)
    except EditRejectedError:
        return hand
    return replace(hand, laid=laid, outcome=outcome(laid))
