// The one who uses this browser. While nobody has a role, changes from any device but the computer of Tableside itself
// need its PIN; later each needs an invitation, or the name and PIN of somebody. These give a token that this browser
// keeps, beside that of the computer of Tableside where it is opened there. What an address brings stands behind its #.

import { forgetPages } from "./kept.js";
import { openModal } from "./modal.js";
import { rooted } from "./root.js";
import { forget, keep, recall } from "./storage.js";
import { h, made } from "./view.js";
import { _ } from "./words.js";

const KEY = "tableside-token";
const HERE = "tableside-here"; // {token, role, table} of the computer of Tableside itself
const ME = "tableside-me"; // {who, role, table} of the token, or the name that somebody gave without one

export const ROLE_NAMES = {
  spectator: _("Spectator"),
  player: _("Player"),
  table: _("Table device"),
  scorer: _("Scorer"),
  referee: _("Referee"),
  chief: _("Tournament director"),
};

const dialog = document.getElementById("pin"); // only on pages that other devices can open
let token = recall(KEY);
let me = {};
let here = null;
let lasting = true; // whether this browser keeps the token for other pages
let asking = null; // resolves to whether a token was given

try {
  me = JSON.parse(recall(ME)) ?? {};
  here = JSON.parse(recall(HERE));
} catch {
  // something else stands there
}

/** Return the headers by which a request shows who sends it, as far as this browser knows. */
export const authorization = () => ({
  ...((token || here) && { Authorization: `Bearer ${token ?? here.token}` }),
  ...(token && here && { "Tableside-Token": here.token }),
  ...(me.who && { "Tableside-Who": encodeURIComponent(me.who) }),
});

/** Return who uses this browser: `{who, role, table}`, each only where it is known. */
export const whoAmI = () => me;

const RANKS = Object.keys(ROLE_NAMES); // each may do what those before it may
const told = []; // called when it changes who uses this browser

/** Return true if this device may do what needs a role at its table, as far as this browser knows. */
export function may(least) {
  if (!dialog) return true;
  const by = token ? me : here;
  if (!by || (by.table && String(by.table) !== document.body.dataset.table)) return least === "spectator";
  return RANKS.indexOf(by.role ?? "chief") >= RANKS.indexOf(least);
}

/** Call back whenever it changes who uses this browser. */
export const onAccess = (call) => told.push(call);

/** Return true if other pages of this browser will know who uses it; else each of them asks again. */
export const isRemembered = () => lasting;

/** Keep who uses this browser; `given` is the token that they have from now on, null for none. */
export function keepMe(next, given = token) {
  if ((given || null) !== token) forgetPages(); // those of somebody else are shown to nobody
  token = given || null;
  me = next;
  if (token) lasting = keep(KEY, token);
  else forget(KEY);
  keep(ME, JSON.stringify(me));
  showMe();
}

/** Keep that this browser is on the computer of Tableside itself, by its token; null where it is not. */
function keepHere(next) {
  here = next;
  if (here) keep(HERE, JSON.stringify(here));
  else forget(HERE);
  showMe();
}

/** Write who uses this browser into the bar, and hide what a device that only watches cannot do. */
function showMe() {
  document.body.classList.toggle("watching", !may("player"));
  document.body.classList.toggle("here", !dialog || Boolean(here));
  for (const role of ["player", "table", "referee"]) document.body.classList.toggle(`may-${role}`, may(role));
  for (const call of told) call();
  const pill = document.getElementById("who");
  if (!pill) return;
  const role = token && me.role && ROLE_NAMES[me.role];
  pill.textContent = role && me.who ? _("{who}, {role}", { who: me.who, role }) : (role ?? me.who ?? "");
  pill.hidden = !pill.textContent;
  if (token && me.role === "referee") pill.href = rooted("/referee"); // the page of one's own
}

/** Ask the server who uses this browser; resolves to null where it does not answer, or is cut off while it does. */
async function asTheServerHasMe() {
  const response = await fetch(rooted("/api/access"), { headers: authorization() }).catch(() => null);
  return response?.ok ? response.json().catch(() => null) : null;
}

/**
 * Ask the server whether the tokens of this browser still let it in; one that does not is forgotten.
 * @returns whether this device lost its role
 */
export async function checkAccess() {
  if (!token && !here) return false;
  const asked = token;
  const now = await asTheServerHasMe();
  if (!now || token !== asked) return false; // it does not answer, or answers about who used this browser before
  if (here && !now.here) keepHere(null);
  const { who, role, table } = now;
  const lost = role === "spectator" && !now.device;
  if (!token) {
    if (here) keepHere({ token: here.token, role, table });
  } else if (lost) keepMe({ who: me.who }, null);
  else if (role !== me.role || table !== (me.table ?? null)) keepMe({ who: who || me.who, role, table });
  return lost;
}

/**
 * Come in by `{pin}`, `{name, pin}`, `{invitation}` or `{token}`; resolves to null when that lets this device in, or to
 * the server's answer, with `error` and `fix`.
 */
export async function enter(by) {
  const response = await fetch(rooted("/api/access"), {
    method: "POST",
    body: JSON.stringify(by),
    headers: { "Content-Type": "application/json" },
  });
  const answer = await response.json();
  if (!answer.ok) return answer;
  const { who, role, table } = answer;
  if (by.token) keepHere({ token: answer.token, role, table });
  else keepMe({ who: who || me.who, role, table }, answer.token);
  return null;
}

let named = null; // whether people sign in by their names, as the server said last

/** Take in whether anybody has a role: then the PIN of the server lets nobody in any more. */
export const setNamed = (now) => {
  named = now;
};

/**
 * Return true if anybody has a role, as the server says now; null where it does not answer and has not said so before.
 */
export async function haveRoles() {
  named = (await asTheServerHasMe())?.people ?? named;
  return named;
}

/** Ask for the PIN until it is right or the dialog is closed; resolves to whether a token was given. */
export function askPin() {
  if (named && !dialog?.querySelector("form").elements.person) {
    location.assign(rooted("/people")); // this page was made before anybody had a role
    return Promise.resolve(false);
  }
  if (!dialog) return Promise.resolve(false);
  asking ??= new Promise((resolve) => {
    const form = dialog.querySelector("form");
    const said = dialog.querySelector(".trouble");
    let given = false;
    form.reset();
    said.textContent = "";
    form.onsubmit = async (event) => {
      event.preventDefault();
      const { digits, person } = form.elements;
      const by = person ? { name: person.value, pin: digits.value } : { pin: digits.value };
      const wrong = await enter(by).catch(() => ({ error: dialog.dataset.silent, fix: "" }));
      given = !wrong;
      if (given) return dialog.close();
      said.textContent = wrong.fix ? _("{error}. {fix}", wrong) : wrong.error;
      digits.select();
    };
    dialog.querySelector("[data-close]").onclick = () => dialog.close();
    dialog.onclose = () => {
      asking = null;
      resolve(given);
    };
    openModal(dialog);
  });
  return asking;
}

addEventListener("hashchange", () => /^#(pin|invitation|token)=/.test(location.hash) && location.reload()); // on this very page
const [, kind, scanned] = location.hash.match(/^#(pin|invitation|token)=([\w.-]+)$/) ?? [];
if (scanned) history.replaceState(null, "", location.pathname + location.search); // a page that is shared has no PIN
showMe();

// forms that need no script elsewhere, such as that which ends the program: a form sends no header
for (const form of document.querySelectorAll("form.of-here, .of-here form")) {
  form.addEventListener("formdata", ({ formData }) => here && formData.set("token", here.token));
}

/** Ask before an invitation takes the place of who is signed in here: anybody may send a link with one. */
async function isWanted() {
  if (kind !== "invitation" || !token) return true;
  const who = me.who || ROLE_NAMES[me.role] || _("Somebody");
  const says = _(
    "This address signs this device in by an invitation. {who} is signed in here and would be signed out.",
    { who },
  );
  const title = _("Sign in by the invitation?");
  const question = made(
    h(
      "dialog",
      { id: "replace-person", "aria-label": title },
      h(
        "form.pin",
        { method: "dialog" },
        h("h2", title),
        h("p", says),
        h(
          "p.ways",
          h("button.button.primary", { value: "yes" }, _("Sign in")),
          h("button.button", { value: "" }, _("Cancel")),
        ),
      ),
    ),
  );
  document.body.append(question);
  openModal(question);
  await new Promise((resolve) => question.addEventListener("close", resolve, { once: true }));
  question.remove();
  return question.returnValue === "yes";
}

async function enterScanned() {
  if (!(await isWanted())) return undefined;
  return enter({ [kind]: scanned }).catch(() => ({ error: dialog?.dataset.silent, fix: "" }));
}

/**
 * Resolves once what a scanned address brought was given: to null, or to the answer why not. Null where none was;
 * resolves to undefined where it is not wanted.
 */
export const entering = scanned ? enterScanned() : null;
