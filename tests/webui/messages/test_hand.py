"""Every kind of a hand's changes, refusals, questions, answers and problems has a sentence with all its parameters."""

from collections.abc import Iterable, Mapping
from typing import Any, get_args

import pytest

from scoring.hand import MeldKind
from scoring.rules import BOOKS
from tests.rows import row_by_row
from tests.webui.messages.every import every
from vision.reading import Doubt
from webui.hand import effects, questions, state
from webui.hand.effects import EditRefusalKind, EditRejectedError, Effect, EffectKind
from webui.hand.questions import Choice, ChoiceKind, Question, QuestionKind
from webui.hand.state import CIRCUMSTANCES, MeldState, Slot, Unfinished, UnfinishedKind
from webui.messages import Messages, hand

ENGLISH = Messages.of("en")

EXAMPLES: dict[str, Any] = {
    "answer": "yes",
    "answers": ("6m", "8m"),
    "any_face": 1,
    "asked": (("faces", ("6m", "8m")),),
    "changed": (("self_draw", True), ("discarder", None), ("seat", "S")),
    "choice": "face-of-meld",
    "chosen": (("face", "F"), ("meld", "pung"), ("tiles", ("F", "F", "F"))),
    "count": 5,
    "doubt": 3,
    "face": "5m",
    "faces": ("6m", "8m"),
    "found": "2.3.0",
    "version": "2.1",
    "held": 15,
    "index": 7,
    "instead": "taiwan-home",
    "joined": ("C", "C", "C"),
    "known": 2,
    "meld": "concealed-kong",
    "most": 4,
    "number": 5,
    "over": 1,
    "path": "c13",
    "place": "f",
    "question": "one-of-faces",
    "rules": "mcr",
    "hand": 3,
    "kongs": ("1m", "C"),
    "size": 14,
    "source": 7,
    "tiles": ("C", None),
    "under": 2,
    "was": ("1m",),
}
"""A value of each parameter that a kind may have."""


def about(names: tuple[str, ...]) -> dict[str, Any]:
    return {name: EXAMPLES[name] for name in names}


@pytest.mark.parametrize(
    ("kinds", "parameters", "sentences"),
    [
        (EffectKind, effects.EFFECTS, hand.EFFECTS),
        (EditRefusalKind, effects.REFUSALS, hand.REFUSALS),
        (QuestionKind, questions.QUESTIONS, hand.QUESTIONS),
        (ChoiceKind, questions.CHOICES, hand.CHOICES),
        (UnfinishedKind, state.UNFINISHED, every("unfinished", hand.UNFINISHED)),
        (MeldKind, state.MELD_SIZE, hand.NEEDS),
    ],
)
def test_every_kind_has_parameters_and_a_sentence(
    kinds: Any, parameters: Mapping[str, Any], sentences: Iterable[str]
) -> None:
    assert set(get_args(kinds)) == set(parameters) == set(sentences)


def test_every_circumstance_has_a_word() -> None:
    of_games = [name for game in BOOKS.games.values() if game.blank for name in game.blank.values()]
    assert every("circumstances", hand.CIRCUMSTANCES) == {*CIRCUMSTANCES, *of_games}


@row_by_row("kind", get_args(EffectKind))
def test_what_a_change_did_is_a_sentence(kind: EffectKind) -> None:
    effect = Effect(kind, about(effects.EFFECTS[kind]))
    said = hand.effect(ENGLISH, effect)
    assert said
    assert "%" not in said
    assert hand.effect(ENGLISH, effect, undone=True) == f"Undone: {said}"


@row_by_row("kind", get_args(EditRefusalKind))
def test_a_refusal_says_why_and_what_to_do(kind: EditRefusalKind) -> None:
    why, fix = hand.refusal(ENGLISH, EditRejectedError(kind, **about(effects.REFUSALS[kind])))
    assert why
    assert fix
    assert "%" not in why + fix
    assert not (why + fix).endswith(".")


@pytest.mark.parametrize("kind", get_args(QuestionKind))
def test_a_question_is_a_sentence(kind: QuestionKind) -> None:
    said = hand.question(ENGLISH, Question(0, Doubt(None, "unsure"), kind, about(questions.QUESTIONS[kind])))
    assert said.endswith("?")
    assert "%" not in said


@row_by_row("kind", get_args(ChoiceKind))
def test_an_answer_is_a_sentence(kind: ChoiceKind) -> None:
    said = hand.choice(ENGLISH, Choice("word", kind, about(questions.CHOICES[kind])))
    assert said
    assert "%" not in said


@pytest.mark.parametrize("kind", get_args(UnfinishedKind))
def test_a_problem_is_a_sentence(kind: UnfinishedKind) -> None:
    said = hand.unfinished(ENGLISH, Unfinished(kind, about(state.UNFINISHED[kind])))
    assert said.endswith(".")
    assert "%" not in said


def test_parameters_stand_in_the_sentence() -> None:
    changed = Effect("circumstances", about(("changed",)))
    assert hand.effect(ENGLISH, changed) == "self-drawn: yes, discarder: not known, seat wind: S"
    answered = Effect("answered", about(effects.EFFECTS["answered"]))
    assert hand.effect(ENGLISH, answered) == "Is this 6m or 8m? F: the pung is F F F"
    unknown = EditRejectedError("unknown-rules", rules="house", known=("mcr", "zungjung"))
    assert hand.refusal(ENGLISH, unknown) == ("No rules are called “house”", "Choose one of mcr, zungjung")
    chow = EditRejectedError("not-a-meld", meld="chow", tiles=("1m", "2m", None))
    assert hand.refusal(ENGLISH, chow)[1] == "A chow has three tiles in a row of one suit: name its tiles first"


@pytest.mark.parametrize(
    ("meld", "says"),
    [
        (MeldState("pung", (Slot("C"),) * 3, 2), "pung C C C from the player across"),
        (MeldState("kong", (Slot("C"),) * 4, 7), "added kong C C C C from the player on the right"),
        (MeldState("kong", (Slot("C"),) * 4), "kong C C C C"),
        (MeldState("concealed-kong", (Slot(None),) * 4), "concealed kong ? ? ? ?"),
        (MeldState("chow", (Slot("1m"), Slot("2m"), Slot("3m")), 1), "chow 1m 2m 3m"),
    ],
)
def test_a_meld_in_words(meld: MeldState, says: str) -> None:
    assert hand.meld(ENGLISH, meld) == says


def test_a_kind_has_just_its_parameters() -> None:
    with pytest.raises(ValueError, match="named is about"):
        Effect("named", {"tiles": ("1m",)})
    with pytest.raises(ValueError, match="fifth-meld is about"):
        EditRejectedError("fifth-meld", count=5)


def test_a_tile_too_many_names_the_rules_that_have_larger_hands() -> None:
    refused = EditRejectedError("too-many-tiles", held=15, size=14)
    fix = "Remove another tile first; hands of 17 are under Taiwanese sixteen tiles, as homes play it"
    assert hand.refusal(ENGLISH, refused)[1] == fix
    assert (
        hand.refusal(ENGLISH, EditRejectedError("too-many-tiles", held=18, size=17))[1] == "Remove another tile first"
    )
