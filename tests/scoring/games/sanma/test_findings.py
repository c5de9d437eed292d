"""Faults of hands of riichi for three: what each is, and that what it contradicts does not count."""

import pytest

from scoring.games.sanma.combine import score
from scoring.games.sanma.findings import sanma_findings
from scoring.games.sanma.presets import PRESETS
from scoring.games.sanma.switches import house
from tests.scoring.games.sanma.vectors import told

pytest.importorskip("mahjong")

HAND = "123p456p789p11s67s 8s"
NORTH = "123p456p789p55sNN N"


@pytest.mark.parametrize(
    ("text", "switches", "kinds"),
    [
        (f"{HAND} norths=4 seat=W from=E", {}, []),
        ("[123p,1]456p789p11s67s 8s", {}, ["claimed-chow"]),
        ("234m456p789p11s67s 8s", {}, ["absent-tile"]),
        (f"{HAND} seat=N", {}, ["bad-wind"]),
        (f"{HAND} seat=S from=N", {}, ["bad-wind"]),
        (f"{HAND} round=N", {}, ["bad-wind"]),
        (f"{NORTH} norths=2", {}, ["fifth-north"]),
        (f"{HAND} norths=5", {}, ["fifth-north"]),
        (f"{HAND} norths=2", {"SA1": "value"}, ["norths-not-aside"]),
        (f"{NORTH} rob-north seat=S from=W", {}, []),
        (f"{NORTH} rob-north self-draw", {}, ["north-not-robbed"]),
        (f"{HAND} rob-north seat=S from=W", {}, ["north-not-robbed"]),
        (f"{NORTH} rob-north seat=S from=W", {"SA2": "off"}, ["north-not-robbed"]),
        (f"{NORTH} rob-north seat=S from=W", {"SA1": "guest"}, ["north-not-robbed"]),
        (f"{HAND} self-draw kong norths=1", {}, []),
        (f"{HAND} self-draw kong norths=0", {}, ["replacement-without-north"]),
        (f"{HAND} self-draw kong", {}, ["replacement-without-north"]),
        (f"{HAND} self-draw kong", {"SA1": "guest"}, ["replacement-without-kong"]),
        (f"{HAND} self-draw kong riichi ippatsu norths=1", {}, ["ippatsu-impossible"]),
        (f"{HAND} self-draw heaven norths=1 seat=E", {}, ["north-breaks-first"]),
        (f"{NORTH} norths=1 dora=N", {}, ["fifth-copy"]),
        (f"{HAND} norths=4 dora=N", {}, ["fifth-copy"]),
        (f"{HAND} norths=4 riichi dora=W ura=N", {}, ["fifth-copy"]),
        (f"{HAND} norths=3 dora=N", {}, []),
        (f"{HAND} norths=4 dora=N", {"SA1": "guest"}, ["norths-not-aside"]),
        (f"{NORTH} norths=2", {"SA1": "guest"}, ["norths-not-aside"]),
        (f"{HAND} dora=5m", {}, ["absent-tile"]),
        (f"{HAND} riichi ura=2m", {}, ["absent-tile"]),
        ("50p55678p340678s 8s".replace("50p55", "0550"), {}, ["red-five-twice"]),
        ("0550678p340678s 8s", {"SA7": "all"}, []),
    ],
)
def test_what_is_wrong_is_named(text: str, switches: dict[str, str], kinds: list[str]) -> None:
    preset = house("sanma-tenhou", ("house", "House", "1", "test"), switches)
    assert [finding.kind for finding in sanma_findings(told(text), preset)] == kinds


def test_a_replacement_of_nothing_does_not_count() -> None:
    kong, without = (score(told(f"{HAND} self-draw{kong} seat=S dora=0")) for kong in (" kong", ""))
    assert (kong.total, kong.extra.han) == (without.total, without.extra.han)


def test_norths_that_contradict_do_not_count() -> None:
    preset = house("sanma-tenhou", ("house", "House", "1", "test"), {"SA1": "value"})
    with_norths, without = (
        score(told(f"{HAND} riichi self-draw seat=S dora=0 ura=0{norths}"), preset) for norths in (" norths=2", "")
    )
    assert with_norths.total == without.total
    assert score(told("[123p,1]456p789p11s67s 8s"), PRESETS["sanma-tenhou"]).wins is False
