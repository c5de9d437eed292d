"""Matches that @kobalab/majiang-core played, as a camera over the table sees them and as a referee records them."""

import json
import shutil
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import pytest

from scoring.follow.events import AnyEvent, Claim, Declared, Discard, Drawn, Kong, Win
from scoring.games.riichi.acts import DeclaredRiichi
from scoring.games.riichi.words import RiichiExtra as Circumstances
from scoring.hand import Meld
from scoring.hand import Win as Hand
from scoring.match.followed import FollowedHand
from scoring.match.match import fold
from scoring.match.records import Act, Seated, Won
from scoring.match.records import Drawn as DrawnHand
from scoring.match.state import Match
from scoring.notation import format_win
from scoring.rules import tournament
from scoring.tiles import WINDS
from tests.scoring.match.builders import records

MODULES: Final = Path(__file__).parents[4] / ".ci" / "node_modules"
needs_logs: Final = pytest.mark.skipif(
    not (shutil.which("node") and (MODULES / "@kobalab/tenhou-url-log").is_dir()),
    reason="node or @kobalab/tenhou-url-log is missing: npm ci in .ci",
)
RULES: Final = tournament(
    'name = "plain"\ntitle = "Plain"\nbase = "riichi-home"\nsource = "us"\n[switches]\nRI1 = "no"\n'
)
"""Rules by which the other program plays: without red fives, which a camera does not tell from others."""
EAST: Final = 3
"""The seat at which the camera sees the first East."""
ABORTIVE: Final[dict[str, Any]] = {
    "九種九牌": "nine terminals and honours",
    "四風連打": "four winds",
    "四開槓": "four kongs",
    "四家立直": "four riichi",
}


@dataclass(frozen=True, slots=True)
class PlayedMatch:
    """A match: what the other program wrote of it, and what we know of it."""

    log: dict[str, Any]
    match: Match
    hands: list[FollowedHand]


def played(count: int, seed: int) -> Iterator[PlayedMatch]:
    """Yield matches that the other program plays."""
    script = Path(__file__).parent / "played.cjs"
    node = [shutil.which("node") or "node", str(script), str(MODULES), str(count), str(seed)]
    done = subprocess.run(node, capture_output=True, text=True, check=True, encoding="utf-8")
    for line in done.stdout.splitlines():
        given = json.loads(line)
        yield _match(given["match"], given["log"])


def _match(given: dict[str, Any], log: dict[str, Any]) -> PlayedMatch:
    acts: list[Act] = [Seated(tuple(log["name"]), body="riichi-rooms")]
    for deal in given["log"]:
        acts += _acts(deal)
    match = fold(records(*acts, role="referee"), RULES)
    assert match.refused == {}, match.refused
    hands = [
        FollowedHand(hand, list(_events(deal)), EAST) for hand, deal in zip(match.hands, given["log"], strict=False)
    ]
    return PlayedMatch(log, match, hands)


def tile(code: str) -> str:
    """Return our code of a tile of theirs."""
    return "ESWNPFC"[int(code[1]) - 1] if code[0] == "z" else f"{code[1]}{code[0]}"


def meld(text: str) -> Meld:
    """Return our meld of one of theirs."""
    tiles = tuple(tile(text[0] + digit) for digit in text if digit.isdigit())
    source = next(("-=+".index(sign) + 1 for sign in text if sign in "-=+"), 0)
    added = len(tiles) == 4 and source and text[-1] not in "-=+"
    return Meld(tiles, source + 4 * bool(added))


def _acts(deal: list[dict[str, Any]]) -> Iterator[Act]:
    """Yield the records of a deal."""
    for said, after in zip(deal, [*deal[1:], {}], strict=True):
        if "dapai" in said and said["dapai"]["p"].endswith("*"):
            won = "hule" in after and after["hule"]["baojia"] is not None
            if not won:
                yield DeclaredRiichi(WINDS[said["dapai"]["l"]])
        elif "hule" in said:
            yield _won(said["hule"], deal)
        elif "pingju" in said:
            name, shown = said["pingju"]["name"], said["pingju"]["shoupai"]
            waits = [WINDS[place] for place, hand in enumerate(shown) if hand]
            paid = [gain for gain in said["pingju"]["fenpei"] if gain > 0]
            if name in ABORTIVE:
                yield DrawnHand(abortive=ABORTIVE[name])
            elif name == "流し満貫":
                yield DrawnHand(tuple(waits), nagashi=(WINDS[said["pingju"]["fenpei"].index(max(paid))],))
            else:
                yield DrawnHand(tuple(waits))


def _won(hule: dict[str, Any], deal: list[dict[str, Any]]) -> Won:
    concealed, *melds = hule["shoupai"].split(",")
    tiles = list(_tiles(concealed))
    yaku = {each["name"] for each in hule["hupai"]}
    opened = [said["kaigang"]["baopai"] for said in deal if "kaigang" in said]
    own = hule["baojia"] is None
    riichi = hule["fubaopai"] is not None
    hand = Hand(
        tuple(tiles[:-1]),
        tiles[-1],
        tuple(map(meld, melds)),
        self_draw=own,
        kong=bool(yaku & {"嶺上開花", "槍槓"}),
        last_tile=bool(yaku & {"海底摸月", "河底撈魚"}),
        heaven="天和" in yaku,
        earth="地和" in yaku,
        extra=Circumstances(
            riichi=riichi,
            double_riichi="ダブル立直" in yaku,
            ippatsu="一発" in yaku,
            dora=tuple(map(tile, [deal[0]["qipai"]["baopai"], *opened])),
            ura=tuple(map(tile, hule["fubaopai"])) if riichi else (),
        ),
    )
    giver = None if own else WINDS[hule["baojia"]]
    return Won(WINDS[hule["l"]], hule["defen"], giver, format_win(hand))


def _tiles(text: str) -> Iterator[str]:
    suit = ""
    for letter in text:
        if letter.isdigit():
            yield tile(suit + letter)
        elif letter in "mpsz":
            suit = letter


def _events(deal: list[dict[str, Any]]) -> Iterator[AnyEvent]:
    """Yield what a camera sees of a deal: the discards, with those of the tile just drawn, the calls and the end."""
    last = 0
    for t, said in enumerate(deal):
        ((act, about),) = said.items()
        seat = _seat(about["l"]) if "l" in about else 0
        if act == "dapai":
            code, last = tile(about["p"]), about["l"]
            crosswise = about["p"].endswith("*")
            yield Discard(t=t, seat=seat, tile=code, sideways=crosswise, tsumogiri="yes" if "_" in about["p"] else "no")
            if crosswise:
                yield Declared(t=t, seat=seat, what="riichi", tile=code)
        elif act == "fulou":
            made = meld(about["m"])
            claimed = next(about["m"][at - 1] for at, sign in enumerate(about["m"]) if sign in "-=+")
            code = tile(about["m"][0] + claimed)
            yield Claim(t=t, seat=seat, kind=made.kind, tile=code, tiles=made.tiles, source=_seat(last))
        elif act == "gang":
            made, last = meld(about["m"]), about["l"]
            yield Kong(
                t=t, seat=seat, kind="added" if made.source else "concealed", tile=made.tiles[0], tiles=made.tiles
            )
        elif act == "hule":
            concealed = list(_tiles(about["shoupai"].split(",")[0]))
            source = 0 if about["baojia"] is None else _seat(about["baojia"])
            yield Win(t=t, seat=seat, tile=concealed[-1], source=source, hand=tuple(concealed))
        elif act == "pingju":
            yield Drawn(t=t)


def _seat(place: int) -> int:
    return (EAST - 1 + place) % 4 + 1
