"""Number of people who look on."""

from contextlib import ExitStack

import pytest

from webui.hand.places import Asker
from webui.http.viewers import LEFT, MOST_OF_ONE, MOST_VIEWERS, TooManyViewersError, Viewers

HERE = Asker()


def test_as_many_may_look_on_as_the_server_can_bear() -> None:
    viewers = Viewers(most=2)
    with viewers.one_more(HERE):
        with viewers.one_more(HERE):
            assert viewers.count == 2
            with pytest.raises(TooManyViewersError), viewers.one_more(HERE):
                pass
        with viewers.one_more(HERE):  # one has gone
            assert viewers.count == 2
    assert viewers.count == 0


def test_strangers_leave_places_to_players_and_these_to_referees() -> None:
    viewers = Viewers()
    with ExitStack() as stack:

        def seat(asker: Asker) -> None:
            stack.enter_context(viewers.one_more(asker))

        for n in range(MOST_VIEWERS - LEFT["spectator"]):
            seat(Asker(f"10.0.0.{n // MOST_OF_ONE}", "spectator"))
        with pytest.raises(TooManyViewersError):
            seat(Asker("10.0.0.200", "spectator"))
        for n in range(LEFT["spectator"] - LEFT["player"]):
            seat(Asker("10.0.0.1", "player", f"player {n}"))
        for role in ("player", "table", "scorer"):
            with pytest.raises(TooManyViewersError):
                seat(Asker("10.0.0.2", role))  # type: ignore[arg-type]
        for n in range(LEFT["player"]):
            seat(Asker("10.0.0.1", "referee", f"referee {n}"))
        with pytest.raises(TooManyViewersError):
            seat(Asker("another", "chief"))
    assert viewers.count == 0


def test_one_address_has_its_own_limit_and_this_computer_none() -> None:
    viewers = Viewers()
    with ExitStack() as stack:
        for _ in range(MOST_OF_ONE):
            stack.enter_context(viewers.one_more(Asker("10.0.0.1", "spectator")))
        with pytest.raises(TooManyViewersError):
            stack.enter_context(viewers.one_more(Asker("10.0.0.1", "spectator")))
        stack.enter_context(viewers.one_more(Asker("10.0.0.2", "spectator")))
        for _ in range(MOST_OF_ONE + 1):
            stack.enter_context(viewers.one_more(HERE))
