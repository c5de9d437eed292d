"""One table: what is recorded and changed at it, and the parts that it has."""

from collections.abc import Callable, Mapping
from typing import Any, Final
from uuid import UUID

from scoring.match.errors import Refusal
from scoring.match.records import Act as MatchAct
from scoring.match.records import Corrected, Erased, Renamed, Role, Seated, Swapped, Void
from vision.live.camera import Camera
from webui.hand.edits import Edit, Undo
from webui.hand.hand import Signed, TableHand
from webui.hand.hands import Hands
from webui.hand.pictures import Reader
from webui.hand.questions import Answer
from webui.hand.state import Circumstances
from webui.match.clock import KEY as CLOCK
from webui.match.clock import TableClock
from webui.match.completing import Completion
from webui.match.dealing import told
from webui.match.errors import ActRejectedError, RoundRunningError, expect_library
from webui.match.matches import Matches, counted_in, laid_in
from webui.match.renaming import erasing, known_names
from webui.records.bulletin import Bulletin, CallsChanged, HandChanged, Pulled, Recorded
from webui.records.journal import JournalEntry
from webui.records.presets import keep_again
from webui.records.remote_commands import OF_DESK
from webui.records.store import Storage
from webui.records.sync.outbox import Outbox
from webui.rig.live_hand_store import KEY as PLAY
from webui.rig.live_hand_store import LiveHandStore
from webui.rig.rig import Rig
from webui.table.box_talk import BoxTalk
from webui.table.calling import TableCalls
from webui.table.claim_reader import ClaimReader
from webui.table.claims import attach, judge, waiting
from webui.table.filling import Filling
from webui.table.fitted import FOLLOWS, WATCHES, Equipment
from webui.table.follow.following import Following
from webui.table.follow.journal import FollowJournal
from webui.table.in_play import HandInPlay
from webui.table.intake import HandIntake
from webui.table.now import Present
from webui.table.others import OtherProcesses
from webui.table.outcomes import counted_players, mark_players
from webui.table.picture_room import PictureRoom
from webui.table.telling import TableNews
from webui.table.watched import WatchedHands
from webui.table.watching import Watcher


class Table:
    """One table, safe to use from many threads.

    Attributes:
        number: Its number in its records, from 1.
        records: Its storage.
        given: Settings of the command line: "camera", "box", "rules"; choices on the page wait for a start without
            them.
        outbox: The sender of its records to a hall, or None outside a hall or on the hall's own database.
        pictures: The reading of pictures, which the tables of a server share.
        bulletin: Tells its parts what was recorded and changed.
        hands: Its hands.
        matches: The matches of its records.
        session: The live hand, with the table box if there is one.
        present: Its state as it is now.
        at: Reads its state once, see `Present.at`.
        now: Returns its state now.
        clock: The referee's clock.
        news: Its news for all who view it.
        followed: The journal of the deals that its camera followed.
        filling: What the followed play tells its laid hands.
        watched: The hands that its camera has stored on its own.
        intake: The intake of hands.
        equipment: Its camera and box, and what the camera does on its own.
        calls: Its calls for a referee.
        in_play: Its hand in play, as the match has it.
        others: The changes that other processes make.
        talk: The acts on its hand in play, by its box or a page.
    """

    def __init__(
        self,
        reader: Reader | PictureRoom,
        rules: str = "mcr",
        camera: Camera | None = None,
        session: LiveHandStore | None = None,
        rig: Rig | None = None,
        records: Storage | None = None,
        number: int = 1,
    ) -> None:
        """Prepare a table; `start` opens its camera and looks for its box.

        Args:
            reader: The reader of pictures, or the reading that it shares with other tables.
            rules: Name of the rules for its hands outside a match, a key of `scoring.BOOKS`.
            camera: Its camera, or None.
            session: The live hand, with the table box if there is one.
            rig: The rig of the camera.
            records: Its storage, or None for memory.
            number: The table's number in its records.
        """
        self.number: Final = number
        self.records: Final = records or Storage.open(None)
        values = self.records.values
        self.given: frozenset[str] = frozenset()
        self.outbox: Outbox | None = None
        shared = reader if isinstance(reader, PictureRoom) else PictureRoom(reader, self.records.photos)
        self.pictures: Final = shared
        known = self.records.news(number)
        self.bulletin: Final = Bulletin()
        self.hands: Final = Hands(self.records, number, bulletin=self.bulletin)
        self.session: Final = session or LiveHandStore()
        self.session.go_on(values, number)
        self.matches: Final = Matches(self.records.journal, number, rules, self.bulletin)
        self.present: Final = Present(self.matches, self.session, rules)
        self.at: Final = self.present.at
        self.now: Final = self.present.now
        self.clock: Final = TableClock(values, number, self.session.news)
        self.news: Final = TableNews(self.session, self.clock, self.matches, self.records.changes)
        self.followed: Final = FollowJournal(self.records.followed, number, self.news.tell_deals)
        self.filling: Final = Filling(self.followed, self.hands, self.present, self.news)
        self.watched: Final = WatchedHands(values, number, self.hands, self.matches, self.session)
        self.intake: Final = HandIntake(shared, self.records, self.hands, self.present, self.watched)
        self.equipment: Final = Equipment(values, number, self.session, shared, self.news, rig, self.present.in_force)
        self.calls: Final = TableCalls(self.records.calls, number, self.session, self.present)
        seen, rules_now = self.equipment.camera, self.present.in_force
        self.talk: Final = BoxTalk(self, self.calls, ClaimReader(self.session, self.intake, seen))
        watcher = Watcher(seen, self.session, self.hands, self.intake, self.watched, rules_now)
        following = Following(
            seen, self.session, self.followed, shared.follower, shared.queue, rules_now, self.filling.take
        )
        self.equipment.connect(self.talk, watcher, following, camera)
        self.in_play: Final = HandInPlay(self.present, self.hands, self.news)
        self._unwatch: Callable[[], None] | None = None
        self.bulletin.on(HandChanged, self._hand_changed)
        self.bulletin.on(Recorded, self.in_play.follow)
        self.in_play.follow(Recorded())
        chosen = self.equipment.chosen_elsewhere
        stored = {PLAY: self.in_play.read_again, CLOCK: self.clock.read_again, WATCHES: chosen, FOLLOWS: chosen}
        self.others: Final = OtherProcesses(self.records, number, known, self.in_play, self.bulletin, self.news, stored)

    def send_by(self, outbox: Outbox) -> None:
        """Send records to a hall, and follow what comes from there."""
        self.outbox = outbox
        outbox.bulletin.on(Pulled, lambda _: self.matches.reload())
        outbox.bulletin.on(CallsChanged, lambda _: self.calls.ended())

    def start(self) -> None:
        """Open the camera and look for the box, if there are any, and go on where the program ended.

        Raises:
            WeightsError: The network for dice is missing or unusable; nothing is then started.
        """
        self.equipment.start()
        self._unwatch = self.records.watch(self.others.told)
        self.talk.go_on()

    def stop(self) -> None:
        """Stop everything that `start` began, all streams and readings, and wait for their threads."""
        if self._unwatch:
            self._unwatch()
        self.equipment.stop()

    @property
    def rules(self) -> str:
        """Name of its own rules, for hands outside a match; a key of `scoring.BOOKS`."""
        return self.present.rules

    def use_rules(self, name: str) -> None:
        """Score hands by other rules from now on; those of a match, and of existing hands, stay.

        Args:
            name: A key of `scoring.BOOKS`.
        """
        self.present.rules = name
        self.in_play.follow(Recorded())
        self.news.tell_equipment()

    def change(
        self,
        hand_id: str,
        edit: Edit | Answer | Undo,
        version: int,
        id: str = "",
        signed: Signed | None = None,
        force: bool = False,
    ) -> TableHand | None:
        """Make one edit of a hand, as `Hands.change` does, and judge the win claimed with it.

        A hand becomes that of a claim once its winner is named, and gets its discarder from there.
        """
        known, match = self.hands.get(hand_id), self.matches.current

        def knows(hand: TableHand, won: Circumstances) -> Circumstances:
            return told(hand, won, match)

        hand = self.hands.change(hand_id, edit, version, id=id, signed=signed, force=force, told=knows)
        if hand:
            edited = known is None or hand.version != known.version
            before = hand.changes[-1].before.won if edited else hand.laid.won
            hand = attach(self.session, self.hands, hand, waiting(self.session.play, hand))
            judge(self.session, self.hands, hand, before)
        return hand

    def record(
        self,
        sent: Mapping[str, Any],
        id: UUID,
        who: str,
        role: Role,
        after: int | None = None,
        force: bool = False,
    ) -> tuple[JournalEntry[MatchAct], bool]:
        """Record an act of the match, completed by the table, once; it is on the disk when this returns.

        Args:
            sent: The act as plain JSON values.
            id: The sender's id; the same id and act again return the existing record.
            who: Name of the author; empty if unnamed.
            role: Role of the author.
            after: Number of the last record that the sender has seen, or None for the current hand.
            force: True to record a change even if other records depend on it, and a match over that of a round.

        Returns:
            The record, and True if it is new.

        Raises:
            RecordError: The values are not an act.
            RoundRunningError: It begins a match over that of a round.
            IncompleteActError: A stored hand lacks something that the act leaves to it.
            ActRejectedError: The match cannot follow it.
            StaleHandError: The current hand is not the one after record `after`.
            DependentActsError: Other records depend on the change.
            RecordsError: Another act has this id, the hall refuses this device, or it cannot be stored.
        """
        with self.matches.at() as version:
            if there := self.matches.again(id, sent):
                return there, False
            if self.outbox:
                self.outbox.expect_taken()
            if sent.get("type") == "Seated" and not force and (running := self.matches.running) and running.of_round:
                raise RoundRunningError("round-running", table=self.number)
            act = Completion(self.matches, self.rules, self.hands.get).act(sent)
        if isinstance(act, Seated) and id.version != OF_DESK:  # a round goes on, and its hands wait for the library
            expect_library(act.rules or self.rules)
        if after is None and not isinstance(act, Corrected) and any(laid_in(act)):
            after = version  # the stored hand is one of the current hand
        known = known_names(self.records) if isinstance(act, Erased) else ()
        with self.matches.writing(everywhere=isinstance(act, Erased)) as writing:
            if there := writing.again(id, sent):
                return there, False
            entry = writing.next(id, self.matches.complete(act, force), who, role)
            match = self.matches.follow(entry, after, force)
            if isinstance(act, Erased):
                if match is None:
                    raise ActRejectedError(Refusal("nobody-seated"))
                writing.erase(entry, erasing(match, act.name, known), sent)
            else:
                entry = writing.append(entry, sent)
            for laid in laid_in(entry.act):
                if match and (counted := counted_in(match, laid)):
                    writing.tag(laid, {"player": list(counted_players(counted))})
        if isinstance(act, Erased):
            return self.records.journal.entries(self.number, entry.number - 1, 1)[0], True
        if isinstance(entry.act, Seated) and (current := self.matches.current):
            keep_again(self.records, current.match.rules.name)
        if isinstance(act, Corrected | Void | Renamed | Swapped):
            mark_players(self.hands, self.matches, entry)
        return entry, True

    def set_aside(self, number: int, who: str, role: Role) -> None:
        """Go on without a damaged record, whose row stays in the database.

        Args:
            number: Number of the record.
            who: Who decides it.
            role: In which role.

        Raises:
            RecordsError: It cannot be stored.
        """
        self.records.journal.set_aside(self.number, number, who, role)
        self.matches.reload()

    def _hand_changed(self, news: HandChanged) -> None:
        """Notify viewers of a hand that was laid, changed, put away or brought back."""
        self.news.hands.tell(news.hand)
        self.equipment.watcher.told(news.hand)
        self.equipment.following.laid()
