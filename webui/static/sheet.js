// The score: the verdict with the best fan, line by line what the hand scores, what is not counted and why, and what is in
// doubt. The score of an unsure reading is never shown as confirmed, and there is no verdict while it depends on what
// nobody has stated. Below it the hand as text, its history, and what is done with the hand as a whole.

import { alsoNamed, fanNamesSwitch } from "./fannames.js";
import { setText, tell } from "./page.js";
import { choices } from "./strip.js";
import { inWords, nameOf, tileImage, WINDS, windName } from "./tiles.js";
import { timeOfDay } from "./time.js";
import { button, h } from "./view.js";
import { sayAloud, voiceSwitch } from "./voice.js";
import { _ } from "./words.js";

/** The verdict and what it rests on. */
export function scorePart(view, says) {
  const { hand, stuck } = view;
  const sheet = stuck ? null : hand.score;
  const unsure = !stuck && hand.questions.length > 0;
  const lines = sheet ? scored(sheet, unsure).filter(Boolean) : [];
  return h(
    `section.card.score${view.waiting ? ".waiting" : ""}`,
    { id: "score", "aria-label": _("Score") },
    head(view, says),
    lines.length > 0 && h("details.fans", { id: "fans", open: view.wide }, h("summary", bestFan(sheet)), lines),
  );
}

/** The best fan in one line, and how many more there are. */
export function bestFan({ wins, patterns, riichi, in_faan }) {
  if (!wins || !patterns.length) return _("Details");
  const [{ name, said, points: worth }, ...more] = [...patterns].sort((one, other) => other.points - one.points);
  const fan = said ?? name;
  const first = riichi
    ? _("{fan}: {worth}", { fan, worth: worthOf(worth) })
    : in_faan
      ? _("{fan} {count} faan", { fan, count: worth })
      : _("{fan} {points}", { fan, points: worth });
  if (!more.length) return first;
  return more.length === 1
    ? _("{fan} · 1 more", { fan: first })
    : _("{fan} · {count} more", { fan: first, count: more.length });
}

/** The hand as text, its history, and what is done with the hand as a whole. */
export function sheetPart(view) {
  const { hand, stuck } = view;
  return h(
    "section.card.sheet",
    { id: "sheet", "aria-label": _("More about the hand") },
    hand.text && !stuck && asText(hand.text),
    (hand.changes.length > 0 || hand.hidings?.length > 0 || hand.reading) && changes(hand),
    h(
      "p.forget",
      { key: "forget" },
      voiceSwitch(),
      fanNamesSwitch(gameOf(view.presets, view.laid)),
      button(".danger", _("Delete hand"), view.forget, "delete-hand"),
    ),
  );
}

/** Tells the verdict to those who hear the page, and says it aloud where somebody wants that. */
export function sayVerdict(view, says) {
  if (view.waiting) return;
  const spoken = [total(says), says.says, says.why].filter(Boolean).join(_(". "));
  setText(document.getElementById("said"), spoken);
  sayAloud(aloud(says, view.stuck ? null : view.hand.score, view.hand.questions.length > 0));
}

/** What is said aloud: the total with its lines; of what is not confirmed only that. */
function aloud({ kind, big, unit, says, why }, sheet, unsure) {
  if (unsure || kind === "open") return [says, why].filter(Boolean).join(_(". "));
  const lines = (sheet?.wins ? sheet.patterns : []).map(({ name, said, points: worth }) => `${said ?? name}: ${worth}`);
  return [total({ big, unit }), says, ...lines].join(_(". "));
}

/** The number of the verdict with its unit, such as "16 points"; empty where there is none. */
export function total({ big, unit }) {
  return [big, unit].filter(Boolean).join(" ");
}

/**
 * The verdict on top: its kind (good, bad, open or unsure), a big word or number, and why. Open: not scored yet, or it
 * depends on what nobody has said.
 */
export function verdict({ hand, laid, presets, stuck }) {
  const open = stuck ? [] : hand.questions;
  const sheet = hand.score;
  if (stuck)
    return {
      kind: "open",
      says: _("Not scored"),
      why: _("The last change was not sent."),
      bar: _("Not scored"),
    };
  if (open.length) {
    const asked = open.length;
    return {
      kind: "unsure",
      big: sheet?.wins ? `${points(sheet)}?` : sheet ? _("No win?") : "?",
      unit: _("provisional"),
      says: _("Please check the reading"),
      why: hand.problem ?? beforeItCounts(asked),
      bar: asked === 1 ? _("Answer 1 question") : _("Answer {count} questions", { count: asked }),
    };
  }
  if (hand.problem) return { kind: "open", says: _("Not complete"), why: hand.problem, bar: _("Not complete") };
  if (!sheet.wins)
    return { kind: "bad", big: _("No win"), says: _("These tiles make no winning hand"), bar: _("No win") };
  const game = gameOf(presets, laid);
  const big = { big: points(sheet), unit: sheet.unit };
  if (sheet.open.length)
    return {
      kind: "open",
      ...big,
      says: sheet.unless ?? depends(sheet, game),
      lifting: sheet.lifting,
      why: sheet.missing,
      bar: sheet.open.includes("self-draw") ? _("How was it won?") : _("Not complete"),
    };
  const by = BY[hand.settled_by];
  if (sheet.legal && game === "riichi")
    return { kind: "good", ...big, says: sheet.riichi.says, why: by, bar: sheet.riichi.says };
  if (sheet.legal) return { kind: "good", ...big, says: _("A winning hand"), why: by, bar: _("Winning hand") };
  const why = game === "riichi" ? _("A hand needs a yaku; dora are none.") : tooFew(sheet);
  if (sheet.unless)
    return { kind: "open", ...big, says: sheet.unless, why, lifting: sheet.lifting, bar: enough(sheet, game) };
  if (game === "riichi")
    return { kind: "bad", big: _("No yaku"), says: _("This hand cannot win"), why, bar: _("No yaku") };
  return { kind: "bad", ...big, says: _("Below the minimum"), why, bar: _("Below the minimum") };
}

/** The game that a hand is scored by. */
export const gameOf = (presets, { rules }) => presets.find(([name]) => name === rules)?.[2];

/** The question on the bar where only luck brings the hand up to what it needs. */
function enough({ in_faan }, game) {
  if (game === "riichi") return _("Any yaku?");
  return in_faan ? _("Enough faan?") : _("Enough points?");
}

/** How many points count, and how many are needed. */
function tooFew({ minimum, short_by: short, total, in_faan }) {
  const about = { points: minimum - short, minimum };
  if (in_faan) return _("{points} faan, {minimum} needed.", about);
  return total > about.points
    ? _("{points} points, {minimum} needed (flowers do not count).", about)
    : _("{points} points, {minimum} needed.", about);
}

/** The total, or its range while it is not known how the hand was won. */
const points = ({ total, low, high }) => (total === null ? _("{low} to {high}", { low, high }) : String(total));

/** Whether a hand may be declared while something is open. */
function depends({ legal, minimum, in_faan }, game) {
  if (game === "riichi") {
    if (legal === null) return _("May have no yaku, depending on how it was won");
    return legal ? _("A yaku in every case") : _("No yaku");
  }
  if (legal === null) return _("May fall short of the minimum, depending on how it was won");
  if (legal) return in_faan ? _("Enough faan in every case") : _("Enough points in every case");
  return in_faan
    ? _("Not enough faan ({minimum} needed)", { minimum })
    : _("Not enough points ({minimum} needed)", { minimum });
}

const YAKUMAN = 13; // han of one
const BY = { camera: _("Read by the camera, no open questions."), person: _("Checked by hand.") };

const beforeItCounts = (count) =>
  count === 1
    ? _("Answer 1 question to confirm the score.")
    : _("Answer {count} questions to confirm the score.", { count });

const head = (view, { kind, big, unit, says, why, lifting }) =>
  h(
    `div.verdict-head.${kind}`,
    { id: "verdict", "data-kind": kind },
    big && h("p.big", big, unit && h("small", unit)),
    h("div.words", h("p.says", says), why && h("p.why", why)),
    lifting?.length > 0 && unless(view, lifting),
    view.stuck && button(".small", _("Try again"), view.send, "again"),
  );

/** The luck by which the hand may be declared, to tap; or that it had none of it. */
function unless(view, lifting) {
  const { won } = view.laid;
  const none = () => view.change({ do: "won", won: { ...won, ruled_out: [...won.ruled_out, ...lifting] } });
  const toggles = view.hand.offers.toggles.filter(({ luck, on }) => !on && lifting.includes(luck));
  return h("div.unless", choices(view, toggles, "", button("", _("None of these"), none, "none-of-these")));
}

/** What a sheet scores and leaves out; `unsure` while the reading is in doubt. */
export function scored(sheet, unsure) {
  return [
    sheet.problems.length > 0 &&
      h(
        "ul.problems",
        sheet.problems.map(({ message }) => h("li", message)),
      ),
    sheet.notes &&
      h(
        "ul.rulings",
        sheet.notes.map(({ message }) => h("li", message)),
      ),
    sheet.wins && sheet.arrangement.length > 0 && h("div.arrangement", sheet.arrangement.map(smallRow)),
    sheet.patterns.length > 0 && lines(sheet, unsure),
    sheet.riichi?.fu_details.length > 0 && h("p.note.fu", fuReasons(sheet.riichi)),
    sheet.rulings &&
      h(
        "ul.rulings",
        sheet.rulings.map(({ says }) => h("li", says)),
      ),
    sheet.payments && !unsure && payments(sheet.payments),
    sheet.payments && !unsure && sheet.responsible && h("p.note.followed", followed(sheet.responsible, windName)),
    sheet.left_out.length > 0 &&
      details(
        "left-out",
        _("Not counted ({count})", { count: sheet.left_out.length }),
        h(
          "ul.left-out",
          sheet.left_out.map((left) =>
            h("li", h("b", left.said ?? left.name), " ", h("span", left.why), sets(left, sheet)),
          ),
        ),
      ),
  ];
}

/** The reasons of the fu in one line. */
const fuReasons = ({ fu_details: parts }) =>
  _("Fu: {reasons}", { reasons: parts.map(({ says }) => says).join(_(", ")) });

/** The value of a yaku: han, or a yakuman. */
function worthOf(han) {
  if (han >= YAKUMAN) return han > YAKUMAN ? _("2× yakuman") : _("yakuman");
  return _("{count} han", { count: han });
}

const smallRow = (tiles) =>
  h(
    "span.row",
    tiles.map((tile) => tileImage(tile, true)),
  );

const lines = (sheet, unsure) =>
  h(
    `table.lines${unsure ? ".unsure-lines" : ""}`,
    sheet.open.length ? h("caption.in-any-case", _("Certain so far")) : h("caption.hidden", _("What the hand scores")),
    h(
      "tbody",
      sheet.patterns.map((pattern) => line(pattern, sheet)),
      h(
        "tr.total",
        h("th", { scope: "row" }, unsure ? _("Provisional score") : sheet.riichi?.says || _("Total")),
        h("td", unsure ? `${points(sheet)}?` : points(sheet)),
      ),
    ),
  );

function line(pattern, sheet) {
  const { id, name, said, points, count } = pattern; // the points are of all its occurrences together
  return h(
    "tr",
    { "data-pattern": id },
    h(
      "th",
      { scope: "row" },
      h("span.name", said ?? name),
      japanese(pattern),
      alsoNamed(pattern),
      sets(pattern, sheet),
    ),
    sheet.riichi
      ? h("td", worthOf(points))
      : h("td", count > 1 && h("small", `${count} × ${points / count} = `), String(points)),
  );
}

/** The name of a yaku as riichi players write it, where it is another one. */
const japanese = ({ ja, said, name }) => ja && ja !== (said ?? name) && h("span.ja", { lang: "ja" }, ja);

/** The tiles that a line scores, or “the whole hand”. */
function sets(pattern, sheet) {
  const found = pattern.sets.filter((set) => set.length);
  const whole = found.length > 1 && found.flat().length >= sheet.arrangement.flat().length;
  if (whole) return h("div.whole", _("the whole hand"));
  return found.length > 0 && h("div.row.sets", found.map(smallRow));
}

const payments = (paid) =>
  h(
    "dl.payments",
    WINDS.filter((seat) => seat in paid).map((seat) =>
      h(`div.${paid[seat] > 0 ? "win" : "pay"}`, h("dt", windName(seat)), h("dd", signed(paid[seat]))),
    ),
  );

/**
 * The sentence on why another than the discarder is responsible, or nobody.
 * @param name gives the name of who sits at a wind
 */
export function followed({ kind, seat, about }, name) {
  if (kind === "liable") return _("{player} is liable for melds fed to the winner.", { player: name(seat) });
  const tile = nameOf(about.tile);
  if (kind === "own-discard") return _("The winner had just discarded {tile}: nobody is responsible.", { tile });
  const turn = { first: name(seat), tile, last: name(about.last) };
  return _("{first} discarded {tile} first in the turn; {last} followed and is immune.", turn);
}

const signed = (points) => (points > 0 ? `+${points}` : points < 0 ? `−${-points}` : "0");

function asText(text) {
  const copy = () => navigator.clipboard.writeText(text).then(() => tell(_("Copied")));
  return details(
    "as-text",
    _("Hand notation"),
    // browsers give no clipboard to a page that another computer serves over plain HTTP
    h("div.text", h("code", text), navigator.clipboard && button(".small", _("Copy"), copy)),
  );
}

const MADE_BY = { person: _("person"), play: _("from the table") };

/** What the camera read and all that was done since, by whom and why; changes that were undone are struck out. */
export function changes({ changes, hidings = [], reading }) {
  const line = ({ at, by, who, reason, says, stands, undoes }) =>
    h(
      `li${stands || undoes ? "" : ".undone"}`,
      h("time", { datetime: at }, timeOfDay(at)),
      h("span", inWords(says), h("small", who || MADE_BY[by] || by), reason && h("small.reason", reason)),
    );
  const moved = hidings.map(({ at, who, hidden }) => ({
    at,
    by: "person",
    who,
    says: hidden ? _("Deleted") : _("Restored"),
    stands: true,
  }));
  const all = [...changes, ...moved].sort((one, other) => new Date(one.at) - new Date(other.at));
  return details(
    "changes",
    all.length ? _("Edit history ({count})", { count: all.length }) : _("Reading"),
    h(
      "ol.changes",
      reading && h("li", h("time", _("Read")), h("span", reading.hand ?? _("No hand found"), h("small", _("camera")))),
      all.map(line),
    ),
  );
}

const details = (id, summary, content) => h("details", { id, key: id }, h("summary", summary), content);
