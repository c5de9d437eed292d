// The 42 faces: their order, their names, their pictures.

import { h } from "./page.js";

const SUITS = { m: "characters", p: "dots", s: "bamboo" };
const NAMES = {
  E: "east wind",
  S: "south wind",
  W: "west wind",
  N: "north wind",
  C: "red dragon",
  F: "green dragon",
  P: "white dragon",
  f1: "plum",
  f2: "orchid",
  f3: "chrysanthemum",
  f4: "bamboo flower",
  s1: "spring",
  s2: "summer",
  s3: "autumn",
  s4: "winter",
};

export const SUITED = ["m", "p", "s"].map((suit) => [1, 2, 3, 4, 5, 6, 7, 8, 9].map((rank) => `${rank}${suit}`));
export const WINDS = ["E", "S", "W", "N"];
export const DRAGONS = ["C", "F", "P"];
export const FLOWERS = ["f1", "f2", "f3", "f4", "s1", "s2", "s3", "s4"];
export const FACES = [...SUITED.flat(), ...WINDS, ...DRAGONS, ...FLOWERS];

export const isFlower = (tile) => FLOWERS.includes(tile);
export const nameOf = (tile) => (tile ? (NAMES[tile] ?? `${tile[0]} of ${SUITS[tile[1]]}`) : "not read");
export const capital = (text) => text[0].toUpperCase() + text.slice(1);
/** A sentence in which tiles stand as codes, with their names instead. */
export const inWords = (text) => capital(text.replace(/\b([1-9][mps]|[fs][1-4]|[ESWNCFP])\b/g, (code) => nameOf(code)));
export const picture = (tile) => `/static/tiles/${tile ?? "back"}.svg`;
export const image = (tile, small = false) =>
  h(`img.tile${small ? ".small" : ""}`, { src: picture(tile), alt: nameOf(tile), draggable: "false" });
/** What tiles are sorted and set apart by: a suit each, then all honours. */
export const familyOf = (tile) =>
  tile === null ? "?" : tile.length === 2 && !isFlower(tile) ? tile[1] : isFlower(tile) ? "f" : "z";
export const order = (tile) => (tile === null ? 99 : FACES.indexOf(tile));
