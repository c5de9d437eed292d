// The seals of matches that this device was shown, as it keeps them: a page that verifies nothing needs no more.

import { moment } from "./records.js";
import { keep, recall } from "./storage.js";
import { _ } from "./words.js";

const KEY = "tableside.seals";
const MATCHES = 30; // matches that are kept, the newest
const SEALS = 200; // seals of a match, the newest; a match of 16 hands has some 40 records

/** Return all that is kept: {table, number, started, seals: [[record, seal, shown at]]}, the oldest match first. */
export function all() {
  try {
    return JSON.parse(recall(KEY)) ?? [];
  } catch {
    return [];
  }
}

/** Return a function that tells what is kept of a match of a table. */
export const isOf =
  (table, { number, started }) =>
  (each) =>
    each.table === String(table) && each.number === number && each.started === started;

/** Keep the seal of a match of a table; returns whether it is a new one. */
export function keepSeal(table, match) {
  const { number, version, seal, started } = match;
  if (!seal) return false;
  const kept = all();
  const mine = kept.find(isOf(table, match)) ?? { table: String(table), number, started, seals: [] };
  if (mine.seals.some(([record, known]) => record === version && known === seal)) return false;
  mine.seals = [...mine.seals, [version, seal, new Date().toISOString()]].slice(-SEALS);
  keep(KEY, JSON.stringify([...kept.filter((each) => each !== mine), mine].slice(-MATCHES)));
  return true;
}

/**
 * Return what this device was shown of the match of a file, in words.
 * @param began the number of its first record
 * @param started the time of that record
 * @param seals the number of each record and the seal after it
 */
export function shownOf({ began, started, seals }) {
  const mine = all().filter((each) => each.number === began && each.started === started);
  const there = new Set(seals.map(([record, seal]) => `${record} ${seal}`));
  const last = seals.at(-1)[0];
  const kept = mine.flatMap((each) => each.seals).filter(([record]) => record <= last);
  const other = kept.find(([record, seal]) => !there.has(`${record} ${seal}`));
  if (other)
    return {
      holds: false,
      says: _("Not what this device was shown: record {number}, shown {time}, is another one in the file.", {
        number: other[0],
        time: moment(other[2]),
      }),
    };
  const newest = kept.at(-1);
  if (!newest) return { holds: null, says: _("Unknown to this device: it was shown nothing of this match.") };
  return {
    holds: true,
    says: _("As this device was shown it on {time}, up to record {number}.", {
      number: newest[0],
      time: moment(newest[2]),
    }),
  };
}
