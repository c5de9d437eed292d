"""People and their devices, without what would let anybody in."""

from datetime import datetime

from webui.access.pin import TOKEN_LIFE
from webui.records.people import UNUSED, Device, Person
from webui.serializers.people import device_json, person_json

AT = "2026-11-29T10:00:00+00:00"
SEEN = "2026-11-29T11:00:00+00:00"


def test_a_person_is_shown_with_whether_there_is_a_pin_and_not_with_it() -> None:
    for pin in ("", "$argon2id$secret"):
        shown = person_json(Person("p1", "Rita", "referee", 3, pin, "Li", AT, None))
        assert (shown.id, shown.name, shown.role, shown.table, shown.event) == ("p1", "Rita", "referee", 3, None)
        assert (shown.pin, shown.who, shown.at) == (bool(pin), "Li", AT)
        assert "argon" not in repr(shown)


def test_a_device_ends_after_its_last_use_and_that_of_nobody_after_the_life_of_its_token() -> None:
    signed, nobody = (device_json(Device("d1", person, "phone", AT, SEEN), "d1") for person in ("p1", ""))
    assert datetime.fromisoformat(signed.ends) - datetime.fromisoformat(SEEN) == UNUSED
    assert datetime.fromisoformat(nobody.ends) - datetime.fromisoformat(AT) == TOKEN_LIFE
    assert (signed.own, nobody.own) == (True, False)
    assert not device_json(Device("d1", "p1", "phone", AT, SEEN), "d2").own
