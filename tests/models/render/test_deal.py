"""The films of `tableside try` are those of their scripts."""

import json
from collections import Counter

import pytest

from models.render import deal
from models.render.glyphs import FaceSources
from models.render.scene import Sources
from models.render.table import Scenery
from webui.commands.tryout import CLIPS


def test_there_is_a_film_of_each_script() -> None:
    assert CLIPS.keys() == deal.SCRIPTS.keys()


@pytest.mark.parametrize("name", deal.SCRIPTS)
def test_the_truth_beside_a_film_is_what_its_script_plays(name: str) -> None:
    drawn = deal.film(deal.read_script(deal.SCRIPTS[name]), Sources(FaceSources.find(None), Scenery.under(None)))
    assert json.loads(json.dumps(drawn.about)) == json.loads(CLIPS[name].with_suffix(".json").read_text("utf-8"))


@pytest.mark.parametrize("name", deal.SCRIPTS)
def test_no_face_is_played_more_often_than_a_set_has_it(name: str) -> None:
    script = deal.read_script(deal.SCRIPTS[name])
    seen = [
        step.tile for step in script.steps if step.act in ("discard", "declare", "flower", "self-draw") and step.tile
    ]
    claimed = [tile for step in script.steps if step.seat != script.winner for tile in step.own]
    own = [tile for step in script.steps if step.seat == script.winner for tile in step.own]
    counts = Counter([*seen, *claimed, *own, *script.hand, *([script.indicator] if script.indicator else [])])
    assert max(counts.values()) <= 4
    assert len(script.hand) + len(own) + len(own) // 2 == 13
