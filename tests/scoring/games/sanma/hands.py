"""Random winning hands of three for the tests: of the tiles that three play with, and without a claimed chow."""

import random
from dataclasses import replace

from scoring.games.sanma.findings import PLAY
from scoring.games.sanma.words import SanmaExtra
from scoring.hand import Win
from scoring.tiles import COPIES
from tests.scoring.deal import random_win


def win_of_three(rng: random.Random) -> Win:
    """Return a random winning hand with Norths set aside, indicators, counters and sticks."""
    while True:
        win = random_win(rng)
        if {*win.tiles} <= {*PLAY.faces}:
            break
    chows = [code for meld in win.melds if meld.kind == "chow" for code in meld.tiles]
    melds = tuple([meld for meld in win.melds if meld.kind != "chow"])
    indicators = [code for code in PLAY.faces if win.tiles.count(code) < COPIES and code != "N"]
    riichi = not any(meld.exposed for meld in melds) and rng.random() < 0.5
    extra = SanmaExtra(
        norths=rng.randint(0, COPIES - win.tiles.count("N")),
        riichi=riichi,
        dora=(rng.choice(indicators),),
        ura=(rng.choice(indicators),) if riichi else None,
        honba=rng.randint(0, 3),
        sticks=rng.randint(0, 3),
    )
    seat = rng.choice(PLAY.winds)
    return replace(
        win,
        concealed=(*win.concealed, *chows),
        melds=melds,
        round_wind=rng.choice(PLAY.winds),
        seat=seat,
        discarder=None if win.self_draw else rng.choice([other for other in PLAY.winds if other != seat]),
        last_of_kind=False,
        flowers=0,
        extra=extra,
    )
