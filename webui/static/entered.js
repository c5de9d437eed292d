// All that was entered waits in this browser until the server has it on its disk, also when the page is closed or its
// process ends: records of a match or an event, edits of hands, calls for the referee and notes, acts with the clock.
// It is sent in the order in which it was entered, by any page of this browser; by its id the server makes it once,
// should two send it.

import { authorization, onAccess } from "./access.js";
import { actInWords, clockInWords } from "./acts.js";
import { whenBack } from "./line.js";
import { asMine, isMine, learnRoles, ownerInWords, signer, takenOn } from "./owner.js";
import { ask, newId, TABLE, tellAbove } from "./page.js";
import { untilFollowed } from "./sent.js";
import { shelf } from "./shelf.js";
import { forget, recall } from "./storage.js";
import { h, made } from "./view.js";
import { _ } from "./words.js";

const RETRY = 5000; // milliseconds until what the server has no time for now is sent again
const BRIEF = 2; // seconds for which an act with the clock may wait and still counts from when it arrives
const TURN = 300; // milliseconds until it is seen again whether another tab has sent what comes before
const EARLIER = `tableside.unsent.${TABLE}`; // key of the records that an earlier version kept
const { keep, kept, drop, waiting, isOnPage, fly } = shelf("tableside-acts", "acts", () => show());
const here = new Map(); // `{entered, resolve, reject}` of what was entered on this page and is not answered, by its id
const refusals = new Map(); // why the server refuses what an earlier page kept, by its id
const recorded = new Set(); // called once something that waited is recorded
let sending = false;
let keeping = Promise.resolve(); // the last that is being kept: what is entered after it knows it
let more = false; // whether something was entered while the rest is being sent
let last = 0; // when the last was entered

let flying = null; // what is being sent

/** Return true if who has just signed in sends what is being sent: only what was entered on this page, or is theirs. */
export async function still() {
  await learnRoles([flying]);
  return isSent(flying);
}

const post = (url, body, id) => ask("POST", url, body, { id, wait: false, still });

/**
 * By kind, how something is sent, and what it is in words; `joins` tells which of those that wait it builds on, so that
 * they do not contradict it. Records of earlier versions have no kind.
 */
const KINDS = {
  record: {
    send: ({ table, body }) => post(`/api/tables/${table}/records`, body),
    says: ({ body, game }) => actInWords(body.act, game),
  },
  change: {
    async send({ id, hand, body }) {
      const answer = await post(`/api/hands/${hand}/changes`, body, id);
      if (answer.order) await untilFollowed(answer); // what comes after it builds on it
      return answer;
    },
    says: () => _("Edit of a hand"),
    joins: ({ hand }, before) => before.hand === hand,
  },
  call: {
    send: ({ id, table, body }) => post(`/api/tables/${table}/calls`, body, id),
    says: ({ body }) => (body.reason ? _("Call for the referee: {reason}", body) : _("Call for the referee")),
  },
  clock: {
    send({ id, table, body, at }) {
      const waited = Math.round((Date.now() - at) / 1000);
      return post(`/api/tables/${table}/clock`, waited > BRIEF ? { ...body, waited } : body, id);
    },
    says: ({ body }) => _("Clock: {act}", { act: clockInWords(body) }),
    joins: ({ kind, table }, before) => before.kind === kind && before.table === table,
  },
  taking: {
    send: ({ id, call }) => post(`/api/calls/${call}/taken`, undefined, id),
    says: ({ table }) => _("Call of table {table}: on my way", { table }),
  },
  finishing: {
    send: ({ id, call }) => post(`/api/calls/${call}/done`, undefined, id),
    says: ({ table }) => _("Call of table {table}: done", { table }),
  },
  note: {
    send: ({ id, body }) => post("/api/notes", body, id),
    says: ({ body }) => _("Note on {player}: {text}", body),
  },
  event: {
    send: ({ event, body }) => post(`/api/hall/events/${event}/records`, body),
    says: ({ says }) => says, // the page that entered it knows the names
  },
};
const kindOf = ({ kind = "record" }) => KINDS[kind];
const inWords = (entered) => kindOf(entered).says(entered);

const isOwn = ({ id }) => here.has(id);
const isSent = (entered) => isOwn(entered) || isMine(entered);

/** Return true if the server will never record it: it is refused, other than for want of a PIN, disk space or time. */
const isRefusal = ({ status }) => status >= 400 && status < 500 && ![401, 429].includes(status);

/** Have this function send things of a kind from now on: it may ask whether what the server refuses is made anyway. */
export const sendBy = (kind, send) => (KINDS[kind].send = send);

/** Sends something as it is sent where no page asks anything. */
export const sendChange = KINDS.change.send;

/** Have this function called whenever something that waited is recorded. */
export const onRecorded = (call) => recorded.add(call);

/**
 * Send something, after all that was entered before it.
 * @param kind one of KINDS
 * @param body what is posted
 * @param about its `id`, its `table` where that is not the page's, and what the kind needs besides
 * @returns the answer; throws Trouble where the server refuses it, or cannot make it now, so that it waits: with status 0
 *   while there is no connection, apart from changes, which are answered in the end
 */
export async function enter(kind, body, about = {}) {
  last = Math.max(Date.now(), last + 0.01); // those of one moment keep their order
  const entered = { id: newId(), table: TABLE, ...about, kind, body, at: last, by: signer() };
  keeping = keeping.then(() => keepAfterOthers(entered));
  await keeping;
  const answered = new Promise((resolve, reject) => here.set(entered.id, { entered, resolve, reject }));
  sendEntered();
  return answered;
}

/** Keep something that was entered, with the ids of what it builds on. */
async function keepAfterOthers(entered) {
  const { joins } = kindOf(entered);
  if (joins) {
    const before = (await kept()).filter((each) => joins(entered, each)).map(({ id }) => id);
    entered.body = { ...entered.body, own: [...new Set([...(entered.body.own ?? []), ...before])] };
  }
  await keep(entered);
}

/** Send all that waits, the oldest first, until the server does not answer or cannot record it now. */
export async function sendEntered() {
  more = true;
  if (sending) return;
  sending = true;
  let trouble = null;
  try {
    while (more && !trouble) {
      more = false;
      const items = await waiting(isOwn);
      const sent = [...here.values()]
        .map(({ entered }) => entered)
        .filter(({ id }) => items.every((each) => each.id !== id));
      await learnRoles(items);
      const [next] = [...sent, ...items] // another tab sent the first ones
        .filter((each) => isSent(each) && !refusals.has(each.id))
        .sort((one, other) => one.at - other.at);
      if (await isAfterAnother(next)) {
        setTimeout(sendEntered, TURN);
        break;
      }
      if (!next) continue;
      more = true;
      trouble = await attempt(next);
    }
  } finally {
    sending = false; // whatever went wrong: what waits is sent on the next occasion
  }
  await show();
  if (trouble?.status === 0) {
    whenBack(sendEntered);
    tellAll(trouble, "change");
  }
  if (trouble?.status === 503 || trouble?.status === 429) setTimeout(sendEntered, RETRY);
  if (trouble?.status) tellAll(trouble);
}

/** Return true if another tab is sending something entered before it, or anything: that tab may be killed. */
const isAfterAnother = async ({ at, id } = { at: Infinity }) =>
  (await kept()).some((each) => each.at < at && each.id !== id && isSent(each) && !refusals.has(each.id));

/** Send one; gives the trouble where it and all after it have to wait. */
async function attempt(entered) {
  const landed = fly(entered);
  const answers = here.get(entered.id);
  flying = entered;
  try {
    const answer = await kindOf(entered).send(entered);
    await drop(entered.id);
    here.delete(entered.id);
    if (answers) answers.resolve(answer);
    else if (answer) {
      const act = inWords(entered);
      const { table } = answer;
      if (table) tellAbove(_("Recorded at table {table}: {act}", { table, act }));
      else tellAbove(KINDS.record === kindOf(entered) ? _("Recorded: {act}", { act }) : _("Sent: {act}", { act }));
      for (const call of recorded) call();
    }
  } catch (trouble) {
    if (!isRefusal(trouble)) return trouble;
    if (answers) await drop(entered.id);
    else refusals.set(entered.id, trouble);
    here.delete(entered.id);
    answers?.reject(trouble);
  } finally {
    landed();
  }
  return null;
}

/** Tell all that was entered on this page, apart from one kind, that it cannot be made now; it is sent later. */
function tellAll(trouble, but = "") {
  for (const [id, { entered, reject }] of here) {
    if (entered.kind === but) continue;
    here.delete(id);
    reject(trouble);
  }
}

/** Say what waits, in a line above the page. */
async function show() {
  const items = await waiting(isOwn);
  await learnRoles(items);
  document.querySelector(".waits")?.remove();
  const [first, ...later] = [...items.filter(isMine), ...items.filter((each) => !isMine(each))];
  if (!first) return;
  const refused = refusals.get(first.id);
  const owner = ownerInWords(first);
  const letGo = () => {
    refusals.delete(first.id);
    here.delete(first.id);
    drop(first.id).then(sendEntered);
  };
  const again = () => {
    refusals.clear();
    sendEntered();
  };
  const takeOn = async () => {
    for (const each of takenOn(items, first)) await keep(each);
    again();
  };
  const line = h(
    "p.waits",
    { role: "status" },
    h("b", _("Waits to be sent: {act}", { act: inWords(first) })),
    later.length > 0 && h("span", _("Entered after it: {acts}", { acts: listed(later) })),
    refused &&
      h("span.bad", refused.fix ? _("{error}. {fix}", { error: refused.message, fix: refused.fix }) : refused.message),
    owner && h("span", owner),
    items.some(isOnPage) && h("span", _("This browser keeps nothing. Leave this page open until it is sent.")),
    first.hand && h("a", { href: `/hands/${first.hand}` }, _("See the hand")),
    h(
      "span.row",
      !owner && h("button.button.small", { onclick: again }, _("Send now")),
      owner && signer() && h("button.button.small", { onclick: takeOn, "data-key": "as-mine" }, asMine()),
      h("button.button.small", { onclick: letGo }, _("Discard")),
    ),
  );
  document.getElementById("main")?.before(made(line));
}

/** Return what waits in words; of several with the same words their count. */
function listed(items) {
  const counts = new Map();
  for (const item of items) counts.set(inWords(item), (counts.get(inWords(item)) ?? 0) + 1);
  return [...counts].map(([act, count]) => (count > 1 ? `${act} × ${count}` : act)).join(_(", "));
}

/** Take over what an earlier version kept. */
async function takeOver() {
  try {
    const found = [JSON.parse(recall(EARLIER) ?? "[]")].flat();
    for (const [n, body] of found.entries()) await keep({ id: body.id, table: TABLE, body, at: n, by: "" });
  } catch {
    // something else stands there
  }
  forget(EARLIER);
}

/** Send what waits, unless the PIN would be asked for. */
function begin() {
  if (document.getElementById("pin") && !authorization().Authorization) show();
  else sendEntered();
}

takeOver().then(begin);
onAccess(begin);
addEventListener("online", begin);
document.addEventListener("visibilitychange", () => document.hidden || begin());
