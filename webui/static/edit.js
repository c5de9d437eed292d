// Changes to a hand, as plain functions: each takes the hand as it lies ("laid") and gives the changed one.
// A place is named by a path: c3 the fourth concealed tile, w the winning tile, m1.2 the third tile of the second
// meld, f0 the first flower.

import { FLOWERS, isFlower } from "./tiles.js";

export const SIZE = { chow: 3, pung: 3, kong: 4, "concealed-kong": 4 };
const put = (list, at, item) => list.map((old, n) => (n === at ? item : old));
const without = (list, at) => list.filter((_, n) => n !== at);
const slot = (tile, seen = null) => ({ tile, seen });

export function parsePath(path) {
  const [, place, at, within] = path.match(/^([cwmf])(\d*)(?:\.(\d+))?$/);
  return { place, at: Number(at), within: Number(within) };
}

export function slotAt(laid, path) {
  const { place, at, within } = parsePath(path);
  if (place === "w") return laid.winning;
  if (place === "m") return laid.melds[at]?.tiles[within] ?? null;
  return (place === "c" ? laid.concealed : laid.flowers)[at] ?? null;
}

/** Every place of the hand with its slot, as [path, slot]. */
export function places(laid) {
  return [
    ...laid.melds.flatMap((meld, m) => meld.tiles.map((s, n) => [`m${m}.${n}`, s])),
    ...laid.concealed.map((s, n) => [`c${n}`, s]),
    ...(laid.winning ? [["w", laid.winning]] : []),
    ...laid.flowers.map((s, n) => [`f${n}`, s]),
  ];
}

export const pathOfSeen = (laid, seen) => places(laid).find(([, s]) => s.seen === seen)?.[0] ?? null;
export const held = (laid) => laid.concealed.length + 3 * laid.melds.length + (laid.winning ? 1 : 0);
export const countOf = (laid, tile) => places(laid).filter(([, s]) => s.tile === tile).length;

/** The chow that has `tile` at position `at` (0 to 2), moved to stay within the suit; null for honours and flowers. */
export function chowAt(tile, at) {
  if (!/^[1-9][mps]$/.test(tile)) return null;
  const low = Math.min(7, Math.max(1, Number(tile[0]) - at));
  return [0, 1, 2].map((n) => `${low + n}${tile[1]}`);
}

export function setTile(laid, path, tile) {
  const { place, at, within } = parsePath(path);
  if (place === "m") {
    const meld = laid.melds[at];
    const tiles = meld.kind === "chow" ? chowAt(tile, within) : meld.tiles.map(() => tile);
    return tiles
      ? {
          ...laid,
          melds: put(laid.melds, at, { ...meld, tiles: meld.tiles.map((s, n) => ({ ...s, tile: tiles[n] })) }),
        }
      : laid;
  }
  const changed = { ...slotAt(laid, path), tile };
  if (isFlower(tile) !== (place === "f")) {
    const rest = remove(laid, path);
    return isFlower(tile) ? { ...rest, flowers: [...rest.flowers, changed] } : addSlot(rest, changed);
  }
  if (place === "w") return { ...laid, winning: changed };
  return place === "c"
    ? { ...laid, concealed: put(laid.concealed, at, changed) }
    : { ...laid, flowers: put(laid.flowers, at, changed) };
}

export function remove(laid, path) {
  const { place, at } = parsePath(path);
  if (place === "w") return { ...laid, winning: null };
  if (place === "m") return { ...laid, melds: without(laid.melds, at) };
  return place === "c"
    ? { ...laid, concealed: without(laid.concealed, at) }
    : { ...laid, flowers: without(laid.flowers, at) };
}

function addSlot(laid, added) {
  if (isFlower(added.tile)) return { ...laid, flowers: [...laid.flowers, added] };
  const full = laid.concealed.length + 3 * laid.melds.length >= 13;
  return full && !laid.winning ? { ...laid, winning: added } : { ...laid, concealed: [...laid.concealed, added] };
}

/** Adds a tile: a flower to the flowers, the fourteenth as the winning tile, any other to the concealed ones. */
export const add = (laid, tile, seen = null) => addSlot(laid, slot(tile, seen));

/** Makes a concealed tile the winning one; the former goes back among the others. */
export function makeWinning(laid, path) {
  const { at } = parsePath(path);
  const concealed = without(laid.concealed, at);
  return { ...laid, winning: laid.concealed[at], concealed: laid.winning ? [...concealed, laid.winning] : concealed };
}

/** The melds that a concealed tile could be part of with the other concealed tiles: [kind, tiles] each. */
export function claims(laid, path) {
  const { tile } = slotAt(laid, path);
  if (!tile) return [];
  const have = laid.concealed.map((s) => s.tile);
  const same = have.filter((t) => t === tile).length;
  const found = [];
  if (same >= 3) found.push(["pung", [tile, tile, tile]]);
  if (same >= 4) found.push(["kong", Array(4).fill(tile)], ["concealed-kong", Array(4).fill(tile)]);
  const chows = [0, 1, 2]
    .map((at) => chowAt(tile, at))
    .filter((chow) => chow?.includes(tile) && chow.every((t) => have.includes(t)));
  const distinct = new Map(chows.map((chow) => [chow.join(), ["chow", chow]]));
  return [...found, ...distinct.values()];
}

export function claim(laid, path, kind, tiles) {
  const { at } = parsePath(path);
  const taken = [];
  for (const tile of tiles) {
    const own = laid.concealed[at].tile === tile && !taken.includes(at) ? at : -1;
    taken.push(own >= 0 ? own : laid.concealed.findIndex((s, n) => s.tile === tile && !taken.includes(n)));
  }
  const meld = { kind, tiles: taken.map((n) => laid.concealed[n]) };
  return { ...laid, melds: [...laid.melds, meld], concealed: laid.concealed.filter((_, n) => !taken.includes(n)) };
}

/** Takes a meld back among the concealed tiles. */
export const unclaim = (laid, at) => ({
  ...laid,
  melds: without(laid.melds, at),
  concealed: [...laid.concealed, ...laid.melds[at].tiles],
});

export function addMeld(laid, kind, tile) {
  const tiles = kind === "chow" ? chowAt(tile, 0) : Array(SIZE[kind]).fill(tile);
  return tiles ? { ...laid, melds: [...laid.melds, { kind, tiles: tiles.map((t) => slot(t)) }] } : laid;
}

/** Makes a pung a kong, a kong concealed and so on; a fourth tile is added or taken away. */
export function setMeldKind(laid, at, kind) {
  const old = laid.melds[at].tiles;
  const tiles =
    old.length > SIZE[kind]
      ? old.slice(0, SIZE[kind])
      : [...old, ...Array(SIZE[kind] - old.length).fill(slot(old[0].tile))];
  return { ...laid, melds: put(laid.melds, at, { kind, tiles }) };
}

export const setWon = (laid, change) => ({ ...laid, won: { ...laid.won, ...change } });
export const settle = (laid, doubts) => ({
  ...laid,
  settled: [...new Set([...laid.settled, ...doubts])].sort((a, b) => a - b),
});

export function toggleFlower(laid, tile) {
  const at = laid.flowers.findIndex((s) => s.tile === tile);
  return at < 0
    ? {
        ...laid,
        flowers: [...laid.flowers, slot(tile)].sort((a, b) => FLOWERS.indexOf(a.tile) - FLOWERS.indexOf(b.tile)),
      }
    : { ...laid, flowers: without(laid.flowers, at) };
}
