"""Statistics of players over many matches, and the ranking of a season."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Literal

from scoring.follow.events import Claim, Discard, Unseen, Win
from scoring.follow.events import Drawn as DrawnSeen
from scoring.games.game import GameId
from scoring.match.amounts import Amount, Unit, in_house_points
from scoring.match.followed import FollowedHand
from scoring.match.ranking import table_points
from scoring.match.sheets import RecordedHand, patterns_of
from scoring.match.state import Hand, Match
from scoring.sheet import PatternName

SeasonRule = Literal["sum", "best", "ema"]
"""Table points of all matches; the mean of the best n of them; points of the European ranking, of all events."""


@dataclass(frozen=True, slots=True)
class PlayedMatch:
    """A match at a table.

    Attributes:
        table: Number of the table.
        number: Number of the match there.
        day: Day of its start (ISO 8601).
        match: The match.
        names: Names of its players for the statistics, in the order of the match, or () for those of the match.
        followed: Hands of it that a camera followed.
        began: Time of its first record (ISO 8601), or "" if unknown.
    """

    table: int
    number: int
    day: str
    match: Match
    names: tuple[str, ...] = ()
    followed: Sequence[FollowedHand] = ()
    began: str = ""


@dataclass(frozen=True, slots=True)
class HandPlace:
    """The place of a hand: table, match and number."""

    table: int
    match: int
    hand: int


@dataclass(slots=True)
class SeenPlay:
    """The play of a player as cameras followed it; each figure with the hands that it rests on.

    Attributes:
        ends: Hands whose end was seen as it is recorded: a win with its giver, or a draw.
        gave: Hands of them that another won on the player's discard.
        hands: Hands in which no move was missed.
        calls: Chows, pungs and kongs that the player claimed in these.
        wins: Hands of these that the player won.
        turns: Turns of the player in these until the win, that of the win among them.
    """

    ends: int = 0
    gave: int = 0
    hands: int = 0
    calls: int = 0
    wins: int = 0
    turns: int = 0

    @property
    def gave_rate(self) -> float | None:
        """Share of hands that another won on the player's discard; None if no end was seen."""
        return self.gave / self.ends if self.ends else None

    @property
    def calls_a_hand(self) -> float | None:
        """Mean number of calls; None without a followed hand."""
        return self.calls / self.hands if self.hands else None

    @property
    def turns_to_win(self) -> float | None:
        """Mean number of turns until a win; None without one."""
        return self.turns / self.wins if self.wins else None


@dataclass(slots=True)
class PlayerStatistics:
    """The results of a player in many matches of one game.

    Attributes:
        player: Name of the player.
        game: The game.
        matches: Number of matches.
        hands: Number of hands that ended, without those that a false win ended and that were dealt again.
        wins: Number of hands won.
        self_drawn: Number of them with a drawn winning tile.
        dealt_in: Number of hands that another won on the player's discard.
        won: The hands won, in all, in what the game counts hands in.
        best: The most valuable hand won, likewise; 0 without wins.
        points: Points won and lost in all, without those of the start; where a house has fractions, those of its table.
        false_wins: Number of false wins.
        typed: Number of matches whose totals were typed from paper; hands that were not recorded count nowhere.
        table_points: Table points of each match that is over, in the order of the matches.
        patterns: Places of the won hands with each pattern.
        seen: The play as cameras followed it.
    """

    player: str
    game: GameId
    matches: int = 0
    hands: int = 0
    wins: int = 0
    self_drawn: int = 0
    dealt_in: int = 0
    won: Amount = field(init=False)
    best: Amount = field(init=False)
    points: Amount = field(init=False)
    false_wins: int = 0
    typed: int = 0
    table_points: list[Fraction] = field(default_factory=list)
    patterns: dict[PatternName, list[HandPlace]] = field(default_factory=dict)
    seen: SeenPlay = field(default_factory=SeenPlay)

    def __post_init__(self) -> None:
        """Begin at nothing of each unit."""
        self.won = self.best = Amount(Fraction(0), Unit(self.game, "hand"))
        self.points = Amount(Fraction(0), Unit(self.game, "match"))

    @property
    def deal_in_rate(self) -> float:
        """Share of hands that another won on the player's discard; 0 without hands."""
        return self.dealt_in / self.hands if self.hands else 0.0

    @property
    def mean_win(self) -> float:
        """Mean points of a hand won; 0 without wins."""
        return float(self.won.number / self.wins) if self.wins else 0.0


@dataclass(frozen=True, slots=True)
class SeasonPlace:
    """A place in the ranking of a season; players with equal points share it.

    Attributes:
        rank: Rank from 1.
        player: Name of the player.
        points: Points by the rule.
        counted: Number of matches or events behind them.
    """

    rank: int
    player: str
    points: Fraction
    counted: int


def statistics(matches: Iterable[PlayedMatch]) -> dict[GameId, list[PlayerStatistics]]:
    """Return the statistics of all players of matches, by name, for each game: what two games count has no sum."""
    found: dict[GameId, dict[str, PlayerStatistics]] = {}
    for played in matches:
        match, game = played.match, played.match.body.game
        called = zip(match.players, played.names or match.players, strict=False)  # a refused seating has no players
        of_game = found.setdefault(game, {}) if match.players else {}
        mine = {name: of_game.setdefault(shown, PlayerStatistics(shown, game)) for name, shown in called}
        gained = in_house_points(match, match.game_points)
        for name, year in mine.items():
            year.matches += 1
            year.typed += match.typed
            year.points += gained[name]
        for fine in match.fines:
            if fine.kind == "false-win" and fine.player in mine:
                mine[fine.player].false_wins += 1
        if match.over and match.body.table_points:
            for name, points in table_points(match.points, match.body.table_points).items():
                mine[name].table_points.append(points)
        for hand in match.hands:
            if _played_out(match, hand):
                _count(played, hand, mine)
        for followed in played.followed:
            if _played_out(match, followed.hand):
                _count_seen(followed, mine)
    return {game: [players[name] for name in sorted(players)] for game, players in sorted(found.items())}


def _played_out(match: Match, hand: Hand) -> bool:
    """Return True if a hand came to its end: not one that was taken back, or that a false win ended."""
    return hand.outcome is not None and hand.taken_back is None and not match.voided_by(hand)


def _count(played: PlayedMatch, hand: Hand, mine: Mapping[str, PlayerStatistics]) -> None:
    """Count a hand that ended."""
    for name in hand.seats.values():
        if name in mine:
            mine[name].hands += 1
    for name in _dealt_in(hand):
        if name in mine:
            mine[name].dealt_in += 1
    for name, won in hand.won.items():
        if name not in mine:
            continue
        year = mine[name]
        year.wins += 1
        year.self_drawn += won.self_drawn
        worth = Amount(Fraction(won.points), Unit(year.game, "hand"))
        year.won += worth
        year.best = max(year.best, worth)
        seat = next((wind for wind, each in hand.seats.items() if each == name), "E")
        for pattern in patterns_of(RecordedHand(won.hand, played.match.rules, seat, hand.round_wind, won.self_drawn)):
            year.patterns.setdefault(pattern, []).append(HandPlace(played.table, played.number, hand.number))


def _dealt_in(hand: Hand) -> Iterator[str]:
    """Yield the discarder of each tile that was won on, once for several wins on it."""
    for at, name in enumerate(hand.discarders):
        if name is not None and (at == 0 or hand.won_in[at] != hand.won_in[at - 1]):
            yield name


def _count_seen(followed: FollowedHand, mine: Mapping[str, PlayerStatistics]) -> None:
    """Count a followed hand that ended."""
    hand, end = followed.hand, next((event for event in followed.events if isinstance(event, Win | DrawnSeen)), None)
    count = len(hand.seats)
    seats = {name: seat for seat in range(1, count + 1) if (name := followed.player(seat)) in mine}
    winner, giver = hand.winner, hand.discarder
    if isinstance(end, Win):
        seen = (followed.player(end.seat), followed.player(end.source) if end.source else None)
        agreed = end.source is not None and seen == (winner, giver) and len(hand.winners) == 1
    else:
        agreed = end is not None and winner is None
    whole = agreed and followed.whole and not any(isinstance(event, Unseen) for event in followed.events)
    for name, seat in seats.items():
        play = mine[name].seen
        play.ends += agreed
        play.gave += agreed and name == giver
        if not whole:
            continue
        play.hands += 1
        play.calls += sum(isinstance(event, Claim) and event.seat == seat for event in followed.events)
        if name == winner:
            play.wins += 1
            play.turns += 1 + sum(isinstance(event, Discard) and event.seat == seat for event in followed.events)


def season(
    years: Sequence[PlayerStatistics], rule: SeasonRule, best: int = 8, ema: Mapping[str, Sequence[int]] | None = None
) -> list[SeasonPlace]:
    """Return the ranking of a season.

    Args:
        years: The statistics of its players in one game.
        rule: The rule.
        best: Number of matches whose mean counts by "best"; players with fewer are not ranked.
        ema: Points of the European ranking of each event, by player, for "ema".
    """
    if rule == "ema":
        found = [(name, Fraction(sum(points)), len(points)) for name, points in (ema or {}).items() if points]
    elif rule == "best":
        enough = [year for year in years if len(year.table_points) >= best]
        found = [(year.player, sum(sorted(year.table_points)[-best:], Fraction(0)) / best, best) for year in enough]
    else:
        played = [year for year in years if year.table_points]
        found = [(year.player, sum(year.table_points, Fraction(0)), len(year.table_points)) for year in played]
    found.sort(key=lambda each: (-each[1], each[0]))
    return [
        SeasonPlace(1 + sum(other > points for _, other, _ in found), name, points, counted)
        for name, points, counted in found
    ]
