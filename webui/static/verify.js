// Verification of a match's records: what is proven of each, and what nothing can prove any more. It needs nothing of a
// page. webui/records/verifying.py does the same; the tests give both the same records.

import { sha256 } from "./vendor/sha256.js";

const START = "0".repeat(64);
const WINDS = ["E", "S", "W", "N"];
const PERSONS = new Set([
  "player",
  "winner",
  "payer",
  "discarder",
  "giver",
  "liable",
  "players",
  "substitute",
  "name",
  "tenpai",
  "nagashi",
]);
const EARLIER = new Set([...PERSONS].filter((field) => field !== "giver")); // of which earlier versions have commitments

/** Canonical JSON: keys in the order of their characters, no spaces. */
function canonical(value) {
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  if (value === null || typeof value !== "object") return JSON.stringify(value);
  const parts = Object.keys(value)
    .sort()
    .map((key) => `${JSON.stringify(key)}:${canonical(value[key])}`);
  return `{${parts.join(",")}}`;
}

/** Return the seal after each record, as `number seal`. */
export function sealsOf(records) {
  const found = new Set();
  let seal = START;
  for (const { id, number, when, hash, commitments } of records) {
    seal = sha256([seal, id, number, when, hash, ...(commitments ? ["committed"] : [])].join("\n"));
    found.add(`${number} ${seal}`);
  }
  return found;
}

/**
 * Verify the records of a match.
 * @param records the records, the oldest first
 * @param rewritten whether names were removed from records of the table, by a record of any match
 * @returns the numbers of the records: `forged`, whose content is another one than their hash says; `nameless`, in which
 *   a record of the match removed a name, and the rest is as recorded; `open`, the same without commitments, so that
 *   nothing of them can be verified; `unexplained`, in which a name was removed, but no record of the match says so;
 *   `earlier`, without commitments, so that author and role are in no hash
 */
export function verify(records, rewritten) {
  const found = { forged: [], nameless: [], open: [], unexplained: [], earlier: [] };
  const removed = new Set(); // the commitments that the match removes, each with the name in its place; "" for a reason
  const standIns = new Set();
  const excused = (gone) => gone.every(([made, text]) => removed.has(`${made} ${text}`));
  const first = records.findIndex(({ commitments }) => commitments);
  const [earlier, committed] = first < 0 ? [records, []] : [records.slice(0, first), records.slice(first)];
  for (const record of committed.toReversed()) {
    const gone = record.commitments && withoutSalt(record);
    const { type, name } = record.act;
    if (gone && type === "Erased" && excused(gone.filter(([, , field]) => field === "name"))) {
      standIns.add(name);
      for (const made of record.commitments.removes ?? [])
        for (const shown of [name, ""]) removed.add(`${made} ${shown}`);
    }
    if (!gone) found.forged.push(record.number);
    else if (!excused(gone)) found[rewritten ? "unexplained" : "forged"].push(record.number);
    else if (gone.length) found.nameless.push(record.number);
  }
  for (const { act } of earlier) if (act.type === "Erased") standIns.add(act.name);
  for (const { number, act, hash } of earlier) {
    found.earlier.push(number);
    if (sha256(canonical(act)) !== hash) found[kindOfRewritten(act, [...standIns], rewritten)].push(number);
  }
  for (const numbers of Object.values(found)) numbers.sort((one, other) => one - other);
  return found;
}

/** Return the removed texts as [commitment, text in its place, field], "" for a reason; null for a forged record. */
function withoutSalt({ act, who, role, hash, commitments: { names, removes = [] } }) {
  const persons = placesOf(act).length === names.length - 1 ? PERSONS : EARLIER;
  const places = [["who", who], ...placesOf(act, persons)];
  if (names.length !== places.length) return null;
  const rest = names.slice(1).map(([made]) => made);
  const committed = eachPlace("", act, () => rest.shift(), persons);
  if (sha256(canonical({ act: committed, removes, role, who: names[0][0] })) !== hash) return null;
  const gone = [];
  for (const [n, [field, text]] of places.entries()) {
    const [made, salt] = names[n];
    if (!salt) gone.push([made, field === "reason" ? "" : text, field]);
    else if (sha256(salt + text) !== made) return null;
  }
  return gone;
}

/**
 * Return what a record without commitments is whose act is not the one of its hash: only a name or a reason excuses it.
 */
function kindOfRewritten(act, standIns, rewritten) {
  const found = placesOf(act);
  const isOpen = ([field, text]) => standIns.some((name) => (field === "reason" ? text.includes(name) : text === name));
  if (found.some(isOpen)) return "open";
  return rewritten && found.length ? "unexplained" : "forged";
}

/** Return each name and reason of an act in canonical order, as [field, text]; a wind is no name. */
function placesOf(act, persons = PERSONS) {
  const found = [];
  const note = (field, text) => {
    found.push([field, text]);
    return text;
  };
  eachPlace("", act, note, persons);
  return found;
}

/** Return an act with each name and reason changed, in the order of the keys. */
function eachPlace(field, value, change, persons) {
  if (Array.isArray(value)) return value.map((inner) => eachPlace(field, inner, change, persons));
  if (value !== null && typeof value === "object")
    return Object.fromEntries(
      Object.keys(value)
        .sort()
        .map((key) => [key, eachPlace(key, value[key], change, persons)]),
    );
  const isName = persons.has(field) && !WINDS.includes(value);
  return typeof value === "string" && value && (isName || field === "reason") ? change(field, value) : value;
}
