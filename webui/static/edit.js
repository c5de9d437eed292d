// Where the tiles of a hand lie, and what may be done with them. The server makes the changes; a place is named as it
// does: c3 the fourth concealed tile, w the winning tile, m1.2 the third tile of the second meld, f0 the first
// flower, a7 tile 7 of the reading, which lies aside.

import { isFlower, order } from "./tiles.js";

export const SIZE = { chow: 3, pung: 3, kong: 4, "concealed-kong": 4 };
export const GIVERS = { 1: "the player before", 2: "the player opposite", 3: "the player after" };

export function parsePath(path) {
  const [, place, at, within] = path.match(/^([cwmfa])(\d*)(?:\.(\d+))?$/);
  return { place, at: Number(at), within: Number(within) };
}

/** Every place of the hand with its slot, as [path, slot]. */
export function places(laid) {
  return [
    ...laid.melds.flatMap((meld, m) => meld.tiles.map((slot, n) => [`m${m}.${n}`, slot])),
    ...laid.concealed.map((slot, n) => [`c${n}`, slot]),
    ...(laid.winning ? [["w", laid.winning]] : []),
    ...laid.flowers.map((slot, n) => [`f${n}`, slot]),
  ];
}

/** The tiles of the reading that lie aside, as [path, slot] with the faces they were read as. */
export function asideOf({ reading, laid }) {
  const inHand = new Set(places(laid).map(([, slot]) => slot.seen));
  return (reading?.tiles ?? [])
    .map(({ tile }, n) => [`a${n}`, { tile, seen: n }])
    .filter(([, s]) => !inHand.has(s.seen));
}

/** What lies at a place; null when nothing does. */
export function slotAt(hand, path) {
  return [...places(hand.laid), ...asideOf(hand)].find(([other]) => other === path)?.[1] ?? null;
}

export const pathOfSeen = (laid, seen) => places(laid).find(([, slot]) => slot.seen === seen)?.[0] ?? `a${seen}`;
export const held = (laid) => laid.concealed.length + 3 * laid.melds.length + (laid.winning ? 1 : 0);
export const countOf = (laid, tile) => places(laid).filter(([, slot]) => slot.tile === tile).length;
export const pathsOfMeld = (laid, at) => laid.melds[at].tiles.map((_, n) => `m${at}.${n}`);

/** The chow that has `tile` at position `at` (0 to 2), moved to stay within the suit; null for honours and flowers. */
export function chowAt(tile, at) {
  if (!/^[1-9][mps]$/.test(tile)) return null;
  const low = Math.min(7, Math.max(1, Number(tile[0]) - at));
  return [0, 1, 2].map((n) => `${low + n}${tile[1]}`);
}

/** The melds that a tile could be part of with concealed tiles, or with those it lies aside with: {kind, at, tiles}. */
export function claims(hand, path) {
  const slot = slotAt(hand, path);
  if (!slot?.tile || isFlower(slot.tile) || path.startsWith("m")) return [];
  const { reading, laid } = hand;
  const beside = ([, other]) => reading.tiles[other.seen].group === reading.tiles[slot.seen].group;
  const others = path.startsWith("a")
    ? asideOf(hand).filter(beside)
    : places(laid).filter(([other]) => /^[cw]/.test(other));
  const free = new Map();
  for (const [other, { tile }] of others) {
    if (!free.has(tile)) free.set(tile, []);
    if (other === path) free.get(tile).unshift(other);
    else free.get(tile).push(other);
  }
  const same = free.get(slot.tile);
  const found = [];
  if (same.length >= 3) found.push({ kind: "pung", at: same.slice(0, 3) });
  if (same.length >= 4) found.push(...["kong", "concealed-kong"].map((kind) => ({ kind, at: same.slice(0, 4) })));
  const chows = [0, 1, 2].map((at) => chowAt(slot.tile, at)).filter((chow) => chow?.includes(slot.tile));
  for (const chow of new Map(chows.map((tiles) => [tiles.join(), tiles])).values()) {
    if (chow.every((tile) => free.has(tile))) found.push({ kind: "chow", at: chow.map((tile) => free.get(tile)[0]) });
  }
  return found.map((claim) => ({ ...claim, tiles: claim.at.map((at) => slotAt(hand, at).tile).sort(byOrder) }));
}

const byOrder = (a, b) => order(a) - order(b);
