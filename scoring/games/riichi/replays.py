"""Followed hands of riichi as other programs read them: `tenhou.net/6` JSON and mjai.

The camera sees no tile that a player holds or draws. Such a tile is 0 in the first format and "?" in the second: the
hands that were dealt, each draw that was not seen to be discarded at once, an indicator that the record does not name.
A discard that was not seen to be the tile just drawn counts as one from the hand. Red fives are plain fives, which is
how the camera reads them. An open riichi is a riichi there, as neither format has a word for it.

Three players have a fourth place in the first format, which is empty, and "三" in its rules; a tile laid aside as a
bonus has an "f" before its number among the discards. mjai has a place for each player.
"""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, cast

from scoring.errors import MissingLibraryError, NotationError
from scoring.follow.events import UNKNOWN, Win
from scoring.games.riichi.acts import THREE
from scoring.games.riichi.hand import riichi_of
from scoring.games.riichi.moves import NINE, Aside, Cut, MeldCall, OwnKong, RiichiMove, TileDraw, moves, opened
from scoring.games.riichi.payment import STICK, RiichiValue
from scoring.games.riichi.words import declared
from scoring.games.riichi.yaku import YAKU
from scoring.hand import Win as WonHand
from scoring.match.followed import FollowedHand, Untold
from scoring.match.records import Drawn, Won
from scoring.match.sheets import RecordedHand, read_hand
from scoring.match.state import Hand, Match
from scoring.tiles import WINDS

HAND: Final = 13
"""Tiles dealt to a player."""
_PLACES: Final = 4
"""Places of a table in the first format, whatever the number of players; also those that a wind has deals."""

_HONOURS: Final = "ESWNPFC"
_DRAWN_AT_ONCE: Final = 60
"""The number of a discard of the tile just drawn."""

_ABORTIVE: Final[Mapping[str, str]] = {
    NINE: "九種九牌",
    "four winds": "四風連打",
    "four kongs": "四槓散了",
    "four riichi": "四家立直",
    THREE: "三家和了",
}
_LIMITS: Final = ((8000, "役満"), (6000, "三倍満"), (4000, "倍満"), (3000, "跳満"), (2000, "満貫"))
"""The least base points of each limit."""
_OTHER_NAMES: Final = {
    "ダブル立直": "両立直",
    "断么九": "断幺九",
    "混全帯么九": "混全帯幺九",
    "純全帯么九": "純全帯幺九",
    "海底撈月": "海底摸月",
    "搶槓": "槍槓",
    "国士無双十三面待ち": "国士無双１３面",
}
"""Names of yaku there, where they differ from ours."""
_MJAI: Final[Mapping[str, str]] = {"mjai.jsonl": ""}
"""The file of mjai of a game that lays no tile aside."""


@dataclass(frozen=True, slots=True)
class _Told:
    """A hand whose course can be told.

    Attributes:
        match: The match.
        hand: The hand.
        first: The number of East among the players.
        moves: Its moves.
        scores: Points of each player at its beginning, sticks on the table not among them.
        dora: Indicators that lie open at its end, unknown ones among them.
        ura: Indicators below them, or () if no winner had declared riichi.
    """

    match: Match
    hand: FollowedHand
    first: int
    moves: Sequence[RiichiMove]
    scores: tuple[int, ...]
    dora: tuple[str, ...]
    ura: tuple[str, ...]

    @property
    def players(self) -> tuple[str, ...]:
        """The players in the order of their numbers."""
        return _players(self.hand.hand)

    def gains(self, winner: str | None) -> list[int]:
        """Return the points that each player gets by a win, or by a draw, with the sticks that lie on the table."""
        hand = self.hand.hand
        gained = dict.fromkeys(hand.seats.values(), 0)
        for each in hand.transfers:
            if each.record == hand.ended and (winner is None or winner in (each.payee, each.payer)):
                gained[each.payer] -= each.points
                gained[each.payee] += each.points
        for deposit in hand.deposits:
            if deposit.record == hand.ended and deposit.player == winner:
                gained[deposit.player] += deposit.points
        return [gained[player] for player in self.players]


def replays(
    match: Match, hands: Sequence[FollowedHand], aside: Sequence[str] = (), mjai: Mapping[str, str] = _MJAI
) -> Mapping[str, str]:
    """Return hands of a match that have ended, in both formats; nothing if the course of none can be told.

    Args:
        match: The match.
        hands: Its hands as they were followed.
        aside: The tiles that are laid aside as a bonus.
        mjai: The files of mjai, each with its word for such a tile; where none was laid, the first is the only one.
    """
    told = list(_told(match, hands, aside))
    if not told:
        return {}
    log = {
        "title": [match.rules.title, ""],
        "name": _padded(told[0].players, ""),
        "rule": _rule(match, len(told[0].players)),
        "log": [_log(each) for each in told],
    }
    laid = any(isinstance(move, Aside) for each in told for move in each.moves)
    files = {name: _lines(told, word) for name, word in [*mjai.items()][: None if laid else 1]}
    return {"tenhou6.json": json.dumps(log, ensure_ascii=False) + "\n", **files}


def _rule(match: Match, players: int) -> dict[str, str | int]:
    """Return the rules as readers show them; "三" tells them that three play."""
    title, red = match.rules.title, int(match.rules.red)
    if players == _PLACES:
        return {"disp": title, "aka": red}
    return {"disp": f"三 {title}", "aka51": 0, "aka52": red, "aka53": red}


def _padded(values: Sequence[Any], nothing: Any) -> list[Any]:
    """Return a value for each place of the first format, which has a fourth where three play."""
    return [*values, *[nothing] * (_PLACES - len(values))]


def _lines(told: Sequence[_Told], aside: str) -> str:
    """Return hands as lines of mjai, with the word for a tile laid aside."""
    return "".join(json.dumps(event, ensure_ascii=False) + "\n" for event in _mjai(told, aside))


def untold(hand: FollowedHand, aside: Sequence[str] = ()) -> Untold | None:
    """Return the first reason why the formats cannot tell the course of a hand that has ended, or None."""
    told = moves(hand, (hand.hand.deal - 1) % len(hand.hand.seats), aside)
    return told if isinstance(told, Untold) else None


def _told(match: Match, hands: Iterable[FollowedHand], aside: Sequence[str]) -> Iterator[_Told]:
    players = None
    for each in hands:
        hand = each.hand
        first = (hand.deal - 1) % len(hand.seats)
        players = players or _players(hand)
        told = moves(each, first, aside) if hand.outcome is not None and hand.taken_back is None else None
        if told is None or isinstance(told, Untold) or _players(hand) != players:
            continue
        said = {winner: declared(win) for winner, won in hand.won.items() if (win := _hand_of(won))}
        turning = _turning(hand)
        dora = _known(_longest(each.dora for each in said.values()), opened(told))
        ura = _known(_longest(said[each].ura for each in turning if each in said), len(dora)) if turning else ()
        before = match.running[hand.number - 2] if hand.number > 1 else dict.fromkeys(players, match.body.start)
        yield _Told(match, each, first, told, tuple([before[player] for player in players]), dora, ura)


def _players(hand: Hand) -> tuple[str, ...]:
    """Return the players by their numbers: that of the first deal's East is 0."""
    count = len(hand.seats)
    return tuple([hand.seats[WINDS[(number - hand.deal + 1) % count]] for number in range(count)])


def _turning(hand: Hand) -> list[str]:
    """Return the winners who turn the indicators below the dora, since they had declared riichi."""
    return [winner for winner in hand.winners if winner in riichi_of(hand).declared]


def _hand_of(won: Won) -> WonHand | None:
    try:
        return read_hand(won.hand, True) if won.hand else None
    except NotationError:
        return None


def _longest(indicators: Iterable[tuple[str, ...] | None]) -> tuple[str, ...]:
    """Return the indicators that the winner names who names the most: all turn the same ones."""
    return max([tiles or () for tiles in indicators], key=len, default=())


def _known(known: tuple[str, ...], count: int) -> tuple[str, ...]:
    """Return the tiles that are known, and as many unknown ones as it needs to be so many."""
    return (*known, *[UNKNOWN] * (count - len(known)))


def _log(told: _Told) -> list[Any]:
    """Return a hand as an element of `log`: its place, points, indicators, then deal, draws and discards of each."""
    hand = told.hand.hand
    players = len(told.players)
    draws: list[list[int | str]] = [[] for _ in range(_PLACES)]
    cuts: list[list[int | str]] = [[] for _ in range(_PLACES)]
    for move in told.moves:
        match move:
            case TileDraw():
                draws[move.who].append(_number(move.tile))
            case Cut():
                number = _DRAWN_AT_ONCE if move.drawn else _number(move.tile)
                cuts[move.who].append(f"r{number}" if move.riichi else number)
            case MeldCall():
                draws[move.who].append(_call(move))
                cuts[move.who] += [0] * (move.kind == "kong")  # no discard follows that draw
            case OwnKong():
                cuts[move.who].append(_own_kong(move))
            case Aside():
                cuts[move.who].append(f"f{_number(move.tile)}")
    wind, deal = divmod(hand.deal - 1, players)
    found: list[Any] = [
        [_PLACES * wind + deal, riichi_of(hand).honba, hand.began_with // STICK],
        _padded(told.scores, 0),
        [_number(tile) for tile in told.dora],
        [_number(tile) for tile in told.ura],
    ]
    for who in range(_PLACES):
        found += [[_number(UNKNOWN)] * (HAND if who < players else 0), draws[who], cuts[who]]
    return [*found, _result(told)]


def _number(tile: str) -> int:
    """Return the number of a tile: 11 is the first of the characters, 41 East, 0 one that is not known."""
    if tile == UNKNOWN:
        return 0
    if tile in _HONOURS:
        return 41 + _HONOURS.index(tile)
    return 10 * ("mps".index(tile[1]) + 1) + int(tile[0])


def _call(move: MeldCall) -> str:
    """Return a claim: the letter stands where the claimed tile lies, as it came from the left, across or the right."""
    own = [str(_number(tile)) for tile in move.own]
    at = {3: 0, 2: 1, 1: len(own)}[(move.source - move.who) % _PLACES]
    letter = {"chow": "c", "pung": "p", "kong": "m"}[move.kind]
    return "".join([*own[:at], f"{letter}{_number(move.tile)}", *own[at:]])


def _own_kong(move: OwnKong) -> str:
    tile = str(_number(move.tile))
    if move.source is None:
        return f"{tile * 3}a{tile}"
    at = {3: 0, 2: 1, 1: 2}[(move.source - move.who) % _PLACES]
    return f"{tile * at}k{tile}{tile * (3 - at)}"


def _result(told: _Told) -> list[Any]:
    hand = told.hand.hand
    if hand.winner is None:
        act = hand.outcome
        assert isinstance(act, Drawn)
        if act.abortive:
            return [_ABORTIVE[act.abortive]]
        return ["流し満貫" if act.nagashi else "流局", _padded(told.gains(None), 0)]
    found: list[Any] = ["和了"]
    for winner, won in hand.won.items():
        who, giver = told.players.index(winner), told.players.index(hand.discarder or winner)
        found += [_padded(told.gains(winner), 0), [who, giver, who, *_value(told.match, hand, winner, won)]]
    return found


def _value(match: Match, hand: Hand, winner: str, won: Won) -> list[str]:
    """Return what a hand is worth in words, and its yaku as far as they are known."""
    seat = next(wind for wind in WINDS if hand.seats[wind] == winner)
    dealer, own = seat == "E", hand.discarder is None
    try:
        counted = RecordedHand(won.hand, match.rules, seat, hand.round_wind, own)
        sheet = counted.sheet(won.points) if won.hand else None
    except MissingLibraryError:
        sheet = None
    fu = f"{sheet.extra.fu}符{sheet.extra.han}飜" if sheet else ""
    values = cast("Sequence[RiichiValue]", match.body.values)
    paid = next((each for each in values if each.won(dealer, own) == won.points), None)
    base = paid.base if paid else won.points / (6 if dealer else 4)
    level = next((name for least, name in _LIMITS if base >= least), fu)
    if not own or paid is None:
        points = f"{won.points}点"
    else:
        main, additional = paid.parts(dealer, own)
        points = f"{main}点∀" if dealer else f"{additional}-{main}点"
    yakuman = "(役満)" if level == "役満" and sheet and sheet.extra.han % HAND == 0 else ""
    lines = sheet.lines if sheet else ()
    names = [(YAKU[line.name].ja if line.name in YAKU else line.ja or line.name, line.points) for line in lines]
    return [level + points, *[f"{_OTHER_NAMES.get(name, name)}{yakuman or f'({han}飜)'}" for name, han in names]]


def _mjai(told: Sequence[_Told], aside: str) -> Iterator[dict[str, Any]]:
    """Yield the events of hands in the words of mjai."""
    yield {"type": "start_game", "names": list(told[0].players)}
    for each in told:
        yield from _mjai_hand(each, aside)
    yield {"type": "end_game"}


def _mjai_hand(told: _Told, aside: str) -> Iterator[dict[str, Any]]:
    hand = told.hand.hand
    indicators = iter(told.dora)
    yield {
        "type": "start_kyoku",
        "bakaze": hand.round_wind,
        "kyoku": told.first + 1,
        "honba": riichi_of(hand).honba,
        "kyotaku": hand.began_with // STICK,
        "oya": told.first,
        "scores": list(told.scores),
        "dora_marker": next(indicators),
        "tehais": [[UNKNOWN] * HAND for _ in told.players],
    }
    accepted: int | None = None
    lie = 1
    for n, move in enumerate(told.moves, 1):
        if accepted is not None:  # nobody won on the discard
            yield {"type": "reach_accepted", "actor": accepted}
            accepted = None
        match move:
            case TileDraw():
                yield {"type": "tsumo", "actor": move.who, "pai": move.tile}
            case Cut():
                if move.riichi:
                    yield {"type": "reach", "actor": move.who}
                    accepted = move.who
                yield {"type": "dahai", "actor": move.who, "pai": move.tile, "tsumogiri": move.drawn}
            case MeldCall():
                kind = {"chow": "chi", "pung": "pon", "kong": "daiminkan"}[move.kind]
                about = {"target": move.source, "pai": move.tile, "consumed": list(move.own)}
                yield {"type": kind, "actor": move.who, **about}
            case OwnKong(source=None):
                yield {"type": "ankan", "actor": move.who, "consumed": [move.tile] * 4}
            case OwnKong():
                yield {"type": "kakan", "actor": move.who, "pai": move.tile, "consumed": [move.tile] * 3}
            case Aside():
                yield {"type": aside, "actor": move.who, "pai": move.tile}
        for _ in range(lie, lie := opened(told.moves[:n])):
            yield {"type": "dora", "dora_marker": next(indicators)}
    if accepted is not None and hand.discarder is None:
        yield {"type": "reach_accepted", "actor": accepted}
    yield from _mjai_end(told)
    yield {"type": "end_kyoku"}


def _mjai_end(told: _Told) -> Iterator[dict[str, Any]]:
    hand = told.hand.hand
    if hand.winner is None:
        yield {"type": "ryukyoku", "deltas": told.gains(None)}
        return
    last = told.moves[-1]
    seen = next((event for event in told.hand.events if isinstance(event, Win)), None)
    turning = _turning(hand)
    for winner in hand.winners:
        who, giver = told.players.index(winner), told.players.index(hand.discarder or winner)
        event: dict[str, Any] = {"type": "hora", "actor": who, "target": giver, "pai": last.tile}
        event |= {"deltas": told.gains(winner), "ura_markers": list(told.ura) if winner in turning else []}
        if seen is not None and seen.hand and told.hand.player(seen.seat) == winner:
            event["hora_tehais"] = list(seen.hand)
        yield event
