// Drafts of all that is typed and chosen in a form, kept until it is sent or put away: a form that is closed, left or
// loaded again is filled in as it was. What a browser refuses to keep, the page has as long as it is open.

import { forget, freePage, holdPage, keep, recall } from "./storage.js";

const KEY = "tableside-drafts";
const OLD = 7 * 24 * 3_600_000; // milliseconds after which nobody looks for a draft: the week between two club evenings
const MOST = 50; // drafts: more takes the room of what waits to be sent
const PASSES = 300; // answers, each of which may bring further questions; the longest form has a hundred
const SECRET = "[type=password], [type=file], [type=hidden], [type=submit], [type=button], [readonly], [data-secret]";
const EVENTS = ["input", "change", "click"]; // a button may fill fields too

/** Return all drafts by the name of their form: `{at, values}`, by field what stood there usually, and what is entered. */
function all() {
  try {
    return Object.fromEntries(
      Object.entries(JSON.parse(recall(KEY)) ?? {}).filter(([, { at }]) => Date.now() - at < OLD),
    );
  } catch {
    return {}; // not as this program writes it
  }
}

function write(drafts) {
  const newest = Object.entries(drafts)
    .sort(([, one], [, other]) => other.at - one.at)
    .slice(0, MOST);
  if (!newest.length) forget(KEY);
  else if (!keep(KEY, JSON.stringify(Object.fromEntries(newest)))) return holdPage(KEY);
  freePage(KEY);
}

/** Let a draft go: it was sent, or somebody puts it away. */
export function dropDraft(name) {
  const { [name]: gone, ...others } = all();
  if (gone) write(others);
}

/** Return the name of the draft of a form of this page; `about` tells it from that of another hand or match. */
export function draftName(title, about = "") {
  const match = new URLSearchParams(location.search).get("match") ?? "";
  return [location.pathname, match, title, about].join(" ");
}

const isTick = ({ type }) => type === "radio" || type === "checkbox";
const entered = (field) => (isTick(field) ? field.checked : field.value);

/** Return the fields of a form as [key, field]: those of one name by their value, or in their order. */
function fieldsOf(form) {
  const seen = {};
  return [...form.elements]
    .filter((each) => each.name && !each.matches(`button, fieldset, output, ${SECRET}`))
    .map((each) => {
      if (isTick(each)) return [`${each.name}=${each.value}`, each];
      seen[each.name] = (seen[each.name] ?? 0) + 1;
      return [`${each.name}#${seen[each.name]}`, each];
    });
}

const snapshot = (form) => Object.fromEntries(fieldsOf(form).map(([key, field]) => [key, entered(field)]));

/** Answer a field as a person does, so that its form follows; says whether it could be. */
function fill(field, value) {
  if (field.disabled || entered(field) === value || (field.type === "radio" && !value)) return false;
  if (isTick(field)) {
    field.click();
    return true;
  }
  if (field.options && ![...field.options].some((option) => option.value === value)) return false;
  field.value = value;
  for (const event of ["input", "change"]) field.dispatchEvent(new Event(event, { bubbles: true }));
  return true;
}

/**
 * Fill in a form; an answer may bring questions, whose fields are filled in then. Where something else stands usually
 * now, that is newer. Says whether anything was filled in.
 */
function restore(form, values, usual) {
  const left = new Map(Object.entries(values).filter(([key, [before]]) => before === (usual[key] ?? null)));
  let filled = false;
  for (let pass = 0; pass < PASSES; pass += 1) {
    const next = fieldsOf(form).find(([key, field]) => left.has(key) && entered(field) !== left.get(key)[1]);
    if (!next) break;
    const [key, field] = next;
    filled = fill(field, left.get(key)[1]) || filled;
    left.delete(key);
  }
  return filled;
}

/**
 * Keep what is entered in a form under a name, and fill in what was: `found` is whether there was something, `drop` lets
 * it go, for good.
 * @param form the form, with all its fields as nobody has touched them
 */
export function keepDraft(form, name) {
  const usual = snapshot(form);
  const draft = all()[name];
  const found = Boolean(draft) && restore(form, draft.values, usual);
  let gone = false;
  const save = () => {
    if (gone) return;
    const changed = Object.entries(snapshot(form)).filter(([key, value]) => value !== usual[key]);
    const values = Object.fromEntries(changed.map(([key, value]) => [key, [usual[key] ?? null, value]]));
    if (changed.length) write({ ...all(), [name]: { at: Date.now(), values } });
    else dropDraft(name);
  };
  for (const event of EVENTS) form.addEventListener(event, save);
  const drop = () => {
    gone = true;
    dropDraft(name);
  };
  return { found, drop };
}
