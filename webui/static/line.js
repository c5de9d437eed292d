// True if the server answers and sends news. While it does not, the page is grey and says so; what was entered
// meanwhile waits to be sent.

import { KEPT_AT } from "./kept.js";
import { rooted } from "./root.js";
import { isHeld } from "./storage.js";
import { day, timeOfDay } from "./time.js";
import { h, made, setText } from "./view.js";
import { _ } from "./words.js";

export const BACK = "line-back"; // event of the window: the server answers again

const PROBE = rooted(`/api/tables/${document.body.dataset.table}/play`);
const PAUSE = 1000; // milliseconds after the first look whether it answers again; each pause is longer than the one before
const LONGEST = 30_000; // milliseconds of the longest: more is late when it is back, less empties batteries of phones
const PATIENCE = 3000; // milliseconds that it may take to answer

let down = false;
let wake = () => {}; // ends the pause between two looks
let noNews = ""; // why the server sends no news though it answers
let looking = false;
let entered = 0; // changes that wait to be sent
let heard = KEPT_AT ?? Date.now(); // when the server sent what is shown
const back = []; // called once it answers again

/** Mark when the server has sent what is shown: just now, or when it was kept. */
export function hear(time = Date.now()) {
  heard = time;
}

/** Return the moment of what is shown, with the day where that is another one. */
function asOf() {
  const date = new Date(heard);
  const time = timeOfDay(heard);
  if (date.toDateString() === new Date().toDateString()) return time;
  return `${day(date)} ${time}`;
}

async function answers() {
  try {
    const response = await fetch(PROBE, { cache: "no-store", signal: AbortSignal.timeout(PATIENCE) });
    return response.ok;
  } catch {
    return false;
  }
}

/**
 * Return milliseconds until the next of several attempts; pages that lost the server together do not come back
 * together.
 */
export const pauseOf = (attempt) => Math.min(LONGEST, PAUSE * 1.5 ** attempt) * (0.75 + Math.random() / 2);

/**
 * Look whether the server answers; where it does not, says so at once and goes on looking until it does: more and more
 * rarely, but at once when the network is back, on a tap, and when the page is shown again.
 */
export async function suspect() {
  if (looking) return;
  looking = true;
  if (!(await answers())) {
    say(true);
    let attempt = 0;
    do {
      await new Promise((resolve) => {
        wake = resolve;
        setTimeout(resolve, pauseOf(attempt));
      });
      attempt += 1;
    } while (!(await answers()));
  }
  looking = false;
  say(false);
  for (const call of back.splice(0)) call();
}

/** Call back once the server answers again, after a request that it did not answer. */
export function whenBack(call) {
  back.push(call);
  if (!looking) setTimeout(suspect, down ? 0 : PAUSE); // a request that fails again and again is not sent without pause
}

/** Run what sends a change until the server answers, and keep the page from being closed unasked meanwhile. */
export async function untilAnswered(send) {
  entered += 1;
  try {
    for (;;) {
      try {
        return await send();
      } catch (error) {
        if (error.status !== 0) throw error;
        suspect();
        draw();
        await new Promise(whenBack);
      }
    }
  } finally {
    entered -= 1;
  }
}

function say(now) {
  if (now === down) return;
  down = now;
  draw();
  if (!down) dispatchEvent(new Event(BACK));
}

/** Say why the server sends this page no news; "" once it does. */
export function sayNoNews(why) {
  noNews = why;
  draw();
}

function draw() {
  const waits = isHeld()
    ? _("No connection. This browser keeps nothing: leave this page open until your entries are sent.")
    : _("No connection. What is shown is as of {time}; what you enter is kept and sent when it is back.", {
        time: asOf(),
      });
  const says = down ? waits : noNews;
  document.body.classList.toggle("unanswered", says !== "");
  let note = document.getElementById("line-down");
  if (!note && !says) return;
  if (!note) {
    note = made(h("div", { id: "line-down", role: "alert" }));
    document.body.append(note);
  }
  note.hidden = !says;
  setText(note, says);
}

addEventListener("offline", suspect);
for (const name of ["online", "pointerdown", "visibilitychange"])
  addEventListener(name, () => document.hidden || wake());
addEventListener("beforeunload", (event) => {
  if (entered) event.preventDefault();
});
