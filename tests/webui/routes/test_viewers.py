"""How many people look on."""

import pytest

from webui.routes.viewers import TooManyViewersError, Viewers


def test_as_many_may_look_on_as_the_server_can_bear() -> None:
    viewers = Viewers(most=2)
    with viewers.one_more():
        with viewers.one_more():
            assert viewers.count == 2
            with pytest.raises(TooManyViewersError), viewers.one_more():
                pass
        with viewers.one_more():  # one has gone
            assert viewers.count == 2
    assert viewers.count == 0
