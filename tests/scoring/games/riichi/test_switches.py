"""The questions of houses of riichi: what each answer changes, and matches of random houses against another model."""

import random
from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from typing import Any, Final

import pytest

from scoring.circumstances import assess, assumption
from scoring.errors import RulingError
from scoring.games.game import RuleBook
from scoring.games.riichi.acts import DeclaredRiichi
from scoring.games.riichi.hand import riichi_of
from scoring.games.riichi.payment import value
from scoring.games.riichi.presets import PRESETS
from scoring.games.riichi.switches import ANSWERS, SWITCHES, answers_of, usual
from scoring.games.riichi.words import declared
from scoring.games.riichi.yaku import YAKU
from scoring.match.course import course_of, results, usual_body
from scoring.match.errors import Refusal, RefusedError
from scoring.match.match import fold
from scoring.match.payers import answered
from scoring.match.records import Act, Claimed, DeadHand, Drawn, FalseWin, Seated, Won
from scoring.notation import format_win, parse
from scoring.rules import BOOKS, admit, tournament, withdraw
from scoring.tiles import WINDS
from tests.long import long_but
from tests.rows import row_by_row
from tests.scoring.games.riichi.test_yaku import random_win
from tests.scoring.match.builders import FOUR, records
from webui.games.riichi.houses import EXAMPLES


def house(base: str = "riichi-home", **answers: str) -> RuleBook:
    """Return the rule book of a house with these answers."""
    lines = [f'{switch} = "{answer}"' for switch, answer in answers.items()]
    head = f'name = "corner"\ntitle = "Corner"\nbase = "{base}"\nsource = "us"\n[switches]\n'
    return tournament(head + "\n".join(lines))


@pytest.mark.parametrize("base", PRESETS)
def test_a_house_that_answers_as_its_base_plays_by_it(base: str) -> None:
    same, of = house(base, **usual(base)), BOOKS[base]
    assert same.preset.answers == {}
    assert answers_of(same.preset) == answers_of(of.preset) == usual(base)
    for text in EXAMPLES.values():
        win = parse(text, red=of.red)
        assert same.worth(win) == of.worth(win)
    changed, body = usual_body(same), usual_body(of)
    assert (changed.start, changed.extra, changed.false_wins) == (body.start, body.extra, body.false_wins)


@row_by_row("switch", SWITCHES, ids=lambda switch: switch.id)
def test_each_answer_changes_its_field_alone(switch: Any) -> None:
    of = BOOKS["riichi-home"]
    also = {"RI11": "35000"} if switch.id == "RI10" else {}  # at least as many are returned
    for option in switch.options:
        book = house(**{switch.id: option.name, **also})
        body = usual_body(book)
        parts = {"hand": book.preset, "match": body.extra, "body": body}
        assert getattr(parts[switch.sets[0]], switch.sets[1]) == option.value
        differs = option.name != usual("riichi-home")[switch.id]
        assert book.preset.answers == ({switch.id: option.name} if differs else {}) | also
        sheet = book.score(parse(EXAMPLES["RI3"], red=book.red))
        assert dict(sheet.switches) == (book.preset.answers if switch.sets[0] == "hand" else {})
        if switch.sets[0] == "hand":
            assert body.extra == usual_body(of).extra
        else:
            assert book.worth(parse(EXAMPLES["RI3"])) == of.worth(parse(EXAMPLES["RI3"]))


@pytest.mark.parametrize("switch", EXAMPLES)
def test_an_example_is_paid_otherwise_under_each_answer(switch: str) -> None:
    books = [house(**{switch: answer}) for answer in ANSWERS[switch]]
    paid = [(each.worth(parse(EXAMPLES[switch], red=each.red)).total) for each in books]
    assert len(set(paid)) == len(paid)


def test_counters_of_a_hand_that_somebody_is_liable_for() -> None:
    win = parse("[CCC,1][FFF,1][PPP,1]22m34s 5s self-draw seat=S round=E liable=W honba=2 no-riichi dora=0")
    assert house(RI23="liable").score(win).payments == {"E": 0, "S": 32600, "W": -32600, "N": 0}
    assert house(RI23="all").score(win).payments == {"E": -200, "S": 32600, "W": -32200, "N": -200}


SHOWN: Final = "234m345p67s55m678p 8s round=E dora=0 ura=0 seat="
"""A hand with pinfu and tanyao, to be won by the seat at its end."""


@pytest.mark.parametrize(
    ("words", "first", "points"),
    [
        ("open-riichi discard from-riichi", "Open Riichi", {"no": 3900, "yes": 7700, "yakuman": 7700}),
        ("open-riichi discard from-no-riichi", "Open Riichi", {"no": 3900, "yes": 7700, "yakuman": 32000}),
        ("open-riichi self-draw", "Open Riichi", {"no": 5200, "yes": 8000, "yakuman": 8000}),
        (
            "open-riichi double-riichi discard from-riichi",
            "Double Open Riichi",
            {"no": 7700, "yes": 8000, "yakuman": 8000},
        ),
        ("open-riichi ippatsu discard from-no-riichi", "Open Riichi", {"no": 7700, "yes": 8000, "yakuman": 32000}),
        ("riichi discard from-no-riichi", "Riichi", {"no": 3900, "yes": 3900, "yakuman": 3900}),
    ],
)
def test_a_riichi_with_the_hand_shown(words: str, first: str, points: Mapping[str, int]) -> None:
    for answer, total in points.items():
        sheet = house(RI27=answer).score(parse(f"{SHOWN}S {words}"))
        assert sheet.total == total
        names = {str(line.id) for line in sheet.lines}
        if total == 32000:
            assert names == {"Open Riichi Houjuu"}
        else:
            assert (first if answer != "no" else first.replace("Open ", "").replace("Open", "")).strip() in names


def test_a_random_hand_that_was_shown_has_a_han_more_than_riichi() -> None:
    seed = random.SystemRandom().randrange(10**9)
    luck, book, met = random.Random(seed), house(RI27="yakuman"), 0
    while met < 100:
        win = random_win(luck)
        closed, free = declared(win), luck.random() < 0.5
        if not closed.riichi:
            continue
        met += 1
        one = book.score(win)
        other = book.score(replace(win, extra=replace(closed, open_riichi=True, from_riichi=not free)))
        where = f"seed {seed}: {format_win(win)}"
        dealer, drawn = win.seat == "E", bool(win.self_draw)
        if any(YAKU[str(line.id)].closed >= 13 for line in one.lines):
            assert other.total == one.total, where
        elif free and not drawn:
            assert other.total == (48_000 if dealer else 32_000), where
        else:
            assert (other.extra.han, other.extra.fu) == (one.extra.han + 1, one.extra.fu), where
            worth = value(min(other.extra.han, 13), other.extra.fu, book.preset)
            assert worth is not None
            assert other.total == worth.won(dealer, drawn), where


def test_a_yakuman_that_was_shown_counts_once_from_any_discarder() -> None:
    shown = "111m222p333s444s5p 5p discard seat=S round=E open-riichi dora=0 ura=0"
    for words in ("from-riichi", "from-no-riichi"):
        sheet = house(RI27="yakuman").score(parse(f"{shown} {words}"))
        assert [(line.id, line.points) for line in sheet.lines] == [("Suu Ankou Tanki", 26)]


def test_who_fed_a_hand_that_was_shown_matters_where_it_costs_a_yakuman() -> None:
    win = parse(f"{SHOWN}S open-riichi discard")
    found = {}
    for answer in ANSWERS["RI27"]:
        book = house(RI27=answer)
        admit(book)
        try:
            worth, taken = assess(win, book.name), assumption(win, book.name)
        finally:
            withdraw(book.name)
        found[answer] = (worth.open, worth.low, worth.high, taken.sheet.total)
        assert [each.worth.total for each in taken.alternatives] == ([32000] if worth.open else [])
    assert found == {
        "no": ((), 3900, 3900, 3900),
        "yes": ((), 7700, 7700, 7700),
        "yakuman": (("from-riichi",), 7700, 32000, 7700),
    }


@pytest.mark.parametrize(("answer", "kind"), [("no", "no-open-riichi"), ("yes", None), ("yakuman", None)])
def test_an_open_riichi_is_declared_where_the_house_knows_it(answer: str, kind: str | None) -> None:
    book = house(RI27=answer)
    admit(book)
    try:
        act = DeclaredRiichi("S", opened=True)
        match = fold(records(Seated(FOUR, book.name, usual_body(book).id), act, DeclaredRiichi("W"), role="referee"))
    finally:
        withdraw(book.name)
    assert [each.kind for each in match.refused.values()] == [kind] * bool(kind)
    assert riichi_of(match.hands[0]).opened == ([] if kind else ["Bo"])
    assert riichi_of(match.hands[0]).declared == [*([] if kind else ["Bo"]), "Chen"]
    told = {"honba": 0, "sticks": 1 if kind else 2}
    shown = {} if kind else {"riichi": True, "open_riichi": True}
    known = course_of(book).known
    assert known(match.hands[0], "Bo", None) == told | shown
    assert known(match.hands[0], "Bo", "Ann") == told | shown | ({} if kind else {"from_riichi": False})
    assert known(match.hands[0], "Bo", "Chen") == told | shown | ({} if kind else {"from_riichi": True})
    assert known(match.hands[0], "Chen", "Bo") == told | {"riichi": True}


@pytest.mark.parametrize(
    ("giver", "words", "differs"),
    [
        ("E", "from-no-riichi", None),
        ("W", "from-riichi", None),
        ("E", "from-riichi", ("from-riichi", "from-no-riichi")),
        ("W", "", ("open-riichi", "from-riichi")),
    ],
)
def test_a_hand_that_was_shown_names_the_riichi_of_who_fed_it_as_the_match_has_it(
    giver: str, words: str, differs: tuple[str, str] | None
) -> None:
    book = house(RI27="yakuman")
    admit(book)
    try:
        acts = (DeclaredRiichi("S", opened=True), DeclaredRiichi("W"))
        match = fold(records(Seated(FOUR, book.name, usual_body(book).id), *acts, role="referee"))
        text = f"{SHOWN}S open-riichi discard {words}"
        act = Won("S", 32000 if giver == "E" else 7700, giver, text, giver)
        if differs is None:
            assert answered(act, match, match.hands[0]) == act
            return
        with pytest.raises(RefusedError) as caught:
            answered(act, match, match.hands[0])
        assert (caught.value.about["said"], caught.value.about["known"]) == differs
    finally:
        withdraw(book.name)


@pytest.mark.parametrize(("seat", "paid"), [("E", [-12000, 4000, 4000, 4000]), ("S", [4000, -8000, 2000, 2000])])
def test_a_false_win_is_paid_as_a_mangan(seat: str, paid: list[int]) -> None:
    book = house(RI25="mangan")
    admit(book)
    try:
        match = fold(records(Seated(FOUR, book.name, usual_body(book).id), FalseWin(seat, "no yaku"), role="referee"))
        assert [points - 25000 for points in match.points.values()] == paid
        assert match.fines[0].amount == -min(paid)
        own = FalseWin(seat, "no yaku", 1000)
        match = fold(records(Seated(FOUR, book.name, usual_body(book).id), own, role="referee"))
        assert sorted(points - 25000 for points in match.points.values()) == [-3000, 1000, 1000, 1000]
    finally:
        withdraw(book.name)


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ('[switches]\nRI12 = "7-7"', "bad-uma"),
        ('[switches]\nRI12 = "30, 10, -10"', "bad-uma"),
        ('[switches]\nRI12 = "30, 10, -10, x"', "bad-uma"),
        ('[switches]\nRI12 = "12.55, 0, 0, -12.55"', "bad-uma"),
        ("[switches]\nRI12 = [50, 10, -10, -30]", "uma-not-zero"),
        ('[switches]\nRI2 = "45, 5, -15, -35"', "unknown-answer"),
        ('[switches]\nHK1 = "3"', "unknown-switch"),
        ('[switches]\nRI10 = "30000"', "returns-too-little"),
        ("minimum = 2", "unknown-key"),
        ('excluded = ["Riichi"]', "unknown-key"),
    ],
)
def test_a_file_that_cannot_be_used_says_why(text: str, kind: str) -> None:
    with pytest.raises(RulingError) as caught:
        tournament(f'name = "corner"\ntitle = "Corner"\nbase = "riichi-home"\nsource = "us"\n{text}')
    assert caught.value.kind == kind


@pytest.mark.parametrize(
    ("text", "answer", "uma"),
    [
        ('"45, 5, -15, -35"', "45, 5, -15, -35", (45, 5, -15, -35)),
        ('"+12.5/2.5/-5/−10"', "12.5, 2.5, -5, -10", (Fraction(25, 2), Fraction(5, 2), -5, -10)),
        ("[8, 4, -4, -8]", "8, 4, -4, -8", (8, 4, -4, -8)),
        ('"20 10 -10 -20"', "10-20", (20, 10, -10, -20)),
        ('"0,0,0,0"', "none", (0, 0, 0, 0)),
    ],
)
def test_a_house_states_an_uma_of_its_own(text: str, answer: str, uma: tuple[Any, ...]) -> None:
    book = tournament(f'name = "corner"\ntitle = "C"\nbase = "riichi-wrc"\nsource = "us"\n[switches]\nRI12 = {text}')
    assert answers_of(book.preset)["RI12"] == answer
    assert usual_body(book).extra.uma == uma


@pytest.mark.parametrize("winners", [("S", "W", "N"), ("S", "W")])
@pytest.mark.parametrize("answer", ["yes", "three winners", "no"])
def test_three_winners_of_a_discard_are_an_abortive_draw_where_the_house_says_so(
    answer: str, winners: tuple[str, ...]
) -> None:
    book = house(RI16=answer)
    claims = Claimed(tuple([Won(seat, 1000, "E") for seat in winners]))
    aborted = answer == "three winners" and len(winners) == 3
    sit = Seated(FOUR, body="riichi-rooms")
    match = fold(records(sit, DeclaredRiichi("W"), claims, role="referee"), book)
    assert match.refused == ({3: Refusal("three-winners", {})} if aborted else {})
    draw = fold(records(sit, DeclaredRiichi("W"), Drawn(abortive="three winners"), role="referee"), book)
    assert [refusal.kind for refusal in draw.refused.values()] == (
        [] if answer == "three winners" else ["no-such-draw"]
    )
    if answer == "three winners":
        assert (draw.hands[1].deal, riichi_of(draw.hands[1]).honba, draw.on_table) == (1, 1, 1000)
    dead = fold(records(sit, DeadHand("N", "x"), claims, role="referee"), book)
    assert dead.refused == {}  # a dead hand wins nothing, so that two are left


@pytest.mark.parametrize(("answer", "payer"), [("discarder", "E"), ("liable", "W")])
def test_counters_of_a_hand_that_a_third_deals_in(answer: str, payer: str) -> None:
    win = parse("[CCC,1][FFF,1][PPP,1]22m34s 5s discard from=E seat=S round=E liable=W honba=2 no-riichi dora=0")
    paid = house(RI28=answer).score(win).payments
    expected = {"E": -16000, "S": 32600, "W": -16000, "N": 0}
    assert paid == {seat: points - 600 * (seat == payer) for seat, points in expected.items()}
    open_hand = parse("[CCC,1][FFF,1]234m22m34s 5s discard from=E seat=S round=E liable=W honba=2 no-riichi dora=0")
    assert (house(RI28=answer).score(open_hand).payments or {})["W"] == 0  # nobody answers for so little


# A second model of matches, by the answers' texts, sharing nothing with the first.

BY_DISCARD: Final = {True: (1500, 2900, 12000, 18000), False: (1000, 2000, 8000, 12000)}
"""Points of a hand won on a discard, by whether the dealer wins."""
BY_DRAW: Final = {True: {3000: (1000, 1000), 6000: (2000, 2000)}, False: {1100: (500, 300), 8000: (4000, 2000)}}
"""Points of a self-drawn hand, with what the dealer and each of the others pay."""


class Model:
    """A match of four under a house's answers."""

    def __init__(self, answers: Mapping[str, str]) -> None:
        self.answers = answers
        self.points = [int(answers["RI10"])] * 4
        self.deal, self.honba, self.sticks, self.over = 1, 0, 0, False
        self.declared: list[int] = []
        self.opened: list[int] = []
        self.won: set[int] = set()
        self.lost = [0] * 4

    def at(self, seat: str) -> int:
        return (WINDS.index(seat) + self.deal - 1) % 4

    def ahead(self) -> list[int]:
        best = [each for each in range(4) if self.points[each] == max(self.points)]
        return best[:1] if self.answers["RI21"] == "seats" else best

    def declare(self, seat: str, shown: bool) -> bool:
        who = self.at(seat)
        if who in self.declared or (self.answers["RI18"] == "yes" and self.points[who] < 1000):
            return False
        if shown and self.answers["RI27"] == "no":
            return False
        self.opened += [who] * shown
        self.declared.append(who)
        self.points[who] -= 1000
        self.sticks += 1
        return True

    def fed(self, seat: str, giver: str) -> tuple[int, str] | None:
        """Return the points of `SHOWN` for who declared riichi, fed by another, and the words that say so."""
        who, free = self.at(seat), self.at(giver) not in self.declared
        if who not in self.declared:
            return None
        dealer = seat == "E"
        if who not in self.opened:
            return (5800 if dealer else 3900), "riichi"
        words = f"open-riichi from-{'no-' * free}riichi"
        if free and self.answers["RI27"] == "yakuman":
            return (48000 if dealer else 32000), words
        up = self.answers["RI3"] == "yes"  # 4 han 30 fu
        return ((12000 if up else 11600) if dealer else (8000 if up else 7700)), words

    def fed_yakuman(self, seat: str, giver: str | None, liable: str) -> None:
        """Pay a yakuman for whose sets a player answers."""
        who, due, each = self.at(seat), 48000 if seat == "E" else 32000, 100 * self.honba
        self.won.add(who)
        if giver is None:
            shares = {liable: due}
            counters = {liable: 3} if self.answers["RI23"] == "liable" else dict.fromkeys({*WINDS} - {seat}, 1)
        else:
            shares = {liable: due // 2, giver: due // 2}
            counters = {liable if self.answers["RI28"] == "liable" else giver: 3}
        for payer in {*shares, *counters}:
            paid = shares.get(payer, 0) + each * counters.get(payer, 0)
            self.points[self.at(payer)] -= paid
            self.points[who] += paid
        self.points[who] += 1000 * self.sticks
        self.sticks = 0
        self.next(seat == "E", self.honba + 1 if seat == "E" else 0, counts=True)

    def win(self, wins: list[tuple[str, int]], giver: str | None) -> None:
        dealer = self.at("E")
        if giver is not None:
            wins = sorted(wins, key=lambda win: (WINDS.index(win[0]) - WINDS.index(giver)) % 4)
            wins = wins if self.answers["RI13"] == "all" else wins[:1]
        for place, (seat, points) in enumerate(wins):
            who = self.at(seat)
            self.won.add(who)
            counters = self.honba if place == 0 or self.answers["RI14"] == "all" else 0
            if giver is not None:
                self.points[self.at(giver)] -= points + 300 * counters
                self.points[who] += points + 300 * counters
                continue
            of_dealer, of_others = BY_DRAW[who == dealer][points]
            for other in {0, 1, 2, 3} - {who}:
                paid = (of_dealer if other == dealer else of_others) + 100 * counters
                self.points[other] -= paid
                self.points[who] += paid
        winners = [self.at(seat) for seat, _ in wins]
        for own in winners[1:]:
            if self.answers["RI15"] == "own" and own in self.declared:
                self.points[own] += 1000
                self.sticks -= 1
        self.points[winners[0]] += 1000 * self.sticks
        self.sticks = 0
        again = dealer in winners
        self.next(again, self.honba + 1 if again else 0, counts=True)

    def draw(self, waiting: list[str]) -> bool:
        ready = [self.at(seat) for seat in waiting]
        if set(self.declared) - set(ready):
            return False
        if 0 < len(ready) < 4:
            noten = 0 if self.answers["RI26"] == "none" else int(self.answers["RI26"])
            for who in range(4):
                self.points[who] += noten // len(ready) if who in ready else -noten // (4 - len(ready))
        self.next(self.at("E") in ready, self.honba + 1, counts=True)
        return True

    def abort(self) -> bool:
        if self.answers["RI16"] == "no":
            return False
        self.next(True, self.honba + 1, counts=False)
        return True

    def false_win(self, seat: str) -> bool:
        who, dealer, price = self.at(seat), self.at("E"), self.answers["RI25"]
        if price == "referee":
            return False
        if price == "mangan":
            for other in {0, 1, 2, 3} - {who}:
                paid = 4000 if dealer in (who, other) else 2000
                self.points[other] += paid
                self.points[who] -= paid
        else:
            self.lost[who] += int(price)
        for each in self.declared:
            self.points[each] += 1000
        self.sticks -= len(self.declared)
        self.next(True, self.honba, counts=False)
        return True

    def next(self, again: bool, honba: int, counts: bool) -> None:
        goal = self.answers["RI20"]
        reached = goal == "none" or max(self.points) >= int(goal)
        if self.answers["RI18"] == "yes" and min(self.points) < 0:
            self.over = True
        elif self.deal >= 8 and again:
            leads = self.answers["RI19"] == "yes" and self.ahead() == [self.at("E")]
            self.over = reached and counts and (leads or self.deal > 8)
        elif self.deal >= 8:
            self.over = reached or self.deal == 12
        if self.over:
            if self.answers["RI22"] == "first":
                best = self.ahead()
                for place, who in enumerate(best):
                    self.points[who] += 100 * (10 * self.sticks // len(best) + (place < 10 * self.sticks % len(best)))
            return
        self.deal, self.honba, self.declared, self.opened = self.deal + (not again), honba, [], []

    def results(self) -> list[Fraction]:
        back, start = int(self.answers["RI11"]), int(self.answers["RI10"])
        uma = self.answers["RI12"]
        if uma == "floating":
            above = sum(each >= back for each in self.points)
            prizes = [Fraction(each) for each in {1: (12, -1, -3, -8), 3: (8, 3, 1, -12)}.get(above, (8, 4, -4, -8))]
        elif "," in uma:
            prizes = [Fraction(each) for each in uma.split(",")]
        else:
            inner, outer = (0, 0) if uma == "none" else map(int, uma.split("-"))
            prizes = [Fraction(each) for each in (outer, inner, -inner, -outer)]
        prizes[0] += Fraction(4 * (back - start), 1000)
        order = sorted(range(4), key=lambda who: (-self.points[who], who))
        found = [Fraction(0)] * 4
        for who in range(4):
            like = [place for place, other in enumerate(order) if self.points[other] == self.points[who]]
            if self.answers["RI21"] == "seats":
                like = [order.index(who)]
            shared = sum((prizes[each] for each in like), Fraction(0)) / len(like)
            found[who] = Fraction(self.points[who] - self.lost[who] - back, 1000) + shared
        birds = 0 if self.answers["RI24"] == "none" else int(self.answers["RI24"])
        if birds and self.won:
            for who in range(4):
                found[who] += Fraction(birds * (4 - len(self.won)), len(self.won)) if who in self.won else -birds
        return found


def _evening(chance: random.Random, model: Model) -> list[Act]:
    """Return acts of a whole match, which the model has made; what it refuses is left out."""
    acts: list[Act] = []
    while not model.over:
        for seat in WINDS:
            shown = chance.random() < 0.5
            if chance.random() < 0.25 and model.declare(seat, shown):
                acts.append(DeclaredRiichi(seat, shown))
        kind = chance.random()
        if kind < 0.05:
            if model.abort():
                acts.append(Drawn(abortive="four winds"))
        elif kind < 0.1:
            seat = chance.choice(WINDS)
            if model.false_win(seat):
                acts.append(FalseWin(seat, chance.choice(("no yaku", "furiten", "not tenpai", "wrong tile"))))
        elif kind < 0.25:
            declared = {seat for seat in WINDS if model.at(seat) in model.declared}
            waiting = [seat for seat in WINDS if seat in declared or chance.random() < 0.4]
            if model.draw(waiting):
                acts.append(Drawn(tuple(waiting)))
        elif kind < 0.45:
            seat = chance.choice(WINDS)
            points = chance.choice([*BY_DRAW[seat == "E"]])
            model.win([(seat, points)], None)
            acts.append(Won(seat, points))
        else:
            giver, *others = chance.sample(WINDS, 4)
            laid = model.fed(others[0], giver)
            if laid:
                points, words = laid
                text = f"{SHOWN}{others[0]} discard {words}".replace("round=E", f"round={WINDS[(model.deal - 1) // 4]}")
                acts.append(Won(others[0], points, giver, text))
                model.win([(others[0], points)], giver)
                continue
            if chance.random() < 0.15:
                seat, liable = others[:2]
                fed_by = chance.choice((None, giver))
                model.fed_yakuman(seat, fed_by, liable)
                acts.append(Won(seat, 48000 if seat == "E" else 32000, fed_by, liable=liable))
                continue
            several = others[: chance.choice((1, 1, 1, 2, 3))]
            if len(several) == 3 and model.answers["RI16"] == "three winners":
                model.abort()
                acts.append(Drawn(abortive="three winners"))
                continue
            wins = [(seat, chance.choice(BY_DISCARD[seat == "E"])) for seat in several]
            model.win(wins, giver)
            claims = tuple([Won(seat, points, giver) for seat, points in wins])
            acts.append(claims[0] if len(claims) == 1 else Claimed(claims))
    return acts


@pytest.mark.parametrize("count", long_but([2], [2, 25]))
def test_matches_of_random_houses_go_as_another_model_has_them(count: int) -> None:
    """Twenty houses with as many matches each."""
    seed = random.SystemRandom().randrange(10**9)
    chance = random.Random(seed)
    for number in range(20):
        base = chance.choice([*PRESETS])
        said = {switch: chance.choice(answers) for switch, answers in ANSWERS.items()}
        if chance.random() < 0.5:
            first, second, third = (chance.randint(-400, 900) for _ in range(3))
            amounts = [Fraction(each, 10) for each in (first, second, third, -first - second - third)]
            said["RI12"] = ", ".join(f"{float(each):g}" for each in amounts)
        said["RI11"] = chance.choice([back for back in ANSWERS["RI11"] if int(back) >= int(said["RI10"])])
        book = house(base, **said)
        admit(book)
        try:
            for _ in range(count):
                model = Model(said)
                acts = _evening(chance, model)
                match = fold(records(Seated(FOUR, book.name, usual_body(book).id), *acts, role="referee"))
                where = f"seed {seed}, house {number}: {base} {said}"
                assert match.refused == {}, where
                assert (match.over, [*match.points.values()]) == (True, model.points), where
                assert [*results(match).values()] == model.results(), where
        finally:
            withdraw(book.name)
