// Verification of a match's records: what is proven of each, and what nothing can prove any more. It needs nothing of a
// page. webui/records/verifying.py does the same; the tests give both the same records.

import { sha256 } from "./vendor/sha256.js";

const START = "0".repeat(64);
const WINDS = ["E", "S", "W", "N"];
const HASH = /^[0-9a-f]{64}$/;
const SALT = /^([0-9a-f]{32})?$/; // of one length, so that nothing of a salt can move into its text
const BRINGS = { Seated: "players", Substituted: "substitute", Renamed: "name", Erased: "name" };
const RENAMES = ["Renamed", "Erased"];
const CHANGING = ["Corrected", "Void", "Renamed", "Erased", "Swapped"]; // acts that change what was shown before

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
 * Verify the records of a match, by the rules that webui/records/verifying.py lists.
 * @param records the records, the oldest first
 * @param rewritten whether names were removed from records of the table, by a record of any match
 * @param persons the fields of acts that name persons
 * @returns the numbers of the records: `forged`, whose content is another one than their hash says; `nameless`, in which
 *   a record of the match removed a name, and the rest is as recorded; `open`, the same without commitments, so that
 *   nothing of them can be verified; `unexplained`, in which a name was removed, but no record of the match says so;
 *   `earlier`, without commitments, so that author and role are in no hash
 */
export function verify(records, rewritten, persons) {
  const found = { forged: [], nameless: [], open: [], unexplained: [], earlier: [] };
  const first = records.findIndex(({ commitments }) => commitments);
  const [earlier, committed] = first < 0 ? [records, []] : [records.slice(0, first), records.slice(first)];
  const said = committed.map((record) => textsOf(record, persons));
  const names = earlier.length ? null : namesBrought(committed, said);
  const removed = new Map(); // the commitments that the match removes, with the name in the place of each
  const standIns = new Set(earlier.filter(({ act }) => act.type === "Erased").map(({ act }) => act.name));
  for (let n = committed.length - 1; n >= 0; n--) {
    const { number, act, commitments } = committed[n];
    const here = said[n];
    const listed = commitments?.removes ?? [];
    if (!here?.every(holds) || seatsOneTwice(committed[n])) {
      found.forged.push(number);
      continue;
    }
    if (listed.length && act.type === "Erased") {
      if (!removes(committed, said, n, removed, names)) {
        found.forged.push(number);
        continue;
      }
      standIns.add(act.name);
      for (const made of listed) if (!removed.has(made)) removed.set(made, act.name);
    }
    const gone = here.filter(({ salt }) => !salt);
    if (!gone.every((place) => excused(place, removed, names))) found[rewritten ? "unexplained" : "forged"].push(number);
    else if (gone.length) found.nameless.push(number);
  }
  for (const { number, act, hash } of earlier) {
    found.earlier.push(number);
    if (sha256(canonical(act)) !== hash) found[kindOfRewritten(act, [...standIns], rewritten, persons)].push(number);
  }
  for (const numbers of Object.values(found)) numbers.sort((one, other) => one - other);
  return found;
}

/**
 * Return what the records say of the seals that a device kept of a match, its first record with a seal being shown first.
 * @param records the records
 * @param seals the seals, as [record, seal, shown at]
 * @param found what `verify` says of the records
 * @returns {missing, changes, verdict}: the first seal that the records do not have, the records since that changed what
 *   was shown, and `other` where one is missing, `forged`, `unproven`, `removed` where names were removed since, `whole`
 */
export function compare(records, seals, found) {
  const there = sealsOf(records);
  const missing = seals.find(([record, known]) => !there.has(`${record} ${known}`));
  const changes = records.filter((each) => each.number > seals[0][0] && CHANGING.includes(each.act.type));
  const isRemoved = changes.some(({ act }) => act.type === "Erased");
  const proven = found.unexplained.length ? "unproven" : isRemoved ? "removed" : "whole";
  return { missing, changes, verdict: missing ? "other" : found.forged.length ? "forged" : proven };
}

/** Return the act of a record, or the one that a correction puts in another's place. */
const innermost = ({ act }) => act.act ?? act;

/** Return the committed texts of a record, as {field, text, made, salt}; null where its hash is not theirs. */
function textsOf(record, known) {
  if (!record.commitments) return null; // no program that commits makes one without
  const { act, who, role, hash, commitments } = record;
  const { names, removes = [], ...more } = commitments;
  const all = new Set([...known, ...(commitments.fields ?? [])]);
  const earlier = new Set([...all].filter((field) => field !== "giver")); // of which earlier versions have commitments
  const persons = placesOf(act, all).length === names.length - 1 ? all : earlier;
  const places = [["who", who], ...placesOf(act, persons)];
  if (names.length !== places.length) return null;
  const rest = names.slice(1).map(([made]) => made);
  const committed = eachPlace("", act, () => rest.shift(), persons);
  if (sha256(canonical({ ...more, act: committed, removes, role, who: names[0][0] })) !== hash) return null;
  return places.map(([field, text], n) => ({ field, text, made: names[n][0], salt: names[n][1] }));
}

/** Return whether a text is the one of its commitment, as far as its salt is still there. */
const holds = ({ text, made, salt }) => HASH.test(made) && SALT.test(salt) && (!salt || sha256(salt + text) === made);

function seatsOneTwice(record) {
  const { type, players } = innermost(record);
  return type === "Seated" && new Set(players).size < players.length;
}

/** Return the commitments of the names that acts bring into the match. */
const namesBrought = (records, said) =>
  new Set(
    records.flatMap((record, n) =>
      (said[n] ?? []).filter(({ field }) => field === BRINGS[innermost(record).type]).map(({ made }) => made),
    ),
  );

/** Return whether a text without a salt is one that the match removed; `names` is null where not all are known. */
const excused = ({ field, text, made }, removed, names) =>
  removed.has(made) && (field === "reason" || (text === removed.get(made) && (!names || names.has(made))));

/** Return whether an `Erased` removes what it lists, as the interface would have it. */
function removes(records, said, n, excuses, names) {
  const { name } = records[n].act;
  const own = said[n].filter(({ field }) => field === "name");
  if (!name.trim() || WINDS.includes(name) || !own.every((each) => each.salt || excused(each, excuses, names)))
    return false;
  const listed = new Set(records[n].commitments.removes);
  const given = new Set(); // the commitments of names that the match gave by renaming, to nobody who had them before
  const known = new Set();
  for (const [k, record] of records.slice(0, n).entries()) {
    const here = said[k] ?? [];
    for (const { field, made } of here)
      if (field === "name" && RENAMES.includes(innermost(record).type) && !known.has(made)) given.add(made);
    for (const { made } of here) known.add(made);
  }
  const upTo = (count) => said.slice(0, count).flatMap((here) => here ?? []);
  const removed = new Set(records.flatMap(({ commitments }) => commitments?.removes ?? []));
  const isOthers = ({ field, text, made, salt }) =>
    field !== "reason" && text === name && !listed.has(made) && !given.has(made) && (salt || removed.has(made));
  return !upTo(n).some(isOthers) && !upTo(n + 1).some(({ salt, made }) => salt && listed.has(made));
}

/**
 * Return what a record without commitments is whose act is not the one of its hash: only a name or a reason excuses it.
 */
function kindOfRewritten(act, standIns, rewritten, persons) {
  const found = placesOf(act, new Set(persons));
  const isOpen = ([field, text]) => standIns.some((name) => (field === "reason" ? text.includes(name) : text === name));
  if (found.some(isOpen)) return "open";
  return rewritten && found.length ? "unexplained" : "forged";
}

/** Return each name and reason of an act in canonical order, as [field, text]; a wind is no name. */
function placesOf(act, persons) {
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
