"""The turn of a request, which it gives back while it waits."""

from contextvars import copy_context

from webui.base import turns


def test_a_turn_is_given_back_in_its_own_context_alone() -> None:
    given: list[str] = []
    one, other = copy_context(), copy_context()
    one.run(turns.take, lambda: given.append("one"))
    other.run(turns.give_way)
    assert given == []
    one.run(turns.give_way)
    assert given == ["one"]
    one.run(turns.take, None)
    one.run(turns.give_way)
    assert given == ["one"]
