// The page's one stream of server-sent events, shared by all that listen: `equipment`, `seats`, `clock`, `match`, `hand`,
// `laid`, `deal`, `reading`, `access` and `box`, on a page that shows the camera also `look` and `health`, and on one that
// shows all tables `changes`.

import { keepNews, recallNews } from "./kept.js";
import { hear, pauseOf, sayNoNews, suspect, whenBack } from "./line.js";
import { rooted } from "./root.js";
import { _, lang } from "./words.js";

const EVENTS = [
  "access",
  "equipment",
  "seats",
  "clock",
  "match",
  "hand",
  "laid",
  "deal",
  "reading",
  "box",
  "hall",
  "changes",
  "look",
  "health",
];
const ADDRESS = rooted(`/api/tables/${document.body.dataset.table}/events${query()}`);
const SILENCE = 5000; // milliseconds without an event after which the line counts as dead; the server sends two a second

/**
 * Return true if the camera's looks are wanted too, and what is kept at all tables; a hall's screen names its language,
 * which the browser does not.
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
let since = document.body.dataset.news ?? ""; // id of the last event; first that of the page
let source = null;
// the line: "live" while events come, "quiet" while a stream is opened or the page is hidden, "gone" while it waits for
// the server or for the end of a pause
let state = "quiet";
let heard = Date.now();
let attempts = 0; // streams in a row that brought nothing
let refused = false; // the server answers, and gives no stream
let again = 0; // the timer of the next attempt

/**
 * Listen to the table. One who comes late is told at once what was said last.
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

function leave(next) {
  clearTimeout(again);
  again = 0;
  source?.close();
  source = null;
  state = next;
}

/** Open the stream while the page is visible: a browser has few connections to one computer. */
function connect() {
  leave("quiet");
  heard = Date.now();
  if (document.hidden) return;
  const stream = new EventSource(since ? `${ADDRESS}${ADDRESS.includes("?") ? "&" : "?"}since=${since}` : ADDRESS);
  source = stream;
  stream.addEventListener("open", () => stream === source && pass("opened"));
  for (const name of EVENTS) stream.addEventListener(name, (event) => stream === source && take(name, event));
  stream.addEventListener("again", () => stream === source && connect()); // the server said that it ends the stream
  // left to itself, a browser asks again and again with the pause that it was told last, whether anybody answers or not
  stream.addEventListener("error", () => stream === source && lose(stream.readyState === EventSource.CLOSED));
}

function take(name, { data, lastEventId }) {
  heard = Date.now();
  hear();
  since = lastEventId || since;
  state = "live";
  if (refused) sayNoNews("");
  refused = false;
  attempts = 0;
  newest[name] = JSON.parse(data);
  keepNews(name, newest[name]);
  pass(name, newest[name]);
}

/** Wait until the server answers; after a pause where streams end again and again though it does. */
function lose(byServer) {
  const brought = state === "live";
  leave("gone");
  refused = byServer;
  if (refused) return explain();
  if (brought || !attempts) search();
  else again = setTimeout(search, pauseOf(attempts));
  if (!brought) attempts += 1;
}

function search() {
  again = 0;
  whenBack(() => state === "gone" && !again && connect());
  suspect();
}

/** Say why the server refuses the stream, and open it again after a pause: the server's own, or one that grows. */
async function explain() {
  const { status, pause } = await refusal();
  if (state !== "gone" || again) return; // the page was hidden meanwhile, or shown again
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
  again = setTimeout(connect, Math.max(1000 * pause * (1 + Math.random() / 2), pauseOf(attempts)));
  attempts += 1;
}

/**
 * Return what a browser does not tell of a stream that was refused: the status now, and the seconds to wait; 0 for
 * unknown.
 */
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
addEventListener("online", connect);
addEventListener("pointerdown", () => state === "gone" && !refused && again && connect());
setInterval(() => {
  if (document.hidden || refused) return;
  if (state !== "gone" && Date.now() - heard > SILENCE) lose(false); // a line may be dead without a word
  if (state === "gone") pass("lost", _("No connection. Is Tableside still running on that computer?"));
}, 1000);
