"""The JSON of rule books to choose from."""

from contextlib import closing

from scoring.match.course import find_course
from scoring.rules import BOOKS
from webui.messages import Messages
from webui.records.store import Storage
from webui.serializers.presets import grouped, presets_json


def test_rules_are_chosen_by_game() -> None:
    with closing(Storage.open(None)) as records:
        games = grouped(presets_json(records, Messages.of("en"), hands=True))
        of_matches = {preset[0] for preset in presets_json(records, Messages.of("en"))}
    assert [title for title, _ in games] == [
        "Chinese Official",
        "Zung Jung",
        "Hong Kong",
        "Riichi",
        "Sichuan",
        "Riichi for three",
        "Taiwanese, sixteen tiles",
    ]
    assert {preset[0] for _, some in games for preset in some} == set(BOOKS)
    assert of_matches == {name for name, book in BOOKS.items() if find_course(book.game)}
    assert all(preset[2] == some[0][2] for _, some in games for preset in some)
