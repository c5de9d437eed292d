"""Everything that one application shows, as one value."""

from dataclasses import InitVar, dataclass, field

from flask import Flask, current_app
from limits.storage import MemoryStorage
from limits.strategies import MovingWindowRateLimiter

from webui.access.https import Https
from webui.access.own import OwnToken
from webui.access.people import People
from webui.access.pin import Access, Guesses
from webui.access.proxies import NO_PROXIES, Proxies
from webui.hall.desk import Hall
from webui.http.program import Program
from webui.http.viewers import Viewers
from webui.rig.camera_preview import CameraPreview
from webui.table.table import Table
from webui.table.tables import Tables
from webui.table.tile_learning import TileLearner
from webui.tilesets.tilesets import TileSets


@dataclass(eq=False)
class Site:
    """A table, or the tables of a hall, and who may see and change them.

    Attributes:
        table: The table, or the tables.
        tilesets: The tile sets, or None if none are stored.
        access: The PIN for changes from other devices, or None if they need none.
        names: Host names to answer to, besides its addresses and the computer's own name.
        learning: The learner from approved hands, or None.
        proxies: The trusted proxies.
        https: The server's own HTTPS, or None.
        own: The token of this computer, or None if nothing is stored.
        tables: The tables.
        people: The people with roles.
        viewers: The open streams.
        uploads: The recent pictures of each device.
        trial: The camera that is tried on the page.
        program: The program that was opened with the page, or None.
        command: The command that opens the page to other devices.
        proxy_seen: True once a request came through a proxy that is not trusted.
    """

    table: InitVar[Table | Tables]
    tilesets: TileSets | None = None
    access: Access | None = None
    names: tuple[str, ...] = ()
    learning: TileLearner | None = None
    proxies: Proxies = NO_PROXIES
    https: Https | None = None
    own: OwnToken | None = None
    tables: Tables = field(init=False)
    people: People = field(init=False)
    viewers: Viewers = field(init=False, default_factory=Viewers)
    uploads: MovingWindowRateLimiter = field(init=False)
    trial: CameraPreview = field(init=False, default_factory=CameraPreview)
    program: Program | None = field(init=False, default=None)
    command: str = field(init=False, default="tableside serve --host 0.0.0.0")
    proxy_seen: bool = field(init=False, default=False)
    _hall: Hall | None = field(init=False, default=None)

    def __post_init__(self, table: Table | Tables) -> None:
        self.names = tuple(name.lower() for name in self.names)
        self.tables = table if isinstance(table, Tables) else Tables(table)
        outbox = self.tables.own.outbox
        guesses = self.access.guesses if self.access else Guesses()
        self.uploads = MovingWindowRateLimiter(MemoryStorage())
        self.people = People(outbox.people if outbox else self.tables.records.people, guesses)

    @property
    def hall(self) -> Hall:
        """The events of the tables."""
        if self._hall is None or self._hall.records is not self.tables.records:
            self._hall = Hall(self.tables.records, self.tables.get, self.tables.reach)
        return self._hall

    def expect_photo(self) -> None:
        """Have the reader of this computer ready before the first photo, if it has one."""
        if self.tilesets:
            self.tilesets.expect_photo()


def show(app: Flask, site: Site) -> None:
    """Connect an application to a site, replacing the earlier one."""
    app.extensions["site"] = site


def site_of(app: Flask) -> Site:
    """Return what an application shows."""
    site: Site = app.extensions["site"]
    return site


def the_site() -> Site:
    """Return what the application of the current request shows."""
    site: Site = current_app.extensions["site"]
    return site
