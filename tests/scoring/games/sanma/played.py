"""Matches of three that riichienv plays, as a camera over the table sees them and as a referee records them."""

import random
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

import pytest

from scoring.follow.events import AnyEvent, Claim, Declared, Discard, Drawn, Flower, Kong, Win
from scoring.games.riichi.acts import DeclaredRiichi
from scoring.games.sanma.acts import SetAside
from scoring.match.followed import FollowedHand
from scoring.match.match import fold
from scoring.match.records import Act, Claimed, Seated, Won
from scoring.match.records import Drawn as DrawnHand
from scoring.match.state import Match
from tests.scoring.match.builders import records

NAMES: Final = ("Ann", "Bo", "Chen")
EAST: Final = 2
"""The seat at which the camera sees the first East."""

Line = dict[str, Any]
"""An event of mjai."""


@dataclass(frozen=True, slots=True)
class PlayedMatch:
    """A match: the deals as the other program wrote them, and what we know of it."""

    deals: list[list[Line]]
    match: Match
    hands: list[FollowedHand]


def played(seed: int) -> PlayedMatch:
    """Return a match that the other program plays: each declares, wins and sets a North aside when it may."""
    deals: list[list[Line]] = []
    for line in _log(seed):
        if line["type"] == "start_kyoku":
            deals.append([])
        if line["type"] not in ("start_game", "end_game"):
            deals[-1].append(line)
    acts: list[Act] = [Seated(NAMES)]
    for deal, after in zip(deals, [*deals[1:], None], strict=True):
        acts += _acts(deal, after)
    match = fold(records(*acts, role="referee"), "sanma-mjsoul")
    assert match.refused == {}, match.refused
    hands = [
        FollowedHand(hand, list(_events(deal)), seat_of(deal[0]["oya"]))
        for hand, deal in zip(match.hands, deals, strict=True)
    ]
    return PlayedMatch(deals, match, hands)


def seat_of(player: int) -> int:
    """Return the seat of a player, as the camera sees it."""
    return (player + EAST - 1) % len(NAMES) + 1


def plain(tile: str) -> str:
    """Return a tile without the mark of a red five."""
    return tile.removesuffix("r")


def _log(seed: int) -> list[Line]:
    riichienv = pytest.importorskip("riichienv", reason="riichienv is missing: pip install --no-deps riichienv")
    env = riichienv.RiichiEnv(game_mode="3p-red-half", seed=seed)
    seen, chance = env.reset(), random.Random(seed)
    while not env.done():
        seen = env.step({player: _act(riichienv, look, chance) for player, look in seen.items()})
    return list(env.mjai_log)


def _act(riichienv: Any, look: Any, chance: random.Random) -> Any:
    """Return the act of a player: what wins or declares, else the discard that leaves the hand nearest to a win."""
    legal = look.legal_actions()
    kinds = {str(act.action_type).rpartition(".")[2].upper(): act for act in legal}
    for kind in ("TSUMO", "RON", "KITA", "RIICHI"):
        if kind in kinds:
            return kinds[kind]
    if "DISCARD" not in kinds:
        return chance.choice(legal)

    def far(act: Any) -> tuple[int, float]:
        left = list(look.hand)
        left.remove(act.tile)
        return riichienv.calculate_shanten_3p(left), chance.random()

    kongs = [act for kind, act in kinds.items() if "KAN" in kind]
    discards = [act for act in legal if str(act.action_type).upper().endswith("DISCARD")]
    return chance.choice(kongs) if kongs else min(discards, key=far)


def _acts(deal: list[Line], after: list[Line] | None) -> Iterator[Act]:
    """Yield the records of a deal."""
    begun, wins = deal[0], [line for line in deal if line["type"] == "hora"]
    sticks = begun["kyotaku"] + sum(line["type"] == "reach_accepted" for line in deal)
    for line in deal:
        if line["type"] == "reach_accepted":
            yield DeclaredRiichi(NAMES[line["actor"]])
        elif line["type"] == "kita":
            yield SetAside(NAMES[line["actor"]])
    won = []
    for n, line in enumerate(wins):
        points = line["deltas"][line["actor"]] - (0 if n else 200 * begun["honba"] + 1000 * sticks)
        giver = None if line["target"] == line["actor"] else NAMES[line["target"]]
        won.append(Won(NAMES[line["actor"]], points, giver))
    if len(won) == 1:
        yield won[0]
    elif won:
        yield Claimed(tuple(won))
    else:
        yield _drawn(deal, after)


def _drawn(deal: list[Line], after: list[Line] | None) -> DrawnHand:
    end = next(line for line in deal if line["type"] == "ryukyoku")
    if end["reason"] != "exhaustive_draw":
        return DrawnHand(abortive="nine terminals and honours" if "kyushu" in end["reason"] else "four kongs")
    ready = [name for name, gain in zip(NAMES, end["deltas"], strict=True) if gain > 0]
    declared = any(line["type"] == "reach_accepted" for line in deal)
    stays = after is not None and after[0]["oya"] == deal[0]["oya"]
    return DrawnHand(tuple(ready or NAMES if declared or stays else ready))


def _events(deal: list[Line]) -> Iterator[AnyEvent]:
    """Yield what a camera sees of a deal."""
    declared, tile = False, ""
    for t, line in enumerate(deal):
        seat = seat_of(line["actor"]) if "actor" in line else 0
        match line:
            case {"type": "reach"}:
                declared = True
            case {"type": "dahai"}:
                tile = plain(line["pai"])
                own = "yes" if line["tsumogiri"] else "no"
                yield Discard(t=t, seat=seat, tile=tile, sideways=declared, tsumogiri=own)
                if declared:
                    yield Declared(t=t, seat=seat, what="riichi", tile=tile)
                declared = False
            case {"type": "pon" | "daiminkan"}:
                tiles = (tile, *map(plain, line["consumed"]))
                source = seat_of(line["target"])
                kind = "pung" if line["type"] == "pon" else "kong"
                yield Claim(t=t, seat=seat, kind=kind, tile=tile, tiles=tiles, source=source)  # type: ignore[arg-type]
            case {"type": "ankan" | "kakan"}:
                tile = plain(line["consumed"][0])
                kind = "concealed" if line["type"] == "ankan" else "added"
                yield Kong(t=t, seat=seat, kind=kind, tile=tile, tiles=(tile,) * 4)  # type: ignore[arg-type]
            case {"type": "kita"}:
                tile = "N"
                yield Flower(t=t, seat=seat, tile=tile)
            case {"type": "tsumo"}:
                tile = plain(line["pai"])
            case {"type": "hora"}:
                source = 0 if line["target"] == line["actor"] else seat_of(line["target"])
                yield Win(t=t, seat=seat, tile=tile, source=source)
                return
            case {"type": "ryukyoku"}:
                yield Drawn(t=t)


def masked(deal: list[Line]) -> Iterator[Mapping[str, Any]]:
    """Yield a deal of the other program without what nobody sees over the table: held and drawn tiles, indicators."""
    tile = ""
    for n, line in enumerate(deal):
        after = next((each for each in deal[n + 1 :] if each.get("actor") == line.get("actor")), {})
        match line:
            case {"type": "start_kyoku"}:
                yield {**line, "dora_marker": "?", "tehais": [["?"] * 13] * 3}
            case {"type": "tsumo"}:
                tile = plain(line["pai"])
                shown = after.get("tsumogiri") or (after.get("type") == "hora" and after["target"] == line["actor"])
                yield {**line, "pai": tile if shown else "?"}
            case {"type": "dora"}:
                pass  # turned before the discard there, after it here
            case {"type": "hora"}:
                below = ["?"] * len(line["ura_markers"])
                said = {name: said for name, said in line.items() if name != "tsumo"}
                yield {**said, "pai": tile, "ura_markers": below}
            case {"type": "ryukyoku"}:
                yield {name: said for name, said in line.items() if name != "reason"}
            case _:
                tile = plain(line["pai"]) if line["type"] in ("dahai", "kakan", "kita") else tile
                shown = {"pai": plain(line["pai"])} if "pai" in line else {}
                shown |= {"consumed": [plain(each) for each in line["consumed"]]} if "consumed" in line else {}
                yield {name: said for name, said in (line | shown).items() if (name, line["type"]) != ("pai", "ankan")}
