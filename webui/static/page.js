// All that every page needs: keyboard focus, requests to the server, notices, photos to send.

import { askPin, authorization, checkAccess, entering, isRemembered, ROLE_NAMES, setNamed, whoAmI } from "./access.js";
import { suspect, untilAnswered } from "./line.js";
import { rooted } from "./root.js";
import { h, made } from "./view.js";
import { _, paragraph } from "./words.js";

/** Give the keyboard to the first element that a selector finds, unless it is hidden or disabled; says whether it did. */
function focusOn(selector) {
  const root = document.querySelector("dialog[open]") ?? document; // an open dialog makes all behind it inert
  const element = root.querySelector(`${selector}:not(:disabled)`);
  element?.focus({ preventScroll: true });
  return Boolean(element) && document.activeElement === element;
}

/** Give the keyboard to the element with this data-key, unless it is gone, hidden or disabled; says whether it did. */
export const focusKey = (key) => focusOn(`[data-key="${CSS.escape(key)}"]`);

/** Return what an element that has the keyboard is known by once it is drawn anew: its data-key, its id or its link. */
function selectorOf({ dataset, id, tagName, attributes }) {
  if (dataset.key) return `[data-key="${CSS.escape(dataset.key)}"]`;
  if (id) return `#${CSS.escape(id)}`;
  return tagName === "A" && attributes.href ? `a[href="${CSS.escape(attributes.href.value)}"]` : "";
}

/**
 * Remember what has the keyboard. The function that it returns gives the keyboard back where the page lost it: to the
 * same element as it is drawn now, else, where it had a data-key, to the next one that has.
 */
export function holdFocus() {
  const held = document.activeElement;
  const same = held ? selectorOf(held) : "";
  const key = held?.dataset.key;
  const keys = key ? Array.from(document.querySelectorAll("[data-key]"), (element) => element.dataset.key) : [];
  const place = keys.indexOf(key);
  return () => {
    const now = document.activeElement;
    if (now !== document.body && !now.closest("dialog:not([open])")) return; // what had the keyboard was not replaced
    if (same && focusOn(same)) return;
    if (key) [...keys.slice(place + 1), ...keys.slice(0, place).reverse()].some(focusKey);
  };
}

/** A failure that the page explains: what is wrong, and what to do. `status` is 0 where the server did not answer. */
export class Trouble extends Error {
  constructor(error, fix, status, kind = "", answer = {}) {
    super(error);
    this.answer = answer;
    this.fix = fix;
    this.status = status;
    this.kind = kind;
  }
}

/**
 * Send a request and return the JSON of the answer. Throws Trouble when it is refused or there is none.
 * Where it needs the PIN, asks for it and sends the request again. A change that the server does not answer is sent
 * again once it does, unless `wait` is false or it is a picture; by its id the server knows it and makes it once.
 * @param still resolves to whether it is sent again by who has just given the PIN
 */
export async function ask(method, url, body, { id = newId(), wait = true, prefer = null, still = () => true } = {}) {
  const send = () => askOnce(method, url, body, { id, prefer, still });
  return wait && method !== "GET" && !(body instanceof FormData) ? untilAnswered(send) : send();
}

/** Return an id for something that is sent: a UUID, also on pages that are not served by HTTPS. */
export function newId() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = (bytes[6] & 15) | 64;
  bytes[8] = (bytes[8] & 63) | 128;
  const digits = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
  return digits.replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
}

/** Ask for the PIN after a refusal, once a token that lets nobody in any more is forgotten. */
async function admitted() {
  await checkAccess();
  return askPin();
}

async function askOnce(method, url, body, { id, prefer, still }) {
  const options = { method, headers: method === "GET" ? {} : { "Idempotency-Key": id } };
  if (prefer) options.headers.Prefer = prefer;
  if (body instanceof FormData) options.body = body;
  else if (body !== undefined) {
    options.body = JSON.stringify(body);
    options.headers["Content-Type"] = "application/json";
  }
  await entering;
  let response;
  let answer;
  try {
    do response = await fetch(rooted(url), { ...options, headers: { ...options.headers, ...authorization() } });
    while (response.status === 401 && (await admitted()) && (await still()));
    answer = await response.json().catch((error) => {
      if (response.ok) throw error; // the line was cut in the middle of the answer
      return null;
    });
  } catch {
    suspect();
    throw new Trouble(_("No connection"), _("Is `tableside serve` still running on that computer?"), 0);
  }
  return granted(response.status, answer);
}

/**
 * Return what an answer of the server grants; throws Trouble where it refuses, or where there is none that can be read.
 */
export function granted(status, answer) {
  const crowded = { error: _("Too many devices ask at once"), fix: _("Try again in a moment") };
  const unread = { error: _("Answer {status}", { status }), fix: _("Load the page again") };
  const { ok, error, fix, kind } = answer ?? (status === 503 ? crowded : unread);
  if (!ok) throw new Trouble(error, fix, status, kind, answer ?? {});
  return answer;
}

const notices = document.getElementById("notices");

/** Show a notice in place of the one before it; that of an update stays beside it. */
export function showNotice(note) {
  const dialog = document.querySelector("dialog[open]"); // what is behind one can be neither read nor closed
  if (dialog) dialog.prepend(notices);
  else document.body.append(notices);
  dialog?.addEventListener("close", () => document.body.append(notices), { once: true });
  for (const old of notices.querySelectorAll(":scope > :not(#updated)")) old.remove();
  notices.append(note);
  const at = document.activeElement; // what it speaks of, or the button beside that
  if (!dialog && at !== document.body && at.getBoundingClientRect().bottom > notices.getBoundingClientRect().top)
    at.scrollIntoView({ block: "center" });
}

/** Remove the notice of a failure, once something else is tried, its dialog closes or the part of the page goes. */
const stopTelling = () => {
  for (const old of notices.querySelectorAll(".notice.bad")) old.remove();
};
for (const event of ["hashchange", "cancel", "submit"]) addEventListener(event, stopTelling, { capture: true });
const tries = ({ target }) => target.closest?.("a, button, summary") && !notices.contains(target) && stopTelling();
addEventListener("click", tries, { capture: true });

const closing = (onclick, key) => h("button", { "aria-label": _("Close"), "data-key": key, onclick }, "×");

/**
 * Show a notice: for 5 seconds, or until something else is tried where it tells of a failure.
 * @param kind "bad" for a failure, "unreached" for one that the line of a dead connection says too
 */
export function tell(text, fix = "", kind = "") {
  const bad = kind !== "";
  const note = made(
    h(
      `div.notice${bad ? ".bad" : ""}${kind === "unreached" ? ".unreached" : ""}`,
      h("span", h("b", text), fix),
      closing(() => note.remove()),
    ),
  );
  showNotice(note);
  if (!bad) setTimeout(() => note.remove(), 5000);
}

/** Show a line above the page's content, which stays in sight until it is closed or another one takes its place. */
export function tellAbove(text, more = "") {
  const said = h("span", h("b", text), more && ` ${more}`);
  const line = made(
    h(
      "p.told.row.between",
      { id: "told" },
      said,
      closing(() => line.remove(), "close-told"),
    ),
  );
  document.getElementById("told")?.remove();
  document.getElementById("main").prepend(line);
  announce(line.firstChild.textContent);
}

/** Have a screen reader say what the page itself shows. */
export const announce = (text) => showNotice(made(h("p.hidden", text)));

export function tellTrouble(trouble) {
  tell(trouble.message, trouble.fix ?? _("Load the page again"), trouble.status === 0 ? "unreached" : "bad");
}

/** Resolve as a request does; to null where it is refused or fails, which is then told. */
export const orTell = (asked) =>
  asked.catch((trouble) => {
    tellTrouble(trouble);
    return null;
  });

/** Welcome who has come in on this device. */
export function welcome() {
  const { who, role } = whoAmI();
  const text = who && role && _("You are {who}, {role}.", { who, role: ROLE_NAMES[role] });
  const again = isRemembered() ? "" : _("This browser keeps nothing, so that every page asks again.");
  tell(_("Welcome"), paragraph([text || _("This device may take photos and change things."), again]));
}

/**
 * Say so where this device has lost its role.
 * @param people whether anybody has a role
 */
export async function checkRole(people) {
  setNamed(people);
  if (!(await checkAccess())) return;
  const fix = people
    ? _("People have roles now: scan your invitation, or sign in by your name and PIN.")
    : _("Enter the PIN that the computer of Tableside shows now.");
  tell(_("This device only watches now"), fix, "bad");
}

entering?.then((wrong) => {
  if (wrong) tell(wrong.error, wrong.fix, "bad");
  else if (wrong === null) welcome();
});
for (const button of document.querySelectorAll("[data-pin]")) {
  button.addEventListener("click", async () => {
    if (await askPin()) welcome();
  });
}

export const TABLE = document.body.dataset.table; // number of the table that the page is about

const LARGEST = Number(document.body.dataset.uploadLimit); // bytes

/** Refuse a picture that the server would refuse for its size. */
export function checkSize(file) {
  if (file.size > LARGEST)
    throw new Trouble(
      _("The photo is larger than {size} MB", { size: LARGEST / 2 ** 20 }),
      _("Send a smaller one, or save it as JPEG"),
    );
}

/** Send a photograph as `outbox.js` keeps it; `prefer` is the header of that name, and `still` as of `ask`. */
export function post({ id, file, chair, after, table = TABLE }, { prefer = null, still } = {}) {
  const form = new FormData();
  form.append("photo", file, file.name || "photo.jpg");
  const asked = new URLSearchParams({ anyway: 1, ...(chair ? { chair } : {}), ...(after ? { after } : {}) });
  return ask("POST", `/api/tables/${table}/hands?${asked}`, form, { id, prefer, still });
}

/** Run a request that makes a new hand, and open the page of that hand; while it runs, “Cancel” waits no longer. */
export async function goToNewHand(start) {
  const busy = document.getElementById("busy");
  if (!busy.hidden) return; // a second tap before the answer
  busy.hidden = false;
  const cancel = busy.querySelector("button");
  const cancelled = new Promise((resolve) => cancel.addEventListener("click", () => resolve({}), { once: true }));
  try {
    const { hand } = await Promise.race([start(), cancelled]);
    if (hand) {
      location.href = rooted(`/hands/${hand.id}${hand.offers?.held === 0 && !hand.photo ? "#enter" : ""}`);
      return; // the page that follows has none
    }
    tell(_("Cancelled"), _("What was sent is in the list of hands"));
  } catch (trouble) {
    tellTrouble(trouble);
  }
  busy.hidden = true;
}
