// The way a hand of the match ended, entered without its tiles: now, or later in place of what was recorded.

import { actInWords } from "./acts.js";
import { choice, field, openForm, select, several } from "./dialogs.js";
import { sendPhoto } from "./firstlook.js";
import { recordAndTell } from "./match.js";
import { ask, goToNewHand, TABLE } from "./page.js";
import { windName, windsOf } from "./tiles.js";
import { h } from "./view.js";
import { _ } from "./words.js";

const DRAWN = "drawn";
const NO = "no"; // nobody else discarded the tile
const NOBODY = ""; // value of the answer that a question for players names nobody, or nobody else

/**
 * Return the choice of who discarded the winning tile before its discarder, where that makes that one responsible.
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

/** Ask who won the hand in play with how many points, where the players have counted them themselves. */
export const agreedWin = (match, then) => resultForm(match, match.current, then, _("Enter points only"));

/**
 * Ask who else won the last hand on its discard: by a photo, by tiles, or with points alone.
 * @param chairOf gives the chair of a player, to photograph for; 0 where it is not known
 */
export function alsoWon(match, then, chairOf = () => 0) {
  const { of, hand: number, discarder, players, claims, reason, after } = match.also;
  const hand = match.hands.find((each) => each.number === number);
  const [only] = players;
  const chosen = { winner: players.length === 1 ? only : null, giver: discarder };
  const content = (again) => [
    h("p.note", _("Off {player} in hand {number}", { player: discarder, number })),
    choice(
      "winner",
      _("Who also won?"),
      windsOf(hand.seats)
        .filter((wind) => players.includes(hand.seats[wind]))
        .map((wind) => [hand.seats[wind], h("b", hand.seats[wind]), " ", h("small", windName(wind))]),
      chosen.winner,
      (winner) => {
        chosen.winner = winner;
        again();
      },
    ),
    byTiles(["also-photo", "also-tiles"], _("Won (photo)"), () => chairOf(chosen.winner), after),
    pointsOf(match, { ...hand, score: null }, chosen),
    luckOf(match, discarder),
  ];
  const does = (data) => {
    const points = Number(data.get("points"));
    const won = { type: "Won", winner: data.get("winner"), points, payer: discarder, discarder, ...luckIn(data) };
    const act = { type: "Claimed", claims: [...claims, won] };
    return recordAndTell({ type: "Corrected", of, act, reason }, then).then(Boolean);
  };
  openForm(_("Also won"), content, () => _("Record it"), does, `${match.number} ${of}`);
}

/** Return the ways to lay the tiles of a player: by a photograph, or entered one by one; each with its key. */
function byTiles([photo, tiles], label, chair, after) {
  const photograph = ({ target }) => {
    const [file] = target.files;
    if (file) goToNewHand(() => sendPhoto(file, chair(), after));
  };
  const about = () => new URLSearchParams({ chair: chair(), after });
  const enter = () =>
    goToNewHand(() => ask("POST", `/api/tables/${TABLE}/hands?${about()}`, undefined, { wait: false }));
  return h(
    "div.match-tools.row",
    { key: photo },
    h(
      "label.button.small",
      h("input", {
        type: "file",
        accept: "image/*,.heic,.heif",
        capture: "environment",
        "data-key": photo,
        onchange: photograph,
      }),
      label,
    ),
    h("button.button.small", { type: "button", "data-key": tiles, onclick: enter }, _("Enter tiles")),
  );
}

/** Return the hand in play, as a form about it is told from one about another. */
const handOf = ({ number, current, hands }) => `${number} ${current?.number ?? ""} ${hands.length}`;

/** Return the act of a hand that ended without a winner; null where something is asked about it. */
export function drawnAtOnce({ form: { draws } }) {
  const [{ act, asks, questions }, ...others] = draws;
  return others.length || asks.length || questions.length ? null : act;
}

/** Ask how the hand in play ended without a winner, and for the players whom that names. */
export function askDrawn(match, then) {
  const { draws } = match.form;
  const chosen = { how: draws[0].key };
  const way = () => draws.find(({ key }) => key === chosen.how);
  const content = (again) => [
    draws.length > 1 &&
      choice(
        "how",
        _("How did it end?"),
        draws.map(({ key, says }) => [key, h("b", says)]),
        chosen.how,
        (value) => {
          chosen.how = value;
          again();
        },
      ),
    (match.unrecorded ?? []).map((what) => h("p.note", _("Seen by the camera, and not recorded: {what}", { what }))),
    playersOf(way(), match.current, chosen, again),
    way().questions.map((asked) => [questionOf(asked, asked.known), asked.player && tilesOf(asked, match)]),
  ];
  const does = (data) => recordAndTell(drawnAct(way(), data), then, match.version).then(Boolean);
  openForm(actInWords({ type: "Drawn" }, match.game), content, () => _("Record it"), does, handOf(match));
}

const tilesOf = ({ field: name, player }, match) =>
  byTiles([`photo-${name}`, `tiles-${name}`], _("Photo"), () => chairIn(match, player), match.version);

/** Return the chair of a player of the hand in play; 0 where it is not known. */
const chairIn = ({ chairs }, name) => Number(Object.keys(chairs).find((chair) => chairs[chair] === name) ?? 0);

/**
 * Return the players whom a way to end without a winner names, none of them with a dead hand: those known, and others
 * or that there are none.
 * @param chosen keeps the answers by field
 */
const playersOf = ({ asks }, { seats, of_draw, outcome, dead }, chosen, again) =>
  asks.map(({ field: name, title, optional }) => {
    const known = (of_draw[name] ?? []).filter((player) => !dead.includes(player));
    chosen[name] ??= !optional && outcome === DRAWN ? [...known, NOBODY] : known;
    const alive = windsOf(seats).filter((wind) => !dead.includes(seats[wind]));
    const people = alive.map((wind) => [seats[wind], h("b", seats[wind]), " ", h("small", windName(wind))]);
    const nobody = [NOBODY, h("b", known.length ? _("Nobody else") : _("Nobody"))];
    const pick = (value, ticked) => {
      const others = chosen[name].filter((each) => each !== value && (value === NOBODY ? known.includes(each) : each));
      chosen[name] = ticked ? [...others, value] : others;
      again();
    };
    const open = !chosen[name].some((each) => !known.includes(each));
    return several(name, title, optional ? people : [...people, nobody], chosen[name], pick, open ? NOBODY : null);
  });

function drawnAct({ act, asks, questions }, data) {
  const named = asks.map((asked) => [asked, data.getAll(asked.field).filter((each) => each !== NOBODY)]);
  const told = named.filter(([{ optional }, players]) => players.length || !optional);
  const players = told.map(([asked, those]) => [asked.field, those]);
  return { ...act, ...Object.fromEntries([...players, ...answersTo(questions, data)]) };
}

/** Return a question of a form, as the server has it; `pick` is called with an answer. */
function questionOf({ field: name, title, options, listed }, chosen, pick = null) {
  const answers = options.map(({ value, says }) => [value, says]);
  if (listed) return select(title, name, answers, chosen);
  return choice(
    name,
    title,
    answers.map(([value, says]) => [value, h("b", says)]),
    chosen,
    pick,
  );
}

/** Return the answers to questions by the fields of the act. */
const answersTo = (questions, data) => questions.map((asked) => [asked.field, data.get(asked.field)]);

/**
 * Ask what an act of the game in the hand in play says, and record it.
 * @param of number of the record that is corrected, with the answers that it has; null for a new one
 */
export function askAct({ label, act, asks }, match, then, of = null, answered = {}) {
  const chosen = { ...answered };
  const fits = ({ when }) => Object.entries(when).every(([name, values]) => values.includes(chosen[name]));
  const content = (again) =>
    asks.filter(fits).map((asked) =>
      questionOf(asked, chosen[asked.field] ?? null, (value) => {
        chosen[asked.field] = value;
        again();
      }),
    );
  const does = (data) => {
    const said = { ...act, ...Object.fromEntries(answersTo(asks.filter(fits), data)) };
    return recordAndTell(of === null ? said : corrected(of, said, data), then, match.version).then(Boolean);
  };
  const whole = (again) => [content(again), of !== null && reasonField()];
  const about = of === null ? handOf(match) : `${match.number} ${of}`;
  openForm(label, whole, () => (of === null ? _("Record it") : _("Correct it")), does, about);
}

const reasonField = () => field(_("Reason"), { name: "reason", "data-key": "reason", required: true, maxlength: 200 });

const corrected = (of, act, data) => ({ type: "Corrected", of, act, reason: data.get("reason")?.trim() });

/** Ask what one act of a hand with several really was, and why it is corrected. */
export async function amend({ number }, match, then) {
  const { of, says, hand, result, form, chosen } = await ask("GET", `/api/tables/${TABLE}/records/${number}/form`);
  const title = _("Correct: {act}", { act: says });
  if (result) resultForm({ ...match, form: result }, hand, then, title, of, false);
  else askAct({ ...form, label: title }, match, then, of, chosen);
}

/** Return how the winning tile came, where that moves other points. */
function luckOf({ form: { luck } }, giver, chosen = "") {
  const options = giver && luck?.[giver === "self" ? "self_drawn" : "discard"];
  return options && questionOf({ field: "luck", title: luck.title, options, listed: true }, chosen);
}

/** Return the points of a hand: a number, or one of those that the game knows. */
function pointsOf({ form, minimum }, hand, { winner, giver }) {
  const worths = winner === hand.dealer ? form.dealer : form.other;
  if (!worths)
    return field(form.points, {
      name: "points",
      "data-key": "points",
      type: "number",
      min: minimum,
      max: 9999,
      value: hand.score ?? "",
      required: true,
    });
  if (!winner || !giver) return null;
  const values = worths[giver === "self" ? "self_drawn" : "discard"].map(({ points, says }) => [points, says]);
  const key = `points-${winner === hand.dealer}-${giver === "self"}`;
  return select(form.points, "points", values, hand.score, undefined, key);
}

/** Ask what really was the result of a hand that is played, and why it is corrected. */
export const correctResult = (match, hand, then) =>
  resultForm(match, hand, then, _("Correct hand {number}", { number: hand.number }), hand.ended);

/**
 * @param match the match
 * @param hand the hand, with its seats
 * @param then called once it is recorded
 * @param title of the dialog
 * @param of number of the record that is corrected; null for the hand in play
 * @param mayDraw whether the hand may have ended without a winner instead
 */
function resultForm(match, hand, then, title, of = null, mayDraw = of !== null) {
  const { seats } = hand;
  const chosen = { winner: hand.winner ?? (hand.outcome === DRAWN ? DRAWN : null), giver: hand.discarder ?? null };
  if (hand.self_drawn) chosen.giver = "self";
  chosen.first = firstOf(match, hand);
  const several = hand.claims?.length > 0; // who won the same discard stays: one of the wins is corrected
  const seat = (wind) => (hand.dead.includes(seats[wind]) ? _("dead hand") : windName(wind));
  const here = windsOf(seats).filter((wind) => !hand.out?.includes(seats[wind]));
  const named = () => here.map((wind) => [seats[wind], h("b", seats[wind]), " ", h("small", seat(wind))]);
  const content = (again) => {
    const pick = (name) => (value) => {
      if (name !== "first" && chosen[name] !== value) chosen.first = null;
      chosen[name] = value;
      again();
    };
    const people = several ? named().filter(([name]) => hand.winners.includes(name)) : named();
    const winners = mayDraw ? [...people, [DRAWN, h("b", actInWords({ type: "Drawn" }, match.game))]] : people;
    const givers = named().filter(([name]) => (several ? name === hand.discarder : name !== chosen.winner));
    return [
      choice("winner", _("Who won?"), winners, chosen.winner, pick("winner"), hand.dead),
      chosen.winner !== DRAWN && [
        choice(
          "giver",
          _("Whose tile won?"),
          several ? givers : [["self", h("b", _("Self-drawn"))], ...givers],
          chosen.giver,
          pick("giver"),
        ),
        match.standard !== null &&
          chosen.giver &&
          chosen.giver !== "self" &&
          firstDiscarder(
            windsOf(seats)
              .map((wind) => [seats[wind], seats[wind], wind])
              .filter(([name]) => name !== chosen.giver),
            chosen.winner,
            chosen.first,
            pick("first"),
          ),
        pointsOf(match, { ...hand, score: scoreOf(hand, chosen.winner) }, chosen),
        luckOf(match, chosen.giver, hand.luck),
      ],
      chosen.winner === DRAWN && playersOf(match.form.draws[0], hand, chosen, again),
      of !== null && reasonField(),
    ];
  };
  const does = (data) => {
    const result = resultAct(data, match);
    const others = several ? hand.claims.filter(({ winner }) => (hand.seats[winner] ?? winner) !== result.winner) : [];
    const act = others.length && result.type === "Won" ? { type: "Claimed", claims: [...others, result] } : result;
    return recordAndTell(of === null ? act : corrected(of, act, data), then, match.version).then(Boolean);
  };
  const about = of === null ? handOf(match) : `${match.number} ${of}`;
  openForm(title, content, () => (of === null ? _("Record it") : _("Correct it")), does, about);
}

/** Return the points of a winner of a hand, or of the hand that nobody is chosen of. */
const scoreOf = ({ score, wins = [] }, name) => wins.find(({ winner }) => winner === name)?.points ?? score;

function resultAct(data, { form }) {
  const winner = data.get("winner");
  if (winner === DRAWN) return drawnAct(form.draws[0], data);
  const giver = data.get("giver") === "self" ? null : data.get("giver");
  const points = Number(data.get("points"));
  return { type: "Won", winner, points, payer: payerOf(data), discarder: giver, ...luckIn(data) };
}

const luckIn = (data) => (data.get("luck") ? { luck: data.get("luck") } : {});

/** Return the responsible player: the discarder, or the one who discarded the same tile before; null for nobody. */
function payerOf(data) {
  const [winner, giver, first] = ["winner", "giver", "first"].map((name) => data.get(name));
  if (giver === "self" || first === winner) return null;
  return first && first !== NO ? first : giver;
}

/**
 * Return the first discarder of the tile in a hand that is recorded; null if nobody discarded it before the discarder.
 */
function firstOf(match, { number, winner, discarder, payer }) {
  const mended = match.mispaid.some(({ hand }) => hand === number);
  if (match.standard === null || !discarder || payer === discarder || mended) return null;
  return payer ?? winner;
}
