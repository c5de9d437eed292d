// The match of this table: what it stands at, and the records that are added to it.

import { came } from "./came.js";
import { askWhether, closerOfThis, openForm } from "./dialogs.js";
import { enter, sendBy, still } from "./entered.js";
import { forms } from "./forms.js";
import { keepSheet } from "./kept.js";
import { listen } from "./live.js";
import { announce, ask, newId, TABLE, tell, tellAbove, tellTrouble } from "./page.js";
import { showSent } from "./sent.js";
import { h } from "./view.js";
import { _ } from "./words.js";

const address = (what) => `/api/tables/${TABLE}/${what}`;

/** Return a match as the server has it; null where none was begun. */
const begun = (match) => (match.number === null ? null : match);

/** Number of an earlier match that the address of the page asks for; null for the one that was begun last. */
const EARLIER = new URLSearchParams(location.search).get("match");

let newest = null; // what this page knows of its match
let anew = false; // whether the server may have begun anew with the records of a backup: the next state is the newest
const followers = [];

/** Give what is newer of the same match: an answer or an event that comes late is older than what is known. */
function newer(match) {
  const older = newest?.number === match.number && newest.version > match.version;
  if (match === newest || (older && !anew)) return newest;
  anew = false;
  newest = match;
  for (const follow of followers) follow(begun(match));
  return match;
}

listen({
  opened: () => {
    anew = true;
  },
  match: newer,
});

/** Return the match that came with the page. */
export const takeMatch = (match) => begun(newer(match));

/** Return the table to which the desk moved the match that was begun last at this one; undefined without such a move. */
export const goneOn = () => newest?.gone_on;

/** Resolve to the match that came with the page, once; then, and where none did, as `loadMatch` does. */
export async function firstMatch() {
  const first = newest ? null : came("match-data");
  if (!first) return loadMatch();
  if (!EARLIER) keepSheet(first);
  return takeMatch(first);
}

/** Return what the match of the page stands at; null where none was begun. */
export async function loadMatch() {
  if (EARLIER) return begun(newer(await ask("GET", address(`match?number=${encodeURIComponent(EARLIER)}`))));
  const before = newest;
  const answer = await ask("GET", address("match"));
  // an event that came meanwhile may be of a match, or a record, that was not there when the server answered
  const overtaken = newest && newest !== before && (newest.number !== answer.number || newest.version > answer.version);
  const match = overtaken ? newest : newer(answer);
  keepSheet(match);
  return begun(match);
}

/** Call `show` with what the match stands at, whenever anything is recorded on any device. */
export const listenToMatch = (show) => listen({ match: (match) => show(begun(newer(match))) });

/**
 * Call `follow` with what is known of the match, and with each state that the page comes to know, by news or an answer.
 */
export function followMatch(follow) {
  followers.push(follow);
  if (newest) follow(begun(newest));
}

/** Return all records of the table, the oldest first. */
export const loadRecords = async () => (await ask("GET", address("records"))).records;

/** Stands for the answer to what waits until there is a connection; the page says so, and what becomes of it. */
const WAITS = { waits: true };

/**
 * Add a record. It is kept in this browser until the server has it on its disk; the same id makes it safe to send
 * twice.
 * @param act the act, with players by name
 * @param then called where another device ended the hand before, so that nothing was recorded
 * @param seen the version of the match that the page shows; undefined where the act means no hand in play
 * @returns the answer, with the number of the record; null where the server refused it, which the page then says
 */
async function record(act, then, seen) {
  const body = { id: newId(), act };
  const closeForm = closerOfThis();
  if (seen !== undefined && forms.of_hand.includes(act.type)) body.after = seen;
  try {
    return await enter("record", body, { id: body.id, game: newest?.game });
  } catch (trouble) {
    if (trouble.status === 0) return WAITS;
    if (trouble.kind === "match-went-on") {
      closeForm();
      await then();
    }
    tellTrouble(trouble);
    return null;
  }
}

/**
 * Send a record; where others hang on what it changes, or a round is played where it begins a match, asks whether it
 * is recorded all the same.
 * @returns the answer; null where it is not
 */
async function post({ table, body }) {
  const records = `/api/tables/${table}/records`;
  try {
    return await ask("POST", records, body, { wait: false, still });
  } catch (trouble) {
    const question = QUESTIONS[trouble.kind];
    if (!question) throw trouble;
    const { after, ...asked } = body;
    const again = trouble.kind === "round-running" ? asked : body; // the match that it goes over is known now
    const act = await question(body.act, trouble);
    return act && ask("POST", records, { ...again, act, anyway: true }, { wait: false, still });
  }
}

/** Return the records that hang on a change, with what each pays before and after. */
const effects = (hanging) =>
  h(
    "ul.hanging",
    hanging.map(({ act_says, says }) => h("li", h("b", act_says), " ", h("small", says))),
  );

/**
 * Return what a void may say of a hand that others were recorded after, each with what then hangs on it; one is chosen.
 */
const whatItWas = (choices) =>
  h(
    "fieldset.choice.stack",
    h("legend", _("Hands were recorded after it. Was it played?")),
    choices.map(({ played, says, hanging }) =>
      h(
        "div.stack.tight",
        { key: String(played) },
        h(
          "label.row.tight",
          h("input", {
            type: "radio",
            name: "played",
            required: true,
            value: String(played),
            "data-key": `played-${played}`,
          }),
          h("span", says),
        ),
        hanging.length > 0 && effects(hanging),
      ),
    ),
  );

/**
 * Ask whether a record is changed by which others would count in another hand or pay otherwise, which it names.
 * @returns the act with what was answered; null where it is not
 */
const isMeant = (act, { answer: { hanging, choices } }) =>
  new Promise((resolve) => {
    const title = act.type === "Void" ? _("Undo record {of}?", act) : _("Correct record {of}?", act);
    const content = () =>
      choices.length
        ? whatItWas(choices)
        : [h("p", _("Other records depend on it. They would count in another way:")), effects(hanging)];
    const label = () => (act.type === "Void" ? _("Undo all the same") : _("Correct all the same"));
    openForm(title, content, label, (data) => {
      resolve(choices.length ? { ...act, played: data.get("played") === "true" } : act);
    }).then(() => resolve(null));
  });

/** Ask whether a match begins although a round of an event is being played at the table; gives its act, or null. */
async function overRound(act, { message }) {
  const follows = _("Its match stays open until the desk ends it, and its players have no result of the round.");
  const why = _("{why}. {follows}", { why: message, follows });
  return (await askWhether(_("Begin another match?"), why, _("Begin another match"))) ? act : null;
}

/** All that is asked before something is recorded all the same, by the kind of the refusal. */
const QUESTIONS = { "others-hang": isMeant, "round-running": overRound };

let underWay = 0; // acts that are not answered
let strip = null; // shows on the page itself what was just recorded there

/**
 * Have the page itself show what is recorded on it, with the way back, instead of a notice over its buttons.
 * @param show called with null while something is sent, when the record before it is not to be taken back, then with the
 *   answer, undefined where there is none: its `number`, its `record` and what the players do next, `reminds`
 */
export const showRecorded = (show) => {
  strip = show;
};

/**
 * Record an act and say so; `then` is called once it is recorded, or the match went on. What is sent to the device of the
 * table comes back with the match, as what is recorded there does.
 * @param seen the version of the match that the page shows; needed for what ends a hand or starts a match
 */
export async function recordAndTell(act, then, seen) {
  strip?.(null);
  underWay += 1;
  let answer = null;
  try {
    answer = await recorded(act, then, seen);
  } finally {
    underWay -= 1;
    if (!underWay) strip?.(answer?.record?.revocable ? answer : undefined);
  }
  return answer;
}

async function recorded(act, then, seen) {
  const answer = await record(act, then, seen);
  if (!answer || answer === WAITS) return answer;
  if (answer.orders) {
    showSent(answer.orders);
    return answer;
  }
  await then();
  if (answer.erasing?.length) {
    const about = { tables: answer.erasing.join(_(", ")) };
    tell(
      _("The name is removed"),
      _("Tables that have a device of their own follow: {tables}. The referees' page says when.", about),
    );
    return answer;
  }
  const { table } = answer; // where the match goes on at another one
  const about = { table, act: answer.record.says };
  const said = table ? _("Recorded at table {table}: {act}", about) : _("Recorded: {act}", about);
  if (strip && answer.record.revocable) announce(answer.reminds ? `${said} ${answer.reminds}` : said);
  else tellAbove(said, answer.reminds);
  return answer;
}

/** Record the correction that a pressed button holds, of a hand that was kept with another payer. */
export function correctBy({ target }, then) {
  const { of, act, reason } = target.closest("[data-act]")?.dataset ?? {};
  if (act) recordAndTell({ type: "Corrected", of: Number(of), act: JSON.parse(act), reason }, then);
}

sendBy("record", post);
