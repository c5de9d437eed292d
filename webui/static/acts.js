// Acts that this page enters, as sentences until the server says them: by the server's own forms.

import { forms } from "./forms.js";
import { _ } from "./words.js";

/** Return a person of an act: by name, or by the wind that they sat on. */
const person = (who) => forms.winds[who] ?? who;

/**
 * Return an act as a sentence.
 * @param game the game of its match, whose forms come before those of all games
 */
export function actInWords(act, game) {
  const own = forms.games[game]?.forms[act.type] ?? [];
  const form = [...own, ...(forms.forms[act.type] ?? [])].find((each) => applies(each, act));
  if (!form) return act.type;
  const named = { ...act, player: act.player ?? act.seat };
  for (const [name, source] of Object.entries(form.named ?? {})) named[name] = picked(act, source);
  return form.says.replace(/\{(\w+)\}/g, (_whole, name) => field(name, named[name], game));
}

/** Return a field of an act, or one within it, as `players.0` or `claims.last`. */
const picked = (act, source) =>
  source.split(".").reduce((found, part) => (part === "last" ? found?.at(-1) : found?.[part]), act);

/** True if the conditions of a form hold: see `Form` of the server. */
const applies = ({ has = [], empty = [], single = [], differ = [], equal = {} }, act) =>
  has.every((name) => (Array.isArray(act[name]) ? act[name].length > 0 : act[name])) &&
  empty.every((name) => act[name]?.length === 0) &&
  single.every((name) => act[name].length === 1) &&
  new Set(differ.map((name) => act[name])).size === differ.length &&
  Object.entries(equal).every(([source, value]) => picked(act, source) === value);

/** Return a field of an act as its sentence has it. */
function field(name, value, game) {
  if (name === "claims") return value.map((claim) => actInWords({ type: "Won", ...claim }, game)).join(_("; "));
  if (name === "claim") return actInWords({ type: "Won", ...value }, game);
  if (name === "act") return actInWords(value, game);
  if (name === "photos" || name === "count") return String(value.length);
  if (["rounds", "totals", "penalties"].includes(name)) return value.join(_(", "));
  if (name === "paid") return money(value);
  if (name === "points") return (forms.games[game]?.win ?? "{count}").replace("{count}", value);
  if (name === "reason") return forms.reasons[value] ?? value;
  if (name === "kind") return forms.kinds[value] ?? value;
  if (name === "why") return forms.draws[value] ?? value;
  if (forms.people.includes(name)) return value.map(person).join(_(", "));
  return forms.persons.includes(name) ? person(value) : String(value);
}

/** Return an amount in hundredths as a number. */
export const money = (amount) => (amount / 100).toFixed(amount % 100 ? 2 : 0);

/** Acts of play that may have a time limit. */
export const LIMITS = { "first discard": _("First discard"), turn: _("Turn"), claim: _("Call") };

/** Return an act with the referee's clock, in the words of its button. */
export function clockInWords({ do: act, minutes, name }) {
  if (act === "extend")
    return minutes > 0 ? _("{more} minutes more", { more: minutes }) : _("{less} minutes less", { less: -minutes });
  if (act === "limit") return _("Time limit: {name}", { name: LIMITS[name] ?? name });
  const words = { start: _("Start the clock"), pause: _("Pause"), resume: _("Go on"), settle: _("Done in time") };
  return words[act] ?? _("Stop the clock");
}
