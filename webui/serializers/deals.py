"""Followed deals, and what a hand takes from them, as plain JSON."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any, Final, Literal

from msgspec import Struct
from msgspec.structs import replace

from scoring.follow.counts import amiss
from scoring.follow.events import UNKNOWN, AnyEvent, Claim, Declared, Discard, Drawn, Flower, Kong, Unseen, Win
from scoring.follow.seen import SEATS
from scoring.follow.state import LaidMeld, State
from scoring.match.records import act_to_dict
from webui.games.forms import ActForm, Offers
from webui.games.view import view_of_game
from webui.hand.edits import Edit
from webui.hand.hand import TableHand
from webui.hand.offers import offers
from webui.hand.state import asks_more_flowers
from webui.match.matches import TableMatch, standing
from webui.messages import N_, Messages
from webui.messages import follow as wording
from webui.messages import offers as offer_words
from webui.messages.acts import said_of
from webui.messages.game import GameMessages, in_game
from webui.messages.match import DEAD_HANDS
from webui.messages.scoring import WINDS
from webui.table.follow.journal import FollowedDeal, Resumed, Step
from webui.table.follow.whole import doubtful_flowers
from webui.table.follow.win import SeenKind, Shown, Sight, seat_of, shown, sights, wind_of
from webui.table.table import Table


class SeenShown(Struct, frozen=True):
    """A circumstance that the camera saw: the sentence, its time, and the addresses of its picture, if it has one, and
    of the step of the deal.

    `edit` takes it back, or over if it does not stand in the hand, with the label of its button. What another player
    declared, which the match does not know yet, has the `act` that records it, and the address of its `step`, where a
    person says that there was none: `no` is what they say of it. A hand with a tile too many has them, too.
    """

    kind: SeenKind | Literal["declared", "flowers"]
    says: str
    at: str
    picture: str | None
    deal: str
    stands: bool
    edit: Edit | None
    label: str
    act: dict[str, str | bool] | None = None
    step: str = ""
    no: Literal["deny", "put-in"] = "deny"


def player_at(table: Table, deal: FollowedDeal, seat: int, words: Messages) -> str:
    """Return the name of the player at a seat in a deal, or of their wind if the match does not know it."""
    return _player(table, deal, wind_of(deal, seat), words)


def _player(table: Table, deal: FollowedDeal, wind: str, words: Messages) -> str:
    match = table.matches.of_record(deal.begun.hand.match)
    return (match.seats_in(deal.begun.hand).get(wind) if match else None) or words(WINDS[wind])


def picture_at(deal: FollowedDeal, step: Step) -> str | None:
    """Return the address of the picture of a step, or None without one."""
    return f"/api/tables/{deal.table}/deals/{deal.number}/steps/{step.number}.jpg" if step.pictured else None


def waiting(table: Table, match: TableMatch) -> list[str]:
    """Return the players whose hands the camera saw laid open and waiting, where the hand in play ended without a win.

    It holds for the hand in play alone: what its record says stands in the record.
    """
    hand = match.match.current
    deal = table.followed.of(match.deal_of(hand)) if hand and table.matches.followed else None
    drawn = [step.event for step in deal.steps if isinstance(step.event, Drawn)] if deal else []
    seats = (drawn[-1].waiting or ()) if drawn else ()
    named = match.seats_in(deal.begun.hand) if deal else {}
    return [named[wind] for seat in seats if deal and (wind := wind_of(deal, seat)) in named]


def seen_json(table: Table, hand: TableHand, words: Messages) -> list[SeenShown]:
    """Return what the camera that followed a hand's deal saw of its win."""
    deal = table.followed.of(hand.laid.deal) if hand.laid.deal and table.matches.followed else None
    if deal is None:
        return []
    return [*_won(table, deal, hand, words), *_flowers(deal, hand, words), *_declared(table, deal, hand, words)]


def _flowers(deal: FollowedDeal, hand: TableHand, words: Messages) -> Iterator[SeenShown]:
    """Yield the flowers of which the camera is not sure, while the page asks if the winner has more."""
    doubtful = doubtful_flowers(deal, hand) if asks_more_flowers(hand.laid) else []
    if doubtful:
        said = wording.flowers(words, [step.event.tile for step in doubtful if isinstance(step.event, Flower)])
        yield _shown("flowers", deal, doubtful[0], wording.unsure(words, said))


def _declared(table: Table, deal: FollowedDeal, hand: TableHand, words: Messages) -> Iterator[SeenShown]:
    """Yield what players who did not win declared in the hand in play, as `_unheard` does."""
    match, winner = table.matches.of_record(deal.begun.hand.match), seat_of(deal, hand)
    if match is not None and winner is not None:
        yield from _unheard(table, deal, match, winner, words)


def unrecorded(table: Table, match: TableMatch, words: Messages) -> tuple[str, ...]:
    """Return what the camera saw of the hand in play and nobody recorded, in words, for its end without a winner."""
    hand = match.match.current
    deal = table.followed.of(match.deal_of(hand)) if hand and table.matches.followed else None
    return tuple(each.says for each in _unheard(table, deal, match, "", words)) if deal else ()


def _unheard(table: Table, deal: FollowedDeal, match: TableMatch, winner: str, words: Messages) -> Iterator[SeenShown]:
    """Yield what players declared but the winner, tiles set aside, kongs that are paid, and hands with a tile too many,
    as the camera saw them and nobody recorded them."""
    played = match.match.current
    if played is None or match.deal_of(played) != deal.begun.hand:
        return
    forms = view_of_game(match.match.rules.game.id).act_forms(words, match.match, played)
    recorded = [act_to_dict(act) for number, act in standing(match) if number in played.records]
    offered = {offer.label: offer for form in forms[:1] if isinstance(form, Offers) for offer in form.offers}
    for step in deal.steps:
        if isinstance(step.event, Declared) and wind_of(deal, step.event.seat) != winner:
            offer = offered.get(player_at(table, deal, step.event.seat, words))
            if offer is not None and offer.act is not None:
                yield _asked(table, deal, step, offer.says, offer.act, words)
    kongs = next((form for form in forms if isinstance(form, ActForm) and form.key == "kong"), None)
    if kongs is not None:
        yield from _kongs(table, deal, kongs, recorded, in_game(words, match.match.rules.name))
    if deal.begun.played.aside:
        yield from _set_aside(table, deal, [form for form in forms if isinstance(form, Offers)], recorded, words)
    dead = {wind for wind, name in played.seats.items() if name in played.dead}
    yield from _too_many(table, deal, {winner, *dead}, words)


def _too_many(table: Table, deal: FollowedDeal, without: Collection[str], words: Messages) -> Iterator[SeenShown]:
    """Yield hands with a tile too many, which are dead if a person says so; if not, a discard after that step went
    unseen. Where East did not play first, East rather sits elsewhere, which the start page asks."""
    for seat, (kind, count) in amiss(map(_seen, deal.steps), deal.begun.east, deal.begun.played).items():
        if kind != "too-many" or not count or wind_of(deal, seat) in without:
            continue
        player = player_at(table, deal, seat, words)
        act: dict[str, str | bool] = {"type": "DeadHand", "player": player, "reason": DEAD_HANDS[1]}
        yield replace(_asked(table, deal, deal.steps[count - 1], wording.dead(words, player), act, words), no="put-in")


def _set_aside(
    table: Table, deal: FollowedDeal, forms: Iterable[Offers], recorded: Sequence[Mapping[str, Any]], words: Messages
) -> Iterator[SeenShown]:
    """Yield the bonus tiles that players set aside beyond those that are recorded, the winner's too, but none that was
    robbed."""
    offered = {offer.seat: offer for form in forms for offer in form.offers if offer.key.startswith("north-")}
    known = [(act.get("seat"), act.get("player")) for act in recorded if act["type"] == "SetAside"]
    won = [each.step for each in sights(deal) if each.kind == "rob-north"]
    for step in deal.steps:
        event = step.event
        seats, aside = deal.begun.played.seats, deal.begun.played.aside
        if not isinstance(event, Flower) or event.tile not in aside or event.seat not in seats or step in won:
            continue
        names = {wind_of(deal, event.seat), player_at(table, deal, event.seat, words)}
        same = next((each for each in known if names & {*each}), None)
        offer = offered.get(wind_of(deal, event.seat))
        if same is not None:
            known.remove(same)
        elif offer is not None and offer.act is not None:
            yield _asked(table, deal, step, offer.says, offer.act, words)


def _kongs(
    table: Table, deal: FollowedDeal, form: ActForm, recorded: Sequence[Mapping[str, Any]], words: GameMessages
) -> Iterator[SeenShown]:
    """Yield the kongs that are paid at once and not recorded, the winner's too; of an added one it is not seen whether
    its tile was just drawn, on which its payment rests."""
    known = [act for act in recorded if act["type"] == form.act["type"]]
    answers = {asked.field: {option.value for option in asked.options} for asked in form.asks}
    for step in deal.steps:
        event = step.event
        if not isinstance(event, Kong | Claim) or event.kind not in ("concealed", "kong"):
            continue
        player = player_at(table, deal, event.seat, words)
        act: dict[str, str | bool] = {**form.act, "how": "concealed", "player": player}
        if isinstance(event, Claim):
            act |= {"how": "claimed", "giver": player_at(table, deal, event.source, words)}
        if event.tile in answers["tile"]:
            act["tile"] = event.tile
        names = (player, wind_of(deal, event.seat))
        same = next((each for each in known if _same_kong(each, act, names)), None)
        if same is not None:
            known.remove(same)
        elif all(act[name] in answers[name] for name in ("how", "player", "giver") if name in act):
            yield _asked(table, deal, step, said_of(words, act), act, words)


def _same_kong(recorded: Mapping[str, Any], act: Mapping[str, str | bool], names: Collection[str]) -> bool:
    """Return True if a recorded kong is that of an act; its tile may not have been entered."""
    kind, tile = recorded["how"] == act["how"], recorded.get("tile", "")
    return kind and recorded.get("player", recorded.get("seat")) in names and tile in ("", act.get("tile", tile))


def _asked(
    table: Table, deal: FollowedDeal, step: Step, says: str, act: dict[str, str | bool], words: Messages
) -> SeenShown:
    address = f"/api/tables/{table.number}/deals/{deal.number}/steps/{step.number}"
    return replace(_shown("declared", deal, step, says), label=words(N_("Yes")), act=act, step=address)


def _shown(kind: SeenKind | Literal["declared", "flowers"], deal: FollowedDeal, step: Step, says: str) -> SeenShown:
    """Return what a step shows, which does not stand in the hand and has no button yet."""
    return SeenShown(
        kind=kind,
        says=says,
        at=step.at.isoformat(),
        picture=picture_at(deal, step),
        deal=f"/t/{deal.table}/deals/{deal.number}#{step.number}",
        stands=False,
        edit=None,
        label="",
    )


def _won(table: Table, deal: FollowedDeal, hand: TableHand, words: Messages) -> list[SeenShown]:
    return [
        replace(
            _shown(each.sight.kind, deal, each.sight.step, _says(table, deal, hand, each, words)),
            stands=each.stands,
            edit=each.edit,
            label=words(_label(each)),
        )
        for each in shown(deal, hand)
    ]


def _label(seen: Shown) -> str:
    if seen.stands:
        return N_("Not so")
    return N_("It was this tile") if seen.sight.kind == "winning" else N_("Yes")


def _says(table: Table, deal: FollowedDeal, hand: TableHand, seen: Shown, words: Messages) -> str:
    said = _sentence(table, deal, hand, seen.sight, words)
    return said if seen.stands or seen.sight.sure else wording.unsure(words, said)


def _sentence(table: Table, deal: FollowedDeal, hand: TableHand, sight: Sight, words: Messages) -> str:
    match sight.kind:
        case "giver":
            own = sight.value == "self"
            player = "" if own else _player(table, deal, str(sight.value), words)
            return wording.giver(words, player, _robbed(deal))
        case "winning":
            return wording.winning(words, str(sight.value))
        case "kong":
            return wording.kong(words, _is_own(deal), bool(sight.value), deal.begun.played)
        case "rob-north":
            return offer_words.toggle(in_game(words, hand.laid.rules), sight.kind)
        case luck:
            toggle = next(each for each in offers(hand.laid, hand.reading).toggles if each.luck == luck)
            return offer_words.toggle(in_game(words, hand.laid.rules), toggle.kind)


def _robbed(deal: FollowedDeal) -> wording.Robbed:
    """Return what the giver of the winning tile was robbed of, if they did not discard it."""
    happened = {each.kind for each in sights(deal) if each.value is True}
    return "north" if "rob-north" in happened else "kong" if "kong" in happened else ""


def _is_own(deal: FollowedDeal) -> bool:
    return any(each.kind == "giver" and each.value == "self" for each in sights(deal))


def deals_of(table: Table, match: TableMatch) -> dict[int, int]:
    """Return the number of the followed deal of each hand of a match that has one, by the number of the hand."""
    hands = {match.deal_of(hand): hand.number for hand in match.match.hands}
    found = table.followed.numbers(hands)
    return {number: found[deal.began][-1] for deal, number in hands.items() if deal.began in found}


class DealStep(Struct, frozen=True, kw_only=True):
    """A step of a followed deal: its sentence, the sentence on how it was first seen, and the address of its picture.

    `said` is the sentence on who corrected it, and `said_at` when; `denied` is true if it did not happen, `paused` for
    a time in which nothing was followed, `gap` if something was not seen, `sure` if the camera is, and `fresh` for what
    was just seen, not kept yet and maybe corrected. `left` are the
    tiles of the wall after it, as far as they could be counted, and `counts` the tiles in the hands of seats 1 to 4,
    none at an empty side.
    """

    number: int
    at: str
    says: str
    first: str | None
    said: str | None
    said_at: str | None
    denied: bool
    paused: bool
    gap: bool
    sure: bool
    fresh: bool
    picture: str | None
    seat: int
    left: str
    counts: tuple[int, int, int, int]


class DealTile(Struct, frozen=True, omit_defaults=True):
    """A tile that lies on the table: its seat and place, and the steps (from 1) from which on it lies there.

    `place` is the pond, the flowers or the hand; `taken` is the step that claimed it. Those of a meld have its number
    at the seat, and end with `until` where a tile is added to it.
    """

    seat: int
    place: Literal["pond", "meld", "flowers", "hand"]
    tile: str
    step: int
    sideways: bool = False
    taken: int = 0
    meld: int = 0
    until: int = 0


class DealShown(Struct, frozen=True, kw_only=True):
    """A followed deal: the players and winds of seats 1 to 4, "" at an empty side, its steps, and the tiles on the
    table."""

    players: tuple[str, str, str, str]
    winds: tuple[str, str, str, str]
    steps: list[DealStep]
    tiles: list[DealTile]


def deal_json(table: Table, deal: FollowedDeal, words: Messages) -> DealShown:
    """Return a followed deal."""
    seats = deal.begun.played.seats
    names = {seat: player_at(table, deal, seat, words) for seat in seats}

    def who(seat: int) -> str:
        return names.get(seat, "")

    state, steps, tiles = deal.state(0), list[DealStep](), list[DealTile]()
    uncertain = False
    shown = sorted([*deal.steps, *deal.denied], key=lambda step: step.event.t)
    for number, step in enumerate(shown, 1):
        event, denied = step.event, step in deal.denied
        if not denied:
            tiles = _with(tiles, event, number, state.melds)
        if not isinstance(event, Resumed) and not denied:
            state.apply(event)
        gap = isinstance(event, Resumed | Unseen) and not denied
        uncertain = uncertain or gap
        steps.append(
            DealStep(
                number=step.number,
                at=step.at.isoformat(),
                says=wording.gap(words, event.t - event.after)
                if isinstance(event, Resumed)
                else (wording.unqualified if step.fresh else wording.event)(words, event, who),
                first=wording.first_seen(words, step.first, who) if step.first else None,
                said=wording.said(words, step.said.by, denied) if step.said else None,
                said_at=step.said.at.isoformat() if step.said else None,
                denied=denied,
                paused=isinstance(event, Resumed),
                gap=gap,
                sure=not isinstance(event, Resumed) and event.sure,
                fresh=step.fresh,
                picture=picture_at(deal, step),
                seat=0 if isinstance(event, Resumed) else event.seat,
                left=wording.left(words, state.left, uncertain),
                counts=held(state),
            )
        )
    first, second, third, fourth = SEATS
    return DealShown(
        players=(who(first), who(second), who(third), who(fourth)),
        winds=tuple(wind_of(deal, seat) if seat in seats else "" for seat in SEATS),  # type: ignore[arg-type]
        steps=steps,
        tiles=tiles,
    )


def held(state: State) -> tuple[int, int, int, int]:
    """Return the tiles in the hands of seats 1 to 4 when another plays; none at an empty side."""
    one, two, three, four = (state.hand(seat) if seat in state.play.seats else 0 for seat in SEATS)
    return one, two, three, four


def _with(
    tiles: list[DealTile], event: Resumed | AnyEvent, step: int, melds: Mapping[int, list[LaidMeld]]
) -> list[DealTile]:
    """Return the tiles on the table after an event; `melds` are the melds before it."""
    match event:
        case Discard():
            return [*tiles, DealTile(event.seat, "pond", event.tile, step, sideways=event.sideways)]
        case Claim():
            given = [n for n, each in enumerate(tiles) if each.place == "pond" and each.seat == event.source]
            if given and not tiles[given[-1]].taken:
                tiles[given[-1]] = replace(tiles[given[-1]], taken=step)
            return [*tiles, *_meld(event.seat, len(melds[event.seat]) + 1, event.tiles, step, event.tile)]
        case Kong(kind="added"):
            pung = [n for n, each in enumerate(melds[event.seat], 1) if each.kind == "pung" and each.tile == event.tile]
            number = pung[0] if pung else len(melds[event.seat]) + 1
            old = [
                replace(each, until=step) if (each.seat, each.meld) == (event.seat, number) else each for each in tiles
            ]
            return [*old, *_meld(event.seat, number, event.tiles, step, "")]
        case Kong():
            return [*tiles, *_meld(event.seat, len(melds[event.seat]) + 1, event.tiles, step, "")]
        case Flower() if event.seat:
            return [*tiles, DealTile(event.seat, "flowers", event.tile, step)]
        case Win():
            return [*tiles, *(DealTile(event.seat, "hand", tile, step) for tile in event.hand)]
    return tiles


def _meld(seat: int, number: int, tiles: tuple[str, ...], step: int, claimed: str) -> list[DealTile]:
    """Return the tiles of a meld, the claimed one crosswise."""
    at = tiles.index(claimed) if claimed in tiles else -1
    return [DealTile(seat, "meld", tile, step, sideways=n == at, meld=number) for n, tile in enumerate(tiles)]


class DealDoubt(Struct, frozen=True):
    """A step that was not seen, or of which the camera is not sure: its time, its sentence, and its address in the
    replay. `step` is the address at which a person says that it was so, empty where nothing was seen."""

    at: str
    says: str
    deal: str
    step: str


class PlayNow(Struct, frozen=True):
    """The play at a table as its camera follows it: sentences on the turn, the tiles left and the
    hands with a wrong number of tiles, and the newest steps in doubt, the last one last."""

    table: int
    says: list[str]
    doubts: list[DealDoubt]


DOUBTS: Final = 3
"""Most steps in doubt of each table; more fill a referee's phone, fewer hide one that a dispute is about."""


def play_now_json(tables: Iterable[Table], newest: Mapping[int, tuple[int, int]], words: Messages) -> list[PlayNow]:
    """Return the play at the tables whose hand in play is followed.

    Args:
        tables: The tables.
        newest: By the number of a table its newest followed deal, and the record with which its hand began.
        words: The language.
    """
    found = []
    for table in tables:
        number, began = newest.get(table.number, (0, 0))
        hand = table.matches.deal()
        deal = table.followed.read(number) if number and hand is not None and hand.began == began else None
        deal = table.equipment.following.fresh(hand, deal) if hand is not None else None
        if deal is not None and deal.steps:
            found.append(_play_now(table, deal, words))
    return found


def _seen(step: Step) -> AnyEvent:
    """Return the event of a step; a gap for a time in which nothing was followed."""
    event = step.event
    return Unseen(t=event.t, count=1, after=event.after) if isinstance(event, Resumed) else event


def _play_now(table: Table, deal: FollowedDeal, words: Messages) -> PlayNow:
    shown, state = deal_json(table, deal, words), deal.state()
    last = shown.steps[-1]
    turn = wording.turn(words, shown.players[state.turn - 1] if state.turn and not state.over else "")
    standing = table.equipment.following.standing
    says = [last.says] if state.over else [turn, last.left]
    if standing is not None and standing != "in step" and not state.over:
        says.append(wording.standing(words, standing))
    following = table.equipment.following
    if hindered := wording.hindered(words, following.slow, following.misplaced):
        says.append(hindered)
    wrong = {} if state.over else amiss(map(_seen, deal.steps), deal.begun.east, deal.begun.played)
    says += [wording.amiss(words, shown.players[seat - 1], kind) for seat, (kind, _) in wrong.items()]
    hidden = [seat for seat in SEATS if any(meld.kind == "concealed-kong" for meld in state.melds[seat])]
    if state.over and deal.begun.played.hides_kongs:
        says += [wording.shows_kong(words, shown.players[seat - 1]) for seat in hidden]
    doubted = [step for step in shown.steps if step.number and (step.gap or not step.sure)][-DOUBTS:]
    at = f"/t/{table.number}/deals/{deal.number}"
    named = {step.number for step in deal.steps if _is_named(_seen(step))}
    steps = {number: f"/api/tables/{table.number}/deals/{deal.number}/steps/{number}" for number in named}
    doubts = [DealDoubt(step.at, step.says, f"{at}#{step.number}", steps.get(step.number, "")) for step in doubted]
    return PlayNow(table.number, says, doubts)


def _is_named(event: AnyEvent) -> bool:
    """Return True if an event was seen with all of its tiles, and with who gave its tile."""
    if isinstance(event, Unseen):
        return False
    tiles = (*getattr(event, "tiles", ()), getattr(event, "tile", ""))
    return UNKNOWN not in tiles and getattr(event, "source", 0) is not None
