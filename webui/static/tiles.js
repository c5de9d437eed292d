// The 42 faces and the red fives: their order, their names, their pictures. A red five is written 0m, 0p or 0s here.

import { h } from "./view.js";
import { _, pgettext } from "./words.js";

const NAMES = {
  E: pgettext("tile", "East"),
  S: pgettext("tile", "South"),
  W: pgettext("tile", "West"),
  N: pgettext("tile", "North"),
  C: _("Red Dragon"),
  F: _("Green Dragon"),
  P: _("White Dragon"),
  f1: _("Plum"),
  f2: _("Orchid"),
  f3: _("Chrysanthemum"),
  f4: _("Bamboo flower"),
  s1: _("Spring"),
  s2: _("Summer"),
  s3: _("Autumn"),
  s4: _("Winter"),
  "1m": _("1 Character"),
  "1p": _("1 Dot"),
};
const WIND_NAMES = { E: _("East"), S: _("South"), W: _("West"), N: _("North") };

export const SUITED = ["m", "p", "s"].map((suit) => [1, 2, 3, 4, 5, 6, 7, 8, 9].map((rank) => `${rank}${suit}`));
export const WINDS = ["E", "S", "W", "N"];
/** Return the winds of seats, from East on: three where three play. */
export const windsOf = (seats) => WINDS.filter((wind) => seats[wind]);
export const DRAGONS = ["C", "F", "P"];
export const FLOWERS = ["f1", "f2", "f3", "f4", "s1", "s2", "s3", "s4"];
const FACES = [...SUITED.flat(), ...WINDS, ...DRAGONS, ...FLOWERS];

const RANKS = pgettext("ranks", "123456789");

function suited([digit, suit]) {
  const rank = RANKS[digit - 1];
  if (suit === "m") return _("{rank} Characters", { rank });
  return suit === "p" ? _("{rank} Dots", { rank }) : _("{rank} Bamboo", { rank });
}

/** Return the name of a face inside a sentence. */
export function nameOf(tile) {
  if (!tile) return _("not recognized");
  if (tile[0] === "0") return _("Red {tile}", { tile: suited(`5${tile[1]}`) });
  return NAMES[tile] ?? suited(tile);
}
/** Return the face of a slot of the hand, as it is shown. */
export const shownAs = ({ tile, red }) => (red ? `0${tile[1]}` : tile);
/** Return the name of a wind without its tile, as in “East round”. */
export const windName = (wind) => WIND_NAMES[wind];
export const capital = (text) => text[0].toUpperCase() + text.slice(1);
/** Return a sentence with the names of tiles in place of their codes. */
export const inWords = (text) => capital(text.replace(/\b([1-9][mps]|[fs][1-4]|[ESWNCFP])\b/g, (code) => nameOf(code)));
export const picture = (tile) => new URL(`../tiles.svg#${tile ?? "back"}`, import.meta.url).href;
export const tileImage = (tile, small = false) =>
  h(`img.tile${small ? ".small" : ""}`, { src: picture(tile), alt: nameOf(tile), draggable: false });
/** Return what tiles are set apart by: each suit, flowers, honours, tiles not read. */
export const familyOf = (tile) => {
  if (tile === null) return "?";
  if (FLOWERS.includes(tile)) return "f";
  return tile.length === 2 ? tile[1] : "z";
};
export const order = (tile) => (tile === null ? 99 : FACES.indexOf(tile));
