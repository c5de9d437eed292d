// The score: the verdict with the best fan, line by line what the hand scores, what is not counted and why, and what is in
// doubt. The score of an unsure reading is never shown as confirmed, and there is no verdict while it depends on what
// nobody has stated. Below it the hand as text, its history, and what is done with the hand as a whole.

import { alsoNamed, fanNamesSwitch } from "./fannames.js";
import { signed } from "./figures.js";
import { tell } from "./page.js";
import { choices } from "./strip.js";
import { inWords, tileImage, WINDS, windName } from "./tiles.js";
import { timeOfDay } from "./time.js";
import { offersOtherRules } from "./unread.js";
import { button, h, setText } from "./view.js";
import { sayAloud, voiceSwitch, waitAloud } from "./voice.js";
import { _ } from "./words.js";

/** Return the verdict and what it rests on. */
export function scorePart(view, says) {
  const { hand, stuck } = view;
  const sheet = stuck ? null : hand.score;
  const unsure = !stuck && hand.questions.length > 0;
  const lines = sheet ? scored(sheet, unsure).filter(Boolean) : [];
  return h(
    `section.card.score${view.waiting ? ".waiting" : ""}`,
    { id: "score", "aria-label": _("Score") },
    head(view, says),
    lines.length > 0 &&
      h("details.fans", { id: "fans", open: view.wide }, h("summary", sheet.best || _("Details")), lines),
  );
}

/** Return the hand as text, its history, and what is done with the hand as a whole. */
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
      fanNamesSwitch(hand.two_languages),
      button(".danger", _("Delete hand"), view.forget, "delete-hand"),
    ),
  );
}

/** Tell the verdict to those who hear the page, and say it aloud where somebody wants that. */
export function sayVerdict(view, says) {
  if (view.waiting) return waitAloud();
  const spoken = [total(says), says.says, says.why].filter(Boolean).join(_(". "));
  setText(document.getElementById("said"), spoken);
  sayAloud(aloud(says, view.stuck ? null : view.hand.score, view.hand.questions.length > 0));
}

/** Return what is said aloud: the total with its lines; of what is not confirmed only that. */
function aloud({ kind, big, unit, says, why }, sheet, unsure) {
  if (unsure || kind === "open") return [says, why].filter(Boolean).join(_(". "));
  const lines = (sheet?.wins ? sheet.patterns : []).map(({ name, said, points: worth }) => `${said ?? name}: ${worth}`);
  return [total({ big, unit }), says, ...lines].join(_(". "));
}

/** Return the number of the verdict with its unit, such as "16 points"; empty where there is none. */
export function total({ big, unit }) {
  return [big, unit].filter(Boolean).join(" ");
}

/**
 * Return the verdict on top, as the server gives it: not scored while the last change has not arrived there. While tiles
 * are on their way into a hand, it counts those in sight.
 */
export function verdict({ hand, stuck, pending, held }) {
  if (!stuck && (hand.score || !pending.length)) return hand.verdict;
  const { whole } = hand.offers;
  const count = held === whole ? _("{whole} tiles", { whole }) : _("{held} of {whole} tiles", { held, whole });
  if (!stuck && held !== whole) return { ...hand.verdict, why: count };
  if (!stuck) return { kind: "open", says: count, why: "", bar: count };
  return { kind: "open", says: _("Not scored"), why: _("The last change was not sent."), bar: _("Not scored") };
}

/** Return the total, or its range while it is not known how the hand was won. */
const points = ({ total, low, high }) => (total === null ? _("{low} to {high}", { low, high }) : String(total));

const head = (view, { kind, big, unit, says, why, lifting }) =>
  h(
    `div.verdict-head.${kind}`,
    { id: "verdict", "data-kind": kind },
    big && h("p.big", big, unit && h("small", unit)),
    h("div.words", h("p.says", says), why && h("p.why", why)),
    lifting?.length > 0 && unless(view, lifting),
    !view.stuck && view.hand.unfinished?.kind === "other-size" && !offersOtherRules(view.hand) && otherRules(view),
    view.stuck && button(".small", _("Try again"), view.send, "again"),
  );

/** Return a button that scores a hand of another size under the rules that the server names. */
const otherRules = ({ hand, change }) =>
  button(
    "",
    _("Score under those rules"),
    () => change({ do: "rules", rules: hand.unfinished.about.instead }),
    "other-rules",
  );

/** Return the luck by which the hand may be declared, to tap; or that it had none of it. */
function unless(view, lifting) {
  const { won } = view.laid;
  const none = () => view.change({ do: "won", won: { ...won, ruled_out: [...won.ruled_out, ...lifting] } });
  const toggles = view.hand.offers.toggles.filter(({ luck, on }) => !on && lifting.includes(luck));
  return h("div.unless", choices(view, toggles, "", button("", _("None of these"), none, "none-of-these")));
}

/** Return what a sheet scores and leaves out; `unsure` while the reading is in doubt. */
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
    sheet.details.map((said) => h("p.note.fu", said)),
    sheet.rulings &&
      h(
        "ul.rulings",
        sheet.rulings.map(({ says }) => h("li", says)),
      ),
    sheet.payments && !unsure && payments(sheet.payments),
    sheet.payments && !unsure && sheet.responsible && h("p.note.followed", sheet.responsible.says),
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
        h("th", { scope: "row" }, unsure ? _("Provisional score") : sheet.summed),
        h("td", unsure ? `${points(sheet)}?` : points(sheet)),
      ),
    ),
  );

function line(pattern, sheet) {
  const { id, name, said, points, count, worth } = pattern; // the points are of all its occurrences together
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
    h("td", count > 1 && worth === String(points) && h("small", `${count} × ${points / count} = `), worth),
  );
}

/** Return the Japanese name of a pattern, where it is another one. */
const japanese = ({ ja, said, name }) => ja && ja !== (said ?? name) && h("span.ja", { lang: "ja" }, ja);

/** Return the tiles that a line scores, or “the whole hand”. */
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

function asText(text) {
  const copy = () => navigator.clipboard.writeText(text).then(() => tell(_("Copied")));
  return details(
    "as-text",
    _("Hand notation"),
    // browsers give no clipboard to a page that another computer serves over plain HTTP
    h("div.text", h("code", text), navigator.clipboard && button(".small", _("Copy"), copy)),
  );
}

const MADE_BY = { person: _("person"), play: _("from the table"), match: _("from the match") };

/**
 * Return what the camera read and all that was done since, by whom and why; changes that were undone are struck out.
 */
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
