"""A hand that was laid down: its tiles and how it was won."""

from dataclasses import dataclass
from typing import Literal

from scoring.errors import Circumstance

MeldKind = Literal["chow", "pung", "kong", "concealed-kong"]


@dataclass(frozen=True, slots=True)
class Meld:
    """A set that was laid out before the win.

    Attributes:
        tiles: Three or four codes; those of a chow ascending.
        source: Which player gave the tile: 1 the one before, 2 the one opposite, 3 the one after; 5-7 are the same
            for a pung that was later made a kong. 0 is not known, or a concealed kong where there are four tiles.
    """

    tiles: tuple[str, ...]
    source: int = 0

    @property
    def kind(self) -> MeldKind:
        """What kind of set the tiles are, if they are one: from their number and how many are different."""
        if len(set(self.tiles)) > 1:
            return "chow"
        if len(self.tiles) < 4:
            return "pung"
        return "kong" if self.source else "concealed-kong"

    @property
    def exposed(self) -> bool:
        """Whether it was claimed from another player, as all melds are but the concealed kong."""
        return len(self.tiles) != 4 or self.source != 0


@dataclass(frozen=True, slots=True)
class Win:
    """A hand and how it was won, as far as that is known.

    Attributes:
        concealed: The tiles in hand without the winning tile.
        winning: The tile the hand was won on; None when the hand only waits for one.
        melds: Sets laid out before the win.
        self_draw: Won on an own draw; otherwise on a discard or a robbed kong. None where not known.
        last_tile: On the last tile of the wall, or on the discard after it.
        kong: On the replacement tile after an own kong (self-drawn), or by robbing a kong (not). None where not known,
            which leaves it open only whether the hand was won on a replacement tile; nobody robs a kong in silence.
        last_of_kind: The other three copies of the winning tile lie open on the table.
        heaven: Zung Jung's blessing of heaven: East wins with the deal.
        earth: Zung Jung's blessing of earth: another player wins on East's first discard.
        round_wind: The prevailing wind; None where not known.
        seat: The winner's own wind; None where not known.
        flowers: How many flower tiles the winner laid out; None where nobody spoke of flowers.
        flower_tiles: Which ones, where that is known.
        discarder: Seat of the player who discarded the winning tile or made the robbed kong; None where not known.
        discards: The discards since the winner's own last one, as (seat, tile), oldest first; empty where not known.
        double_kong: Hong Kong: on the replacement tile of the second of two kongs in a row; `kong` is then true too.
        flower_tile: Hong Kong: on the replacement tile of a flower.
        man: Hong Kong's blessing of man: another player than East wins on a discard of the first go-round.
        liable: Hong Kong: seat of the player who is said to be liable for sets they fed; None for nobody.
    """

    concealed: tuple[str, ...]
    winning: str | None
    melds: tuple[Meld, ...] = ()
    self_draw: bool | None = None
    last_tile: bool = False
    kong: bool | None = None
    last_of_kind: bool = False
    heaven: bool = False
    earth: bool = False
    round_wind: str | None = None
    seat: str | None = None
    flowers: int | None = None
    flower_tiles: tuple[str, ...] = ()
    discarder: str | None = None
    discards: tuple[tuple[str, str], ...] = ()
    double_kong: bool = False
    flower_tile: bool = False
    man: bool = False
    liable: str | None = None

    @property
    def tiles(self) -> tuple[str, ...]:
        """All tiles of the hand without flowers, melds first and the winning tile last."""
        tiles = tuple(code for meld in self.melds for code in meld.tiles) + self.concealed
        return tiles if self.winning is None else (*tiles, self.winning)

    @property
    def has_kong(self) -> bool:
        """Whether the hand has a kong, so that a replacement tile may have won."""
        return any(len(meld.tiles) > 3 for meld in self.melds)

    @property
    def unknown(self) -> tuple[Circumstance, ...]:
        """What a score may depend on and nobody has said."""
        if self.self_draw is not None and self.round_wind and self.seat and self.kong is not None:
            return ()
        kong = self.kong is None and self.self_draw is not False and self.has_kong
        open_: tuple[tuple[Circumstance, bool], ...] = (
            ("self-draw", self.self_draw is None),
            ("seat", self.seat is None),
            ("round", self.round_wind is None),
            ("kong", kong),
        )
        return tuple([circumstance for circumstance, unknown in open_ if unknown])

    @property
    def giver(self) -> str | None:
        """Seat of the player who gave the winning tile: the discarder, or who made the last of the discards."""
        if self.discarder is not None or self.self_draw or not self.discards:
            return self.discarder
        seat, tile = self.discards[-1]
        return seat if tile == self.winning else None
