// The page's one stream of server-sent events, shared by all that listen: `equipment`, `seats`, `clock`, `match`, `hand`
// and `box`,
// and on a page that shows the camera also `look` and `health`.

import { suspect, whenBack } from "./line.js";
import { _, lang } from "./words.js";

const EVENTS = ["equipment", "seats", "clock", "match", "hand", "box", "hall", "look", "health"];
const ADDRESS = `/api/tables/${document.body.dataset.table}/events${query()}`;
const SILENCE = 5000; // milliseconds without an event after which the line counts as dead; the server sends two a second

/** Whether the camera's looks are wanted too; a hall's screen names its language, which the browser does not. */
function query() {
  const asked = [document.getElementById("live") && "live=1", document.body.matches(".screen") && `lang=${lang}`];
  const named = asked.filter(Boolean).join("&");
  return named && `?${named}`;
}

const listeners = [];
const newest = {}; // what each event brought last
let source = null;
let announced = false; // whether the server said that it ends the stream, which the browser then opens again
let heard = Date.now();

/**
 * Listens to the table. One who comes late is told at once what was said last.
 * @param handlers by the name of the event, each called with its data; `lost` is called with a sentence when the line
 *   is dead, and may be called again until an event arrives
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
  source?.close();
  source = null;
  heard = Date.now();
  if (document.hidden) return;
  const stream = new EventSource(ADDRESS);
  source = stream;
  for (const name of EVENTS) {
    stream.addEventListener(name, ({ data }) => {
      heard = Date.now();
      newest[name] = JSON.parse(data);
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
    // a stream that is not closed connects again by itself, but late
    if (stream === source && stream.readyState === EventSource.CONNECTING) {
      whenBack(() => stream === source && connect());
      suspect();
    }
    if (stream === source && stream.readyState === EventSource.CLOSED)
      pass("lost", _("Too many people are watching, or Tableside has stopped. Load the page again."));
  });
}

connect();
document.addEventListener("visibilitychange", connect);
setInterval(() => {
  if (document.hidden || Date.now() - heard <= SILENCE) return;
  pass("lost", _("Tableside does not answer. Is it still running on that computer?"));
  suspect();
}, 1000);
