// What was entered at this table waits in this browser until the server has it on its disk, also when the page is closed
// or its process ends. It is sent in the order in which it was entered, by any page of this browser; by its id the server
// records it once, should two send it.

import { authorization, whoAmI } from "./access.js";
import { actInWords } from "./acts.js";
import { whenBack } from "./line.js";
import { ask, h, TABLE, tell } from "./page.js";
import { shelf } from "./shelf.js";
import { forget, recall } from "./storage.js";
import { _ } from "./words.js";

const RETRY = 5000; // milliseconds until what the server has no time for now is sent again
const TURN = 300; // milliseconds until it is seen again whether another tab has sent what comes before
const EARLIER = `tableside.unsent.${TABLE}`; // key of the records that an earlier version kept
const { keep, kept, drop, waiting, isOnPage, fly } = shelf("tableside-acts", "acts", () => show());
const here = new Map(); // `{entered, resolve, reject}` of what was entered on this page and is not answered, by its id
const refusals = new Map(); // why the server refuses what an earlier page kept, by its id
const recorded = new Set(); // called once something that waited is recorded
let sending = false;
let more = false; // whether something was entered while the rest is being sent
let sender = ({ table, body }) => ask("POST", `/api/tables/${table}/records`, body, { wait: false });

/** Who has signed in on this device, "" where nobody has: what they enter is sent in nobody else's name. */
const signer = () => (authorization().Authorization && whoAmI().who) || "";

const isOwn = ({ id }) => here.has(id);
const isMine = ({ by }) => !by || by === signer();

/** Whether the server will never record it: it is refused, other than for want of a PIN, disk space or time. */
export const isRefusal = ({ status }) => status >= 400 && status < 500 && ![401, 429].includes(status);

/** Has this function send `{table, body}` from now on: it may ask whether what the server refuses is recorded anyway. */
export const sendBy = (send) => (sender = send);

/** Has this function called whenever something that waited is recorded. */
export const onRecorded = (call) => recorded.add(call);

/**
 * Sends a record, after all that was entered before it.
 * @param body `{id, act}`
 * @returns the answer; throws Trouble where the server refuses it, or cannot record it now
 */
export async function enter(body) {
  const entered = { id: body.id, table: TABLE, body, at: Date.now(), by: signer() };
  await keep(entered);
  const answered = new Promise((resolve, reject) => here.set(body.id, { entered, resolve, reject }));
  sendEntered();
  return answered;
}

/** Sends all that waits, the oldest first, until the server does not answer or cannot record it now. */
export async function sendEntered() {
  more = true;
  if (sending) return;
  sending = true;
  let trouble = null;
  while (more && !trouble) {
    more = false;
    const items = await waiting(isOwn);
    const sent = [...here.values()]
      .map(({ entered }) => entered)
      .filter(({ id }) => items.every((each) => each.id !== id));
    const [next] = [...sent, ...items] // another tab sent the first ones
      .filter((each) => isMine(each) && !refusals.has(each.id))
      .sort((one, other) => one.at - other.at);
    if (!next) continue;
    if (await isAfterAnother(next)) {
      setTimeout(sendEntered, TURN);
      break;
    }
    more = true;
    trouble = await attempt(next);
  }
  sending = false;
  await show();
  if (trouble?.status === 0) whenBack(sendEntered);
  if (trouble?.status === 503 || trouble?.status === 429) setTimeout(sendEntered, RETRY);
  if (trouble?.status) tellAll(trouble);
}

/** Whether something entered before it is being sent by another tab. */
const isAfterAnother = async ({ at, id }) =>
  (await kept()).some((each) => each.at < at && each.id !== id && isMine(each) && !refusals.has(each.id));

/** Sends one; gives the trouble where it and all after it have to wait. */
async function attempt(entered) {
  const landed = fly(entered);
  const answers = here.get(entered.id);
  try {
    const answer = await sender(entered);
    await drop(entered.id);
    here.delete(entered.id);
    if (answers) answers.resolve(answer);
    else if (answer) {
      tell(_("Recorded: {act}", { act: actInWords(entered.body.act) }));
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

/** Tells all that was entered on this page that it cannot be recorded now; it is sent later. */
function tellAll(trouble) {
  for (const { reject } of here.values()) reject(trouble);
  here.clear();
}

/** Says what waits, in a line at the top of the page. */
async function show() {
  const items = await waiting(isOwn);
  document.querySelector(".alert.unsent")?.remove();
  const [first, ...later] = items;
  if (!first) return;
  const refused = refusals.get(first.id);
  const other = !isMine(first);
  const letGo = () => {
    refusals.delete(first.id);
    here.delete(first.id);
    drop(first.id).then(sendEntered);
  };
  const again = () => {
    refusals.clear();
    sendEntered();
  };
  const line = h(
    "p.alert.unsent",
    { role: "status" },
    h("b", _("Not sent: {act}", { act: actInWords(first.body.act) })),
    later.length > 0 &&
      h("span", _("Entered after it: {acts}", { acts: later.map(({ body }) => actInWords(body.act)).join(_(", ")) })),
    refused &&
      h("span.bad", refused.fix ? _("{error}. {fix}", { error: refused.message, fix: refused.fix }) : refused.message),
    other && h("span", _("Somebody else entered this: it is sent once they sign in on this device again.")),
    items.some(isOnPage) && h("span", _("This browser keeps nothing. Leave this page open until it is sent.")),
    h(
      "span.row",
      !other && h("button.button.small", { onclick: again }, _("Send it now")),
      h("button.button.small", { onclick: letGo }, _("Discard")),
    ),
  );
  document.getElementById("main")?.prepend(line);
}

/** Takes over what an earlier version kept. */
async function takeOver() {
  try {
    const found = [JSON.parse(recall(EARLIER) ?? "[]")].flat();
    for (const [n, body] of found.entries()) await keep({ id: body.id, table: TABLE, body, at: n, by: "" });
  } catch {
    // something else stands there
  }
  forget(EARLIER);
}

/** Sends what waits, unless the PIN would be asked for. */
function begin() {
  if (document.getElementById("pin") && !authorization().Authorization) show();
  else sendEntered();
}

takeOver().then(begin);
addEventListener("online", begin);
document.addEventListener("visibilitychange", () => document.hidden || begin());
