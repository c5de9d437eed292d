"""The numbers of `vision`: all are counted, and a sweep tells those that matter from those that do not."""

import sys

import pytest
from click.testing import CliRunner

from models.evaluate.constants import Constant, changed, constants, counted, instead, main, shape, variants
from tests.vision.builders import before, evidence_from, overhead, row


def named(module: str, name: str) -> Constant:
    """Return the constant of this name."""
    return next(each for each in constants() if (each.module, each.name) == (module, name))


def test_every_room_has_its_constants_and_each_has_its_value() -> None:
    found = list(constants())
    assert {"vision.hand", "vision.geometry", "vision.finds", "vision.networks"} <= set(counted(found))
    assert len({(each.module, each.name) for each in found}) == len(found)
    assert all(getattr(sys.modules[each.module], each.name) == each.value for each in found)


@pytest.mark.parametrize(
    ("value", "tried"),
    [(2.0, [0.8, 5.0]), (5, [2, 12]), (0, []), ((1.0, 2.0), [(0.4, 0.8), (2.5, 5.0)])],
)
def test_a_constant_is_tried_on_both_sides(value: float, tried: list[float]) -> None:
    assert variants(Constant("vision.hand.parts", "NAME", value)) == tried


def test_another_value_holds_where_it_is_imported_and_only_meanwhile() -> None:
    reach = named("vision.geometry.rows", "REACH")
    users = [module for name, module in sys.modules.items() if name.startswith("vision") and hasattr(module, "REACH")]
    assert users
    with instead(reach, 0.5):
        assert {module.REACH for module in users} == {0.5}
    assert {module.REACH for module in users} == {reach.value}


def test_a_number_that_matters_is_told_from_one_that_does_not() -> None:
    seen = [evidence_from(before(1, row("234m2345p234678s 5p")), overhead(0.3))]
    usual = [shape(evidence) for evidence in seen]
    assert usual[0] is not None
    assert changed(named("vision.hand.doubts", "_MAX_COVERED"), seen, usual) == 1
    assert changed(named("vision.red_fives", "_MIN_RED"), seen, usual) == 0
    assert [shape(evidence) for evidence in seen] == usual


def test_without_photographs_the_command_counts() -> None:
    result = CliRunner().invoke(main)
    assert result.exit_code == 0
    assert f" numbers in {len(list(constants()))} constants" in result.output
