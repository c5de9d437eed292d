"""Conversion of hand text to a hand by its places."""

from scoring import parse
from scoring.games.game import Game, RuleBook
from scoring.hand import Win
from scoring.match.missing import kept_book
from scoring.tiles import FLOWERS
from webui.hand.state import Circumstances, HandState, MeldState, Slot, Teller, with_source


def from_text(text: str, rules: str, teller: Teller = "person") -> HandState:
    """Return the hand of a text; circumstances that the text does not state stay unknown.

    Args:
        text: The text, in the format of `tableside score`.
        rules: The preset that scores it; it may be one that is not installed.
        teller: The source of its circumstances.

    Raises:
        NotationError: The text is no hand.
        ValueError: A meld has a wrong number of tiles.
    """
    book = kept_book(rules)
    win = parse(text, book.red, book.game.id)
    red = list(win.red)
    return HandState(
        melds=tuple([MeldState(meld.kind, _slots(meld.tiles, red), meld.source) for meld in win.melds]),  # type: ignore[arg-type]
        concealed=_slots(win.concealed, red),
        winning=next(iter(_slots((win.winning,), red))) if win.winning else None,
        flowers=_slots(_flowers(win, book), red),
        won=with_source(Circumstances(), _won(win, book.game), teller),
        rules=rules,
    )


def _slots(tiles: tuple[str, ...], red: list[str]) -> tuple[Slot, ...]:
    """Return slots of tiles; the first fives are red, and taken from `red`."""
    found = []
    for tile in tiles:
        found.append(Slot(tile, red=tile in red))
        if tile in red:
            red.remove(tile)
    return tuple(found)


def _flowers(win: Win, book: RuleBook) -> tuple[str, ...]:
    """Return the flowers; if only their number is known, the first ones in order.

    If the rules ask which flowers they are, unnamed ones are left out, for people to tap.
    """
    if book.flowers and not win.flower_tiles and win.flowers != len(FLOWERS):
        return ()
    unnamed = [f"{suit}{number}" for suit in "fs" for number in range(1, 5)]
    more = [flower for flower in unnamed if flower not in win.flower_tiles]
    return (*win.flower_tiles, *more[: max(0, (win.flowers or 0) - len(win.flower_tiles))])


def _won(win: Win, game: Game) -> Circumstances:
    return Circumstances(
        self_draw=False if win.self_draw is None and win.discards and win.giver else win.self_draw,
        last_tile=win.last_tile,
        kong=win.kong,
        last_of_kind=win.last_of_kind,
        heaven=win.heaven,
        earth=win.earth,
        round=win.round_wind,  # type: ignore[arg-type]
        seat=win.seat,  # type: ignore[arg-type]
        discarder=win.giver,  # type: ignore[arg-type]
        first_discarder=game.payers.first_discarder(win),  # type: ignore[arg-type]
        no_flowers=win.flowers == 0,
        double_kong=win.double_kong,
        flower_tile=win.flower_tile,
        man=win.man,
        liable=win.liable,  # type: ignore[arg-type]
        extra=win.extra,
    )
