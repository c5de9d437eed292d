// The match sheet as a picture, for a chat: drawn on this device, shared where the browser can, else saved.

import { plain, signed } from "./figures.js";
import { day } from "./time.js";
import { saveFile } from "./takeaway.js";
import { windName } from "./tiles.js";
import { h, made } from "./view.js";
import { _ } from "./words.js";

const WIDE = 1080; // pixels: what chats show without making it smaller
const EDGE = 32;
const ROW = 58;
const FIRST = 150; // of the column with the number of the hand
const FONT = '"Noto Sans", "PingFang SC", "Noto Sans CJK SC", system-ui, sans-serif';
const [INK, MUTED, LINE, PLUS, MINUS] = ["#17211f", "#586662", "#d5dcdd", "#0c7350", "#b3261e"];

const initials = (name) => name.split(/\s+/).map(([first = ""]) => first);

/** Return the sheet of a match as a canvas. */
function drawSheet(match) {
  const hands = match.hands.filter(({ ended }) => ended !== null);
  const below = [[_("Total"), match.players.map((name) => plain(match.points[name]))]];
  const shares = match.players.map((name) => match.table_points[name]);
  if (shares.every((share) => share !== undefined)) below.push([_("Table points"), shares.map(String)]);
  const results = match.players.map((name) => match.results[name]);
  if (results.every((result) => result !== undefined)) below.push([_("Result"), results]);
  const canvas = made(h("canvas"));
  canvas.width = WIDE;
  canvas.height = EDGE * 2 + 150 + ROW * (hands.length + below.length);
  const pen = canvas.getContext("2d");
  const column = (WIDE - 2 * EDGE - FIRST) / match.players.length;
  const write = (text, x, y, { size = 26, bold = false, color = INK, align = "left", most = column - 12 } = {}) => {
    pen.font = `${bold ? 700 : 400} ${size}px ${FONT}`;
    pen.fillStyle = color;
    pen.textAlign = align;
    pen.fillText(text, x, y, most);
  };
  const right = (n) => EDGE + FIRST + column * (n + 1) - 8;
  const rule = (y) => {
    pen.fillStyle = LINE;
    pen.fillRect(EDGE, y, WIDE - 2 * EDGE, 2);
  };
  pen.fillStyle = "#fff";
  pen.fillRect(0, 0, canvas.width, canvas.height);
  const whole = { most: WIDE - 2 * EDGE };
  write(`${_("Match sheet")} · ${day(match.started)}`, EDGE, EDGE + 34, { size: 36, bold: true, ...whole });
  write(`${match.rules_says} · ${match.body_title}`, EDGE, EDGE + 74, { size: 22, color: MUTED, ...whole });
  let y = EDGE + 130;
  for (const [n, name] of match.players.entries()) write(name, right(n), y, { bold: true, align: "right" });
  y += 20;
  for (const hand of hands) {
    rule(y);
    const marks = [hand.approved && "◆", ...hand.corrected.map(({ who }) => `✎${initials(who).join("")}`)];
    write([hand.title || hand.number, ...marks].filter(Boolean).join(" "), EDGE, y + 27, {
      bold: true,
      most: FIRST - 8,
    });
    const won = hand.outcome === "won" ? (hand.best ?? windName(hand.round)) : hand.says;
    write(won, EDGE, y + 50, { size: 17, color: MUTED, most: FIRST - 8 });
    match.players.forEach((name, n) => {
      const sum = hand.gains[name];
      const sign = hand.marks[name] ?? "";
      const color = [MINUS, MUTED, PLUS][Math.sign(sum) + 1];
      write(`${sign} ${signed(sum)}`, right(n), y + 27, { bold: true, align: "right", color });
      write(plain(hand.totals[name]), right(n), y + 50, { size: 19, color: MUTED, align: "right" });
    });
    y += ROW;
  }
  for (const [label, values] of below) {
    rule(y);
    write(label, EDGE, y + 38, { bold: true, most: FIRST - 8 });
    for (const [n, value] of values.entries()) write(value, right(n), y + 38, { bold: true, size: 30, align: "right" });
    y += ROW;
  }
  return canvas;
}

/** Share the sheet of a match as a picture; saves it where this browser shares no files. */
export async function shareSheet(match) {
  const blob = await new Promise((resolve) => drawSheet(match).toBlob(resolve, "image/png"));
  const file = new File([blob], `match-${match.started.slice(0, 10)}-${match.number}.png`, { type: "image/png" });
  if (navigator.canShare?.({ files: [file] })) {
    try {
      return await navigator.share({ files: [file], title: _("Match sheet") });
    } catch (refusal) {
      if (refusal.name === "AbortError") return null; // closed without sharing
    }
  }
  saveFile(file, file.name);
  return null;
}
