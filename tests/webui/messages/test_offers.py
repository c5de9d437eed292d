"""Every offer has its sentence."""

from dataclasses import replace
from typing import get_args

from scoring.games.riichi.words import RiichiExtra
from scoring.hand import MeldKind
from scoring.rules import BOOKS
from tests.webui.messages.every import every
from webui.hand.offered import ActionKind, MeldChoice
from webui.hand.offers import offers
from webui.hand.state import Circumstances, HandState, MeldState, Slot, Teller
from webui.messages import Messages
from webui.messages.offers import (
    ACTIONS,
    CIRCUMSTANCES,
    GIVERS,
    MELDS,
    NEW_MELDS,
    SOURCES,
    TOGGLES,
    giver,
    meld,
    setting,
)

ENGLISH = Messages.of("en")


def test_every_kind_has_a_sentence() -> None:
    assert every("actions", ACTIONS) == set(get_args(ActionKind)) | {"dora", "ura"}
    assert set(MELDS) == set(get_args(MeldKind)) | set(get_args(MeldChoice))
    assert set(NEW_MELDS) == set(get_args(MeldKind))
    luck = {kind for game in BOOKS.games.values() for kind in game.luck}
    assert every("toggles", TOGGLES) == luck | {"last-discard", "last-draw"}
    assert set(GIVERS) == set(range(4))
    assert set(SOURCES) == set(get_args(Teller))


def test_every_circumstance_has_a_label_and_its_values_a_word_or_a_wind() -> None:
    kong = HandState((MeldState("concealed-kong", (Slot("C"),) * 4),), winning=Slot("5s"), rules="zungjung")
    offered = [
        circumstance
        for won in (Circumstances(), Circumstances(self_draw=False, discarder="E"))
        for circumstance in offers(replace(kong, won=won)).circumstances
    ]
    dragons = tuple([MeldState("pung", (Slot(face),) * 3) for face in "CFP"])
    offered += offers(HandState(dragons, winning=Slot("5s"), rules="hk")).circumstances
    shown = Circumstances(extra=RiichiExtra(riichi=True, open_riichi=True, from_riichi=False))
    offered += offers(HandState(winning=Slot("5s"), rules="riichi-ema", won=shown)).circumstances
    two_suits = (Slot("1p"), Slot("1s"))
    offered += offers(HandState(concealed=two_suits, winning=Slot("5s"), rules="sichuan-sbr")).circumstances
    offered += offers(HandState(winning=Slot("5s"), rules="taiwan-atw")).circumstances
    offered += offers(HandState(winning=Slot("5s"), rules="sanma-home")).circumstances
    flowered = HandState(flowers=(Slot("f1"),), winning=Slot("5s"), rules="hk", won=Circumstances(more_flowers=True))
    offered += offers(flowered).circumstances
    assert {circumstance.name for circumstance in offered} == every("questions", CIRCUMSTANCES) - {"dora", "ura"}
    for circumstance in offered:
        for value in circumstance.settings:
            assert (setting(ENGLISH, circumstance.name, value.value) is None) == (value.value in set("ESWN"))


def test_a_meld_is_named_with_who_gave_it() -> None:
    added = MeldState("kong", (Slot("C"),) * 4, 6)
    assert (meld(ENGLISH, added), giver(ENGLISH, added)) == ("Added kong", "from across")
    chow = MeldState("chow", tuple(Slot(f"{n}s") for n in (1, 2, 3)), 1)
    assert (meld(ENGLISH, chow), giver(ENGLISH, chow)) == ("Chow", None)
