// How a hand of the match ended, entered without its tiles: now, or later in place of what was recorded.

import { actInWords } from "./acts.js";
import { choice, field, openForm, select, several } from "./dialogs.js";
import { sendPhoto } from "./firstlook.js";
import { recordAndTell } from "./match.js";
import { ask, goToNewHand, TABLE } from "./page.js";
import { WINDS, windName } from "./tiles.js";
import { h } from "./view.js";
import { _ } from "./words.js";

const DRAWN = "drawn";
const WALL = "wall"; // a hand of riichi that was drawn when the wall was used up
const NO = "no"; // nobody else discarded the tile

/**
 * The choice of who discarded the winning tile before its discarder, which makes that one responsible (Zung Jung).
 * @param people the winner and the others but the discarder, as [value, name, wind]
 * @param winner the value of the winner, whose own last discard it may have been
 * @param first who did; null where nobody did
 * @param pick called with who did, or null
 */
export const firstDiscarder = (people, winner, first, pick) =>
  choice(
    "first",
    _("Had somebody just discarded the same tile?"),
    [
      [NO, h("b", _("No"))],
      ...people.map(([value, name, wind]) => [
        value,
        h("b", name),
        " ",
        h("small", value === winner ? _("the winner’s last discard") : windName(wind)),
      ]),
    ],
    first ?? NO,
    (value) => pick(value === NO ? null : value),
  );

/** Asks who won the hand in play with how many points, where the players have counted them themselves. */
export const agreedWin = (match, then) => resultForm(match, match.current, then, _("Enter points only"));

/**
 * Asks who else won the last hand on its discard: by a photo, by tiles, or with points alone.
 * @param chairOf gives the chair of a player, to photograph for; 0 where it is not known
 */
export function alsoWon(match, then, chairOf = () => 0) {
  const { of, hand: number, discarder, players, claims, reason, after } = match.also;
  const hand = match.hands.find((each) => each.number === number);
  const [only] = players;
  const chosen = { winner: players.length === 1 ? only : null, giver: discarder };
  const photograph = ({ target }) => {
    const [file] = target.files;
    if (file) goToNewHand(() => sendPhoto(file, chairOf(chosen.winner), after));
  };
  const byTiles = () =>
    goToNewHand(() => ask("POST", `/api/tables/${TABLE}/hands?after=${after}`, undefined, { wait: false }));
  const content = (again) => [
    h("p.note", _("On the discard of {player} in hand {number}", { player: discarder, number })),
    choice(
      "winner",
      _("Who also won?"),
      WINDS.filter((wind) => players.includes(hand.seats[wind])).map((wind) => [
        hand.seats[wind],
        h("b", hand.seats[wind]),
        " ",
        h("small", windName(wind)),
      ]),
      chosen.winner,
      (winner) => {
        chosen.winner = winner;
        again();
      },
    ),
    h(
      "div.match-tools.row",
      h(
        "label.button",
        h("input", {
          type: "file",
          accept: "image/*,.heic,.heif",
          capture: "environment",
          "data-key": "also-photo",
          onchange: photograph,
        }),
        _("Won (photo)"),
      ),
      h("button.button", { type: "button", "data-key": "also-tiles", onclick: byTiles }, _("Enter tiles")),
    ),
    pointsOf(match, { ...hand, score: null }, chosen),
  ];
  const does = (data) => {
    const points = Number(data.get("points"));
    const won = { type: "Won", winner: data.get("winner"), points, payer: discarder, discarder };
    const act = { type: "Claimed", claims: [...claims, won] };
    return recordAndTell({ type: "Corrected", of, act, reason }, then).then(Boolean);
  };
  openForm(_("Also won"), content, () => _("Record it"), does);
}

/** Asks who is tenpai, or why the hand ended before the wall did. */
export function drawnRiichi(match, then) {
  const chosen = { how: WALL };
  const content = (again) => [
    match.riichi.abortive.length > 0 &&
      choice(
        "how",
        _("How did it end?"),
        [
          [WALL, h("b", _("The wall is used up"))],
          ...match.riichi.abortive.map(({ reason, says }) => [reason, h("b", says)]),
        ],
        chosen.how,
        (value) => {
          chosen.how = value;
          again();
        },
      ),
    chosen.how === WALL && whoIsTenpai(match, match.current),
  ];
  const does = (data) => recordAndTell(drawnAct(data), then, match.version).then(Boolean);
  openForm(actInWords({ type: "Drawn" }, match.game), content, () => _("Record it"), does);
}

/** Who is tenpai, and who is paid nagashi mangan where that is known. */
const whoIsTenpai = (match, { seats, riichi, tenpai }) => {
  const people = () => WINDS.map((wind) => [seats[wind], h("b", seats[wind]), " ", h("small", windName(wind))]);
  return [
    several("tenpai", _("Who is tenpai?"), people(), tenpai ?? riichi),
    match.riichi.nagashi && several("nagashi", _("Nagashi mangan (optional)"), people()),
  ];
};

function drawnAct(data) {
  const how = data.get("how") ?? WALL;
  if (how !== WALL) return { type: "Drawn", abortive: how };
  const nagashi = data.getAll("nagashi");
  return { type: "Drawn", tenpai: data.getAll("tenpai"), ...(nagashi.length ? { nagashi } : {}) };
}

/** The points of a hand: a number, or in riichi one of the values that it may have. */
function pointsOf(match, hand, { winner, giver }) {
  if (!match.riichi)
    return field(match.in_faan ? _("Faan, flowers included") : _("Points, flowers included"), {
      name: "points",
      "data-key": "points",
      type: "number",
      min: match.minimum,
      max: 9999,
      value: hand.score ?? "",
      required: true,
    });
  if (!winner || !giver) return null;
  const side = winner === hand.seats.E ? "dealer" : "other";
  const how = giver === "self" ? 1 : 0;
  const values = match.riichi.values
    .map((value) => [value[side][how], value[`${side}_says`][how]])
    .filter(([points]) => points !== null);
  return select(_("Han and fu"), "points", values, hand.score);
}

/** Asks what really was the result of a hand that is played, and why it is corrected. */
export const correctResult = (match, hand, then) =>
  resultForm(match, hand, then, _("Correct hand {number}", { number: hand.number }), hand.ended);

/**
 * @param match the match
 * @param hand the hand, with its seats
 * @param then called once it is recorded
 * @param title of the dialog
 * @param of number of the record that is corrected; null for the hand in play
 */
function resultForm(match, hand, then, title, of = null) {
  const { seats } = hand;
  const chosen = { winner: hand.winner ?? (hand.outcome === DRAWN ? DRAWN : null), giver: hand.discarder ?? null };
  if (hand.self_drawn) chosen.giver = "self";
  chosen.first = firstOf(match, hand);
  const several = hand.claims?.length > 0; // who won the same discard stays: one of the wins is corrected
  const seat = (wind) => (hand.dead.includes(seats[wind]) ? _("dead hand") : windName(wind));
  const named = () => WINDS.map((wind) => [seats[wind], h("b", seats[wind]), " ", h("small", seat(wind))]);
  const content = (again) => {
    const pick = (name) => (value) => {
      if (name !== "first" && chosen[name] !== value) chosen.first = null;
      chosen[name] = value;
      again();
    };
    const people = several ? named().filter(([name]) => hand.winners.includes(name)) : named();
    const winners = of === null ? people : [...people, [DRAWN, h("b", actInWords({ type: "Drawn" }, match.game))]];
    const givers = named().filter(([name]) => (several ? name === hand.discarder : name !== chosen.winner));
    return [
      choice("winner", _("Who won?"), winners, chosen.winner, pick("winner"), hand.dead),
      chosen.winner !== DRAWN && [
        choice(
          "giver",
          _("Who discarded the winning tile?"),
          several ? givers : [["self", h("b", _("Self-drawn"))], ...givers],
          chosen.giver,
          pick("giver"),
        ),
        match.standard !== null &&
          chosen.giver &&
          chosen.giver !== "self" &&
          firstDiscarder(
            WINDS.map((wind) => [seats[wind], seats[wind], wind]).filter(([name]) => name !== chosen.giver),
            chosen.winner,
            chosen.first,
            pick("first"),
          ),
        pointsOf(match, { ...hand, score: scoreOf(hand, chosen.winner) }, chosen),
      ],
      chosen.winner === DRAWN && match.riichi && whoIsTenpai(match, hand),
      of !== null && field(_("Reason"), { name: "reason", "data-key": "reason", required: true, maxlength: 200 }),
    ];
  };
  const does = (data) => {
    const result = resultAct(data, match);
    const others = several ? hand.claims.filter(({ winner }) => (hand.seats[winner] ?? winner) !== result.winner) : [];
    const act = others.length && result.type === "Won" ? { type: "Claimed", claims: [...others, result] } : result;
    const reason = data.get("reason")?.trim();
    return recordAndTell(of === null ? act : { type: "Corrected", of, act, reason }, then, match.version).then(Boolean);
  };
  openForm(title, content, () => (of === null ? _("Record it") : _("Correct it")), does);
}

/** The points of a winner of a hand, or of the hand that nobody is chosen of. */
const scoreOf = ({ score, wins = [] }, name) => wins.find(({ winner }) => winner === name)?.points ?? score;

function resultAct(data, { riichi }) {
  const winner = data.get("winner");
  if (winner === DRAWN) return riichi ? drawnAct(data) : { type: "Drawn" };
  const giver = data.get("giver") === "self" ? null : data.get("giver");
  return { type: "Won", winner, points: Number(data.get("points")), payer: payerOf(data), discarder: giver };
}

/** The responsible player: the discarder, or the one who discarded the same tile before; null for nobody. */
function payerOf(data) {
  const [winner, giver, first] = ["winner", "giver", "first"].map((name) => data.get(name));
  if (giver === "self" || first === winner) return null;
  return first && first !== NO ? first : giver;
}

/** The first discarder of the tile in a hand that is recorded; null if nobody discarded it before the discarder. */
function firstOf(match, { number, winner, discarder, payer }) {
  const mended = match.mispaid.some(({ hand }) => hand === number);
  if (match.standard === null || !discarder || payer === discarder || mended) return null;
  return payer ?? winner;
}
