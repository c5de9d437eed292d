"""The way in which a game is played on the table: its tiles, its wall, its dice, and what lies how."""

from typing import Final, Literal

from msgspec import Struct

from scoring.tiles import PLAYED, WINDS

Pairs = Literal["any", "different", "none", "and triplet"]
"""Rule books' treatment of seven pairs: with four equal tiles as two pairs, all different, no winning hand, or beside a
triplet, in a hand of five sets."""


class Play(Struct, frozen=True, omit_defaults=True):
    """The way in which a game is played; its defaults are those of most Chinese games.

    Attributes:
        style: Its name in clips and in the journal of followed deals. Games that look alike share one.
        tiles: Tiles of a set, the flowers among them.
        flowers: Flowers among them.
        dead: Tiles of the wall that nobody draws.
        stacks: Stacks of two tiles in the wall of each side, from the dealer on.
        throws: Throws of the dice that open the wall: the dealer's alone, or another by the player that it picks.
        dice: Dice of a throw.
        lesser: True if the stacks are counted by the lowest die, and not by the sum of the throws.
        crosswise: True if the claimed tile of a meld lies crosswise, and tells by its place who gave it.
        declares: The act of a stick laid down, and of a discard that lies crosswise; "" in a game without sticks.
        chows: True if a discard may be claimed for a chow.
        kong_drawn: True if a kong of the own hand needs a draw: none in the turn of a chow or a pung.
        kong_last: True if the replacement tile of a kong may be the last one of the wall.
        hides_kongs: True if the tiles of a concealed kong lie face down until the hand ends.
        knitted: True if a hand may be a knitted straight.
        pairs: Rule for seven pairs.
        winners: Players who have won when the deal is over; until then the others play on.
        players: Players at the table.
        sets: Sets of a won hand, beside the pair.
        absent: The faces that the set lacks, of those that a hand is made of.
        aside: The tiles beside the flowers that are laid aside as a bonus, and replaced.
        flower_kong: True if a win on the replacement tile of a flower counts as one on that of a kong.
    """

    style: str = "chinese"
    tiles: int = 144
    flowers: int = 8
    dead: int = 0
    stacks: tuple[int, ...] = (18, 18, 18, 18)
    throws: int = 2
    dice: int = 2
    lesser: bool = False
    crosswise: bool = False
    declares: str = ""
    chows: bool = True
    kong_drawn: bool = False
    kong_last: bool = True
    hides_kongs: bool = False
    knitted: bool = True
    pairs: Pairs = "any"
    winners: int = 1
    players: int = 4
    sets: int = 4
    absent: tuple[str, ...] = ()
    aside: tuple[str, ...] = ()
    flower_kong: bool = False

    @property
    def size(self) -> int:
        """Tiles of a won hand, a kong counting as three."""
        return 3 * self.sets + 2

    @property
    def winds(self) -> tuple[str, ...]:
        """The seats, from East on."""
        return WINDS[: self.players]

    @property
    def seats(self) -> tuple[int, ...]:
        """The seats by their numbers, in the order of turns; where three play, nobody sits at 4."""
        return tuple(range(1, self.players + 1))

    @property
    def faces(self) -> tuple[str, ...]:
        """The faces that a hand is made of."""
        return tuple([face for face in PLAYED if face not in self.absent])

    @property
    def dealt(self) -> int:
        """Tiles dealt before the first discard: one too few for a won hand each, and the dealer's first draw."""
        return self.players * (self.size - 1) + 1

    @property
    def draws(self) -> int:
        """Tiles to draw after the deal, until the wall is used up."""
        return self.tiles - self.dead - self.dealt


USUAL: Final = Play()
"""The way in which most Chinese games are played."""
