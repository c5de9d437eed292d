// The page's one stream of server-sent events, shared by all that listen: `equipment`, `seats`, `clock`, `match`, `hand`,
// `reading`, `access` and `box`, on a page that shows the camera also `look` and `health`, and on one that shows all tables `changes`.

import { keepNews, recallNews } from "./kept.js";
import { hear, sayNoNews, suspect, whenBack } from "./line.js";
import { rooted } from "./root.js";
import { _, lang } from "./words.js";

const EVENTS = [
  "access",
  "equipment",
  "seats",
  "clock",
  "match",
  "hand",
  "reading",
  "box",
  "hall",
  "changes",
  "look",
  "health",
];
const ADDRESS = rooted(`/api/tables/${document.body.dataset.table}/events${query()}`);
const SILENCE = 5000; // milliseconds without an event after which the line counts as dead; the server sends two a second
const LONGEST = 30; // seconds between two attempts at most, while the server refuses the stream

/**
 * Whether the camera's looks are wanted too, and what is kept at all tables; a hall's screen names its language, which
 * the browser does not.
 */
function query() {
  const all = document.querySelector("[data-all-tables]");
  const asked = [
    document.getElementById("live") && "live=1",
    all && "changes=1",
    document.body.matches(".screen") && `lang=${lang}`,
  ];
  const named = asked.filter(Boolean).join("&");
  return named && `?${named}`;
}

const listeners = [];
const newest = {}; // what each event brought last
let source = null;
let announced = false; // whether the server said that it ends the stream, which the browser then opens again
let heard = Date.now();
let refusals = 0; // one after another
let again = 0; // the timer of the next attempt

/**
 * Listens to the table. One who comes late is told at once what was said last.
 * @param handlers by the name of the event, each called with its data; `opened` is called before the first event of a
 *   stream; `lost` is called with a sentence when the line is dead, and may be called again until an event arrives
 */
export function listen(handlers) {
  listeners.push(handlers);
  for (const [name, data] of Object.entries(newest)) handlers[name]?.(data);
}

function pass(name, data) {
  for (const handlers of listeners) handlers[name]?.(data);
}

/** Opens the stream while the page is visible: a browser has few connections to one computer. */
function connect() {
  clearTimeout(again);
  source?.close();
  source = null;
  heard = Date.now();
  if (document.hidden) return;
  const stream = new EventSource(ADDRESS);
  source = stream;
  let brought = false; // whether an event came
  stream.addEventListener("open", () => pass("opened"));
  for (const name of EVENTS) {
    stream.addEventListener(name, ({ data }) => {
      heard = Date.now();
      hear();
      brought = true;
      if (refusals) sayNoNews("");
      refusals = 0;
      newest[name] = JSON.parse(data);
      keepNews(name, newest[name]);
      pass(name, newest[name]);
    });
  }
  stream.addEventListener("again", () => {
    announced = true;
  });
  stream.addEventListener("error", () => {
    const expected = announced;
    announced = false;
    if (expected && stream.readyState === EventSource.CONNECTING) return;
    // a stream that is not closed connects again by itself, but late; that pause is kept where the last brought nothing
    if (stream === source && stream.readyState === EventSource.CONNECTING) {
      if (brought) whenBack(() => stream === source && connect());
      suspect();
    }
    if (stream === source && stream.readyState === EventSource.CLOSED) refused(stream);
  });
}

/** Says why the server refuses the stream, and opens it again after a pause: the server's own, or one that grows. */
async function refused(stream) {
  refusals += 1;
  const { status, pause } = await refusal();
  if (stream !== source) return; // the page was hidden meanwhile, or shown again
  const says =
    status === 503
      ? _("Too many people are watching. What is shown may be old; this page goes on by itself when there is room.")
      : _("No news arrives (answer {status}). What is shown may be old; load the page again.", {
          status,
        });
  if (status >= 400) {
    sayNoNews(says);
    pass("lost", says);
  }
  const most = Math.min(LONGEST, Math.max(pause, 2 ** (refusals - 1)));
  again = setTimeout(connect, 1000 * most * (0.75 + Math.random() / 2)); // pages that were refused together spread
}

/** What a browser does not tell of a stream that was refused: the status now, and the seconds to wait; 0 for unknown. */
async function refusal() {
  try {
    const { status, headers } = await fetch(ADDRESS, { method: "HEAD", cache: "no-store" });
    return { status, pause: Number(headers.get("Retry-After")) || 0 };
  } catch {
    suspect();
    return { status: 0, pause: 0 };
  }
}

recallNews((name, data, time) => {
  if (name in newest) return; // the server has answered meanwhile
  hear(time);
  newest[name] = data;
  pass(name, data);
});
connect();
document.addEventListener("visibilitychange", connect);
setInterval(() => {
  if (document.hidden || refusals || Date.now() - heard <= SILENCE) return;
  pass("lost", _("No connection. Is Tableside still running on that computer?"));
  suspect();
}, 1000);
