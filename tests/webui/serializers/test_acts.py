"""The acts of a match in the description of the JSON interface."""

from scoring.match.records import all_acts, plain_acts
from webui.serializers.acts import described_acts


def test_each_act_is_described_by_its_name_without_bounds() -> None:
    any_act, schemas = described_acts("#/{name}")
    assert {*any_act["discriminator"]["mapping"]} == {*all_acts()} <= {*schemas}
    for name in all_acts():
        assert schemas[name]["properties"]["type"] == {"enum": [name]}
        assert not [key for key in ("minimum", "maximum", "pattern") if f"'{key}':" in str(schemas[name]["properties"])]


def test_what_may_be_left_out_is_not_required_and_a_seat_may_be_a_player() -> None:
    _, schemas = described_acts("#/{name}")
    assert schemas["Won"]["required"] == ["type", "winner"]
    assert schemas["Erased"]["required"] == ["type"]
    assert "player" in schemas["Penalty"]["properties"]
    assert "seat" not in schemas["Penalty"]["required"]


def test_a_correction_holds_a_plain_act() -> None:
    _, schemas = described_acts("#/{name}")
    held = schemas["Corrected"]["properties"]["act"]
    assert {each["$ref"] for each in held["anyOf"]} == {f"#/{name}" for name in plain_acts()}
