"""News of a table reach those who listen for their kind."""

from webui.records.bulletin import Bulletin, HandChanged, Recorded


def test_news_is_told_to_all_who_listen_for_its_kind_in_their_order() -> None:
    bulletin, heard = Bulletin(), list[tuple[str, object]]()
    bulletin.tell(Recorded())
    bulletin.on(HandChanged, lambda news: heard.append(("one", news.hand)))
    bulletin.on(HandChanged, lambda news: heard.append(("other", news.hand)))
    bulletin.on(Recorded, lambda news: heard.append(("record", news)))
    bulletin.tell(HandChanged("a"))
    bulletin.tell(Recorded())
    assert heard == [("one", "a"), ("other", "a"), ("record", Recorded())]
